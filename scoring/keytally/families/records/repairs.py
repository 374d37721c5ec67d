"""The repair of differences: the text of a response's record with values copied from the key."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple

from keytally.families.annotations import Difference, Rewriting
from keytally.families.contract import Mark
from keytally.families.presentation import Proposal
from keytally.families.records.compiled import Choice, Compiled, Group, Item, Leaf
from keytally.families.records.differences import MERGED, MISSING_FIELD, MISSING_ITEM, Wrong, differences
from keytally.families.records.json_tree import Member, Node
from keytally.families.records.layout import SCHEMA
from keytally.families.records.reading import RecordUnit, TreeOfUnit
from keytally.families.records.scoring import Comparison, RecordScore
from keytally.findings.finding import Edit
from keytally.findings.spelling import short_text

LACKS_RECORD = "the response has no record of the document"
_LIST_SEPARATOR = ", "
_SURROGATE = re.compile("[\ud800-\udfff]")

Range = tuple[int, int]


def repair(response: Sequence[RecordUnit], given: Sequence[Difference]) -> Rewriting:
    """Return the edit of a record that repairs differences, and the unit after the edit."""
    unit = next(iter(response), None)
    tree = None if unit is None or unit.document is None else unit.tree()
    if unit is None or tree is None or tree.root is None:
        return Rewriting([], dict.fromkeys(range(len(given)), LACKS_RECORD))
    record = unit.record_node(tree)
    changes = RecordChanges(record, unit.text if is_sound(unit, tree) else None)
    refused = {}
    for at, difference in enumerate(given):
        if not changes.add(difference.subject):
            refused[at] = LACKS_RECORD
    if record is None or len(refused) == len(given):
        return Rewriting([], dict.fromkeys(range(len(given)), LACKS_RECORD))
    edit, after = edited(unit, tree, changes)
    return Rewriting([(unit, edit)], refused, [(unit, after)])


def addition_of(unit: RecordUnit, mark: Mark, comparison: Comparison, score: RecordScore) -> Proposal | None:
    """Return a proposal that adds the missing value at a mark, along with the missing object or item
    around it.
    """
    assert mark.partner is not None
    _, start, end = mark.partner
    for difference in differences(comparison, score):
        is_missing = difference.name in (MISSING_FIELD, MISSING_ITEM)
        if is_missing and any(each.start <= start and end <= each.end for each in difference.key):
            edits = repair([unit], [difference]).edits
            path, shown = difference.labels[0], short_text(difference.key_text)
            return Proposal(f"Add the missing {path}: {shown}", edits[0][1]) if edits else None
    return None


def edited(unit: RecordUnit, tree: TreeOfUnit, changes: "RecordChanges") -> tuple[Edit, RecordUnit]:
    """Return the edit that applies changes to a unit's record, and the unit after the edit."""
    record = unit.record_node(tree)
    assert record is not None
    assert tree.root is not None
    if is_sound(unit, tree) and not changes.affects_whole(record):
        edit = Edit(record.start, record.end, changes.written(_with_all_members(record, tree.root)))
    else:
        edit = Edit(*_extent(unit, tree.root), _written(unit, tree.root, record, changes))
    edit = shortened(edit, unit.text)
    return edit, unit.with_text(unit.text[: edit.start] + edit.text + unit.text[edit.end :])


def is_sound(unit: RecordUnit, tree: TreeOfUnit) -> bool:
    """Return whether unchanged parts of the record's text can be kept."""
    if tree.problems or tree.wrapped or tree.root is None:
        return False
    member = None if unit.layout.envelope is None else tree.root.member(unit.layout.envelope)
    return member is None or not isinstance(member.node.value, str)


def _with_all_members(record: Node, root: Node) -> Node:
    """Return the whole object that contains a record's fields and its id."""
    return root if (record.start, record.end) == (root.start, root.end) else record


def shortened(edit: Edit, text: str) -> Edit:
    """Return an edit without unchanged text at its start and end."""
    old, new, start = text[edit.start : edit.end], edit.text, 0
    most = min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return Edit(edit.start + start, edit.end - end, new[start : len(new) - end])


def _extent(unit: RecordUnit, root: Node) -> Range:
    """Return the range of the unit in which its record is written: the envelope's value, or the whole
    object.
    """
    member = root.member(unit.layout.envelope) if unit.layout.envelope is not None else None
    node = root if member is None else member.node
    return node.start, node.end


def _written(unit: RecordUnit, root: Node, record: Node, changes: "RecordChanges") -> str:
    content = "{}" if changes.removes(record) else changes.written(record)
    if unit.layout.envelope is not None or root.members is None:
        return content
    kept = [
        f"{json_text(member.name)}: {changes.written(member.node)}"
        for member in root.members
        if member.name == unit.layout.id or (member.name == SCHEMA and unit.schema() is not None)
    ]
    inner = content[1:-1]
    return "{" + ", ".join([*kept, *([inner] if inner else [])]) + "}"


class _Parts(NamedTuple):
    """The changes to a text value that represents a list with separators."""

    group: Group
    removed: set[int]
    replaced: dict[int, str]
    added: list[str]

    def written(self) -> str:
        separator = self.group.field.comparator.separator
        kept = [
            self.replaced.get(id(each), str(each.value))
            for each in self.group.order
            if isinstance(each, Leaf) and id(each) not in self.removed
        ]
        return (separator if separator.isspace() else f"{separator} ").join([*kept, *self.added])


class RecordChanges:
    """Values to replace, insert or delete in a record, by place.

    `source` is the text to which places refer; without it, everything is rewritten.
    """

    def __init__(self, record: Node | None, source: str | None) -> None:
        self._record = record
        self._source = source
        self._replaced: dict[Range, str] = {}
        self._removed: set[Range] = set()
        self._members: dict[Range, list[tuple[str, str]]] = {}
        self._items: dict[Range, list[str]] = {}
        self._parts: dict[Range, _Parts] = {}
        self._starts: list[int] | None = None

    def add(self, wrong: Wrong) -> bool:
        """Add the repair of a difference, and return whether it is possible."""
        if (parts := self._parts_of(wrong.parent)) is not None:
            _change_part(parts, wrong)
            return True
        for each in wrong.rest:
            if wrong.kind == MERGED:
                self._add_missing(each, wrong)
            elif each.node is not None:
                self.remove(self._outermost(each.node, wrong.parent))
        there = None if wrong.response is None else wrong.response.node
        if there is not None and wrong.key is not None:
            self.replace((there.start, there.end), json_text(plain_of(wrong.key)))
        elif there is not None:
            self.remove(self._outermost(there, wrong.parent))
        elif wrong.key is not None:
            return self._add_missing(wrong.key, wrong)
        return True

    def _parts_of(self, parent: Compiled | None) -> _Parts | None:
        """Return the changes to a list that is written as text with separators; None for any other value."""
        node = parent.node if isinstance(parent, Group) and parent.field.comparator.separator else None
        if node is None or not isinstance(node.value, str) or not isinstance(parent, Group):
            return None
        self._starts = None
        return self._parts.setdefault((node.start, node.end), _Parts(parent, set(), {}, []))

    def _outermost(self, node: Node, parent: Compiled | None) -> Range:
        """Return the range of a value within its parent, including any envelope around it."""
        outer = self._record if parent is None else parent.node
        if outer is not None and (outer.start, outer.end) != (node.start, node.end):
            for child in (*(outer.items or ()), *(member.node for member in outer.members or ())):
                if child.start <= node.start and node.end <= child.end:
                    return child.start, child.end
        return node.start, node.end

    def _add_missing(self, key: Compiled, wrong: Wrong) -> bool:
        parent = self._record if wrong.parent is None else wrong.parent.node
        if parent is None or (wrong.parent is None and not (isinstance(key, Item) and parent.is_object)):
            return False
        place = (parent.start, parent.end)
        if isinstance(wrong.parent, Group):
            self.add_item(place, json_text(plain_of(key)))
        else:
            named = [(wrong.name, key)] if wrong.parent is not None else [*key.fields.items()]  # type: ignore[union-attr]
            for name, value in named:
                self.add_member(place, name, json_text(plain_of(value)))
        return True

    def replace(self, place: Range, text: str) -> None:
        """Replace a value with a text."""
        self._starts = None
        self._replaced[place] = text

    def remove(self, place: Range) -> None:
        """Delete a value, along with its name if it is a field."""
        self._starts = None
        self._removed.add(place)

    def add_member(self, place: Range, name: str, text: str) -> None:
        """Add a field to an object."""
        self._starts = None
        self._members.setdefault(place, []).append((name, text))

    def add_item(self, place: Range, text: str) -> None:
        """Add an item to a list, or to a single value, which then becomes a list."""
        self._starts = None
        self._items.setdefault(place, []).append(text)

    def adds_to(self, node: Node) -> bool:
        """Return whether values are added to an object or a list."""
        place = (node.start, node.end)
        return place in self._members or place in self._items

    def affects_whole(self, node: Node) -> bool:
        """Return whether a value itself is replaced or deleted."""
        place = (node.start, node.end)
        return place in self._removed or place in self._replaced

    def removes(self, node: Node) -> bool:
        """Return whether a value is deleted without being replaced by items."""
        place = (node.start, node.end)
        return place in self._removed and place not in self._items

    def _is_kept(self, node: Node) -> bool:
        """Return whether nothing in a value changes."""
        if self._starts is None:
            changed = (self._replaced, self._removed, self._members, self._items, self._parts)
            self._starts = sorted({start for places in changed for start, _ in places})
        at = bisect_left(self._starts, node.start)
        return at == len(self._starts) or self._starts[at] >= max(node.end, node.start + 1)

    def written(self, node: Node) -> str:
        """Return a value as JSON after the changes."""
        if self._source is not None and self._is_kept(node):
            return self._source[node.start : node.end]
        place = (node.start, node.end)
        items = self._items.get(place, [])
        if node.items is not None and place not in self._replaced:
            kept = [(item.start, self.written(item)) for item in node.items if not self.removes(item)]
            return self._joined(node, [(item.start, item.end) for item in node.items], kept, items)
        if place in self._removed:
            return f"[{', '.join(items)}]"
        single = self._single(node)
        return single if place not in self._items else f"[{', '.join([single, *items])}]"

    def _single(self, node: Node) -> str:
        place = (node.start, node.end)
        if place in self._replaced:
            return self._replaced[place]
        if place in self._parts:
            return json_text(self._parts[place].written())
        if node.members is None:
            return json_text(node.value)
        named = {
            member.name: (member.start, f"{self._name_of(member)}{self.written(member.node)}")
            for member in _last_members(node)
            if not self.removes(member.node)
        }
        added = {name: f"{json_text(name)}: {text}" for name, text in self._members.get(place, ())}
        kept = [(start, added.pop(name, text)) for name, (start, text) in named.items()]
        extents = [(member.start, member.node.end) for member in node.members]
        return self._joined(node, extents, kept, list(added.values()))

    def _name_of(self, member: Member) -> str:
        """Return a name with its colon, as written in the file."""
        if self._source is None or member.end <= member.start:
            return f"{json_text(member.name)}: "
        return self._source[member.start : member.node.start]

    def _joined(
        self, node: Node, extents: Sequence[Range], kept: Sequence[tuple[int, str]], added: Sequence[str]
    ) -> str:
        """Return an object or a list joined from texts, with the spacing of the original."""
        opening, closing = ("{", "}") if node.members is not None else ("[", "]")
        texts = [text for _, text in kept] + list(added)
        if self._source is None or not extents:
            return opening + ", ".join(texts) + closing
        if not texts:
            return opening + closing
        before = self._source[node.start + 1 : extents[0][0]]
        after = self._source[extents[-1][1] : node.end - 1]
        between = [self._source[one[1] : other[0]] for one, other in pairwise(extents)]
        standard = between[0] if between else f",{before}" if before else _LIST_SEPARATOR
        separators = {extent[0]: space for extent, space in zip(extents[1:], between, strict=False)}
        starts: list[int | None] = [start for start, _ in kept] + [None] * len(added)
        written = texts[0]
        for start, text in zip(starts[1:], texts[1:], strict=True):
            written += (standard if start is None else separators.get(start, standard)) + text
        return f"{opening}{before}{written}{after}{closing}"


def _change_part(parts: _Parts, wrong: Wrong) -> None:
    text = None if not isinstance(wrong.key, Leaf) else str(wrong.key.value)
    if wrong.response is None:
        parts.added.extend([] if text is None else [text])
    elif text is None:
        parts.removed.add(id(wrong.response))
    else:
        parts.replaced[id(wrong.response)] = text


def _last_members(node: Node) -> Iterator[Member]:
    """Yield the members of an object; of repeated names, only the last."""
    yield from {member.name: member for member in node.members or ()}.values()


def plain_of(value: Compiled) -> Any:
    """Return a value of the key in the form that a response may have, with one of its alternatives."""
    if isinstance(value, Choice):
        return plain_of(value.first)
    if isinstance(value, Leaf):
        return value.value
    if isinstance(value, Item):
        return {name: plain_of(each) for name, each in value.fields.items()}
    if value.node is not None and isinstance(value.node.value, str) and value.field.comparator.separator:
        return value.node.value
    return [plain_of(each) for each in value.order]


def json_text(value: Any) -> str:
    """Return a value as JSON on one line; numbers keep their digits."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json_text(name)}: {json_text(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(json_text, value)) + "]"
    written = json.dumps(value, ensure_ascii=False)
    # A file cannot contain half of a surrogate pair other than as an escape.
    return json.dumps(value) if _SURROGATE.search(written) else written
