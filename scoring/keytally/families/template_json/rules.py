"""The language of templates as JSON, rules for records and responses, and proposals based on the key."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from keytally.families.contract import Language, Level, Mark, Role
from keytally.families.presentation import Proposal
from keytally.families.template_json.annotations import Changes, can_hold, leads_to, record_edits
from keytally.families.template_json.fast_records import SoundRecord, is_clean, written
from keytally.families.template_json.json_tree import Value
from keytally.families.template_json.options import Schema
from keytally.families.template_json.reading import RecordUnit, short
from keytally.families.template_json.records import (
    EXTRACTS,
    LOOKAHEAD,
    TEMPLATES,
    Entity,
    Mention,
    Record,
    RoleFillers,
    Template,
    document_in,
    may_hold,
    may_hold_text,
    role_name,
    starts_of_records,
    type_name,
)
from keytally.findings.finding import Edit, Finding, Related, apply_edits
from keytally.findings.spelling import short_text
from keytally.findings.table.template_json import (
    JSON_DOCUMENT,
    JSON_DOCUMENT_TWICE,
    JSON_DUPLICATE_TEMPLATE,
    JSON_EMPTY_TYPE,
    JSON_MENTION,
    JSON_MENTION_AT,
    JSON_NO_SUCH_ROLE,
    JSON_NO_SUCH_TYPE,
    JSON_NO_TYPE,
    JSON_ROLE,
    JSON_ROLE_TWICE,
    JSON_SHAPE,
    JSON_SYNTAX,
    JSON_TYPE,
    JsonMentionAt,
)
from keytally.tallies.status import Status


def not_in_text(template: Template, text: Value | None) -> Iterator[Finding]:
    """Yield a finding on each mention that does not occur in the text, or not at its offset; case is
    ignored.
    """
    if text is None:
        return
    folded = text.text.lower()
    for role in template.roles:
        for entity in role.entities:
            for mention in entity.mentions:
                yield from _compared(mention, text.text, folded)


def _compared(mention: Mention, words: str, folded: str) -> Iterator[Finding]:
    """Yield a finding on a mention that differs from the text; `folded` is the text in lower case."""
    wanted, offset = mention.text.lower(), mention.offset
    place = (mention.start, mention.end)
    if wanted not in folded:
        yield JSON_MENTION.finding(*place, {"mention": short(mention.text)})
    elif offset is not None and words[offset : offset + len(mention.text)].lower() != wanted:
        there = short(words[offset : offset + len(mention.text)]) or "nothing"
        arguments: JsonMentionAt = {"mention": short(mention.text), "offset": offset, "there": there}
        yield JSON_MENTION_AT.finding(*place, arguments)


_MOST_BLANKS = 100
"""The number of characters of a record that are searched for list punctuation."""

CONTENTS = (TEMPLATES[0], EXTRACTS[0])


def findings_of(unit: RecordUnit, content: str) -> tuple[Finding, ...]:
    """Return the findings in a record, in text order; `content` is the member that the task reads."""
    sound = unit.sound()
    if sound is not None and is_clean(sound, content):
        return ()
    record = unit.record()
    found = [*_form(record), *_absent(record, content), *_duplicates(unit, record)]
    for template in unit.stated():
        found += [*_roles(unit, template), *not_in_text(template, record.text)]
    found += _types(record)
    found = [each for each in found if each.rule is JSON_SYNTAX or record.is_sure(each.start)]
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end)))


def repeated(unit: RecordUnit, first: RecordUnit) -> Finding:
    """Return the finding on a record whose document already has a record in the file."""
    record, other = unit.record(), first.record()
    related = (Related(first, other.name_start, other.name_end, "the first record of the document"),)
    name = unit.title or ""
    return JSON_DOCUMENT_TWICE.finding(record.name_start, record.name_end, {"name": name}, related=related)


def beside_previous(before: RecordUnit, unit: RecordUnit) -> tuple[Finding, ...]:
    """Return the finding on a record after the end of all documents, or without a separator."""
    problem = _problem_beside(before, unit) if unit.is_keyed is before.is_keyed else ""
    if not problem:
        return ()
    record = unit.record()
    return (JSON_SYNTAX.finding(record.name_start, record.name_end, {"problem": problem}),)


def _problem_beside(before: RecordUnit, unit: RecordUnit) -> str:
    """Return the problem between two records; "" if there is none. The records are read only if there may
    be a problem.
    """
    last, first = _last(before.text), _first(unit.text)
    if before.is_opening or "," in (last, first):
        return ""
    if last == "]" or unit.is_keyed:
        what = "object" if unit.is_keyed else "list"
        return (
            f"the {what} that contains all documents ends before this record"
            if before.record().ends_file
            else ""
        )
    is_listed = first == "[" or _first(before.text) in ("[", ",") or _last(unit.text) in (",", "]")
    if is_listed and _is_item(before) | _is_item(unit):
        return "missing comma between this record and the previous one"
    return ""


def _is_item(unit: RecordUnit) -> bool:
    """Return whether list punctuation precedes or follows the object of a record."""
    place = unit.record().value
    return place is not None and any(
        part.startswith(("[", ",", "]"))
        for part in (unit.text[: place[0]].strip(), unit.text[place[1] :].strip())
    )


def _first(text: str) -> str:
    return text[:_MOST_BLANKS].lstrip()[:1]


def _last(text: str) -> str:
    return text[-_MOST_BLANKS:].rstrip()[-1:]


def _form(record: Record) -> Iterator[Finding]:
    for each in record.syntax:
        yield JSON_SYNTAX.finding(each.start, each.end, {"problem": each.message}, each.edits)
    for odd in record.shape:
        yield JSON_SHAPE.finding(odd.start, odd.end, {"problem": odd.message}, odd.edits)


def _absent(record: Record, content: str) -> Iterator[Finding]:
    """Yield a finding on a record that lacks the task's content but has the content of the other task."""
    stated = {CONTENTS[0]: record.templates, CONTENTS[1]: record.extracts}
    if content and stated[content] is None and any(each is not None for each in stated.values()):
        problem = f"the document has no {content}, which the task requires"
        yield JSON_SHAPE.finding(record.name_start, record.name_end, {"problem": problem})


def _duplicates(unit: RecordUnit, record: Record) -> Iterator[Finding]:
    first: dict[tuple[object, ...], Template] = {}
    for template in record.templates or ():
        earlier = first.setdefault(written(template), template)
        if earlier is not template:
            related = (Related(unit, *_place(earlier), "the earlier template"),)
            yield JSON_DUPLICATE_TEMPLATE.finding(*_place(template), {}, related=related)


def _roles(unit: RecordUnit, template: Template) -> Iterator[Finding]:
    seen: dict[str, RoleFillers] = {}
    for role in template.roles:
        first = seen.setdefault(role.name, role)
        if first is not role:
            related = (Related(unit, first.name_start, first.name_end, "the first role with this name"),)
            place = role.name_start, role.name_end
            yield JSON_ROLE_TWICE.finding(*place, {"name": role.name}, related=related)


def _types(record: Record) -> Iterator[Finding]:
    for template in record.templates or ():
        if not template.has_type:
            message = JSON_NO_TYPE if template.type is None else JSON_EMPTY_TYPE
            yield message.finding(template.type_start, template.type_end, {})


def _place(template: Template) -> tuple[int, int]:
    """Return the place of a template's type; if it has none, the template's beginning."""
    return template.type_start, template.type_end


def beside_schema(unit: RecordUnit, schema: Schema) -> tuple[Finding, ...]:
    """Return a finding on each type and each role that is not in the schema."""
    record = unit.record()
    return tuple(each for each in _lacking(unit, schema) if record.is_sure(each.start))


def in_order(*parts: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings in text order."""
    return tuple(sorted((each for part in parts for each in part), key=lambda each: (each.start, each.end)))


def _lacking(unit: RecordUnit, schema: Schema) -> Iterator[Finding]:
    for template in unit.stated():
        if template.type and template.has_type and not schema.has_type(template.type):
            place = template.type_start, template.type_end
            yield JSON_NO_SUCH_TYPE.finding(*place, {"name": template.type})
        for role in template.roles:
            if not schema.has_role(role.name):
                yield JSON_NO_SUCH_ROLE.finding(role.name_start, role.name_end, {"name": role.name})


def propose_change(unit: RecordUnit, mark: Mark) -> Proposal | None:
    """Return a proposal that copies a template or entity from the key, or deletes a spurious template or
    entity.
    """
    if mark.status is Status.SPURIOUS:
        changes = _without(unit, mark)
        title = f"Delete the spurious {short_text(mark.subject or '')}"
        return _proposal(unit, title, changes, drops=True) if changes else None
    if mark.partner is None or mark.status not in (Status.MISSING, Status.INCORRECT):
        return None
    return _template(unit, mark) if mark.level is Level.OBJECT else _entity(unit, mark)


def entity_at(unit: RecordUnit, start: int, end: int) -> tuple[str, Entity] | None:
    """Return the role and the entity that are written from `start` to `end`."""
    for template in unit.stated():
        for role in template.roles:
            for entity in role.entities:
                if (entity.start, entity.end) == (start, end):
                    return role.name, entity
    return None


def template_around(unit: RecordUnit, place: int) -> Template | None:
    """Return the template that contains a place, or None."""
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
    title = f"Insert the missing {short_text(mark.subject or '')}"
    return _proposal(unit, title, Changes(templates=[template]))


def _entity(unit: RecordUnit, mark: Mark) -> Proposal | None:
    key = entity_at(*mark.partner) if mark.partner else None
    if key is None:
        return None
    role, wanted = key
    if mark.status is Status.INCORRECT:
        own = entity_at(unit, mark.start, mark.end)
        title = f"Accept the key's {short_text(_entity_text(role, wanted))}"
        return _proposal(unit, title, Changes(entities=[(own[1], wanted)])) if own else None
    template = template_around(unit, mark.start)
    if template is None and not can_hold(unit, templates=False):
        return None
    title = f"Insert the missing {short_text(mark.subject or '')}"
    return _proposal(unit, title, Changes(added=[(template, role, wanted)]))


def _typed_at(unit: RecordUnit, start: int, end: int) -> Template | None:
    """Return the template whose type is at a place; for a template without a type, its beginning."""
    templates = unit.record().templates or ()
    return next(
        (template for template in templates if (template.type_start, template.type_end) == (start, end)), None
    )


def _entity_text(role: str, entity: Entity) -> str:
    return f"{role} {' '.join(entity.mentions[0].text.split())}"


def _proposal(unit: RecordUnit, title: str, changes: Changes, *, drops: bool = False) -> Proposal | None:
    """Return the edits as one proposal; None if syntax errors would misplace them."""
    edits = record_edits(unit, changes)
    if not (edits and leads_to(unit, changes, edits)):
        return None
    start, end = edits[0].start, max(edit.end for edit in edits)
    return Proposal(title, Edit(start, end, apply_edits(unit.text[start:end], edits, -start)), drops)


@dataclass(frozen=True, slots=True)
class TemplateLanguage(Language):
    """Files of templates or roles, divided at the starts of records (see
    `keytally.families.template_json.records`).

    `content` is the member that the task reads: `templates` or `extracts`; "" if it is unknown.
    """

    role: Role = Role.UNKNOWN
    content: str = ""
    schema: Schema | None = None
    name: str = "template-json"
    lookahead: int = LOOKAHEAD

    loses_repeated: ClassVar[bool] = True

    def suspects(self, units: Sequence[RecordUnit]) -> Sequence[RecordUnit]:
        """Return the records that may have errors or that lack the task's content."""
        if self.content:
            return [unit for unit in units if self.content not in unit.sound_content]
        return [unit for unit in units if not unit.sound_content]

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which records start, except 0."""
        return starts_of_records(text)

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """Return the documents that a text may contain."""
        return may_hold(text, documents)

    def read(self, text: str) -> RecordUnit:
        """Return the record with that text; never fails."""
        return RecordUnit(text, self)

    def document_of(self, text: str) -> str | None:
        """Return the document of the record with that text."""
        return document_in(text)

    def compare_duplicates(
        self, units: Sequence[RecordUnit], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """Return a finding on each record of a document except the first."""
        return [(repeated(unit, units[0]),) if at else () for at, unit in enumerate(units)]

    def compare_neighbours(self, before: RecordUnit, unit: RecordUnit) -> tuple[Finding, ...]:
        """Return findings on a record after the end of all documents, or without a separator before it."""
        return beside_previous(before, unit)

    def findings_of(self, unit: RecordUnit) -> tuple[Finding, ...]:
        """Return the findings that need only the record."""
        own = findings_of(unit, self.content)
        return own if self.schema is None else in_order(own, beside_schema(unit, self.schema))

    def is_clean(self, record: SoundRecord) -> bool:
        """Return whether a valid record has no findings; checks that need a text or a schema are done
        later.
        """
        return self.schema is None and record.text is None and is_clean(record, self.content)

    def proposal_of(self, unit: RecordUnit, mark: Mark) -> Proposal | None:
        """Return a proposal that applies the key's content at a mark of a record."""
        return propose_change(unit, mark)


def compare_with_key(
    unit: RecordUnit, key: RecordUnit | None, unknown: Collection[str]
) -> tuple[Finding, ...]:
    """Return the findings from comparing a response's record with the key's.

    `unknown` contains the names that do not occur anywhere in the key.
    """
    found = [*_document(unit, key), *_names(unit, frozenset(unknown))]
    text = key.record().text if key and may_hold_text(key.text) else None
    if text is not None and unit.record().text is None:
        found += [each for template in unit.stated() for each in not_in_text(template, text)]
    found = [each for each in found if unit.record().is_sure(each.start)]
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end)))


def _document(unit: RecordUnit, key: RecordUnit | None) -> Iterator[Finding]:
    if key is None and unit.title is not None:
        record = unit.record()
        yield JSON_DOCUMENT.finding(record.name_start, record.name_end, {"name": unit.title})


def _names(unit: RecordUnit, unknown: frozenset[str]) -> Iterator[Finding]:
    if not unknown:
        return
    for template in unit.stated():
        if template.type and template.has_type and type_name(template.type) in unknown:
            yield JSON_TYPE.finding(template.type_start, template.type_end, {"name": template.type})
        for role in template.roles:
            if role_name(role.name) in unknown:
                yield JSON_ROLE.finding(role.name_start, role.name_end, {"name": role.name})
