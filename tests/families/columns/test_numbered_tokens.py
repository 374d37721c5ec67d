"""Files whose first cells number the tokens of each sentence, as in GermEval 2014 or CoNLL-U."""

from pathlib import Path

import pytest

import keytally
from keytally.families.columns.reading import token_column
from keytally.families.columns.rules import scheme_of

NUMBERED = "1\tDie\tO\tO\n2\tElbe\tB-LOC\tO\n\n1\tIn\tO\tO\n2\tUlm\tB-LOC\tO\n3\t.\tO\tO\n"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (NUMBERED, 1),
        (NUMBERED.replace("\t", " "), 1),
        (NUMBERED.replace("\n", "\r\n"), 1),
        (f"#\thttp://example.org\t[2009-10-17]\n{NUMBERED}", 1),
        (f"# text = Die Elbe\n{NUMBERED}", 1),
        (f"-DOCSTART- O\n\n{NUMBERED}", 1),
        ("0 Die O\n1 Elbe B-LOC\n\n0 In O\n1 Ulm B-LOC\n", 1),
        ("1 Die O\n2 Elbe B-LOC\n\n3 In O\n4 Ulm B-LOC\n", 1),
        ("1-2 zum _ O\n1 zu X O\n2 dem X O\n2.1 _ X O\n3 Fluss X B-LOC\n", 1),
        (NUMBERED + "4\tcut", 1),
        ("1 O\n2 B-CARD\n3 O\n", 0),
        ("1 CD O\n3 CD B-CARD\n", 0),
        ("1 CD O\n2 CD O\n\n5 CD O\n", 0),
        ("1 CD O\n\nUlm NE B-LOC\n", 0),
        ("Ulm NE B-LOC\n1 CD O\n2 CD O\n", 0),
        ("1 Ulm B-LOC\n", 0),
        ("², Ulm B-LOC\n", 0),
        ("", 0),
    ],
)
def test_the_column_of_the_tokens(text: str, column: int) -> None:
    assert token_column(text) == column


def test_the_key_shows_the_column_of_a_score() -> None:
    assert scheme_of("entities", NUMBERED.replace("B-LOC\tO", "O\tB-LOC")) == "IOB2 token=2"


def test_conversion_reads_tokens_and_not_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "g.tsv"
    path.write_text(NUMBERED, encoding="utf-8")
    made = keytally.convert([path], "iob2", options={"column": 3})
    assert made.text == "Die\tO\nElbe\tB-LOC\n\nIn\tO\nUlm\tB-LOC\n.\tO\n"
    assert [loss.partition(": ")[2] for loss in made.losses] == [
        "the cells other than the token and the label are left out"
    ]
