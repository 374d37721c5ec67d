"""What the key asks for at a mark of a response: a template or an entity as the key has it, or none."""

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.presentation import Proposal
from keytally.evaluations.template_json.formats.edited_records import leads_to
from keytally.evaluations.template_json.formats.record_edits import Changes, can_hold, record_edits
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Entity, Template
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit
from keytally.findings.spelling import shown
from keytally.tallies.status import Status


def proposal(unit: RecordUnit, mark: Mark) -> Proposal | None:
    """The key's template or entity for a missing or an incorrect one, and the end of a spurious one."""
    if mark.status is Status.SPURIOUS:
        changes = _without(unit, mark)
        title = f"Drop the spurious {shown(mark.subject or '')}"
        return _proposal(unit, title, changes, drops=True) if changes else None
    if mark.partner is None or mark.status not in (Status.MISSING, Status.INCORRECT):
        return None
    return _template(unit, mark) if mark.level is Level.OBJECT else _entity(unit, mark)


def entity_at(unit: RecordUnit, start: int, end: int) -> tuple[str, Entity] | None:
    """The role and the entity that are written from `start` to `end`."""
    for template in unit.stated():
        for role in template.roles:
            for entity in role.entities:
                if (entity.start, entity.end) == (start, end):
                    return role.name, entity
    return None


def template_around(unit: RecordUnit, place: int) -> Template | None:
    """The template in which a place lies."""
    return next((each for each in unit.stated() if each.start <= place <= each.end), None)


def _without(unit: RecordUnit, mark: Mark) -> Changes | None:
    if mark.level is Level.OBJECT:
        template = _typed_at(unit, mark.start, mark.end)
        return Changes(dropped=[template]) if template else None
    found = entity_at(unit, mark.start, mark.end)
    return Changes(entities=[(found[1], None)]) if found else None


def _template(unit: RecordUnit, mark: Mark) -> Proposal | None:
    template = _typed_at(*mark.partner) if mark.partner else None
    if template is None or not can_hold(unit, templates=True):
        return None
    title = f"Insert the missing {shown(mark.subject or '')}"
    return _proposal(unit, title, Changes(templates=[template]))


def _entity(unit: RecordUnit, mark: Mark) -> Proposal | None:
    key = entity_at(*mark.partner) if mark.partner else None
    if key is None:
        return None
    role, wanted = key
    if mark.status is Status.INCORRECT:
        own = entity_at(unit, mark.start, mark.end)
        title = f"Take the key's {shown(_said(role, wanted))}"
        return _proposal(unit, title, Changes(entities=[(own[1], wanted)])) if own else None
    template = template_around(unit, mark.start)
    if template is None and not can_hold(unit, templates=False):
        return None
    title = f"Insert the missing {shown(mark.subject or '')}"
    return _proposal(unit, title, Changes(added=[(template, role, wanted)]))


def _typed_at(unit: RecordUnit, start: int, end: int) -> Template | None:
    """The template whose type, or whose beginning where it has none, is at a place."""
    templates = unit.record().templates or ()
    return next((each for each in templates if (each.type_start, each.type_end) == (start, end)), None)


def _said(role: str, entity: Entity) -> str:
    return f"{role} {' '.join(entity.mentions[0].text.split())}"


def _proposal(unit: RecordUnit, title: str, changes: Changes, *, drops: bool = False) -> Proposal | None:
    """The edits as one; None where broken syntax lets them lead elsewhere."""
    edits = record_edits(unit, changes)
    if not (edits and leads_to(unit, changes, edits)):
        return None
    start, end = edits[0].start, max(edit.end for edit in edits)
    return Proposal(title, Edit(start, end, apply_edits(unit.text[start:end], edits, -start)), drops)
