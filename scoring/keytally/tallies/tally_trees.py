"""F in the JSON of a score: in tallies, which stand in mappings by class, slot, type or document.

A tally of several measures has a tally of each and one plain number, the headline, which is its F.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Tree = Mapping[str, Any]

PARTS: Mapping[str, Sequence[str]] = {
    "total": ("totals", "scores"),
    "document": ("documents", "items"),
    "class": ("objects",),
    "slot": ("slots",),
    "type": ("subtasks",),
    "section": ("sections",),
}
"""The parts of a score, and what each is called in its JSON."""


def part_of(report: Tree, part: str) -> Tree:
    """One of the PARTS of a score; empty where the task lacks it."""
    found: Tree = next((report[name] for name in PARTS[part] if name in report), {})
    return found


def leaves(tree: Tree) -> dict[str, float]:
    """F of each tally in a tree, in percent, by the names that lead to it, with blanks between them."""
    found: dict[str, float] = {}
    for name, below in tree.items():
        if not _is_tally(below):
            found |= {f"{name} {rest}": f for rest, f in leaves(below).items()} if _is_tree(below) else {}
        elif (f := f_of(below)) is not None:
            found[name] = f
    return found


def _is_tree(below: Tree) -> bool:
    return all(isinstance(each, Mapping) for each in below.values())


def _is_tally(tree: Tree) -> bool:
    return "f" in tree or _headline(tree) is not None


def _headline(tree: Tree) -> float | None:
    """The one plain number of a tally of several measures; None for anything else."""
    plain = [each for each in tree.values() if not isinstance(each, Mapping)]
    measures = [each for each in tree.values() if isinstance(each, Mapping)]
    is_one = len(plain) == 1 and isinstance(plain[0], float) and bool(measures)
    return plain[0] if is_one and all("f" in each for each in measures) else None


def f_of(tally: Tree) -> float | None:
    """F of a tally, in percent, with equal weights; None where neither side has anything.

    Of several measures the first tells whether a side has something.
    """
    if (headline := _headline(tally)) is not None:
        return None if f_of(next(iter(tally.values()))) is None else headline
    if "f" not in tally or not any(_sizes(tally)):
        return None
    f = tally["f"]
    return float(next(iter(f.values())) if isinstance(f, Mapping) else f)


def means(there: Tree, back: Tree) -> dict[str, Any]:
    """The means of F in two trees of tallies; names that have nothing to compare are left out."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys((*there, *back)):
        one, other = there.get(name, {}), back.get(name, {})
        is_tally = _is_tally(one) or _is_tally(other)
        value = mean(f_of(one), f_of(other)) if is_tally else means(one, other)
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
