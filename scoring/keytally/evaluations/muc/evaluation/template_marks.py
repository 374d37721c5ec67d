"""The marks of templates: verdicts on objects, slots and fills with their places in the file."""

from typing import TYPE_CHECKING

from keytally.evaluations.interface import Mark
from keytally.evaluations.muc.scoring.incremental_templates import ObjectPlacement

if TYPE_CHECKING:
    from keytally.evaluations.muc.scoring.verdicts import ObjectVerdict


def mark_of(verdict: "ObjectVerdict", mine: ObjectPlacement, other: ObjectPlacement) -> Mark | None:
    """A verdict with its place; None if the side has no place for it."""
    owner, start, end, status, level, subject, partner, slot, _ = verdict
    counterpart = None if partner is None else (other.units[partner.owner], partner.start, partner.end)
    if owner is None and partner is not None:
        owner = mine.anchor(partner.owner)
        start = end = owner.end if owner is not None else 0
    if owner is None:
        return None
    return Mark(mine.units[owner], start, end, status, level, verdict.label, counterpart, subject, slot)
