"""The presenter of templates as JSON: the map of templates, and completion of names."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.presentation import Note
from keytally.families.template_json.reading import RecordUnit
from keytally.families.template_json.records import Entity, Template
from keytally.families.template_json.scoring import Explained, Worth, explained
from keytally.measures.template_maps import TYPE
from keytally.text.rendering import markdown_code
from keytally_server.answers import Completion, CompletionKind, Hover
from keytally_server.presenters.presented import PresentedUnitPresenter, noted_hover
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import shortened

REACH = 20_000
"""The number of characters of each file from which names are collected."""

_IN_TYPE = re.compile(rf'"{TYPE}"[ \t\r\n]*:[ \t\r\n]*("[^"\\\r\n]*)\Z')
_IN_NAME = re.compile(r'[{,][ \t\r\n]*("[^"\\\r\n]*)\Z')
_REST = re.compile(r'[^"\\\r\n:,{}\[\]]*"')
_COLON = re.compile(r"[ \t\r\n]*:")


def name_completions(snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
    """Yield the types within the string of a type, or the missing roles of a template within the string of
    a name.
    """
    unit: RecordUnit = at.unit
    before = unit.text[max(0, at.place - 400) : at.place]
    in_type, in_name = _IN_TYPE.search(before), _IN_NAME.search(before)
    found = in_type or in_name
    template = _template_at(unit, at.place)
    if found is None or template is None:
        return
    start, end = at.place - len(found[1]), _end(unit.text, at.place)
    types, roles = _names(snapshot, at, unit.text[start + 1 : end].rstrip('"'))
    if in_type:
        yield from (_completion(at, start, end, name, f'"{name}"', CompletionKind.VALUE) for name in types)
        return
    value = "" if _COLON.match(unit.text, end) else ": []"
    present = {role.name for role in template.roles if not role.name_start <= at.place <= role.name_end}
    for name in roles:
        if name not in present:
            yield _completion(at, start, end, name, f'"{name}"{value}', CompletionKind.SLOT)


def _completion(  # noqa: PLR0913, PLR0917 -- each is a part of a completion
    at: UnitAt, start: int, end: int, name: str, text: str, kind: CompletionKind
) -> Completion:
    return Completion(name, kind, text, at.offset + start, at.offset + end)


def _template_at(unit: RecordUnit, place: int) -> Template | None:
    """Return the template at a position; None outside templates and in the list of a role."""
    template = next((each for each in unit.stated() if each.start < place <= each.end), None)
    lists = [role for role in template.roles if unit.text.startswith("[", role.start)] if template else []
    return None if any(role.start < place < role.end for role in lists) else template


def _end(text: str, place: int) -> int:
    """Return the offset after the remainder of the string at a position."""
    rest = _REST.match(text, place)
    return rest.end() if rest else place


def _names(snapshot: Snapshot, at: UnitAt, typed: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the types and roles in the key and around a position, except the name being typed; frequent
    names come first.
    """
    place = at.offset + at.place
    types, roles = Counter[str](), Counter[str]()
    near = (snapshot.reading, max(0, place - REACH), place + REACH)
    other = [(snapshot.other_reading, 0, REACH)] if snapshot.other_reading else []
    for reading, start, end in (*other, near):
        for template in _templates(reading, start, end):
            types.update([template.type] if template.type else [])
            roles.update(role.name for role in template.roles)
    return _ordered(types, typed), _ordered(roles, typed)


def _templates(reading: Reading, start: int, end: int) -> Iterator[Template]:
    for unit, _ in reading.units.between(start, end):
        yield from unit.stated()


def _ordered(counts: Counter[str], typed: str) -> Sequence[str]:
    counts[typed] -= 1
    return sorted(filter(None, +counts), key=lambda name: (-counts[name], name))


MOST_MENTIONS = 8


def template_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Return the hover of the template or the entity at a position; None if there is neither."""
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
                yield Note(
                    entity.start, entity.end, f"{markdown_code(shortened(role.name))}: {_mentions(entity)}"
                )


def _mentions(entity: Entity) -> str:
    texts = list(dict.fromkeys(mention.text for mention in entity.mentions))
    more = f" and {len(texts) - MOST_MENTIONS} more" if len(texts) > MOST_MENTIONS else ""
    return ", ".join(markdown_code(shortened(text)) for text in texts[:MOST_MENTIONS]) + more


def _of_template(snapshot: Snapshot, unit: RecordUnit, template: Template) -> Note | None:
    """Return the partner of a template; None without a score."""
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
            f"every template of {other} with a matching type has a better partner"
            if found.fitting
            else f"no template of {other} has a matching type"
        )
        yield f"Not aligned: {why}."
    else:
        yield f"Aligned with {_named(found.own)}: {_counts(found.own)}."
    if found.next_f is not None:
        partner = f"with {_named(found.next)}" if found.next else "not aligned"
        yield f"Next best: {partner}; document F {found.next_f:.1f} instead of {found.f:.1f}."
    if not found.is_proved:
        yield "The document has too many templates to try every alignment; this is the best one found."


def _named(worth: Worth) -> str:
    return f"{markdown_code(shortened(worth.type or 'a template'))} (template {worth.number + 1})"


def _counts(worth: Worth) -> str:
    correct, proposed, found, gold = worth.counts
    return f"{correct} of {proposed} proposed correct, {found} of {gold} found"


class TemplateJsonPresenter(PresentedUnitPresenter):
    """Presents templates and entities: verdicts, partners, and the names of roles and types."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the verdicts at a position and, on a type, the template's partner and the next best
        candidate; None if there is nothing to show.
        """
        return template_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Yield types and roles within the string of a type or of a role's name."""
        return name_completions(snapshot, at)
