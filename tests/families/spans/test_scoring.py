"""Spans are aligned one to one: nested, crossing, with gaps, and twice."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.interchange import Entity
from keytally.families.span_counts import Schema
from keytally.families.spans.scoring import CORRECT, align, overlaps, span_counts

EXTENTS = st.lists(st.integers(0, 8), min_size=2, max_size=4, unique=True).map(
    lambda numbers: tuple(zip(sorted(numbers)[::2], sorted(numbers)[1::2], strict=False))
)
SPANS = st.lists(st.builds(Entity, EXTENTS, st.sampled_from("AB")), max_size=4).map(
    lambda spans: sorted(spans, key=lambda span: (span.start, -span.end))
)


def span(start: int, end: int, kind: str = "A", *more: tuple[int, int]) -> Entity:
    return Entity(((start, end), *more), kind)


def best(key: list[Entity], response: list[Entity], schema: Schema) -> tuple[int, int]:
    """The most correct pairs, and with these the most pairs, of all pairings of spans that overlap."""
    wide = [*range(len(response)), *([None] * len(key))]
    found = (0, 0)
    for chosen in set(permutations(wide, len(key))):
        pairs = [(key[at], response[other]) for at, other in enumerate(chosen) if other is not None]
        pairs = [pair for pair in pairs if overlaps(*pair)]
        found = max(found, (sum(CORRECT[schema](*pair) for pair in pairs), len(pairs)))
    return found


@given(SPANS, SPANS)
@settings(max_examples=60, deadline=None)
def test_no_pairing_has_more_correct_pairs(key: list[Entity], response: list[Entity]) -> None:
    for schema in Schema:
        pairs = [
            (key[at], response[other])
            for at, other in enumerate(align(key, response, schema))
            if other is not None
        ]
        assert all(overlaps(*pair) for pair in pairs)
        assert (sum(CORRECT[schema](*pair) for pair in pairs), len(pairs)) == best(key, response, schema)


@given(SPANS, SPANS)
@settings(max_examples=60, deadline=None)
def test_the_strict_schema_and_the_types_count_the_same(key: list[Entity], response: list[Entity]) -> None:
    counts = span_counts(key, response)
    strict = counts.schemas[Schema.STRICT]
    assert (strict.cor, strict.possible, strict.actual) == (
        counts.strict.correct,
        counts.strict.gold,
        counts.strict.proposed,
    )


@given(SPANS)
def test_a_side_with_itself_is_correct(spans: list[Entity]) -> None:
    counts = span_counts(spans, spans)
    assert all(counted.cor == len(spans) == counted.actual for counted in counts.schemas.values())


CASES: list[tuple[list[Entity], list[Entity], Schema, tuple[int, ...]]] = [
    ([span(0, 9), span(0, 3, "B")], [span(0, 9), span(0, 3, "B")], Schema.STRICT, (2, 0, 0, 0, 0)),
    ([span(0, 9), span(0, 3, "B")], [span(0, 3, "B")], Schema.STRICT, (1, 0, 0, 1, 0)),
    ([span(0, 9)], [span(0, 9), span(0, 9)], Schema.STRICT, (1, 0, 0, 0, 1)),
    ([span(0, 5), span(3, 8)], [span(3, 8), span(0, 5)], Schema.STRICT, (2, 0, 0, 0, 0)),
    ([span(0, 2, "A", (5, 7))], [span(0, 7)], Schema.STRICT, (0, 1, 0, 0, 0)),
    ([span(0, 2, "A", (5, 7))], [span(0, 7)], Schema.PARTIAL, (0, 0, 1, 0, 0)),
    ([span(0, 2, "A", (5, 7))], [span(3, 4)], Schema.PARTIAL, (0, 0, 0, 1, 1)),
    ([span(0, 4)], [span(2, 6)], Schema.TYPE, (1, 0, 0, 0, 0)),
    ([span(0, 4)], [span(2, 6, "B")], Schema.EXACT, (0, 1, 0, 0, 0)),
    ([span(4, 4)], [span(4, 4)], Schema.STRICT, (1, 0, 0, 0, 0)),
]


@pytest.mark.parametrize(("key", "response", "schema", "counts"), CASES)
def test_the_counts_of_a_schema(
    key: list[Entity], response: list[Entity], schema: Schema, counts: tuple[int, ...]
) -> None:
    """The order of the counts is COR, INC, PAR, MIS, SPU."""
    assert tuple(span_counts(key, response).schemas[schema]) == counts


def test_many_spans_cost_what_their_groups_cost() -> None:
    spans: list[Any] = [span(10 * at, 10 * at + 5) for at in range(20_000)]
    assert span_counts(spans, spans).strict.correct == 20_000
