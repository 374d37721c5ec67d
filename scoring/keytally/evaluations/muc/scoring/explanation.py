"""Explains why two objects were aligned: their F, and the next best object."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.comparison.objects import ClassComparison, ComparedObjects


class Candidate(NamedTuple):
    """An object of the other side, and its similarity.

    `f` is F over the scored slots, from 0 to 1; `weighted` the weighted sum of the slots' F in percent;
    `similar` says whether that exceeds the threshold of the class.
    """

    obj: MucObject
    f: Fraction
    weighted: Fraction
    similar: bool


class Explanation(NamedTuple):
    """Why an object has its partner; the partner is None for an unaligned object.

    `runner_up` is the other object of the class with the highest F above 0, the first in its file among
    equals, whatever its own partner; None if no other agrees in anything. `threshold` is what the weighted
    sum must exceed.
    """

    obj: MucObject
    partner: Candidate | None
    runner_up: Candidate | None
    threshold: Fraction


def explanation(
    comparison: ClassComparison,
    obj: MucObject,
    partner: MucObject | None,
    others: Sequence[MucObject],
    key_side: bool,
) -> Explanation:
    """Why `obj` has that partner; `others` are the objects of its class on the other side."""

    def compared(other: MucObject) -> ComparedObjects:
        return comparison.compare(obj, other) if key_side else comparison.compare(other, obj)

    def candidate(other: MucObject | None) -> Candidate | None:
        if other is None:
            return None
        found = compared(other)
        return Candidate(other, found.f, comparison.rules.weighted(found), found.similar)

    nearest = _nearest(compared, (other for other in others if other is not partner))
    return Explanation(obj, candidate(partner), candidate(nearest), comparison.rules.threshold)


def _nearest(
    compared: Callable[[MucObject], ComparedObjects], others: Iterable[MucObject]
) -> MucObject | None:
    """The object with the highest F above 0; the first of equals."""
    nearest, highest = None, Fraction(0)
    for other in others:
        f = compared(other).f
        if f > highest:
            nearest, highest = other, f
    return nearest
