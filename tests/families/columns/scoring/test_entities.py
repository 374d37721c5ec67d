"""From labels to entities, and back."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.columns.labels import entities, labels_in, strict_entities
from keytally.families.columns.model import Entity, Scheme
from tests.families.columns.written import TYPES, labels

STRICT = [Scheme.IOB2, Scheme.IOBES, Scheme.BILOU, Scheme.IOE2, Scheme.BMES, Scheme.BMEWO]
"""The schemes in which all that is written is well formed for seqeval."""


@st.composite
def sentences(draw: st.DrawFn) -> tuple[list[Entity], int]:
    """Entities of a sentence in order, and the number of its tokens."""
    found, at = [], draw(st.integers(0, 2))
    for length, gap, name in draw(
        st.lists(st.tuples(st.integers(1, 4), st.integers(0, 2), st.sampled_from(TYPES)), max_size=4)
    ):
        found.append(Entity(at, at + length, name))
        at += length + gap
    return found, at + draw(st.integers(0, 2))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("B-PER I-PER O I-LOC", [(0, 2, "PER"), (3, 4, "LOC")]),
        ("I-PER I-LOC B-LOC", [(0, 1, "PER"), (1, 2, "LOC"), (2, 3, "LOC")]),
        ("S-PER S-PER B-LOC E-LOC E-LOC", [(0, 1, "PER"), (1, 2, "PER"), (2, 4, "LOC"), (4, 5, "LOC")]),
        ("U-PER B-LOC I-LOC L-LOC I-LOC", [(0, 1, "PER"), (1, 4, "LOC"), (4, 5, "LOC")]),
        ("B-PER M-PER E-PER M-LOC", [(0, 3, "PER"), (3, 4, "LOC")]),
        ("W-PER M-PER B-PER", [(0, 1, "PER"), (1, 2, "PER"), (2, 3, "PER")]),
        ("B-PER nonsense I-PER", [(0, 1, "PER"), (2, 3, "PER")]),
        ("O O", []),
        ("B-A-B I-A-B", [(0, 2, "A-B")]),
    ],
)
def test_a_chunk_starts_where_the_reading_of_conlleval_has_it(
    line: str, found: list[tuple[int, int, str]]
) -> None:
    assert entities(line.split()) == tuple(Entity(*each) for each in found)


@pytest.mark.parametrize(
    ("scheme", "line", "found"),
    [
        (Scheme.IOB2, "I-PER O B-PER I-PER", [(2, 4, "PER")]),
        (Scheme.IOB1, "I-PER O B-PER I-PER", [(0, 1, "PER"), (3, 4, "PER")]),
        (Scheme.IOBES, "B-PER O B-PER E-PER S-LOC", [(2, 4, "PER"), (4, 5, "LOC")]),
        (Scheme.BILOU, "B-PER I-PER U-LOC", [(2, 3, "LOC")]),
        (Scheme.BMES, "B-PER M-PER E-PER S-LOC B-LOC I-LOC E-LOC", [(0, 3, "PER"), (3, 4, "LOC")]),
        (Scheme.IOE2, "I-PER E-PER E-PER I-LOC", [(0, 2, "PER"), (2, 3, "PER")]),
        (Scheme.IO, "I-PER O I-PER", [(0, 1, "PER"), (2, 3, "PER")]),
    ],
)
def test_only_what_is_well_formed_in_the_scheme_exists_for_strict_readers(
    scheme: Scheme, line: str, found: list[tuple[int, int, str]]
) -> None:
    assert strict_entities(line.split(), scheme) == tuple(Entity(*each) for each in found)


@given(sentences(), st.sampled_from([*Scheme]))
def test_labels_of_entities_read_as_the_same_entities(
    sentence: tuple[list[Entity], int], scheme: Scheme
) -> None:
    found, count = sentence
    assert list(entities(labels_in(scheme, found, count))) == found


@given(sentences(), st.sampled_from(STRICT))
def test_what_is_written_in_a_scheme_is_well_formed_in_it(
    sentence: tuple[list[Entity], int], scheme: Scheme
) -> None:
    found, count = sentence
    assert list(strict_entities(labels_in(scheme, found, count), scheme)) == found


@given(st.lists(labels(), max_size=9))
def test_entities_stand_in_order_and_cover_every_token_with_a_label(line: list[str]) -> None:
    found = entities(line)
    assert all(before.end <= after.start for before, after in pairwise(found))
    covered = {at for entity in found for at in range(entity.start, entity.end)}
    assert covered == {at for at, label in enumerate(line) if label != "O"}
