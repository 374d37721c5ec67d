"""Hovers of entities: verdicts, the words of the entity with its type, and figures."""

from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.presentation import Note
from keytally.text.markdown import code
from keytally.text.plural import quantity
from keytally_server.answers.hover import Hover
from keytally_server.formats.columns.lines import at_label, chosen_tokens, entity_around
from keytally_server.formats.presented.hover import noted_hover
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.markdown import shortened


def entity_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """What is said of the entity at a place, and of those that are missing there."""
    return noted_hover(snapshot, at_label(at), entity_note(at.unit, at.place))


def entity_note(unit: SentenceUnit, place: int) -> Note | None:
    """The type of the entity on whose lines a place is, its words, and how many they are."""
    start, end = chosen_tokens(unit, place, place)
    entity = entity_around(entities(unit.labels()), start, end) if start < end else None
    if entity is None:
        return None
    words = unit.tokens()[entity.start : entity.end]
    text = (
        f"{code(shortened(entity.type))} {code(shortened(' '.join(words)))}, {quantity(len(words), 'token')}"
    )
    return Note(*unit.place_of(entity.start, entity.end), text)
