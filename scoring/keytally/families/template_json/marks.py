"""Marks of a document: the status of each template and of each entity."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.families.contract import Level, Mark, Role
from keytally.families.template_json.fast_records import roles_of
from keytally.families.template_json.reading import RecordUnit, behind_name, gap_of, words_of
from keytally.families.template_json.records import Entity, Template
from keytally.families.template_json.scoring import DocumentScore, Verdict, paired_templates, verdicts_in
from keytally.tallies.status import Status

Place = tuple[int, int]


class _Side(NamedTuple):
    """A side of a pair of templates: the unit, the template, and the status of unmatched items."""

    unit: RecordUnit | None
    template: Template | None
    alone: Status

    def entities(self, role: str) -> Sequence[Entity]:
        found = self.template.role(role) if self.template else None
        return found.entities if found else ()

    def partner(self, place: Place | None) -> tuple[RecordUnit, int, int] | None:
        return None if self.unit is None or place is None else (self.unit, *place)


def marks_of(score: DocumentScore, side: Role) -> Iterator[Mark]:
    """Yield the marks on one side, in text order."""
    marks = [
        mark
        for key, response in _pairs(score)
        for mark in _pair_marks(key, response, on_key=side is Role.KEY, typed=score.chosen is not None)
    ]
    yield from sorted(marks, key=lambda mark: (mark.start, mark.end))


def _pairs(score: DocumentScore) -> Iterator[tuple[_Side, _Side]]:
    """Yield the pairs of templates and the unpaired templates; without templates, the roles form one pair."""
    key, response = score.key, score.response
    for mine, its in paired_templates(score):
        yield _Side(key, mine, Status.MISSING), _Side(response, its, Status.SPURIOUS)


def _pair_marks(key: _Side, response: _Side, *, on_key: bool, typed: bool) -> Iterator[Mark]:
    mine, other = (key, response) if on_key else (response, key)
    if mine.unit is None:
        return
    if typed:
        yield from _template_mark(mine, other)
    if mine.template is None and typed:
        return
    stated = [side.template for side in (response, key) if side.template]
    for role in dict.fromkeys(each.name for template in stated for each in template.roles):
        yield from _role_marks(mine, other, role, on_key=on_key, typed=typed)


def _template_mark(mine: _Side, other: _Side) -> Iterator[Mark]:
    """Yield the mark of a template; in a response, a missing template is marked after the document's name."""
    there = other.partner(_type_place(other.template))
    if mine.template is not None:
        status = mine.alone if other.template is None else Status.CORRECT
        place = _type_place(mine.template)
    elif other.template is not None and mine.alone is Status.SPURIOUS:
        status, place = Status.MISSING, behind_name(mine.unit)
    else:
        return
    named = mine.template or other.template
    subject = named.type or "template" if named else ""
    if place is not None:
        yield _mark(mine, place, status, Level.OBJECT, subject, there)


def _role_marks(mine: _Side, other: _Side, role: str, *, on_key: bool, typed: bool) -> Iterator[Mark]:
    """Yield the marks of a role's entities; in a response, missing entities are included."""
    ours, theirs = mine.entities(role), other.entities(role)
    key, response = (mine, other) if on_key else (other, mine)
    judged = verdicts_in(
        roles_of(key.template).get(role, ()), roles_of(response.template).get(role, ()), one_to_one=not typed
    )
    for entity, verdict in zip(ours, judged.key if on_key else judged.response, strict=True):
        there = None if verdict.partner is None else theirs[verdict.partner]
        place = other.partner((there.start, there.end) if there else None)
        made = _fill(mine, (entity.start, entity.end), verdict, role, entity, place)
        yield _compared(made, Role.RESPONSE if on_key else Role.KEY, there)
    if on_key:
        return
    for entity, verdict in zip(theirs, judged.key, strict=True):
        if verdict.partner is None:
            yield _fill(
                mine,
                gap_of(mine.unit, mine.template, role),
                verdict,
                role,
                entity,
                other.partner((entity.start, entity.end)),
            )


def _compared(mark: Mark, other_role: Role, other: Entity | None) -> Mark:
    """Return the mark of an incorrect entity, with its partner's words."""
    words = "" if other is None else words_of(other)
    if mark.status is not Status.INCORRECT or not words or (mark.subject or "").endswith(f" {words}"):
        return mark
    more = f" ({other_role.value}: {words})"
    return mark._replace(label=mark.label + more, subject=f"{mark.subject}{more}")


def _fill(  # noqa: PLR0913, PLR0917 -- each is a part of a mark
    side: _Side,
    place: Place,
    verdict: Verdict,
    role: str,
    entity: Entity,
    there: tuple[RecordUnit, int, int] | None,
) -> Mark:
    subject = f"{role} {words_of(entity)}"
    return _mark(side, place, verdict.status, Level.FILL, subject, there)._replace(slot=role.lower())


def _mark(  # noqa: PLR0913, PLR0917 -- each is a part of a mark
    side: _Side,
    place: Place,
    status: Status,
    level: Level,
    subject: str,
    there: tuple[RecordUnit, int, int] | None,
) -> Mark:
    label = f"{status.value.upper()} {subject}"
    return Mark(side.unit, *place, status, level, label, there, subject)


def _type_place(template: Template | None) -> Place | None:
    return (template.type_start, template.type_end) if template else None
