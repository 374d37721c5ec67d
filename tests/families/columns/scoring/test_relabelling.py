"""Other entities for a sentence: the labels say them in the scheme, and nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.columns.annotations import relabelled, with_entity, without
from keytally.families.columns.labels import entities, labels_in
from keytally.families.columns.model import Entity, Scheme
from keytally.families.columns.reading import SentenceUnit
from keytally.findings.finding import apply_edits
from tests.families.columns.written import labels, written

SCHEMES = st.sampled_from([*Scheme])
BOTH = st.lists(st.tuples(labels(), labels()), max_size=8)


def after(text: str, wanted: list[Entity], scheme: Scheme | None, column: int = -1) -> str | None:
    """A sentence with the wanted entities."""
    edits = relabelled(SentenceUnit(text, column), wanted, scheme)
    return None if edits is None else apply_edits(text, edits)


@given(BOTH, SCHEMES)
def test_any_sentence_takes_any_entities(rows: list[tuple[str, str]], scheme: Scheme) -> None:
    mine, others = ([row[at] for row in rows] for at in (0, 1))
    wanted = list(entities(others))
    text = after(written([mine]), wanted, scheme)
    assert text is not None
    assert entities(SentenceUnit(text).labels()) == tuple(wanted)
    assert SentenceUnit(text).tokens() == SentenceUnit(written([mine])).tokens()


@given(BOTH, SCHEMES)
def test_what_is_well_formed_stays_so(rows: list[tuple[str, str]], scheme: Scheme) -> None:
    mine, wanted = (entities([row[at] for row in rows]) for at in (0, 1))
    text = after(written([labels_in(scheme, mine, len(rows))]), list(wanted), scheme)
    assert text == written([labels_in(scheme, wanted, len(rows))])


NEIGHBOURS = {
    "IOB1: the second of two loses its B with the first": (
        Scheme.IOB1,
        ["I-PER", "B-PER", "O"],
        [Entity(1, 2, "PER")],
        ["O", "I-PER", "O"],
    ),
    "IOB1: a new one before gives a B": (
        Scheme.IOB1,
        ["O", "I-PER", "O"],
        [Entity(0, 1, "PER"), Entity(1, 2, "PER")],
        ["I-PER", "B-PER", "O"],
    ),
    "IOBES: an entity that shrinks ends with E": (
        Scheme.IOBES,
        ["B-PER", "I-PER", "E-PER"],
        [Entity(0, 2, "PER")],
        ["B-PER", "E-PER", "O"],
    ),
    "a faulty label elsewhere stays": (
        Scheme.IOB2,
        ["B-PER", "O", "I-LOC"],
        [Entity(2, 3, "LOC")],
        ["O", "O", "I-LOC"],
    ),
    "a faulty label beside is mended": (
        Scheme.IOB2,
        ["O", "I-PER"],
        [Entity(0, 1, "PER"), Entity(1, 2, "PER")],
        ["B-PER", "B-PER"],
    ),
    "the labels tell a scheme that is not known": (
        None,
        ["U-PER", "O", "O"],
        [Entity(0, 1, "PER"), Entity(1, 3, "LOC")],
        ["U-PER", "B-LOC", "L-LOC"],
    ),
}


@pytest.mark.parametrize(("scheme", "before", "wanted", "new"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_neighbours_follow_the_scheme(
    scheme: Scheme | None, before: list[str], wanted: list[Entity], new: list[str]
) -> None:
    assert after(written([before]), wanted, scheme) == written([new])


def test_a_token_without_a_label_gets_one() -> None:
    assert after("Ann\nleft O\n", [Entity(0, 1, "PER")], None) == "Ann B-PER\nleft O\n"


def test_a_missing_column_before_the_last_takes_no_label() -> None:
    assert after("Ann\nleft O x\n", [Entity(0, 1, "PER")], None, 1) is None


def test_entities_beyond_the_last_token_are_refused() -> None:
    assert after("Ann O\n", [Entity(0, 2, "PER")], None) is None


def test_a_new_entity_takes_the_place_of_those_that_it_meets() -> None:
    present = [Entity(0, 2, "A"), Entity(2, 3, "B"), Entity(4, 5, "C")]
    assert with_entity(present, Entity(1, 4, "D")) == (Entity(1, 4, "D"), Entity(4, 5, "C"))
    assert without(present, 3, 4) == tuple(present)
