"""F in the JSON of a score: in tallies, which stand in mappings by class, slot, type or document."""

from collections.abc import Mapping, Sequence
from typing import Any

Tree = Mapping[str, Any]


def f_of(tally: Tree) -> float | None:
    """F of a tally, in percent, with equal weights; None where neither side has anything."""
    if "f" not in tally or not any(_sizes(tally)):
        return None
    f = tally["f"]
    return float(next(iter(f.values())) if isinstance(f, Mapping) else f)


def means(there: Tree, back: Tree) -> dict[str, Any]:
    """The means of F in two trees of tallies; names that have nothing to compare are left out."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys((*there, *back)):
        one, other = there.get(name, {}), back.get(name, {})
        value = mean(f_of(one), f_of(other)) if "f" in one or "f" in other else means(one, other)
        if value is not None and value != {}:
            found[name] = value
    return found


def mean(one: float | None, other: float | None) -> float | None:
    """The mean of two values; one of them where the other one is not there."""
    known = [each for each in (one, other) if each is not None]
    return sum(known) / len(known) if known else None


def _sizes(tally: Tree) -> list[int]:
    """What a tally tells of how much the key and the response have; something, where it tells nothing."""
    sizes = [tally[name] for name in ("pos", "act") if name in tally]
    ratios = [tally[name] for name in ("recall", "precision") if isinstance(tally.get(name), Sequence)]
    return [*sizes, *(each[1] for each in ratios)] or [1]
