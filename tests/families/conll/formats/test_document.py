"""How a document of CoNLL-2012 is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.conll.brackets import brackets_in
from keytally.families.conll.lines import row_of, shape_of
from keytally.families.conll.reading import document_of
from keytally.families.conll.rules import ChainsLanguage
from tests.families.conll.written import Mention, mentions, written

PIECES = [
    "#begin document (a); part 000\n",
    "#end document\n",
    "w (1)\n",
    "w\t-\n",
    "(1",
    "2)",
    "|",
    "\n",
    "\r",
    " ",
    "#",
]


def spans(text: str) -> dict[str, list[tuple[int, int]]]:
    """The first and the last word of each mention, by chain."""
    return {
        chain.name: [(each.words[0], each.words[-1]) for each in chain.mentions]
        for chain in document_of(text).chains
    }


def overlaps(one: Mention, other: Mention) -> bool:
    """Whether two mentions of one chain share a token."""
    return one != other and one[0] == other[0] and other[1] <= one[2] and one[1] <= other[2]


@given(mentions())
def test_chains_are_those_that_were_written(given_mentions: list[Mention]) -> None:
    """Mentions of one chain that cross would be written as ones inside each other."""
    nested = [each for each in given_mentions if not any(overlaps(each, other) for other in given_mentions)]
    found = spans(written(nested))
    assert {(int(name), *span) for name, some in found.items() for span in some} == {*nested}


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("(1)", ["(1)"]),
        ("(1|2)|(3)", ["(3)", "(1", "2)"]),
        ("(1(2)3)", ["(2)", "(1", "3)"]),
        ("-", []),
        ("(12+3)", []),
        ("(x*)|(4", ["(4"]),
    ],
)
def test_whole_mentions_are_read_first_then_what_opens_then_what_closes(cell: str, read: list[str]) -> None:
    assert [cell[each.place.start : each.place.end] for each in brackets_in(cell, 0).brackets] == read


def test_a_bracket_closes_the_mention_that_was_opened_last() -> None:
    assert spans(written([(1, 0, 5), (1, 2, 3)])) == {"1": [(2, 3), (0, 5)]}


def test_the_token_is_the_fourth_cell_or_the_one_before_the_last() -> None:
    """CoNLL-2012 has the word in its fourth column; files with fewer columns have it before the brackets."""
    rows = "bc 0 7 word NN * - (1)\n", "1 word -\n", "word -\n"
    assert [document_of(f"#begin document (a)\n{row}").rows[0].token for row in rows] == ["word"] * 3


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_reading_never_fails_and_units_cover_the_text(text: str) -> None:
    reading = Reading(ChainsLanguage(), text)
    assert "".join(unit.text for unit in reading.units) == text
    for unit in reading.units:
        read = unit.read()
        places = [defect.place for defect in read.defects]
        found = [each for chain in read.chains for each in chain.mentions]
        places += [place for each in found for place in (each.opening, each.closing)]
        assert all(0 <= place.start <= place.end <= len(unit.text) for place in places)
        assert all(unit.text[each.last.start : each.last.end] == each.cells[-1] for each in read.rows)
        assert all(len(unit.words_of(each)) < 100 for each in found)
        for word, token in enumerate(unit.tokens()):
            place = unit.token_place(word)
            assert unit.text[place.start : place.end] == token


@given(st.text(alphabet="ab(1)| \t-", max_size=12))
def test_the_cells_of_a_line_are_counted_as_they_are_cut(line: str) -> None:
    width, last = shape_of(line)
    if width:
        row = row_of(0, line)
        assert (len(row.cells), row.cells[-1]) == (width, last)
        assert line[slice(*row.last)] == last
    else:
        assert line.strip(" \t") == ""


def test_rows_are_made_when_they_are_asked_for() -> None:
    rows = document_of("#begin document (a); part 000\na 0 w (1)\nb 0 x -\n#end document\n").rows
    assert [row.token for row in rows] == ["w", "x"]
    assert (rows[-1].token, [row.token for row in rows[:1]]) == ("x", ["w"])
    with pytest.raises(IndexError):
        rows[2]
