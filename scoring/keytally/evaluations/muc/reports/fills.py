"""Single fills in reports: finds compared fills, and groups them."""

import re

from keytally.evaluations.muc.model.objects import Fill, MucObject
from keytally.evaluations.muc.scoring.result import FillPair, FillPlace, SlotPair

_LINE_BREAKS = re.compile(r"\s*[\r\n]\s*")


def fill_at(item: MucObject | None, slot: str, place: FillPlace | None) -> Fill | None:
    """The fill of `item` at an index of one of its slots; None if the side has none."""
    if item is None or place is None:
        return None
    return item.slots[slot].alternatives[place.alternative][place.fill]


def is_aligned(fill: FillPair, slot: SlotPair) -> bool:
    """Whether a single-fill pair belongs to the alternatives that were chosen."""
    return (fill.key is None or fill.key.alternative == slot.key) and (
        fill.response is None or fill.response.alternative == slot.response
    )


def multi_fill_pairs(slot: SlotPair) -> list[tuple[FillPair, ...]]:
    """The fill pairs of a slot by multi-fill pair: the aligned one, then unused alternatives.

    Unused alternatives are unpaired, the key's before the response's, each in the order of its slot.
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
    """`text` with each line break, and the white space around it, replaced by one blank."""
    return _LINE_BREAKS.sub(" ", text)
