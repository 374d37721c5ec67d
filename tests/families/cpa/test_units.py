"""Cutting files into units, and what an editor shows of one."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.cpa.reading import CpaUnit, Inputs, format_of_file, verb_of
from keytally.families.cpa.rules import CpaLanguage
from keytally.families.presentation import PieceKind
from tests.families.cpa.verb_files import rows

PARSE = rows("1 | She | subj | Human", "2 | mends | v | ", "3 | *nets* | obj | ", "", "4 | Go | v | ")


def units(text: str, name: str, inputs: Inputs | None = None) -> list[CpaUnit]:
    return list(Reading(CpaLanguage(Role.RESPONSE, inputs=inputs).of_file(name), text).units)


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("go.parse", "go"),
        ("go.key.parse", "go"),
        ("go.response2.clust", "go"),
        ("go.rsp.pat", "go"),
        ("give.up.parse", "give.up"),
        ("key.parse", "key"),
        ("GO.PARSE", "GO"),
        ("go.txt", "go.txt"),
    ],
)
def test_a_verb_is_told_by_the_files_name(name: str, verb: str) -> None:
    assert verb_of(name) == verb


def test_a_kind_is_told_by_the_extension() -> None:
    kinds = [format_of_file(name) for name in ("a.parse", "a.clust", "a.pat", "a.txt")]
    assert [kind.task if kind else None for kind in kinds] == [
        "cpa-parsing",
        "cpa-clustering",
        "cpa-slots",
        None,
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_sentence_starts_with_its_blank_line(end: str) -> None:
    text = PARSE.replace("\n", end)
    assert [unit.text.startswith(end) for unit in units(text, "go.parse")] == [False, True]
    assert {unit.document for unit in units(text, "go.parse")} == {"go"}


@pytest.mark.parametrize("name", ["go.clust", "go.pat"])
def test_elsewhere_a_unit_is_a_line(name: str) -> None:
    assert [unit.text for unit in units("1\t2\r\n\r3\n4", name)] == ["1\t2\r\n", "\r", "3\n", "4"]


@given(st.lists(st.sampled_from(["a", "\t", "\n", "\r", " "]), max_size=20).map("".join))
def test_the_units_cover_any_text(text: str) -> None:
    for name in ("go.parse", "go.clust", "go.pat"):
        found = units(text, name)
        assert "".join(unit.text for unit in found) == text
        for unit in found:
            for row in unit.rows:
                assert "\t".join(row.cells) == unit.text[row.start : row.end]
                places = [row.place(column) for column in range(len(row.cells))]
                assert [unit.text[start:end] for start, end in places] == list(row.cells)
            pieces = list(unit.pieces())
            assert all(a.end <= b.start for a, b in pairwise(pieces))
            list(unit.outline())
            list(unit.folds())
            assert unit.group != ""


def test_cells_are_coloured_by_their_columns() -> None:
    first = units(PARSE, "go.parse")[0]
    kinds = [(first.text[piece.start : piece.end], piece.kind) for piece in first.pieces()]
    assert kinds[:4] == [
        ("1", PieceKind.NUMBER),
        ("She", PieceKind.STRING),
        ("subj", PieceKind.KEYWORD),
        ("Human", PieceKind.TYPE),
    ]
    assert kinds[5:7] == [("mends", PieceKind.MACRO), ("v", PieceKind.MACRO)]


def test_the_outline_has_sentences_with_their_tagged_tokens() -> None:
    (heading,) = units(PARSE, "go.parse")[0].outline()
    assert (heading.name, heading.detail) == ("She mends *nets*", "1 to 3")
    assert [(child.name, child.detail) for child in heading.children] == [
        ("She", "subj Human"),
        ("mends", "v"),
        ("*nets*", "obj"),
    ]


def test_the_outline_has_patterns() -> None:
    (heading,) = units("Human\t\tThing" + "\t" * 6, "go.pat")[0].outline()
    assert heading.name == "Human Thing"


@pytest.mark.parametrize(
    ("line", "name", "detail"),
    [("1\t2\n", "1", "cluster 2"), ("1\n", "1", "no cluster"), ("\t2\n", "no id", "cluster 2")],
)
def test_the_outline_has_items_with_their_clusters(line: str, name: str, detail: str) -> None:
    (heading,) = units(line, "go.clust")[0].outline()
    assert (heading.name, heading.detail) == (name, detail)


@pytest.mark.parametrize(
    ("text", "name", "groups"),
    [
        ("1\t2\n3\t2 \n\n5\t1\n7\n", "go.clust", ["2", "2", None, "1", None]),
        ("Human\tEvent\nHuman\n\tEvent\n", "go.pat", ["Human", "Human", None]),
        (PARSE, "go.parse", [None, None]),
    ],
)
def test_neighbours_of_one_cluster_or_one_subject_fold_together(
    text: str, name: str, groups: list[str | None]
) -> None:
    assert [unit.group for unit in units(text, name)] == groups


def test_a_sentence_folds() -> None:
    first, second = units(PARSE, "go.parse")
    assert [first.text[start:end] for start, end in first.folds()] == [first.text.rstrip("\n")]
    assert list(second.folds()) == []


def test_a_note_is_the_sentence_with_the_token_and_the_verb_in_bold_type() -> None:
    first = units(PARSE, "go.parse")[0]
    note = first.note_at(2)
    assert note is not None and note.markdown == "**She** **mends** \\*nets\\*"
    assert units("\n", "go.parse")[0].note_at(0) is None


def test_the_sentence_of_an_item_stands_in_the_input_file(tmp_path: Path) -> None:
    (tmp_path / "go.txt").write_bytes("1\tRenée\n2\tgoes\tv\n\n3\tGo\tv\n".encode("latin-1"))
    for inputs in (Inputs(tmp_path), Inputs(tmp_path / "go.txt")):
        note = units("2\t1\n", "go.clust", inputs)[0].note_at(1)
        assert note is not None and note.markdown == "Renée **goes**"
        assert units("9\t1\n", "go.clust", inputs)[0].note_at(1) is None
    assert units("2\t1\n", "sew.clust", Inputs(tmp_path))[0].note_at(1) is None
    assert units("2\t1\n", "go.clust", Inputs(tmp_path / "gone"))[0].note_at(1) is None
