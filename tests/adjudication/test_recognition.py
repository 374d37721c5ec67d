"""What no alignment finds is known again by what it says."""

from collections.abc import Collection, Sequence

import pytest

from keytally.adjudication.gold_items import Known, match_gold
from keytally.adjudication.items import items_of
from keytally.families.annotations import Annotation, Reference
from tests.adjudication.notes import Notes


def thing(number: int, *value: str | Reference) -> Annotation:
    """A thing that no stretch of text tells apart; it is aligned with things of its number only."""
    return Annotation(None, number, number + 1, "thing", str(number), (number,), value)


def part(parent: int, name: str, *value: str | Reference) -> Annotation:
    return Annotation(None, 0, 0, "part", name, (), value, parent)


def known(
    gold: Sequence[Annotation], nothing: Collection[int] = (), **annotators: Sequence[Annotation]
) -> dict[int, int]:
    """The annotations of the gold by the items that they are about; `nothing` is decided of some."""
    items = items_of(Notes(), annotators)
    return dict(match_gold(Notes(), items, gold, Known(nothing=nothing)).members)


def test_what_somebody_says_is_known_under_another_number() -> None:
    red = [thing(1, "X"), part(0, "colour", "red")]
    assert known([thing(7, "X"), part(0, "colour", "red")], anna=red) == {0: 0, 1: 1}
    assert known([thing(7, "X"), part(0, "colour", "blue")], anna=red) == {}
    assert known([thing(7, "Y"), part(0, "colour", "red")], anna=red) == {}


def test_its_parts_may_be_those_of_several_annotators() -> None:
    anna = [thing(1, "X"), part(0, "colour", "red"), part(0, "size", "5")]
    ben = [thing(1, "X"), part(0, "colour", "blue")]
    gold = [thing(7, "X"), part(0, "colour", "blue"), part(0, "size", "5")]
    assert known(gold, anna=anna, ben=ben) == {0: 0, 1: 1, 2: 2}
    assert known([*gold, part(0, "age", "2")], anna=anna, ben=ben) == {}


def test_what_says_little_is_about_what_is_said_alike() -> None:
    large, empty = [thing(1, "X"), part(0, "colour", "red")], thing(3, "X")
    assert known([thing(7, "X")], anna=[*large, empty]) == {2: 0}
    assert known([thing(7, "X"), thing(8, "X"), thing(9, "X")], anna=[*large, empty]) == {0: 1, 2: 0}


def test_of_the_items_that_fit_the_one_at_its_place_comes_first() -> None:
    annotators = [thing(1, "X", "a"), thing(2, "X", "a")]
    beside = thing(2, "X", "a")._replace(start=40, end=41)
    assert known([beside], anna=annotators) == {1: 0}


def test_of_the_items_that_fit_those_decided_to_be_nothing_come_last() -> None:
    annotators = [thing(1, "X", "a"), thing(2, "X", "a")]
    beside = thing(2, "X", "a")._replace(start=40, end=41)
    assert known([beside], {1}, anna=annotators) == {0: 0}
    assert known([beside, thing(9, "X", "a")], {1}, anna=annotators) == {0: 0, 1: 1}


@pytest.mark.parametrize(("target", "expected"), [(0, {0: 0, 1: 1}), (2, {0: 0})])
def test_references_lead_to_what_is_known(target: int, expected: dict[int, int]) -> None:
    anna = [thing(1, "X"), thing(2, "Y", Reference(0)), thing(3, "X", "b")]
    gold = [thing(1, "X"), thing(7, "Y", Reference(target)), thing(9, "Z")]
    assert known(gold, anna=anna[:2]) == expected
