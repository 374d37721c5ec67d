"""Why two objects were aligned: what their likeness came to, and which other object came nearest."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.scoring.alignment import ClassAlignment, Comparison


class Candidate(NamedTuple):
    """An object of the other side, and how alike it is.

    `f` is F over the scored slots, from 0 to 1; `weighted` the weighted sum of the slots' F in percent;
    `similar` tells whether that exceeds the threshold of the class.
    """

    single: MucObject
    f: Fraction
    weighted: Fraction
    similar: bool


class Explanation(NamedTuple):
    """How an object came by its partner, None for one that is left over.

    `runner_up` is the other object of the class with the highest F above 0, the first in its file among
    equals, whoever it is aligned with; None where no other agrees in anything. `threshold` is what the
    weighted sum must exceed.
    """

    single: MucObject
    partner: Candidate | None
    runner_up: Candidate | None
    threshold: Fraction


def explanation(
    alignment: ClassAlignment,
    single: MucObject,
    partner: MucObject | None,
    others: Sequence[MucObject],
    key_side: bool,
) -> Explanation:
    """Why `single` has that partner; `others` are the objects of its class on the other side."""

    def candidate(other: MucObject) -> Candidate:
        compared = alignment.compare(single, other) if key_side else alignment.compare(other, single)
        return _candidate(alignment, other, compared)

    chosen = None if partner is None else candidate(partner)
    runner_up = _best(candidate, (other for other in others if other is not partner))
    return Explanation(single, chosen, runner_up, alignment.threshold)


def _candidate(alignment: ClassAlignment, other: MucObject, compared: Comparison) -> Candidate:
    return Candidate(other, compared.f, alignment.weighted(compared), compared.similar)


def _best(candidate: Callable[[MucObject], Candidate], others: Iterable[MucObject]) -> Candidate | None:
    """The candidate with the highest F; the first of equals, none of F 0."""
    best = max(map(candidate, others), key=lambda each: each.f, default=None)
    return best if best is not None and best.f else None
