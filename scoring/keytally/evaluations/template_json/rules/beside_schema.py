"""Rules for a record beside the schema: the types and the roles that there are."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.template_json.formats.schema import Schema
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.findings.finding import Finding
from keytally.findings.table.template_json import JSON_NO_SUCH_ROLE, JSON_NO_SUCH_TYPE


def beside_schema(unit: RecordUnit, schema: Schema) -> tuple[Finding, ...]:
    """A finding on each type and each role that the schema lacks."""
    record = unit.record()
    return tuple(each for each in _lacking(unit, schema) if record.is_sure(each.start))


def in_order(*parts: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings in the order of the text."""
    return tuple(sorted((each for part in parts for each in part), key=lambda each: (each.start, each.end)))


def _lacking(unit: RecordUnit, schema: Schema) -> Iterator[Finding]:
    for template in unit.stated():
        if template.type and template.has_type and not schema.has_type(template.type):
            place = template.type_start, template.type_end
            yield JSON_NO_SUCH_TYPE.finding(*place, {"name": template.type})
        for role in template.roles:
            if not schema.has_role(role.name):
                yield JSON_NO_SUCH_ROLE.finding(role.name_start, role.name_end, {"name": role.name})
