"""Force-pairing: counts unaligned objects of both sides as incorrect instead of missing and spurious.

The manual's text describes missing and spurious, but its scenario-template page was made with force-pairing;
so it is an option (`force_pairing`) of the template tasks. Both objects are first compared with nothing, and
then the counts move, so that recall, precision and F do not change.
"""

from collections.abc import Sequence

from keytally.evaluations.muc.scoring.result import FillPair, ObjectPair, SlotPair, tally_of
from keytally.tallies.status import Status


def force_pairs(
    pairs: Sequence[ObjectPair], slots: Sequence[str], removed_count: bool = True
) -> list[ObjectPair]:
    """The pairs of one document and class, with the unaligned objects paired in file order.

    Optional objects are left as they are. Pairs keep the order of the key, then that of the response. `slots`
    are the names of the class's slots in the order of their definitions; `removed_count` says whether removed
    pointers count (`rem_tally`).
    """
    spurious = [pair for pair in pairs if _is_left_over(pair, key_side=False)]
    missing = sum(_is_left_over(pair, key_side=True) for pair in pairs)
    taken, rest = iter(spurious[:missing]), set(map(id, spurious[:missing]))
    forced = []
    for pair in pairs:
        if _is_left_over(pair, key_side=True) and (other := next(taken, None)):
            forced.append(_forced(pair, other, slots, removed_count))
        elif id(pair) not in rest:
            forced.append(pair)
    return forced


def _is_left_over(pair: ObjectPair, key_side: bool) -> bool:
    """Whether a pair is a missing or a spurious object."""
    obj, other = (pair.key, pair.response) if key_side else (pair.response, pair.key)
    if obj is None or other is not None:
        return False
    if pair.status is Status.UNSCORED:
        return any(slot.tally.mis or slot.tally.spu for slot in pair.slots.values())
    return pair.status in (Status.MISSING, Status.SPURIOUS)


def _forced(key: ObjectPair, response: ObjectPair, slots: Sequence[str], removed_count: bool) -> ObjectPair:
    status = Status.UNSCORED if key.status is Status.UNSCORED else Status.INCORRECT
    compared = ((name, _slot(key.slots.get(name), response.slots.get(name), removed_count)) for name in slots)
    held = {name: pair for name, pair in compared if pair is not None}
    return ObjectPair(status, key.key, response.response, held)


def _slot(key: SlotPair | None, response: SlotPair | None, removed_count: bool) -> SlotPair | None:
    """The slot of both objects; if both have it, min(MIS, SPU) becomes INC."""
    if key is None or response is None:
        return key or response
    fills = _fills(key.fills, response.fills)
    return SlotPair(tally_of(fills, removed_count), fills, key.key, response.response)


def _fills(key: Sequence[FillPair], response: Sequence[FillPair]) -> tuple[FillPair, ...]:
    """The fills with missing ones paired with spurious ones in order; all others unchanged."""
    missing = [fill for fill in key if fill.status is Status.MISSING]
    spurious = [fill for fill in response if fill.status is Status.SPURIOUS]
    count = min(len(missing), len(spurious))
    wrong = (FillPair(Status.INCORRECT, m.key, s.response) for m, s in zip(missing, spurious, strict=False))
    left_over = (*missing[count:], *spurious[count:])
    counted = (Status.MISSING, Status.SPURIOUS)
    aside = (fill for fill in (*key, *response) if fill.status not in counted)
    return (*wrong, *left_over, *aside)
