"""Changes to a gold: annotators' leaves are added, replaced and deleted."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.families.annotations import Annotation, Change, Rewriting
from keytally.families.records.compiled import Compiled, Group, Item, Leaf, all_leaves
from keytally.families.records.json_tree import Node
from keytally.families.records.layout import SCHEMA, Form, Layout
from keytally.families.records.reading import RecordUnit
from keytally.families.records.repairs import (
    RecordChanges,
    edited,
    is_sound,
    json_text,
    plain_of,
    shortened,
)
from keytally.families.records.scoring import Comparison
from keytally.findings.finding import Edit

LACKS_DOCUMENT = "the gold lacks the document"
OTHER_KIND = "the gold has a different type of value at this position"
NO_SOURCE = "no annotator has this value"

Compare = Callable[[RecordUnit, RecordUnit | None], Comparison]
"""A function that returns the comparison of two records, with places."""


class _RefusedError(Exception):
    """An impossible change; the message is the reason."""


def rewriting(units: Sequence[RecordUnit], changes: Sequence[Change], compare: Compare) -> Rewriting:
    """Return the edits of a document of the gold that make the changes.

    Values that already exist in the gold are changed first. Then each annotator's values are added, so that
    the next annotator's values find the items to which they belong.
    """
    wanted = [change.wanted.unit for change in changes if change.wanted is not None and change.wanted.unit]
    unit = next((each for each in units if each.document is not None), None)
    if unit is not None and all(each.document == unit.document for each in wanted):
        after, refused = _all_changed(unit, changes, compare)
        if after is unit:
            return Rewriting([], refused)
        edit = shortened(Edit(0, len(unit.text), after.text), unit.text)
        return Rewriting([(unit, edit)], refused, [(unit, after)])
    last = next(iter(units[-1:]), None)
    new = None if last is None or not wanted else _new_unit(last, wanted[0])
    if last is None or new is None:
        return Rewriting([], dict.fromkeys(range(len(changes)), LACKS_DOCUMENT))
    after, refused = _all_changed(new, changes, compare)
    end = len(last.text)
    before = "" if not last.text or last.text.endswith(("\n", "\r")) else "\n"
    return Rewriting([(last, Edit(end, end, f"{before}{after.text}\n"))], refused)


def _new_unit(last: RecordUnit, source: RecordUnit) -> RecordUnit | None:
    """Return an empty record for an annotator's document, in the layout of the gold's last record.

    An empty gold gets the names of the annotator. The result is None for files to which a record cannot be
    appended.
    """
    layout = last.layout
    if not last.text.strip():
        layout = Layout(layout.form, source.layout.id, source.layout.envelope)
    if layout.form is not Form.LINES or layout.id is None or source.title is None:
        return None
    envelope: dict[str, Any] = {} if layout.envelope is None else {layout.envelope: {}}
    return RecordUnit(json_text({layout.id: source.title, **envelope}), layout, judge=last.judge)


def _all_changed(
    unit: RecordUnit, changes: Sequence[Change], compare: Compare
) -> tuple[RecordUnit, dict[int, str]]:
    """Return a unit after all possible changes, with the reasons why other changes are impossible."""
    groups: dict[int, dict[int, Change]] = {}
    for at, change in enumerate(changes):
        source = None if change.wanted is None or change.present is not None else change.wanted.unit
        groups.setdefault(0 if source is None else id(source), {})[at] = change
    refused, after = dict[int, str](), unit
    for group in sorted(groups.items(), key=lambda each: each[0] != 0):
        after = _changed(after, group[1], compare, refused)
    return after, dict(sorted(refused.items()))


def _changed(
    unit: RecordUnit, changes: Mapping[int, Change], compare: Compare, refused: dict[int, str]
) -> RecordUnit:
    """Return a unit after changes; add the reasons for impossible changes to `refused`."""
    tree = unit.tree()
    record = unit.record_node(tree)
    if tree.root is None or record is None:
        refused.update(dict.fromkeys(changes, LACKS_DOCUMENT))
        return unit
    made = _GoldChanges(unit, record, compare, is_whole=is_sound(unit, tree))
    count = len(refused)
    for at, change in changes.items():
        try:
            made.add(change)
        except _RefusedError as error:
            refused[at] = str(error)
    return unit if len(refused) == count + len(changes) else edited(unit, tree, made.finished())[1]


class _New(NamedTuple):
    """A new object or list in the gold; its values are added before it is written."""

    value: Any


class _GoldChanges:
    """Collects the changes to the gold's record of one document."""

    def __init__(self, unit: RecordUnit, record: Node, compare: Compare, *, is_whole: bool) -> None:
        self._unit = unit
        self._record = record
        self._compare = compare
        self._changes = RecordChanges(record, unit.text if is_whole else None)
        self._comparisons: dict[int, Comparison] = {}
        self._new: dict[tuple[int, int], _New] = {}
        self._pending: list[Callable[[], None]] = []
        self._removed: set[tuple[int, int]] = set()

    def add(self, change: Change) -> None:
        """Add a change. Raises _Refused."""
        if change.present is not None and change.wanted is not None:
            leaf = self._leaf(change.wanted)
            self._changes.replace((change.present.start, change.present.end), json_text(plain_of(leaf)))
        elif change.present is not None:
            self._removed.add((change.present.start, change.present.end))
        elif change.wanted is not None:
            self._insert(change.wanted)

    def finished(self) -> RecordChanges:
        """Return all changes."""
        for write in self._pending:
            write()
        for place in self._outermost(self._record):
            self._changes.remove(place)
        return self._changes

    def _outermost(self, node: Node) -> Iterator[tuple[int, int]]:
        """Yield the places of deleted values, and of objects and lists that contain only such values."""
        for child in (*(node.items or ()), *(member.node for member in node.members or ())):
            if self._is_emptied(child):
                yield child.start, child.end
            else:
                yield from self._outermost(child)

    def _is_emptied(self, node: Node) -> bool:
        if node.members is None and node.items is None:
            return (node.start, node.end) in self._removed
        below = [*(node.items or ()), *(member.node for member in node.members or ())]
        return bool(below) and not self._changes.adds_to(node) and all(map(self._is_emptied, below))

    def _comparison(self, unit: RecordUnit) -> Comparison:
        """Return the comparison of an annotator's record with the gold's record."""
        if id(unit) not in self._comparisons:
            self._comparisons[id(unit)] = self._compare(unit, self._unit)
        return self._comparisons[id(unit)]

    def _leaf(self, wanted: Annotation) -> Leaf:
        if wanted.unit is None:
            raise _RefusedError(NO_SOURCE)
        leaves = all_leaves(self._comparison(wanted.unit).key)
        place = (wanted.start, wanted.end)
        found = (leaf for leaf in leaves if leaf.node and (leaf.node.start, leaf.node.end) == place)
        leaf = next(found, None)
        if leaf is None:
            raise _RefusedError(NO_SOURCE)
        return leaf

    def _insert(self, wanted: Annotation) -> None:
        leaf = self._leaf(wanted)
        comparison = self._comparison(wanted.unit)
        steps = _steps_to(comparison.key, leaf)
        if steps is None:
            raise _RefusedError(NO_SOURCE)
        at: Compiled | _New | None = comparison.response
        place: Node | None = self._record
        for number, (value, name) in enumerate(steps):
            inner = steps[number + 1][0] if number + 1 < len(steps) else leaf
            at, place = self._step(comparison, _Step(value, name, inner, at, place))
            if at is _DONE:
                return

    def _step(self, comparison: Comparison, step: "_Step") -> tuple[Any, Node | None]:
        """Go from a value of the gold to the value below it, which is created if missing."""
        if isinstance(step.at, _New):
            return self._in_new(step.at.value, step), None
        if isinstance(step.value, Item):
            return self._in_object(step)
        return self._in_list(comparison, step)

    def _in_new(self, value: Any, step: "_Step") -> Any:
        if isinstance(step.inner, Leaf):
            made: Any = step.inner.value
        else:
            key = (id(value), id(step.inner))
            if key in self._new:
                return self._new[key]
            made = {} if isinstance(step.inner, Item) else []
            self._new[key] = _New(made)
        if isinstance(value, dict):
            value[step.name] = made
        else:
            value.append(made)
        return _DONE if isinstance(step.inner, Leaf) else self._new[id(value), id(step.inner)]

    def _in_object(self, step: "_Step") -> tuple[Any, Node | None]:
        if step.at is not None and not isinstance(step.at, Item):
            raise _RefusedError(OTHER_KIND)
        there = None if step.at is None else step.at.fields.get(step.name)
        if there is not None:
            is_same_kind = isinstance(step.inner, Group) or (
                isinstance(step.inner, Item) and isinstance(there, Item)
            )
            if not is_same_kind:
                raise _RefusedError(OTHER_KIND)
            return there, there.node
        if step.node is None or not step.node.is_object:
            raise _RefusedError(OTHER_KIND)
        place, member = (step.node.start, step.node.end), step.node.member(step.name)
        if member is not None and not isinstance(step.inner, Leaf):
            is_list = member.node.items is not None
            if member.node.is_object if isinstance(step.inner, Item) else is_list:
                return None, member.node
        if member is not None:
            self._changes.remove((member.node.start, member.node.end))
        return self._created(step, lambda text: self._changes.add_member(place, step.name, text)), None

    def _in_list(self, comparison: Comparison, step: "_Step") -> tuple[Any, Node | None]:
        partner: Compiled | None = None
        if step.at is not None and isinstance(step.value, Group):
            groups = comparison.aligner.as_groups(step.value, step.at)
            if groups is None:
                raise _RefusedError(OTHER_KIND)
            pairs = comparison.aligner.matching(*groups).pairs
            partner = next((its for mine, its in pairs if mine is step.inner), None)
        if isinstance(partner, Item) and isinstance(step.inner, Item):
            return partner, partner.node
        if step.node is None:
            raise _RefusedError(OTHER_KIND)
        place = (step.node.start, step.node.end)
        return self._created(step, lambda text: self._changes.add_item(place, text)), None

    def _created(self, step: "_Step", write: Callable[[str], None]) -> Any:
        """Add a leaf immediately, and an object or a list once all of its values are known."""
        if isinstance(step.inner, Leaf):
            write(json_text(step.inner.value))
            return _DONE
        key = (0, id(step.inner))
        if key not in self._new:
            made = _New({} if isinstance(step.inner, Item) else [])
            self._new[key] = made
            self._pending.append(lambda: write(json_text(made.value)))
        return self._new[key]


_DONE = object()


class _Step(NamedTuple):
    """A step from a value in an annotator's record to the value below it, with the corresponding value of the
    gold.

    `at` is the gold's value, or None if it is empty or missing; `node` is its place.
    """

    value: Compiled
    name: str
    inner: Compiled
    at: Any
    node: Node | None


def _steps_to(value: Compiled | None, leaf: Leaf) -> list[tuple[Compiled, str]] | None:
    """Return the objects and lists from a record to a leaf, each with the name of the field below it."""
    if value is leaf:
        return []
    below: Iterator[tuple[str, Compiled]] = iter(())
    if isinstance(value, Item):
        below = iter(value.fields.items())
    elif isinstance(value, Group):
        below = (("", each) for each in value.order)
    for name, each in below:
        if leaf.field.path.startswith(each.field.path) or isinstance(value, Group):
            found = _steps_to(each, leaf)
            if found is not None and value is not None:
                return [(value, name), *found]
    return None


def without_leaves(units: Sequence[RecordUnit]) -> list[str]:
    """Return the texts of units without the fields of their records, as the starting point of a gold."""
    return [_without_leaves(unit) for unit in units]


def _without_leaves(unit: RecordUnit) -> str:
    tree = unit.tree() if unit.is_value else None
    record = None if tree is None else unit.record_node(tree)
    if tree is None or tree.root is None or record is None:
        return unit.text
    kept = [
        f"{json.dumps(member.name)}: {unit.text[member.node.start : member.node.end]}"
        for member in tree.root.members or ()
        if unit.layout.envelope is None and member.name in (unit.layout.id, SCHEMA)
    ]
    start, end = record.start, record.end
    if unit.layout.envelope is not None:
        member = tree.root.member(unit.layout.envelope)
        start, end = (member.node.start, member.node.end) if member is not None else (start, end)
    return unit.text[:start] + "{" + ", ".join(kept) + "}" + unit.text[end:]
