"""Writes the key's templates and entities into a record of the response, in place of those that differ."""

from collections.abc import Sequence

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.template_json.differences.classes import SPAN, WRONG_MENTION, Fill, Wrong
from keytally.evaluations.template_json.formats.edited_records import leads_to
from keytally.evaluations.template_json.formats.new_records import new_record
from keytally.evaluations.template_json.formats.record_edits import (
    Changes,
    can_hold,
    record_edits,
    roles_value,
    template_value,
)
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.model import Template

NO_PLACE = "the record has no list where it could stand"
BROKEN = "the syntax of the record is broken where it would stand"


def repair(
    key: RecordUnit, response: RecordUnit, differences: Sequence[Difference], *, templates: bool
) -> Rewriting:
    """The edits of a document that repair differences; a document that the response lacks is written anew."""
    wrong: list[Wrong] = [each.subject for each in differences]
    if response.document != key.document:
        return _written(key, response, wrong, templates=templates)
    refused = {} if can_hold(response, templates=templates) else _homeless(wrong)
    changes = _changes([each for at, each in enumerate(wrong) if at not in refused])
    edits = record_edits(response, changes)
    if not leads_to(response, changes, edits):
        return Rewriting([], dict.fromkeys(range(len(wrong)), BROKEN))
    return Rewriting([(response, edit) for edit in edits], refused)


def _changes(wrong: Sequence[Wrong]) -> Changes:
    changes = Changes()
    for name, key, response in wrong:
        if isinstance(key, Template):
            changes.templates.append(key)
        elif isinstance(response, Template):
            changes.dropped.append(response)
        elif name in (WRONG_MENTION, SPAN) and key is not None and response is not None:
            changes.entities.append((response.entity, key.entity))
        else:
            changes.entities += [] if response is None else [(response.entity, None)]
            changes.added += [] if key is None else [(key.pair[1], key.role, key.entity)]
    return changes


def _homeless(wrong: Sequence[Wrong]) -> dict[int, str]:
    """Those for which a record must have a list of templates, or an object of roles."""
    return {
        at: NO_PLACE
        for at, each in enumerate(wrong)
        if isinstance(each.key, Template) or (isinstance(each.key, Fill) and each.key.pair[1] is None)
    }


def _written(key: RecordUnit, last: RecordUnit, wrong: Sequence[Wrong], *, templates: bool) -> Rewriting:
    """The record of a document behind the last one of a file, with what the differences miss."""
    if templates:
        lacking = [each.key for each in wrong if isinstance(each.key, Template)]
        edit = new_record(last, key, templates=[template_value(each) for each in lacking])
    else:
        fills = [each.key for each in wrong if isinstance(each.key, Fill)]
        record = key.record().extracts
        wanted = {(fill.role, fill.entity) for fill in fills}
        roles = [] if record is None else record.roles
        kept = [
            role._replace(entities=[each for each in role.entities if (role.name, each) in wanted])
            for role in roles
        ]
        value = roles_value(record._replace(roles=kept)) if record else {}
        edit = new_record(last, key, roles=value)
    return Rewriting([(last, edit)])
