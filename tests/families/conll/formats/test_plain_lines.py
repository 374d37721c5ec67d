"""Usual documents are read at little cost, and as the slower way reads them; others are left to it."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fuzz.grammar import conll
from fuzz.mutation import mutated_files
from keytally.families.conll import reading
from keytally.families.conll.lines import plain_lines
from keytally.families.conll.model import Document
from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.rules import ChainsLanguage
from tests.families.annotating import units_of

USUAL = "#begin document (a); part 000\na\t0\tKit\t(1)\n\na\t0\tran\t-\n\n\na\t0\tby\t_\n#end document\n"


def slowly(text: str) -> Document:
    """The document as it is read without the quick way."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reading, "plain_lines", lambda text: None)
        return reading.document_of.__wrapped__(text)


def same(some: Document, other: Document) -> bool:
    return some._replace(rows=()) == other._replace(rows=()) and [*some.rows] == [*other.rows]


BLANKS = USUAL.expandtabs(6)


@pytest.mark.parametrize("usual", [USUAL, BLANKS, BLANKS.replace("\na", "\n  a")])
def test_a_usual_document_is_read_quickly(usual: str) -> None:
    found = plain_lines(usual)
    assert found is not None and len(found.rows) == 3
    assert [usual[each.start :].startswith(f"{each.text}\n") for each in found.marked] == [True]
    assert same(reading.document_of(usual), slowly(usual))


@pytest.mark.parametrize(
    "changed",
    [
        USUAL.replace("\n", "\r\n"),
        USUAL.replace("Kit\t", "Kit "),
        USUAL.replace("a\t0\tran", "0\tran"),
        USUAL.replace("ran\t-", "ran\t-\t"),
        USUAL.replace("a\t0\tran\t-", "alone"),
        USUAL.replace("a\t0\tran", "#\t0\tran"),
        USUAL.replace("#end document\n", ""),
        USUAL.replace("#end", "a\t0\tx\t-\n#end") + "a\t0\tbehind\t-\n",
        USUAL.replace("\na\t0\tby\t_", "\n#end document\na\t0\tby\t_"),
        BLANKS.replace("-\n", "- \n"),
        BLANKS.replace("ran", "ran away"),
        BLANKS.replace("ran", "ran\x0b"),
        BLANKS.replace("ran", "ran\x0caway"),
        BLANKS.replace("Kit ", "Kit\t"),
        USUAL.replace("\n\n\n", "\n\n\nalone\n").replace("ran\t", "\t"),
        "#begin document (a)\n#end document\n",
        "#begin document (a)\n\n#end document\n",
        "#begin document (a)",
    ],
)
def test_an_unusual_one_is_not(changed: str) -> None:
    assert plain_lines(changed) is None
    assert same(reading.document_of(changed), slowly(changed))


CELLS = st.sampled_from(
    ["-", "_", "(1)", "(1", "1)", "(2)|(1)", "x", "--", "a_", "(", "(3(1)", "é", "\x85", "*)"]
)
ODD = st.sampled_from(["#end document x", " ", "-", "#\t-", "\t-"])
LINES = st.one_of(st.just(""), st.tuples(CELLS, CELLS).map("\t".join), ODD)


@given(st.lists(LINES, max_size=8), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["\t", " ", "   "]))
@example(["-\t-", "", "x\t(1)"], "\n", "\t")
@example(["\t-", "x", "x\t(1)"], "\n", "\t")
def test_both_ways_read_the_same(lines: list[str], end: str, between: str) -> None:
    lines = [line.replace("\t", between) for line in lines]
    text = end.join(["#begin document (a)", *lines, "#end document", ""])
    assert same(reading.document_of(text), slowly(text))


@given(st.integers(0, 10**9), st.booleans())
def test_random_files_are_read_the_same(seed: int, is_changed: bool) -> None:
    chance = Random(seed)
    files = conll.workspace(chance)
    text = (mutated_files(chance, files) if is_changed else files)["key.conll"]
    whole = text if isinstance(text, str) else text.decode(errors="replace")
    for unit in units_of(ChainsLanguage(), whole):
        assert isinstance(unit, DocumentUnit)
        if reading.layout_in(unit.text) is reading.Layout.CONLL:
            assert same(unit.read(), slowly(unit.text))
