"""CoNLL-U Plus: the header says where the tokens stand, and lines that are no words are passed over."""

from pathlib import Path

import pytest

from keytally.families.columns.reading import token_column
from keytally.families.columns.rules import ColumnsLanguage, in_one, scheme_of, task_by_content
from keytally.runs.check import check
from keytally.runs.convert import convert
from keytally.runs.score import score

PLUS = (
    "# global.columns = ID FORM UPOS NER\n"
    "# sent_id = a\n"
    "1\tMarta\tPROPN\tB-PER\n"
    "2\tReis\tPROPN\tI-PER\n"
    "3-4\tdel\t_\t_\n"
    "3\tde\tADP\tO\n"
    "4\tel\tDET\tO\n"
    "4.1\tva\tVERB\t_\n"
    "\n"
    "1\tQuay\tPROPN\tB-LOC\n"
)

HEADERS = {
    "the second": (PLUS, 1),
    "the first": ("# global.columns = FORM NER\nMarta\tO\n", 0),
    "behind other comments": (f"# newdoc\r\n#\r\n{PLUS}", 1),
    "without blanks": ("#global.columns=ID LEMMA FORM NER\n", 2),
    "no form": ("# global.columns = ID NER\n", 0),
    "behind a token": (f"a\tO\n{PLUS}", 0),
    "none": ("1\tO\n", 0),
    "nothing": ("", 0),
}


@pytest.mark.parametrize(("text", "column"), HEADERS.values(), ids=HEADERS)
def test_the_header_tells_the_column_of_the_tokens(text: str, column: int) -> None:
    assert token_column(text) == column


def test_a_file_with_a_header_is_known_with_its_scheme() -> None:
    assert task_by_content(PLUS) == "entities"
    assert scheme_of("entities", PLUS) == "IOB2 token=2"
    assert scheme_of("entities", PLUS.replace("B-", "I-")) == "IO token=2"
    assert scheme_of("entities", "# global.columns = ID FORM NER\n1\ta\tO\n") == "token=2"
    both = "# global.columns = ID FORM GOLD NER\n1\tMarta\tB-PER\tB-PER\n"
    assert in_one("entities", both) == "IOB2 together token=2"


def test_tokens_are_the_forms() -> None:
    first, second = (ColumnsLanguage(token=1).read(text) for text in PLUS.split("\n\n"))
    assert list(first.tokens()) == ["Marta", "Reis", "de", "el"]
    assert first.labels() == ("B-PER", "I-PER", "O", "O")
    assert list(second.tokens()) == ["Quay"]


def test_a_line_of_two_cells_has_its_token_in_the_first() -> None:
    unit = ColumnsLanguage(token=1).read("Marta\tB-PER\nalone\n")
    assert list(unit.tokens()) == ["Marta", "alone"]


def test_another_form_is_found_and_its_number_is_not(tmp_path: Path) -> None:
    key, response = tmp_path / "a.key.conllup", tmp_path / "a.response.conllup"
    key.write_text(PLUS, encoding="utf-8")
    response.write_text(PLUS.replace("\tQuay\t", "\tQay\t"), encoding="utf-8")
    (found,) = check(tmp_path)
    assert (found.rule.name, found.start.line, found.start.column) == ("columns-token", 10, 3)
    assert score(key, response).headline == 100
    response.write_text(PLUS.replace("1\tQuay", "7\tQuay"), encoding="utf-8")
    assert check(tmp_path) == []


def test_programs_too_are_given_words_alone(tmp_path: Path) -> None:
    key = tmp_path / "key.conllup"
    key.write_text(PLUS, encoding="utf-8")
    printed = score(key, key, options={"compatible": "conlleval"}).text()
    assert printed.startswith("processed 5 tokens with 2 phrases")


def test_a_conversion_keeps_the_forms(tmp_path: Path) -> None:
    path = tmp_path / "a.conllup"
    path.write_text(PLUS, encoding="utf-8")
    made = convert([path], "iob2")
    assert made.text == "Marta\tB-PER\nReis\tI-PER\nde\tO\nel\tO\n\nQuay\tB-LOC\n"
    assert [loss.partition(": ")[2] for loss in made.losses] == [
        "the comment # global.columns = ID FORM UPOS NER is left out",
        "the comment # sent_id = a is left out",
        "the line 3-4 del _ _ is left out",
        "the line 4.1 va VERB _ is left out",
        "the cells other than the token and the label are left out",
    ]
