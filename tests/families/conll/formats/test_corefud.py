"""How a document of CorefUD is read."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.conll.reading import document_of
from keytally.families.conll.rules import ChainsLanguage
from tests.families.conll.written_corefud import Written, mentions, rows_of, words, written

PIECES = [
    "# newdoc id = a\n",
    "# newdoc\n",
    "# global.Entity = eid-etype-head\n",
    "1\tw\t",
    "(e1",
    "e1)",
    "\n",
    "\r",
]
ROW = "\t".join(["1", "w", *["_"] * 7, "Entity=(e1[1/2]-x-1)(e2-x-9-e3)|A=b"])
ZEROS = st.sets(st.integers(0, 7), max_size=2).map(sorted)


@given(ZEROS.flatmap(lambda zeros: st.tuples(st.just(zeros), mentions(zeros))))
def test_chains_are_those_that_were_written(case: Any) -> None:
    zeros, given_mentions = case
    read = document_of(written(given_mentions, zeros))
    found = {
        (chain.name, tuple(map(read.row_number, each.words)), read.row_number(each.head or 0))
        for chain in read.chains
        for each in chain.mentions
    }
    assert found == {_as_read(each) for each in given_mentions} and read.defects == ()
    assert [row.cells[0] for row in read.rows] == words(zeros)


def _as_read(each: Written) -> tuple[str, tuple[int, ...], int]:
    rows = tuple(sorted(rows_of(each)))
    return f"e{each.chain}", rows, rows[each.head - 1]


def test_the_fields_of_a_mention_are_those_that_the_file_states() -> None:
    text = written([Written(1, 0, 2, 3)])
    swapped = text.replace("eid-etype-head-other", "head-eid").replace("(e1-x-3-", "(3-e1")
    assert document_of(swapped).chains[0].name == "e1"
    assert document_of(swapped).chains[0].mentions[0].head == document_of(text).chains[0].mentions[0].head


def test_empty_nodes_and_ranges_are_no_tokens_of_the_text() -> None:
    text = written([], [1]).replace("1\tw1", "1-2\tw1w2" + "\t_" * 8 + "\n1\tw1", 1)
    [unit] = Reading(ChainsLanguage(), text).units
    assert unit.tokens() == [f"w{at}" for at in (1, 2, 3, 4, 1, 2, 3, 4)]


def test_a_file_without_documents_is_one() -> None:
    text = written([Written(1, 0, 0, 1)]).partition("\n")[2]
    assert [unit.document for unit in Reading(ChainsLanguage(), text).units] == ["document without a name"]


@given(st.lists(st.sampled_from([*PIECES, ROW]), max_size=12).map("".join))
def test_reading_never_fails_and_units_cover_the_text(text: str) -> None:
    reading = Reading(ChainsLanguage(), text)
    assert "".join(unit.text for unit in reading.units) == text
    for unit in reading.units:
        read = unit.read()
        found = [each for chain in read.chains for each in chain.mentions]
        places = [*(each.place for each in read.defects), *(each.opening for each in found)]
        assert all(0 <= place.start <= place.end <= len(unit.text) for place in places)
        assert [*map(unit.words_of, found)] and len([*unit.pieces(), *unit.outline()]) if found else True
        assert len(unit.findings) == len(read.defects) or found


def test_nested_and_crossing_mentions_hold_no_copies_of_their_words() -> None:
    size = 300
    opened = [f"{at + 1}\tw{_CELLS}Entity=(e{at}-x-1-o\n" for at in range(size)]
    for closed_first in (0, size - 1):
        closed = [f"{size + at + 1}\tw{_CELLS}Entity=e{abs(closed_first - at)})\n" for at in range(size)]
        read = document_of("# newdoc id = a\n" + "".join([*opened, *closed]) + "\n")
        found = [each.words for chain in read.chains for each in chain.mentions]
        assert len(found) == size and sum(map(len, found)) > size * size
        assert all(isinstance(words, range) for words in found)


def test_mentions_of_equal_words_are_equal_however_many_stretches_they_have() -> None:
    cells = ["(e1-x-1-o(e2[1/2]-x-1-o", "e2[1/2])", "(e2[2/2]-x-1-o", "e2[2/2])e1)"]
    rows = [f"{at}\tw{_CELLS}Entity={cell}\n" for at, cell in enumerate(cells, 1)]
    (one, other) = document_of("# newdoc id = a\n" + "".join(rows) + "\n").chains
    assert one.mentions[0].words == other.mentions[0].words


_CELLS = "\t_" * 7 + "\t"
