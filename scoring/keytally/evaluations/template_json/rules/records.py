"""Rules for a record by itself, and beside the others of its file."""

from collections.abc import Iterator

from keytally.evaluations.template_json.formats.records import EXTRACTS, TEMPLATES, Record
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Role, Template
from keytally.evaluations.template_json.rules.mentions import not_in_text
from keytally.evaluations.template_json.rules.sound_records import is_clean
from keytally.evaluations.template_json.scoring.templates import written
from keytally.findings.finding import Finding, Related
from keytally.findings.table.template_json import (
    JSON_DOCUMENT_TWICE,
    JSON_DUPLICATE_TEMPLATE,
    JSON_EMPTY_TYPE,
    JSON_NO_TYPE,
    JSON_ROLE_TWICE,
    JSON_SHAPE,
    JSON_SYNTAX,
)

CONTENTS = (TEMPLATES[0], EXTRACTS[0])


def findings_of(unit: RecordUnit, content: str) -> tuple[Finding, ...]:
    """The findings in a record, in the order of the text; `content` is what the task reads of it."""
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
    """The finding on a record of a document that stands in the file already."""
    record, other = unit.record(), first.record()
    related = (Related(first, other.name_start, other.name_end, "the first record of the document"),)
    name = unit.title or ""
    return JSON_DOCUMENT_TWICE.finding(record.name_start, record.name_end, {"name": name}, related=related)


def after_the_end(before: RecordUnit, unit: RecordUnit) -> tuple[Finding, ...]:
    """The finding on a record that stands behind the end of the object of all documents."""
    may_end = unit.is_keyed and before.is_keyed and not before.text.rstrip().endswith(",")
    if not (may_end and before.record().ends_file):
        return ()
    record = unit.record()
    problem = "the object of all documents has ended before this"
    return (JSON_SYNTAX.finding(record.name_start, record.name_end, {"problem": problem}),)


def _form(record: Record) -> Iterator[Finding]:
    for each in record.syntax:
        yield JSON_SYNTAX.finding(each.start, each.end, {"problem": each.message}, each.edits)
    for odd in record.shape:
        yield JSON_SHAPE.finding(odd.start, odd.end, {"problem": odd.message}, odd.edits)


def _absent(record: Record, content: str) -> Iterator[Finding]:
    """A finding on a record that lacks what the task reads, and has what another task reads."""
    stated = {CONTENTS[0]: record.templates, CONTENTS[1]: record.extracts}
    if content and stated[content] is None and any(each is not None for each in stated.values()):
        problem = f"the document has no {content}, which the task compares"
        yield JSON_SHAPE.finding(record.name_start, record.name_end, {"problem": problem})


def _duplicates(unit: RecordUnit, record: Record) -> Iterator[Finding]:
    first: dict[tuple[object, ...], Template] = {}
    for template in record.templates or ():
        earlier = first.setdefault(written(template), template)
        if earlier is not template:
            related = (Related(unit, *_place(earlier), "the earlier template"),)
            yield JSON_DUPLICATE_TEMPLATE.finding(*_place(template), {}, related=related)


def _roles(unit: RecordUnit, template: Template) -> Iterator[Finding]:
    seen: dict[str, Role] = {}
    for role in template.roles:
        first = seen.setdefault(role.name, role)
        if first is not role:
            related = (Related(unit, first.name_start, first.name_end, "the first role of that name"),)
            place = role.name_start, role.name_end
            yield JSON_ROLE_TWICE.finding(*place, {"name": role.name}, related=related)


def _types(record: Record) -> Iterator[Finding]:
    for template in record.templates or ():
        if not template.has_type:
            message = JSON_NO_TYPE if template.type is None else JSON_EMPTY_TYPE
            yield message.finding(template.type_start, template.type_end, {})


def _place(template: Template) -> tuple[int, int]:
    """The type of a template, else its beginning."""
    return template.type_start, template.type_end
