"""What a tally counts as differences."""

from collections import Counter
from collections.abc import Iterable, Mapping

from keytally.evaluations.muc.scoring.result import ObjectPair
from keytally.tallies.tally import Tally

OUTCOMES = ("par", "inc", "mis", "spu")
"""The outcomes of a fill that are differences."""


def differing(tallies: Iterable[Tally]) -> Mapping[str, int]:
    """The outcomes that are differences in the sum of tallies, without zeros."""
    counts = Counter[str]()
    for tally in tallies:
        counts.update({name: getattr(tally, name) for name in OUTCOMES})
    return {name: counts[name] for name in OUTCOMES if counts[name]}


def differing_fills(*pairs: ObjectPair) -> Mapping[str, int]:
    """The outcomes of the fills of object pairs that are differences, without zeros."""
    return differing(slot.tally for pair in pairs for slot in pair.slots.values())
