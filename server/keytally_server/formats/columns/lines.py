"""The lines at a place: their tokens, their entity, and their label."""

from collections.abc import Sequence

from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity
from keytally_server.session.snapshot import UnitAt


def chosen_tokens(unit: SentenceUnit, start: int, end: int) -> tuple[int, int]:
    """The tokens of a selection; a cursor has the token of its line, a blank line none."""
    return unit.tokens_at(start, start) if start == end else unit.tokens_at(start + 1, max(end - 1, start))


def entity_around(present: Sequence[Entity], start: int, end: int) -> Entity | None:
    """The entity that holds these tokens."""
    return next((each for each in present if each.start <= start and end <= each.end), None)


def at_label(at: UnitAt) -> UnitAt:
    """The label of the line that a place is on; a place in the label stays."""
    number, end = chosen_tokens(at.unit, at.place, at.place)
    if number >= end:
        return at
    cell = at.unit.label_cell(number)
    return at if cell.start <= at.place <= cell.end else at._replace(place=cell.start)
