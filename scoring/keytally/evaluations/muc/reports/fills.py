"""Single fills as reports show them: where a compared fill is found, and how fills group."""

import re
from collections.abc import Iterable

from keytally.evaluations.muc.model import Fill, MucObject
from keytally.evaluations.muc.scoring.result import FillPair, FillPlace, SlotPair
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

_TALLIES = {
    Status.CORRECT: Tally(cor=1),
    Status.PARTIAL: Tally(par=1),
    Status.INCORRECT: Tally(inc=1),
    Status.MISSING: Tally(mis=1),
    Status.SPURIOUS: Tally(spu=1),
    Status.NONCOMMITTAL: Tally(non=1),
    Status.OPTIONAL: Tally(non=1),
    Status.UNSCORED: Tally(non=1),
    Status.REMOVED: Tally(non=1),
}

_LINE_BREAKS = re.compile(r"\s*[\r\n]\s*")


def fill_at(item: MucObject | None, slot: str, place: FillPlace | None) -> Fill | None:
    """The single fill of `item` at a place of one of its slots; None where a side has none."""
    if item is None or place is None:
        return None
    return item.slots[slot].alternatives[place.alternative][place.fill]


def fill_tally(status: Status, rem_tally: str) -> Tally:
    """What one single-fill pair counts; a removed pointer as the option `rem_tally` says."""
    if status is Status.REMOVED and rem_tally == "none":
        return Tally()
    return _TALLIES[status]


def tally_of(fills: Iterable[FillPair], rem_tally: str) -> Tally:
    """What several single-fill pairs count together."""
    total = Tally()
    for fill in fills:
        total = total.plus(fill_tally(fill.status, rem_tally))
    return total


def is_aligned(fill: FillPair, slot: SlotPair) -> bool:
    """Whether a single-fill pair belongs to the alternatives that were chosen."""
    return (fill.key is None or fill.key.alternative == slot.key) and (
        fill.response is None or fill.response.alternative == slot.response
    )


def multi_fill_pairs(slot: SlotPair) -> list[tuple[FillPair, ...]]:
    """The single-fill pairs of a slot by multi-fill pair: the aligned one, then unused alternatives.

    Unused alternatives stand alone, the key's before the response's, each in the order of its slot.
    """
    groups: dict[tuple[int, int], list[FillPair]] = {}
    for fill in slot.fills:
        groups.setdefault(_group(fill, slot), []).append(fill)
    return [tuple(groups[name]) for name in sorted(groups)]


def _group(fill: FillPair, slot: SlotPair) -> tuple[int, int]:
    if is_aligned(fill, slot):
        return 0, 0
    if fill.key is not None:
        return 1, fill.key.alternative
    return 2, fill.response.alternative if fill.response is not None else 0


def one_line(text: str) -> str:
    """`text` with each line break, and the white space around it, as one blank."""
    return _LINE_BREAKS.sub(" ", text)
