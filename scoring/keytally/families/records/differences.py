"""Differences between a record and its key in classes, and their repair."""

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.records.comparators import BY_TYPE, CORRECT, plain_text
from keytally.families.records.compiled import Choice, Compiled, Group, Item, Leaf, leaves_of
from keytally.families.records.json_tree import Member, Node
from keytally.families.records.layout import SCHEMA
from keytally.families.records.marks import gap_in
from keytally.families.records.reading import RecordUnit
from keytally.families.records.scoring import Comparison, RecordScore, summed
from keytally.findings.finding import Edit
from keytally.findings.spelling import short_text

VALUE = "wrong value"
FORMAT = "formatting only"
MISSING_FIELD, SPURIOUS_FIELD = "missing field", "spurious field"
MISSING_ITEM, SPURIOUS_ITEM, DUPLICATE = "missing item", "spurious item", "duplicate item"

CLASSES = (VALUE, FORMAT, MISSING_FIELD, SPURIOUS_FIELD, MISSING_ITEM, SPURIOUS_ITEM, DUPLICATE)
"""The classes in the order of tables."""

LACKS_RECORD = "the response has no record of the document"


class Wrong(NamedTuple):
    """A value of the key, of the response, or a pair; `name` is its field in the response's `parent`."""

    key: Compiled | None
    response: Compiled | None
    parent: Compiled | None
    name: str
    kind: str


def differences(comparison: Comparison, score: RecordScore) -> list[Difference]:
    """Return the differences of a document, in the order of the response."""
    found = [_difference(wrong, score) for wrong in wrongs_of(comparison)]
    return sorted(found, key=lambda each: [(place.start, place.end) for place in each.response])


def wrongs_of(comparison: Comparison) -> Iterator[Wrong]:
    """Yield the differing values, each value without a partner once with all of its leaves."""
    yield from _Differing(comparison).of(comparison.key, comparison.response, None, "")


class _Differing:
    """Walks through two records like `Comparison.verdicts`."""

    def __init__(self, comparison: Comparison) -> None:
        self._aligner = comparison.aligner

    def of(
        self, key: Compiled | None, response: Compiled | None, parent: Compiled | None, name: str
    ) -> Iterator[Wrong]:
        if isinstance(key, Choice) and response is not None:
            key = self._aligner.chosen(key, response)
        if key is None or response is None:
            if key is not None and key.least:
                yield Wrong(key, None, parent, name, MISSING_FIELD)
            if response is not None:
                yield Wrong(None, response, parent, name, SPURIOUS_FIELD)
        elif isinstance(key, Leaf) and isinstance(response, Leaf):
            if self._aligner.worth(key, response).correct == 0:
                is_same = BY_TYPE.compare(key.value, response.value) == CORRECT
                yield Wrong(key, response, parent, name, FORMAT if is_same else VALUE)
        elif isinstance(key, Item) and isinstance(response, Item):
            for field in dict.fromkeys((*key.fields, *response.fields)):
                yield from self.of(key.fields.get(field), response.fields.get(field), response, field)
        elif (groups := self._aligner.as_groups(key, response)) is None:
            yield Wrong(key, response, parent, name, VALUE)
        else:
            yield from self._of_lists(*groups)

    def _of_lists(self, key: Group, response: Group) -> Iterator[Wrong]:
        matching = self._aligner.matching(key, response)
        for one, other in matching.pairs:
            yield from self.of(one, other, response, "")
        for one in matching.missing:
            if one.least:
                yield Wrong(one, None, response, "", MISSING_ITEM)
        present = {_sign(other) for _, other in matching.pairs} - {None}
        for other in matching.spurious:
            kind = DUPLICATE if _sign(other) in present else SPURIOUS_ITEM
            yield Wrong(None, other, response, "", kind)


def _sign(value: Compiled) -> Any:
    if isinstance(value, Item):
        return value.sign()
    return ("leaf", value.canon) if isinstance(value, Leaf) else None


def counts_of(wrong: Wrong, *, is_partial: bool = False) -> Mapping[str, int]:
    """Return the outcomes that a difference is responsible for."""
    key = 0 if wrong.key is None else len(list(leaves_of(wrong.key)))
    response = 0 if wrong.response is None else wrong.response.size
    if isinstance(wrong.key, Leaf) and isinstance(wrong.response, Leaf):
        return {"par" if is_partial else "inc": 1}
    return {name: count for name, count in (("mis", key), ("spu", response)) if count}


def _difference(wrong: Wrong, score: RecordScore) -> Difference:
    is_partial = (
        isinstance(wrong.key, Leaf)
        and isinstance(wrong.response, Leaf)
        and wrong.key.field.comparator.judge is not None
        and wrong.key.field.comparator.judge(wrong.key.value, wrong.response.value) == 1
    )
    path = next(each.field.path for each in (wrong.response, wrong.key) if each is not None)
    response = _place(score.response, wrong.response)
    if not response and score.response is not None:
        response = [Place(score.response, *gap_in(wrong.parent, score.response))]
    return Difference(
        wrong.kind,
        _place(score.key, wrong.key),
        response,
        _words(wrong.key),
        _words(wrong.response),
        counts_of(wrong, is_partial=is_partial),
        (path if wrong.key is not None else "", path if wrong.response is not None else ""),
        wrong,
    )


def _place(unit: RecordUnit | None, value: Compiled | None) -> list[Place]:
    node = None if value is None else value.node
    return [] if unit is None or node is None else [Place(unit, node.start, node.end)]


def _words(value: Compiled | None) -> str:
    """Return a value in a few words: a scalar, or the first scalars of an object or a list."""
    if value is None:
        return ""
    texts = (" ".join(plain_text(leaf.value).split()) for leaf in leaves_of(value))
    return short_text(", ".join(text for _, text in zip(range(4), texts, strict=False)))


def repair(response: Sequence[RecordUnit], given: Sequence[Difference]) -> Rewriting:
    """Return the edit of a record by which differences are repaired, and the unit after it."""
    unit = next(iter(response), None)
    tree = None if unit is None or unit.document is None else unit.tree()
    if unit is None or tree is None or tree.root is None:
        return Rewriting([], dict.fromkeys(range(len(given)), LACKS_RECORD))
    record = unit.record_node(tree)
    changes = _Changes(record)
    refused = {}
    for at, difference in enumerate(given):
        if not changes.add(difference.subject):
            refused[at] = LACKS_RECORD
    if record is None or len(refused) == len(given):
        return Rewriting([], dict.fromkeys(range(len(given)), LACKS_RECORD))
    edit = Edit(*_extent(unit, tree.root), _written(unit, tree.root, changes))
    text = unit.text[: edit.start] + edit.text + unit.text[edit.end :]
    return Rewriting([(unit, edit)], refused, [(unit, unit.with_text(text))])


def _extent(unit: RecordUnit, root: Node) -> tuple[int, int]:
    """Return the range of a unit that its record replaces: the envelope's value, or the whole object."""
    member = root.member(unit.layout.envelope) if unit.layout.envelope is not None else None
    node = root if member is None else member.node
    return node.start, node.end


def _written(unit: RecordUnit, root: Node, changes: "_Changes") -> str:
    record = unit.record_node()
    content = "{}" if record is None or changes.removes(record) else changes.written(record)
    if unit.layout.envelope is not None or root.members is None:
        return content
    kept = [
        f"{json.dumps(member.name)}: {changes.written(member.node)}"
        for member in root.members
        if member.name == unit.layout.id or (member.name == SCHEMA and unit.schema() is not None)
    ]
    inner = content[1:-1]
    return "{" + ", ".join([*kept, *([inner] if inner else [])]) + "}"


class _Changes:
    """Values that replace, follow or delete others, by the places of these."""

    def __init__(self, record: Node | None) -> None:
        self._record = record
        self._replaced: dict[tuple[int, int], Compiled] = {}
        self._removed: set[tuple[int, int]] = set()
        self._members: dict[tuple[int, int], list[tuple[str, Compiled]]] = {}
        self._items: dict[tuple[int, int], list[Compiled]] = {}

    def add(self, wrong: Wrong) -> bool:
        """Take in the repair of a difference; return whether it can be made."""
        there = None if wrong.response is None else wrong.response.node
        if there is not None and wrong.key is not None:
            self._replaced[there.start, there.end] = wrong.key
        elif there is not None:
            self._removed.add((there.start, there.end))
        elif wrong.key is not None:
            return self._add_missing(wrong.key, wrong)
        return True

    def _add_missing(self, key: Compiled, wrong: Wrong) -> bool:
        parent = self._record if wrong.parent is None else wrong.parent.node
        if parent is None or (wrong.parent is None and not (isinstance(key, Item) and parent.is_object)):
            return False
        place = (parent.start, parent.end)
        if isinstance(wrong.parent, Group):
            self._items.setdefault(place, []).append(key)
        else:
            named = [(wrong.name, key)] if wrong.parent is not None else [*key.fields.items()]  # type: ignore[union-attr]
            self._members.setdefault(place, []).extend(named)
        return True

    def removes(self, node: Node) -> bool:
        """Return whether a value is deleted, and no items take its place."""
        place = (node.start, node.end)
        return place in self._removed and place not in self._items

    def written(self, node: Node) -> str:
        """Return a value as JSON after the changes."""
        place = (node.start, node.end)
        items = [_json(plain_of(each)) for each in self._items.get(place, ())]
        if node.items is not None and place not in self._replaced:
            kept = [self.written(item) for item in node.items if not self.removes(item)]
            return f"[{', '.join([*kept, *items])}]"
        if place in self._removed:
            return f"[{', '.join(items)}]"
        single = self._single(node)
        return single if place not in self._items else f"[{', '.join([single, *items])}]"

    def _single(self, node: Node) -> str:
        place = (node.start, node.end)
        if place in self._replaced:
            return _json(plain_of(self._replaced[place]))
        if node.members is None:
            return _json(node.value)
        members = {
            member.name: self.written(member.node)
            for member in _last_members(node)
            if not self.removes(member.node)
        }
        members |= {name: _json(plain_of(value)) for name, value in self._members.get(place, ())}
        return "{" + ", ".join(f"{json.dumps(name)}: {text}" for name, text in members.items()) + "}"


def _last_members(node: Node) -> Iterator[Member]:
    """Yield the members of an object, the last of each name."""
    yield from {member.name: member for member in node.members or ()}.values()


def plain_of(value: Compiled) -> Any:
    """Return a value of the key as a response may have it, with one of the alternatives."""
    if isinstance(value, Choice):
        return plain_of(value.first)
    if isinstance(value, Leaf):
        return value.value
    if isinstance(value, Item):
        return {name: plain_of(each) for name, each in value.fields.items()}
    return [plain_of(each) for each in value.order]


def _json(value: Any) -> str:
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {_json(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_json, value)) + "]"
    return json.dumps(value)


def difference_counts(scores: Sequence[RecordScore]) -> Mapping[str, int]:
    """Return the numbers of leaves that are not correct, without zeros."""
    total = summed(scores).total()
    counts = {"par": total.par, "inc": total.inc, "mis": total.mis, "spu": total.spu}
    return {name: count for name, count in counts.items() if count}
