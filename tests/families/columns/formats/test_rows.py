"""Lines of columns: which are tokens, what their cells are, and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.columns.reading import SentenceUnit, lines_of
from keytally.families.columns.rules import ColumnsLanguage

FILES = st.text(alphabet=st.sampled_from("aB# \t\n\r-O"), max_size=60)


def rows(text: str) -> list[tuple[str, ...]]:
    return [tuple(cell.text for cell in row.cells) for row in lines_of(text).rows]


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("EU B-ORG", ("EU", "B-ORG")),
        ("EU\tB-ORG", ("EU", "B-ORG")),
        ("New York\tB-LOC", ("New York", "B-LOC")),
        ("EU  NNP   B-ORG ", ("EU", "NNP", "B-ORG")),
        ("100\u00a0000 B-NUM", ("100\u00a0000", "B-NUM")),
        ("EU \t B-ORG", ("EU", "B-ORG")),
        ("alone", ("alone",)),
    ],
)
def test_a_line_with_a_tab_is_cut_at_tabs_and_any_other_at_blanks(line: str, cells: tuple[str, ...]) -> None:
    assert rows(line) == [cells]


def test_comments_are_no_tokens_but_a_hash_with_a_label_is_one() -> None:
    assert rows("# sent_id = 4\n#\nEU B-ORG\n# O\n#tag O\n# a comment\n") == [
        ("EU", "B-ORG"),
        ("#", "O"),
        ("#tag", "O"),
    ]


def test_a_line_that_begins_a_document_is_no_token_but_for_programs() -> None:
    text = "-DOCSTART- -X- O O\n"
    assert rows(text) == []
    assert SentenceUnit(text).labels() == ()
    assert SentenceUnit(text, all_tokens=True).labels() == ("O",)


def test_a_unit_begins_with_the_blank_line_before_it() -> None:
    text = "-DOCSTART- O\n\nEU B-ORG\n  \r\nPeter B-PER\r\n\r\n-DOCSTART- O\nx O"
    units = [unit.text for unit in Reading(ColumnsLanguage(), text).units]
    assert units == ["-DOCSTART- O\n", "\nEU B-ORG\n", "  \r\nPeter B-PER\r\n", "\r\n", "-DOCSTART- O\nx O"]


def test_a_unit_says_which_column_has_its_labels() -> None:
    text = "EU\tB-ORG\tO\nPeter\tO\tB-PER\n"
    assert SentenceUnit(text).labels() == ("O", "B-PER")
    assert SentenceUnit(text, -2).labels() == SentenceUnit(text, 1).labels() == ("B-ORG", "O")
    assert SentenceUnit(text, 7).labels() == ("O", "O")


@given(FILES)
def test_units_cover_the_text_and_cells_stand_where_they_say(text: str) -> None:
    units = list(Reading(ColumnsLanguage(), text).units)
    assert "".join(unit.text for unit in units) == text
    for unit in units:
        for row in unit.lines().rows:
            assert all(unit.text[cell.start : cell.end] == cell.text for cell in row.cells)


@pytest.mark.parametrize("text", ["B\nB\t", "B\nC\tD\tE", "\tB\nC\tD\tE\n"])
def test_lines_with_other_numbers_of_cells_are_no_plain_rows(text: str) -> None:
    unit = SentenceUnit(text)
    assert len(unit.labels()) == len(unit.tokens()) == len(unit.lines().rows) == 2
    assert unit.may_lose


@given(FILES)
def test_labels_and_tokens_are_those_of_the_rows(text: str) -> None:
    unit = SentenceUnit(text)
    rows = unit.lines().rows
    assert list(unit.tokens()) == [row.cells[0].text for row in rows]
    assert list(unit.labels()) == [row.cells[-1].text if len(row.cells) > 1 else "O" for row in rows]
