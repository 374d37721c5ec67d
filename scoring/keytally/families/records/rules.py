"""The rules for the content of records: their schema, and texts that represent missing values."""

import json
from collections.abc import Iterable, Iterator, Sequence

from keytally.families.records.comparators import number_in
from keytally.families.records.compiled import ANY, OPTIONAL, Leaf
from keytally.families.records.fields import Field
from keytally.families.records.json_tree import Member, Node
from keytally.families.records.layout import BLANK
from keytally.families.records.reading import RecordUnit
from keytally.families.records.restrictions import violation
from keytally.families.records.schema import SchemaView
from keytally.families.records.source_text import SourceText
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import short_text
from keytally.findings.table.records import (
    RECORDS_DOCUMENT,
    RECORDS_ENUM,
    RECORDS_FORMAT,
    RECORDS_MISSING_FIELD,
    RECORDS_NOT_IN_TEXT,
    RECORDS_NULL_WORD,
    RECORDS_TYPE,
    RECORDS_UNKNOWN_FIELD,
    RecordFill,
    RecordValue,
)
from keytally.text.rendering import quantity

_NULL_WORDS = frozenset(
    ("n/a", "na", "none", "null", "nil", "not available", "not applicable", "not found", "not provided")
)
_NULL_WORDS |= {"not specified", "unknown", "-", "--", "undefined", "nan"}
_NAMES = {"string": "text", "integer": "an integer", "number": "a number", "boolean": "true or false"}
_NAMES |= {"object": "an object", "array": "a list", "null": "null"}


def findings_of(unit: RecordUnit, field: Field) -> Iterator[Finding]:
    """Yield the findings on the fields and values of a record."""
    record = unit.record_node()
    if record is not None:
        yield from _of_value(record, field, "")


def not_in_text(leaves: Iterable[Leaf], source: SourceText) -> Iterator[Finding]:
    """Yield a finding on each text and number in a record that does not occur in its document's text."""
    for leaf in leaves:
        if leaf.node is not None and is_invented(leaf, source):
            name = leaf.field.path.rpartition(".")[2].removesuffix("[]")
            arguments: RecordFill = {"name": name, "value": _shown(leaf.node)}
            yield RECORDS_NOT_IN_TEXT.finding(leaf.node.start, leaf.node.end, arguments)


def not_in_key(unit: RecordUnit) -> Finding:
    """Return the finding on a response document that is not in the key."""
    start = len(unit.text) - len(unit.text.lstrip(f"{BLANK},[{{"))
    start = max(start - 1, 0)
    name = short_text(unit.title) if unit.title else "with this number"
    return RECORDS_DOCUMENT.finding(start, start + 1, {"name": name})


def is_invented(leaf: Leaf, source: SourceText) -> bool:
    """Return whether a value does not occur in a text; values listed in the schema are exempt."""
    view = leaf.field.view
    return (view is None or view.enum is None) and not source.contains(leaf.value)


def _of_value(node: Node, field: Field, name: str) -> Iterator[Finding]:
    if node.members is not None and len(node.members) == 1 and node.members[0].name in (ANY, OPTIONAL):
        inner = node.members[0].node
        values = (inner.items or ()) if node.members[0].name == ANY else (inner,)
        for value in values:
            yield from _of_value(value, field, name)
        return
    if field.view is not None and not field.comparator.ignores:
        yield from _of_type(node, field.view, name)
    if node.members is not None:
        yield from _of_object(node, field)
    elif node.items is not None:
        for item in node.items:
            yield from _of_value(item, field.item, name)
    elif isinstance(node.value, str) and node.value.strip().casefold() in _NULL_WORDS:
        yield from _null_word(node, field, name)


def _of_object(node: Node, field: Field) -> Iterator[Finding]:
    members: Sequence[Member] = node.members or ()
    view = field.view
    names = frozenset() if view is None else frozenset(view.names)
    for member in members:
        if names and view is not None and not view.is_open and member.name not in names:
            shown = {"name": short_text(member.name)}
            if not field.child(member.name).is_side:
                yield RECORDS_UNKNOWN_FIELD.finding(member.start, member.end, shown)  # type: ignore[arg-type]
            continue
        yield from _of_value(member.node, field.child(member.name), member.name)
    present = {member.name for member in members}
    for name in sorted(view.required - present) if view is not None else ():
        yield RECORDS_MISSING_FIELD.finding(node.start, node.start + 1, {"name": name})


def _of_type(node: Node, view: SchemaView, name: str) -> Iterator[Finding]:
    types, found = view.types, _type_of(node)
    if types and found not in types and not (found == "integer" and "number" in types):
        allowed = " or ".join(_NAMES.get(each, each) for each in sorted(types))
        value = (
            _NAMES[found] if node.value is None or node.items else f"{_NAMES[found]} {_shown(node)}".strip()
        )
        arguments: RecordValue = {"name": name or "the record", "value": value, "allowed": allowed}
        yield RECORDS_TYPE.finding(node.start, node.end, arguments, _as_number(node, types))
    elif clause := violation(node, view, found):
        value = f"a list of {quantity(len(node.items), 'item')}" if node.items is not None else _shown(node)
        arguments = {"name": name or "the record", "value": value, "allowed": clause}
        yield RECORDS_FORMAT.finding(node.start, node.end, arguments)
    enum = view.enum
    if enum is not None and found != "null" and not types & {"array", "object"}:
        written = {json.dumps(each, ensure_ascii=False) for each in enum}
        if node.members is None and node.items is None and _written(node) not in written:
            listed = ", ".join(short_text(json.dumps(each, ensure_ascii=False)) for each in enum[:8])
            arguments = {"name": name, "value": _shown(node), "allowed": listed}
            yield RECORDS_ENUM.finding(node.start, node.end, arguments)


def _as_number(node: Node, types: frozenset[str]) -> tuple[Edit, ...]:
    """Return the edit that rewrites a text as a number if the text without its quotes is a JSON number;
    empty for any other text.
    """
    if not isinstance(node.value, str) or not types & {"number", "integer"}:
        return ()
    number = number_in(node.value)
    written = node.value.strip()
    return (Edit(node.start, node.end, written),) if number is not None and _is_json(written) else ()


def _is_json(written: str) -> bool:
    try:
        return isinstance(json.loads(written), int | float)
    except ValueError:
        return False


def _null_word(node: Node, field: Field, name: str) -> Iterator[Finding]:
    view = field.view
    if view is not None and view.enum is not None and node.value in view.enum:
        return
    arguments: RecordValue = {"name": name or "the value", "value": _shown(node), "allowed": "null"}
    yield RECORDS_NULL_WORD.finding(
        node.start, node.end, arguments, (Edit(node.start, node.end, "null"),), guessed=True
    )


def _type_of(node: Node) -> str:
    if node.members is not None:
        return "object"
    if node.items is not None:
        return "array"
    value = node.value
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, str):
        return "string"
    return "integer" if value == value.to_integral_value() else "number"


def _written(node: Node) -> str:
    value = node.value
    if value is None or isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False)
    return str(int(value)) if value == value.to_integral_value() else str(float(value))


def _shown(node: Node) -> str:
    return "" if node.members is not None or node.items is not None else short_text(_written(node))
