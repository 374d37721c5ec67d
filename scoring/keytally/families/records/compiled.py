"""Records prepared for comparison: absent values are removed, values are in comparable form, and leaves
are counted.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from keytally.families.records.comparators import Comparator
from keytally.families.records.fields import SIDE_FIELDS, Field
from keytally.families.records.json_tree import Node, Plain

ANY, OPTIONAL = "$any", "$optional"
_NOTES = frozenset(
    (
        *("confidence", "confidence_score", "score", "probability", "logprob", "citations", "citation"),
        *("source", "sources", "evidence", "reference", "references", "page", "pages", "page_number"),
        *(
            "bbox",
            "boxes",
            "bounding_box",
            "bounding_boxes",
            "polygon",
            "location",
            "grounding",
            "span",
            "spans",
        ),
        *(
            "reasoning",
            "rationale",
            "explanation",
            "meta",
            "metadata",
            "_meta",
            "raw",
            "raw_text",
            "ocr_text",
        ),
    )
)
"""The other names in the envelopes that providers put around `value`."""

_VALUE = "value"


class Leaf:
    """A scalar in comparable form; `node` is its place, if places are known."""

    __slots__ = ("canon", "field", "node", "value")
    size: int = 1
    least: int = 1

    def __init__(self, value: Plain, field: Field, node: Node | None) -> None:
        self.value = value
        self.field = field
        self.node = node
        self.canon: Hashable = field.canon(value)


class Item:
    """An object with its fields by name; `size` is the number of its leaves, and `least` the number of
    required leaves.
    """

    __slots__ = ("_sign", "field", "fields", "least", "node", "size")

    def __init__(self, fields: "dict[str, Compiled]", field: Field, node: Node | None) -> None:
        self.fields = fields
        self.field = field
        self.node = node
        self._sign: Hashable = 0
        size = least = 0
        for each in fields.values():
            size += each.size
            least += each.least
        self.size: int = size
        self.least: int = least

    def sign(self) -> Hashable:
        """Return a value that is equal for items with equal leaves; None if items are not compared by
        equality.
        """
        if self._sign == 0:
            self._sign = _sign_of(self)
        return self._sign


class Group:
    """A list with its elements in order, divided into scalars and objects; `field` is the field of the
    list.
    """

    __slots__ = ("field", "items", "least", "node", "order", "scalars", "size")

    def __init__(self, order: "list[Leaf | Item | Choice]", field: Field, node: Node | None) -> None:
        self.order = order
        self.scalars: list[Leaf | Choice] = []
        self.items: list[Item | Choice] = []
        for each in order:
            if type(each) is Leaf:
                self.scalars.append(each)
            elif type(each) is Item or isinstance(each.first, Item):  # type: ignore[union-attr]
                self.items.append(each)  # type: ignore[arg-type]
            else:
                self.scalars.append(each)  # type: ignore[arg-type]
        self.field = field
        self.node = node
        self.size: int = sum(each.size for each in order)
        self.least: int = sum(each.least for each in order)


class Choice:
    """A value of a key with alternatives; an optional value may be absent without counting as missing."""

    __slots__ = ("alternatives", "field", "is_optional", "least", "node", "size")

    def __init__(
        self, alternatives: "list[Compiled]", field: Field, node: Node | None, *, is_optional: bool
    ) -> None:
        self.alternatives = alternatives
        self.field = field
        self.node = node
        self.is_optional = is_optional
        self.size: int = min(each.size for each in alternatives)
        self.least: int = 0 if is_optional else min(each.least for each in alternatives)

    def sign(self) -> Hashable:
        """Return None, because alternatives are not compared by equality."""
        return None

    @property
    def first(self) -> "Compiled":
        """Return the alternative with the fewest required leaves, which counts if the response has no
        value.
        """
        return min(self.alternatives, key=lambda each: each.least)


Compiled = Leaf | Item | Group | Choice


def _sign_of(node: Compiled) -> Hashable:
    """Return a hashable value for equal leaves, in any order of fields and items; None if leaves are not
    compared by equality.
    """
    if isinstance(node, Leaf):
        judge = node.field.comparator.judge
        return None if judge is not None and not node.field.comparator.by_type else (node.canon,)
    if isinstance(node, Choice):
        return None
    if isinstance(node, Item):
        parts = list[tuple[str, Hashable]]()
        for name, each in node.fields.items():
            simple = type(each) is Leaf and each.field.is_simple and each.field.comparator.judge is None
            sign = each.canon if simple else _sign_of(each)  # type: ignore[union-attr]
            if sign is None and not simple:
                return None
            parts.append((name, sign if simple else (name, sign)))
        return frozenset(parts)
    signs = [_sign_of(each) for each in node.order]
    if node.field.list_id or any(sign is None for sign in signs):
        return None
    return tuple(signs) if node.field.is_ordered else frozenset(Counter(signs).items())


def list_of_one(value: "Leaf | Item | Group", field: Field) -> Group:
    """Return a single value as a one-item list of a field."""
    moved = _with_field(value, field.item)
    assert isinstance(moved, Leaf | Item)
    return Group([moved], field, value.node)


def _with_field(value: "Compiled", field: Field) -> "Compiled":
    """Return a value with another field."""
    if isinstance(value, Leaf):
        return Leaf(value.value, field, value.node)
    if isinstance(value, Item):
        fields = {name: _with_field(each, field.child(name)) for name, each in value.fields.items()}
        return Item(fields, field, value.node)
    if isinstance(value, Group):
        order = [_with_field(each, field.item) for each in value.order]
        return Group(order, field, value.node)  # type: ignore[arg-type]
    alternatives = [_with_field(each, field) for each in value.alternatives]
    return Choice(alternatives, field, value.node, is_optional=value.is_optional)


def leaves_of(node: Compiled) -> Iterator[Leaf]:
    """Yield the leaves of a value that count if the response lacks it; optional values have none."""
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, Item):
        for each in node.fields.values():
            yield from leaves_of(each)
    elif isinstance(node, Group):
        for part in node.order:
            yield from leaves_of(part)
    elif not node.is_optional:
        yield from leaves_of(node.first)


def all_leaves(node: "Compiled | None") -> Iterator[Leaf]:
    """Yield the leaves of a value, including the leaves of all alternatives."""
    if isinstance(node, Leaf):
        yield node
    elif node is not None:
        below = node.fields.values() if isinstance(node, Item) else ()
        parts = node.order if isinstance(node, Group) else ()
        for each in (*below, *parts, *(node.alternatives if isinstance(node, Choice) else ())):
            yield from all_leaves(each)


def contains(value: Plain, name: str) -> bool:
    """Return whether an object anywhere in a value has a field with that name."""
    if isinstance(value, dict):
        return name in value or any(contains(each, name) for each in value.values())
    return isinstance(value, list) and any(contains(each, name) for each in value)


class Compiler:
    """Prepares the values of one side of a document.

    `ignored` counts the leaves of fields that are not compared, by path; `aside` counts fields that describe
    other fields. `kinds` contains the types of values in fields that are compared by type: 1 for strings, 2
    for other values.
    """

    def __init__(self, *, is_key: bool, null_counts: bool, key_has: Callable[[str], bool]) -> None:
        self.ignored: dict[str, int] = {}
        self.aside: dict[str, int] = {}
        self.kinds: dict[Field, int] = {}
        self._is_key = is_key
        self._null_counts = null_counts
        self._key_has = key_has

    def value(self, value: Any, field: Field) -> Compiled | None:
        """Return a value in comparable form; None if it is absent."""
        node: Node | None = None
        if type(value) is Node:
            node = value
            value = (
                {member.name: member.node for member in node.members}
                if node.members is not None
                else node.items
                if node.items is not None
                else node.value
            )
        kind = type(value)
        if kind is dict:
            return self._object(value, field, node)
        if kind is list:
            return self._list(value, field, node)
        if value is None and self._null_counts:
            return self._leaf(None, field, node)
        return None if value is None or value == "" else self._leaf(value, field, node)

    def _leaf(self, value: Plain, field: Field, node: Node | None) -> Compiled | None:
        comparator: Comparator = field.comparator
        if comparator.ignores:
            self.ignored[field.path] = self.ignored.get(field.path, 0) + 1
            return None
        if comparator.separator and isinstance(value, str):
            parts = [part.strip() for part in value.split(comparator.separator)]
            order: list[Leaf | Item | Choice] = [Leaf(part, field.item, node) for part in parts if part]
            return Group(order, field, node) if order else None
        if comparator.by_type:
            self.kinds[field] = self.kinds.get(field, 0) | (1 if type(value) is str else 2)
        return Leaf(value, field, node)

    def _object(self, value: dict[str, Any], field: Field, node: Node | None) -> Compiled | None:
        if self._is_key and len(value) == 1:
            (name,) = value
            if name in (ANY, OPTIONAL):
                return self._choice(name, value[name], field, node)
        if not self._is_key and _VALUE in value and self._is_envelope(value, field):
            for name in value:
                if name != _VALUE:
                    self._set_aside(field.path, name)
            return self.value(value[_VALUE], field)
        return self._members(value, field, node)

    def _members(self, value: dict[str, Any], field: Field, node: Node | None) -> Item | None:
        fields: dict[str, Compiled] = {}
        children = field.children
        for name, each in value.items():
            child = children.get(name) or field.child(name)
            if child.is_side and not self._is_key and self._is_beside(name, value, field):
                continue
            if type(each) is str and child.is_simple:
                if each:
                    fields[name] = Leaf(each, child, None)
                continue
            compiled = self.value(each, child)
            if compiled is not None:
                fields[name] = compiled
        return Item(fields, field, node) if fields else None

    def _is_envelope(self, value: dict[str, Any], field: Field) -> bool:
        if len(value) < 2 or not all(name in _NOTES for name in value if name != _VALUE):
            return False
        return not (field.view is not None and _VALUE in field.view.names) and not self._key_has(_VALUE)

    def _is_beside(self, name: str, value: dict[str, Any], field: Field) -> bool:
        """Return whether a field only describes another field of the response; if so, set it aside."""
        described = next(name.removesuffix(end) for end in SIDE_FIELDS if name.endswith(end))
        is_defined = field.view is not None and name in field.view.names
        if not described or described not in value or is_defined or self._key_has(name):
            return False
        self._set_aside(field.path, name)
        return True

    def _set_aside(self, path: str, name: str) -> None:
        full = f"{path}.{name}" if path else name
        self.aside[full] = self.aside.get(full, 0) + 1

    def _choice(self, name: str, value: Any, field: Field, node: Node | None) -> Compiled | None:
        inner = value.items if type(value) is Node and value.items is not None else value
        given = inner if name == ANY and isinstance(inner, list) else [value]
        found = [each for each in (self.value(part, field) for part in given) if each is not None]
        alternatives = [
            each for one in found for each in (one.alternatives if isinstance(one, Choice) else [one])
        ]
        if not alternatives:
            return None
        nested = any(isinstance(one, Choice) and one.is_optional for one in found)
        absent = name == ANY and len(found) < len(given)
        return Choice(alternatives, field, node, is_optional=name == OPTIONAL or nested or absent)

    def _list(self, value: list[Any], field: Field, node: Node | None) -> Compiled | None:
        order, inner = list[Leaf | Item | Choice](), field.item
        for each in value:
            is_list = isinstance(each, list) or (type(each) is Node and each.items is not None)
            compiled = self._positions(each, inner) if is_list else self.value(each, inner)
            if isinstance(compiled, Group):
                order += compiled.order
            elif compiled is not None:
                order.append(compiled)
        return Group(order, field, node) if order else None

    def _positions(self, value: Any, field: Field) -> Compiled | None:
        """Return a nested list as an object whose field names are positions."""
        node = value if type(value) is Node else None
        items = value.items if node is not None else value
        fields = {}
        for number, each in enumerate(items):
            compiled = self.value(each, field.child(str(number)))
            if compiled is not None:
                fields[str(number)] = compiled
        return Item(fields, field, node) if fields else None
