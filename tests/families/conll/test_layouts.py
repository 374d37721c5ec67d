"""Layouts of CoNLL-2012 and CorefUD that corpora have: cells, tokens, names of entities and of documents."""

from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.families.conll.reading import DocumentUnit

BEGIN, END = "#begin document (d); part 000\n", "\n#end document\n"


def lines_of(rows: list[str], between: str) -> str:
    return "\n".join(between.join(row.split()) for row in rows)


def checked(folder: Path, text: str, name: str = "d.key.conll") -> list[str]:
    (folder / name).write_text(text, encoding="utf-8", newline="")
    return [found.rule.name for found in keytally.check(folder / name)]


@pytest.mark.parametrize("between", ["\t", "   "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_sentences_may_have_different_numbers_of_cells(tmp_path: Path, between: str, end: str) -> None:
    first = ["d 0 0 Ida NNP * (1)", "d 0 1 left VBD (V*) -"]
    second = ["d 0 0 She PRP * * (1)", "d 0 1 ran VBD (V*) * (2", "d 0 2 home NN * (V*) 2)"]
    text = f"{BEGIN}{lines_of(first, between)}\n\n{lines_of(second, between)}\n{END}".replace("\n", end)
    assert checked(tmp_path, text) == []
    assert [chain.name for chain in DocumentUnit(text).read().chains] == ["1", "2"]


def test_lines_of_one_sentence_have_equally_many_cells(tmp_path: Path) -> None:
    text = f"{BEGIN}d\t0\t0\tIda\t(1)\n\nd\t0\t0\tShe\tx\t(1)\nd\t0\t1\tran\t-\n{END}"
    (tmp_path / "d.key.conll").write_text(text, encoding="utf-8")
    [found] = keytally.check(tmp_path / "d.key.conll")
    assert (found.rule.name, found.start.line) == ("conll-fields", 5)
    assert found.message == "5 cells here, but 6 cells in the first line of the sentence"


@pytest.mark.parametrize("rest", ["NN\t(1)", "NN\t(1)\t", "NN\t(1)\t\t"])
def test_an_empty_last_cell_has_no_brackets(tmp_path: Path, rest: str) -> None:
    """A tab too many at the end of lines that have their brackets stands before no cell."""
    empty = "NN\t" if rest == "NN\t(1)" else rest.replace("(1)", "-")
    text = f"{BEGIN}d\t0\t0\tIda\t{rest}\nd\t0\t1\tleft\t{empty}\nd\t0\t2\tshe\t{rest}\n{END}"
    assert checked(tmp_path, text) == []
    unit = DocumentUnit(text)
    assert unit.tokens() == ["Ida", "left", "she"]
    assert [len(chain.mentions) for chain in unit.read().chains] == [2]


@pytest.mark.parametrize(
    "rows",
    [
        ["0 Ida ida NN x (3)", "1 left leave VB x -", "2 early early RB x -"],
        ["1 Ida (3)", "2 left -", "3 early -"],
        ["d 1 Ida lemma NN (3)", "d 2 left lemma VB -", "d 3 early lemma RB -"],
        ["d 0 0 Ida NN (3)", "d 0 1 left VB -", "d 0 2 early RB -"],
        ["d 7 x Ida NN (3)", "d 7 x left VB -", "d 7 x early RB -"],
    ],
    ids=["SemEval", "three cells", "no part", "CoNLL-2012", "no numbers"],
)
def test_the_token_stands_after_the_number_of_the_word(rows: list[str]) -> None:
    unit = DocumentUnit(f"{BEGIN}{lines_of(rows, chr(9))}\n\n{lines_of(rows, chr(9))}\n{END}")
    assert unit.tokens() == ["Ida", "left", "early"] * 2
    assert unit.read().rows[4].token == "left"


def corefud(header: str, *cells: str) -> str:
    words = (
        f"{number}\tw{number}\t_\tX\t_\t_\t0\troot\t_\t{cell}" for number, cell in enumerate(cells, start=1)
    )
    return "\n".join(["# newdoc id = d", f"# global.Entity = {header}", *words, "", ""])


@pytest.mark.parametrize(
    ("header", "opening", "closing"),
    [
        ("etype-eid-head", "(person-e1-1", "e1)"),
        ("entity-GRP-MIN", "(person-4-1", "4)"),
        ("GRP-entity", "(4-person", "4)"),
        ("GRP-entity", "(4-person", "4-person)"),
        ("entity-GRP", "(person-4", "person-4)"),
    ],
)
def test_eid_or_grp_names_the_entity(tmp_path: Path, header: str, opening: str, closing: str) -> None:
    text = corefud(header, f"Entity={opening}", f"Entity={closing}", f"Entity={opening})")
    assert checked(tmp_path, text, "d.key.conllu") == []
    [chain] = DocumentUnit(text).read().chains
    assert len(chain.mentions) == 2


def test_a_header_without_a_name_of_the_entity_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = corefud("eid-etype", "Entity=(e1-person)", "_", "Entity=(e1-person)")
    (tmp_path / "d.key.conllu").write_text(good, encoding="utf-8")
    bad = corefud("etype-minspan", "Entity=(person-1)", "_", "Entity=(person-1)")
    (tmp_path / "d.response.conllu").write_text(bad, encoding="utf-8")
    result = keytally.score(tmp_path / "d.key.conllu", tmp_path / "d.response.conllu")
    [told] = result.warnings
    assert told.startswith(f"{tmp_path / 'd.response.conllu'}:2: 1 place") and "eid nor GRP" in told
    for name, text in (("one.conllu", bad), ("other.conllu", good)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["score", str(tmp_path / "one.conllu"), str(tmp_path / "other.conllu")]) == 2
    assert "nothing in the key counts" in capsys.readouterr().err


def test_a_mention_alone_is_converted_with_and_without_a_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = corefud(
        "eid-etype", "Entity=(e1-person)", "Entity=(e2-place)", "Entity=(e1-person)", "Entity=(e3-)"
    )
    (tmp_path / "d.conllu").write_text(text, encoding="utf-8")
    assert main(["convert", str(tmp_path / "d.conllu"), "--to", "conll"]) == 0
    out, told = capsys.readouterr()
    assert [line.rpartition("\t")[2] for line in out.splitlines() if "\t" in line] == [
        "(1)",
        "(2)",
        "(1)",
        "(3)",
    ]
    assert "is no mention" not in told


@pytest.mark.parametrize("name", ["(story); part 000", "(story);", "(a b) part 3", "(story); part 7"])
def test_a_document_keeps_its_name_when_it_is_converted(tmp_path: Path, name: str) -> None:
    text = f"#begin document {name}\nd\t0\t0\tIda\t(1)\nd\t0\t1\tshe\t(1)\n{END}"
    (tmp_path / "a.conll").write_text(text, encoding="utf-8")
    assert main(["convert", str(tmp_path / "a.conll"), "--to", "conll", "-o", str(tmp_path / "b.conll")]) == 0
    assert f"#begin document {name}\n" in (tmp_path / "b.conll").read_text(encoding="utf-8")
