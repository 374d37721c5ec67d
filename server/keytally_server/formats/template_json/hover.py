"""Hovers of templates and entities: verdicts, the partner in the best map and the next best one, mentions."""

from collections.abc import Iterator

from keytally.evaluations.interface import Role
from keytally.evaluations.presentation import Note
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Entity, Template
from keytally.evaluations.template_json.scoring.explanation import Explained, Worth, explained
from keytally.text.markdown import code
from keytally_server.answers.hover import Hover
from keytally_server.formats.presented.hover import noted_hover
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.markdown import shortened

MOST_MENTIONS = 8


def template_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """What is said of the template or the entity at a place."""
    return noted_hover(snapshot, at, _note(snapshot, at))


def _note(snapshot: Snapshot, at: UnitAt) -> Note | None:
    unit: RecordUnit = at.unit
    for template in unit.stated():
        if template.start <= at.place <= template.end:
            if template.type_start <= at.place <= template.type_end:
                return _of_template(snapshot, unit, template)
            return next(_of_entity(template, at.place), None)
    return None


def _of_entity(template: Template, place: int) -> Iterator[Note]:
    for role in template.roles:
        for entity in role.entities:
            if entity.start <= place <= entity.end:
                yield Note(entity.start, entity.end, f"{code(shortened(role.name))}: {_mentions(entity)}")


def _mentions(entity: Entity) -> str:
    texts = list(dict.fromkeys(mention.text for mention in entity.mentions))
    more = f" and {len(texts) - MOST_MENTIONS} more" if len(texts) > MOST_MENTIONS else ""
    return ", ".join(code(shortened(text)) for text in texts[:MOST_MENTIONS]) + more


def _of_template(snapshot: Snapshot, unit: RecordUnit, template: Template) -> Note | None:
    """The partner of a template; None without a score."""
    document = snapshot.reading.documents.name_of(unit)
    scores = snapshot.pair.scores_of(document) if snapshot.pair and document else ()
    score = scores[0] if scores else None
    if score is None or unit is not (score.key if snapshot.role is Role.KEY else score.response):
        return None
    found = explained(score, snapshot.role, template)
    if found is None:
        return None
    return Note(template.type_start, template.type_end, "\n\n".join(_lines(found, snapshot.role)))


def _lines(found: Explained, role: Role) -> Iterator[str]:
    other = "the response" if role is Role.KEY else "the key"
    if found.own is None:
        why = (
            f"each of {other} whose type fits has a better partner"
            if found.fitting
            else f"no type of {other} fits"
        )
        yield f"In no pair: {why}."
    else:
        yield f"Paired with {_named(found.own)}: {_counts(found.own)}."
    if found.next_f is not None:
        partner = f"with {_named(found.next)}" if found.next else "in no pair"
        yield f"Next best: {partner}; F of the document {found.next_f:.1f} instead of {found.f:.1f}."
    if not found.is_proved:
        yield "The document has too many templates to try all maps; this is the best that was found."


def _named(worth: Worth) -> str:
    return f"{code(shortened(worth.type or 'a template'))} (template {worth.number + 1})"


def _counts(worth: Worth) -> str:
    correct, proposed, found, gold = worth.counts
    return f"{correct} of {proposed} proposed right, {found} of {gold} found"
