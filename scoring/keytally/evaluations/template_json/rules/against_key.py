"""Rules for a response beside its key: its documents, its roles and its types, and the key's texts."""

from collections.abc import Collection, Iterator

from keytally.evaluations.template_json.formats.names import role_name, type_name
from keytally.evaluations.template_json.formats.records import may_hold_text
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.rules.mentions import not_in_text
from keytally.findings.finding import Finding
from keytally.findings.table.template_json import JSON_DOCUMENT, JSON_ROLE, JSON_TYPE


def compared(unit: RecordUnit, key: RecordUnit | None, unknown: Collection[str]) -> tuple[Finding, ...]:
    """The findings in a response's record beside the key's; `unknown` are names that the key has nowhere."""
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
