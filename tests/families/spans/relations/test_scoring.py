"""The pairing of relations: exact ones, the classes of errors, and what must not matter."""

from itertools import permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.interchange import Entity, Relation
from keytally.families.spans.relations.options import ArgumentMatch, RelationsOptions
from keytally.families.spans.relations.scoring import (
    ERRORS,
    MISSING,
    SPURIOUS,
    Argument,
    Link,
    Matching,
    counts_of,
    link_of,
    match,
)

SYMMETRIC = frozenset(["S"])
ARGUMENTS = st.builds(
    lambda start, length, kind: Argument(((start, start + length),), kind),
    *(st.integers(0, 4), st.integers(1, 2), st.sampled_from("PQ")),
)


def link(kind: str, head: Argument, tail: Argument) -> Link:
    """A relation as files with the symmetric type S give it."""
    ends = sorted([head, tail]) if kind in SYMMETRIC else [head, tail]
    return Link(kind, *ends)


LINKS = st.lists(st.builds(link, st.sampled_from("ABS"), ARGUMENTS, ARGUMENTS), max_size=6)


def matched(key: list[Link], response: list[Link]) -> Matching:
    """The matching of two sides."""
    return match(key, response, SYMMETRIC)


@given(LINKS)
def test_a_side_matches_itself(key: list[Link]) -> None:
    assert matched(key, key) == Matching([*dict.fromkeys(key)], [], [], [])


@given(LINKS, LINKS)
def test_exchanged_sides_exchange_missing_and_spurious(key: list[Link], response: list[Link]) -> None:
    there, back = matched(key, response).errors(), matched(response, key).errors()
    assert (there[MISSING], there[SPURIOUS]) == (back[SPURIOUS], back[MISSING])
    paired = [name for name in ERRORS if name not in (MISSING, SPURIOUS)]
    assert [there[name] for name in paired] == [back[name] for name in paired]


@given(LINKS, LINKS, st.randoms())
def test_the_order_of_relations_does_not_matter(
    key: list[Link], response: list[Link], random: Random
) -> None:
    mixed = [random.sample(side, len(side)) for side in (key, response)]
    assert matched(*mixed).errors() == matched(key, response).errors()


@given(LINKS, LINKS)
def test_every_relation_is_counted_once(key: list[Link], response: list[Link]) -> None:
    found = matched(key, response)
    of_key = [*found.correct, *(pair.key for pair in found.pairs), *found.missing]
    of_response = [*found.correct, *(pair.response for pair in found.pairs), *found.spurious]
    assert sorted(of_key) == sorted(set(key))
    assert sorted(of_response) == sorted(set(response))
    counts = counts_of(dict.fromkeys(key), dict.fromkeys(response), found)
    assert counts.total == (len(found.correct), len(set(response)), len(set(key)))


@given(LINKS, LINKS)
@settings(max_examples=40, deadline=None)
def test_no_other_pairing_has_more_pairs(key: list[Link], response: list[Link]) -> None:
    """The number of pairs is that of the best of all pairings."""
    rest = [sorted(set(key) - set(response))[:4], sorted(set(response) - set(key))[:4]]
    rows, columns = sorted(rest, key=len)
    can_pair = {(one, other): bool(matched([one], [other]).pairs) for one in rows for other in columns}
    most = max(
        sum(can_pair[pair] for pair in zip(rows, chosen, strict=False))
        for chosen in permutations(columns, len(rows))
    )
    assert len(matched(*rest).pairs) == most


A, B, C = (Argument(((at, at + 2),), "P") for at in (0, 4, 8))


def only_error(key: Link, response: Link) -> str:
    """The class of the only pair."""
    [pair] = matched([key], [response]).pairs
    return pair.error


def test_each_class_of_error() -> None:
    assert only_error(link("A", A, B), link("B", A, B)) == "wrong type"
    assert only_error(link("A", A, B), link("A", C, B)) == "wrong head"
    assert only_error(link("A", A, B), link("A", A, C)) == "wrong tail"
    assert only_error(link("A", A, B), link("A", B, A)) == "wrong direction"
    assert only_error(link("A", A, B), link("A", A, B._replace(type="Q"))) == "wrong tail"
    assert matched([link("A", A, B)], [link("B", A, C)]).errors() == {"missing": 1, "spurious": 1}


def test_an_argument_that_overlaps_is_preferred() -> None:
    near = Argument(((4, 7),), "P")
    found = matched([link("A", A, B)], [link("A", A, C), link("A", A, near)])
    assert [pair.response.tail for pair in found.pairs] == [near]


def test_symmetric_types_have_no_direction() -> None:
    span = [Entity(((at, at + 2),), kind) for at, kind in ((0, "P"), (4, "Q"))]
    options = RelationsOptions(symmetric=frozenset(["S"]))
    assert link_of(Relation("S", *span), options) == link_of(Relation("S", *span[::-1]), options)
    assert link_of(Relation("A", *span), options) != link_of(Relation("A", *span[::-1]), options)


def test_types_of_arguments_may_be_ignored() -> None:
    ends = Entity(((0, 2),), "P"), Entity(((4, 6),), "Q")
    others = Entity(((0, 2),), "X"), Entity(((4, 6),), "Y")
    options = RelationsOptions(arguments=ArgumentMatch.SPAN)
    assert link_of(Relation("A", *ends), options) == link_of(Relation("A", *others), options)


def test_many_relations_of_one_entity_are_paired_in_little_time() -> None:
    sides = [
        [Link("A", A, Argument(((at, at + 1),), "P")) for at in range(first, 900, 2)] for first in (10, 11)
    ]
    found = matched(*sides)
    assert len(found.pairs) == 445
    assert {pair.error for pair in found.pairs} == {"wrong tail"}
