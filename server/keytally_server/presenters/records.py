"""The presenter of records: comparators of fields, partners of items, and completion according to the
schema.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator

from keytally.families.contract import Role
from keytally.families.presentation import Note
from keytally.families.records.evaluation import RecordsEvaluation
from keytally.families.records.explanation import Pairing, PlacedField, fields_at, pairing_at
from keytally.families.records.fields import Field
from keytally.families.records.json_tree import Member, Node
from keytally.families.records.reading import RecordUnit
from keytally.findings.finding import Edit
from keytally.findings.spelling import short_text
from keytally.text.rendering import markdown_code, markdown_prose, quantity
from keytally_server.answers import Completion, CompletionKind, Hover, Renamable, RenameError
from keytally_server.presenters.presented import PresentedUnitPresenter, noted_hover
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import shortened

_LOOK_BACK = 400
_IN_NAME = re.compile(r'[{,][ \t\r\n]*("[^"\\\r\n]*)\Z')
_IN_VALUE = re.compile(r'("(?:[^"\\\r\n]|\\.)*")[ \t\r\n]*:[ \t\r\n]*("[^"\\\r\n]*|[\w.+-]*)\Z')
_IN_ITEM = re.compile(r'[\[,][ \t\r\n]*("[^"\\\r\n]*|[\w.+-]*)\Z')
_REST = re.compile(r'[^"\\\r\n:,{}\[\]]*"')
_REST_OF_WORD = re.compile(r"[\w.+-]*")
_COLON = re.compile(r"[ \t\r\n]*:")


def _placed(at: UnitAt) -> list[PlacedField]:
    """Return the values around a position with their fields; empty outside records."""
    unit: RecordUnit = at.unit
    record = unit.record_node() if unit.is_value else None
    field = None if record is None else unit.judge.field_of(unit)
    if record is None or field is None or not record.start <= at.place <= record.end:
        return []
    return list(fields_at(record, field, at.place))


def record_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Return the verdicts at a position, the field's comparator and description, and the item's partner;
    None if there is nothing to show.
    """
    return noted_hover(snapshot, at, _note(snapshot, at))


def _note(snapshot: Snapshot, at: UnitAt) -> Note | None:
    placed = _placed(at)
    lines, start, end = list[str](), at.place, at.place
    inner = placed[-1] if placed else None
    if inner is not None and inner.field.path:
        is_leaf = inner.node.members is None and inner.node.items is None
        start, end = (inner.node.start if inner.member is None else inner.member.start), inner.node.end
        if is_leaf or (inner.member is not None and at.place <= inner.member.end):
            lines += _field_lines(inner.field, is_leaf=is_leaf)
    pairing = _pairing(snapshot, at)
    if pairing is not None:
        lines.append(_pairing_line(pairing, snapshot.other_role))
        start, end = (start, end) if lines[:-1] else (pairing.node.start, pairing.node.end)
    return Note(start, end, "\n\n".join(lines)) if lines else None


def _field_lines(field: Field, *, is_leaf: bool) -> Iterator[str]:
    compared = field.comparator
    settings = f" ({compared.settings})" if compared.settings else ""
    yield f"{markdown_code(field.path)}" + (f", compared by {compared.name}{settings}" if is_leaf else "")
    if description := _description(field):
        yield markdown_prose(shortened(description))


def _description(field: Field) -> str:
    found = None if field.view is None else field.view.first("description")
    return found if isinstance(found, str) else ""


def _pairing(snapshot: Snapshot, at: UnitAt) -> Pairing | None:
    """Return the pairing of the list item at a position; None without a score."""
    document = snapshot.reading.documents.name_of(at.unit)
    scores = snapshot.pair.scores_of(document) if snapshot.pair and document else ()
    evaluation = snapshot.pair.evaluation if snapshot.pair else None
    score = scores[0] if scores else None
    on_key = snapshot.role is Role.KEY
    if score is None or not isinstance(evaluation, RecordsEvaluation):
        return None
    if at.unit is not (score.key if on_key else score.response):
        return None
    return pairing_at(evaluation.comparison(score.key, score.response, placed=True), at.place, on_key=on_key)


def _pairing_line(pairing: Pairing, other: Role) -> str:
    item = f"Item {pairing.number} of {markdown_code(pairing.path)}"
    if pairing.partner:
        right = f"{pairing.correct} of {quantity(pairing.size, 'value')} correct"
        line = f"{item}: aligned with item {pairing.partner} of the {other.value}, {right}."
    else:
        line = f"{item}: not aligned; it shares no correct value with a free item of the {other.value}."
    if pairing.next:
        line += f" Next best: item {pairing.next}, {pairing.next_correct} correct."
    return line


def record_completions(snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
    """Yield the missing fields of the object at a position, or the values that the schema defines for a
    field.
    """
    unit: RecordUnit = at.unit
    before = unit.text[max(0, at.place - _LOOK_BACK) : at.place]
    around = next((each for each in reversed(_placed(at)) if _contains(unit.text, each.node, at.place)), None)
    if around is None:
        return
    if around.node.items is not None:
        in_item = _IN_ITEM.search(before)
        if in_item is not None:
            yield from _values(at, around.field.item, in_item[1])
    elif (in_value := _IN_VALUE.search(before)) is not None:
        yield from _values(at, around.field.child(in_value[1][1:-1]), in_value[2])
    elif (in_name := _IN_NAME.search(before)) is not None:
        yield from _names(at, around, in_name[1])


def _contains(text: str, node: Node, place: int) -> bool:
    """Return whether a position is between the brackets of an object or a list, which may lack its closing
    bracket.
    """
    if node.members is None and node.items is None:
        return False
    is_open = text[node.end - 1 : node.end] not in ("}", "]")
    return node.start < place < node.end or (is_open and place == node.end)


def _names(at: UnitAt, around: PlacedField, typed: str) -> Iterator[Completion]:
    """Yield the schema's fields that an object lacks."""
    text: str = at.unit.text
    start = at.place - len(typed)
    rest = _REST.match(text, at.place)
    end = rest.end() if rest else at.place
    if around.field.view is None:
        return
    present = {member.name for member in around.node.members or () if member.start != start}
    colon = "" if _COLON.match(text, end) else ": "
    for name in around.field.view.names:
        if name in present:
            continue
        field = around.field.child(name)
        value = "" if not colon else _beginning(field)
        yield Completion(
            name,
            CompletionKind.SLOT,
            f"{json.dumps(name, ensure_ascii=False)}{colon}{value}",
            at.offset + start,
            at.offset + end,
            _documentation(field),
            " or ".join(sorted(field.view.types)) if field.view is not None else "",
            leads_on=bool(colon) and field.view is not None and bool(field.view.enum),
        )


def _beginning(field: Field) -> str:
    """Return the value that a new field begins with."""
    types = field.view.types if field.view is not None else frozenset()
    return "[]" if "array" in types else "{}" if "object" in types else ""


def _documentation(field: Field) -> Callable[[], str] | None:
    description = _description(field)
    return (lambda: markdown_prose(description)) if description else None


def _values(at: UnitAt, field: Field, typed: str) -> Iterator[Completion]:
    """Yield the values that the schema lists for a field, and true and false."""
    text: str = at.unit.text
    start = at.place - len(typed)
    rest = _REST.match(text, at.place) if typed.startswith('"') else _REST_OF_WORD.match(text, at.place)
    end = rest.end() if rest else at.place
    view = field.view
    if view is None:
        return
    values = list(view.enum or ()) or ([True, False] if "boolean" in view.types else [])
    for value in values:
        written = json.dumps(value, ensure_ascii=False)
        yield Completion(
            short_text(written), CompletionKind.VALUE, written, at.offset + start, at.offset + end
        )


def _name_at(at: UnitAt) -> tuple[Member, str] | None:
    """Return the field whose name is at a position, and the path of the field; None outside names."""
    for each in _placed(at):
        if each.member is not None and each.member.start <= at.place <= each.member.end:
            return each.member, each.field.path
    return None


def renaming_edits(snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
    """Return the edits that rename the field at a position in all records of the file.

    Raises RenameError if the name is empty or is already used in an object.
    """
    named = _name_at(at)
    if named is None:
        raise RenameError("nothing to rename at this position")
    path, edits = named[1], list[Edit]()
    if not new_name.strip():
        raise RenameError("a field needs a name")
    written = json.dumps(new_name, ensure_ascii=False)
    for unit, offset in snapshot.reading.units.between(0, len(snapshot.reading)):
        record = unit.record_node() if unit.is_value else None
        field = None if record is None else unit.judge.field_of(unit)
        if record is None or field is None:
            continue
        for parent, member in _members_of(record, field, path):
            if parent.member(new_name) is not None:
                raise RenameError(f"an object has a field {new_name!r} already; delete one of the two first")
            edits.append(Edit(offset + member.start, offset + member.end, written))
    return edits


def _members_of(node: Node, field: Field, path: str) -> Iterator[tuple[Node, Member]]:
    """Yield the members of a field, each with its object, in text order."""
    for member in node.members or ():
        child = field.child(member.name)
        if child.path == path:
            yield node, member
        yield from _members_of(member.node, child, path)
    for item in node.items or ():
        yield from _members_of(item, field.item, path)


class RecordsPresenter(PresentedUnitPresenter):
    """Presents records: verdicts, comparators, partners of items, and the fields and values of the schema."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the verdicts at a position with the field's comparator and the item's partner; None if
        there is nothing to show.
        """
        return record_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Yield fields within the string of a name, and listed values at the position of a value."""
        return record_completions(snapshot, at)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """Return the name of the field at an offset, or None."""
        named = _name_at(at)
        if named is None:
            return None
        start, end = named[0].start, named[0].end
        return Renamable(at.offset + start, at.offset + end, named[0].name)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """Return the edits that rename the field at an offset in all records. Raises RenameError."""
        return renaming_edits(snapshot, at, new_name)
