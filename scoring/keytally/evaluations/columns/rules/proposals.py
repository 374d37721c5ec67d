"""What the key asks for at a mark of a response: an entity as the key has it, or none."""

from keytally.evaluations.columns.formats.labels import label_of
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity, Scheme
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.relabelling import relabelled, with_entity, without
from keytally.evaluations.interface import Mark
from keytally.evaluations.presentation import Proposal
from keytally.findings.edits import Edits, apply_edits
from keytally.findings.finding import Edit
from keytally.findings.spelling import shown
from keytally.tallies.status import Status


def proposal(unit: SentenceUnit, mark: Mark, scheme: Scheme | None) -> Proposal | None:
    """The key's entity for a missing or an incorrect one, and the end of a spurious one.

    What the response has on the same tokens gives way. Labels beside it change as the scheme asks. There is
    none where the response lacks tokens of the entity.
    """
    present = entities(unit.labels())
    if mark.status is Status.SPURIOUS:
        edits = relabelled(unit, without(present, *unit.tokens_at(mark.start, mark.end)), scheme)
        return _proposal(unit, f"Drop the spurious {shown(mark.subject or '')}", edits, drops=True)
    if mark.partner is None or mark.status not in (Status.MISSING, Status.INCORRECT):
        return None
    key = _entity_at(*mark.partner)
    if key is None:
        return None
    words = shown(" ".join(unit.tokens()[key.start : key.end]))
    if mark.status is Status.MISSING:
        edits = relabelled(unit, with_entity(present, key), scheme)
        return _proposal(unit, f'Insert the missing {shown(key.type)} "{words}"', edits)
    others = without(present, *unit.tokens_at(mark.start, mark.end))
    edits = relabelled(unit, with_entity(others, key), scheme)
    return _proposal(unit, f'Take the key\'s {shown(key.type)} "{words}"', edits)


def _entity_at(unit: SentenceUnit, start: int, end: int) -> Entity | None:
    """The entity of the key at the place of its labels."""
    first, last = unit.tokens_at(start, end)
    type_ = label_of(unit.labels()[first]).type if first < last else ""
    return Entity(first, last, type_) if type_ else None


def _proposal(unit: SentenceUnit, title: str, edits: Edits | None, *, drops: bool = False) -> Proposal | None:
    """The edits as one, which leaves the lines between them as they are."""
    if not edits:
        return None
    start, end = edits[0].start, edits[-1].end
    return Proposal(title, Edit(start, end, apply_edits(unit.text[start:end], edits, -start)), drops)
