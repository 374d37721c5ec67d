"""The best pairs of entities, against a search over all of them."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from keytally.families.columns.labels import entities
from keytally.families.columns.model import Entity
from keytally.families.columns.scoring import (
    CORRECT,
    Entities,
    align,
    best_counts,
    counted,
    greedy_pairs,
    overlap,
    plain_counts,
)
from keytally.families.span_counts import Schema, SchemaCounts
from tests.families.columns.written import pairs

Partners = tuple[int | None, ...]


def every_pairing(key: Entities, response: Entities, at: int = 0) -> Iterator[Partners]:
    """All ways to pair entities that overlap one to one."""
    if at == len(key):
        yield ()
        return
    for rest in every_pairing(key, response, at + 1):
        yield (None, *rest)
        for number, other in enumerate(response):
            if number not in rest and overlap(key[at], other):
                yield (number, *rest)


def worth(key: Entities, response: Entities, chosen: Partners, schema: Schema) -> tuple[int, ...]:
    """Correct pairs, all pairs, and the distance of their ends turned round."""
    made = [(key[at], response[other]) for at, other in enumerate(chosen) if other is not None]
    far = sum(abs(mine.start - its.start) + abs(mine.end - its.end) for mine, its in made)
    return sum(CORRECT[schema](*pair) for pair in made), len(made), -far


@given(pairs())
@pytest.mark.parametrize("schema", Schema)
def test_no_pairing_is_better(schema: Schema, sides: list[tuple[list[str], list[str]]]) -> None:
    """Most correct pairs, then most pairs, then the least distance of ends."""
    for gold, found in sides:
        key, response = entities(gold), entities(found)
        chosen = align(key, response, schema).partners
        best = max(worth(key, response, each, schema) for each in every_pairing(key, response))
        assert worth(key, response, chosen, schema) == best


@given(pairs())
@pytest.mark.parametrize("schema", Schema)
def test_swapped_sides_swap_missing_and_spurious(
    schema: Schema, sides: list[tuple[list[str], list[str]]]
) -> None:
    for gold, found in sides:
        key, response = entities(gold), entities(found)
        there = counted(key, response, align(key, response, schema), schema)
        back = counted(response, key, align(response, key, schema), schema)
        assert back == there._replace(mis=there.spu, spu=there.mis)
        assert (there.possible, there.actual) == (len(key), len(response))


def test_the_first_comer_does_not_take_what_the_next_one_needs() -> None:
    """nervaluate takes entities in the order of the response (its issues 40 and 84); best pairs do not."""
    key = [Entity(0, 2, "PER"), Entity(2, 4, "LOC")]
    response = [Entity(1, 3, "LOC"), Entity(3, 4, "LOC")]
    greedy = counted(key, response, greedy_pairs(key, response, Schema.TYPE), Schema.TYPE)
    best = counted(key, response, align(key, response, Schema.TYPE), Schema.TYPE)
    assert (greedy, best) == (SchemaCounts(cor=1, mis=1, spu=1), SchemaCounts(cor=1, inc=1))


@given(pairs())
def test_counts_that_are_found_at_once_are_those_of_the_pairs(
    sides: list[tuple[list[str], list[str]]],
) -> None:
    for mine, its in sides:
        key, response = entities(mine), entities(its)
        wanted = {schema: counted(key, response, align(key, response, schema), schema) for schema in Schema}
        assert best_counts(key, response) == wanted
        assert plain_counts(key, response) in (None, wanted)
