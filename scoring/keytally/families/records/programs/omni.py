"""The figures of omni-extract-bench: equal values by address, with items paired by nested assignments.

The definition is that of omni-extract-bench 1.0. An address is the path of a value; after pairing, response
items take the indices of their partners in the key.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from keytally.families.records.programs.omni_values import canonical, is_absent
from keytally.families.records.programs.shared import (
    Figures,
    Json,
    NotApplicableError,
    Place,
    Verdict,
    assign,
    by_document,
    parts_in,
)

NAME = "omni"
RATIOS = ("accuracy", "precision", "recall", "f1")
COUNTS = ("total", "matched", "misread", "unfound", "fabricated", "invented_item", "invented_field")

_SIDE_SUFFIXES = ("_citations", "_meta")
_ENVELOPE_NAMES = frozenset(
    (
        *("citations", "citation", "confidence", "score", "reasoning", "evidence", "provenance", "source"),
        *("sources", "page", "pages", "bbox", "span", "spans", "offset", "offsets", "extraction_status"),
        *("status", "meta"),
    )
)
_BRANCHES = ("anyOf", "oneOf", "allOf")
_DEEPEST_SCHEMA = 12
_MOST_CELLS = 50_000_000

Path = tuple[str, ...]


def _score(key: Json, response: Json, schema: Json) -> Figures:
    mine, its = read(key, response, schema)
    counts = Counter(outcome.name for outcome in outcomes(mine, its, 1 + its.size))
    matched, total = counts["matched"], counts.total()
    precision = matched / its.size if its.size else 0.0
    recall = matched / mine.size if mine.size else 0.0
    return {
        "accuracy": matched / total if total else 0.0,
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "total": total,
        **{name: counts[name] for name in COUNTS[1:]},
    }


PROGRAM = by_document(NAME, "accuracy", _score, RATIOS, COUNTS)
"""omni-extract-bench as a program; a document whose response is missing or is not an object has no found
values.
"""


def verdicts(key: Json, response: Json, schema: Json) -> Iterator[Verdict]:
    """Yield the decision on each value that the program counts."""
    mine, its = read(key, response, schema)
    for name, one, other, path in outcomes(mine, its, 1 + its.size):
        yield Verdict(
            (*one.place, *path) if one else None, (*other.place, *path) if other else None, name == "matched"
        )


class _Shape(NamedTuple):
    """The properties of a schema node that the program uses."""

    is_open: bool
    properties: Mapping[str, "_Shape"]
    items: "_Shape | None"


def _shape(node: Json) -> _Shape:
    node = _branch(node)
    properties, items = node.get("properties"), node.get("items")
    below = {name: _shape(each) for name, each in properties.items()} if isinstance(properties, dict) else {}
    return _Shape(_is_open(node), below, None if items is None else _shape(items))


def _branch(node: Json) -> Mapping[str, Json]:
    """Return the first alternative of a node that is not null; if it has no alternatives, the node itself."""
    if not isinstance(node, dict):
        return {}
    for name in _BRANCHES:
        for below in parts_in(node, name):
            if isinstance(below, dict) and below.get("type") != "null":
                return below
    return node


def _is_open(node: Json) -> bool:
    """Return whether the document determines the names in an object, in which case the program does not
    grade it.
    """
    if not isinstance(node, dict):
        return False
    if any(_is_open(below) for name in _BRANCHES for below in parts_in(node, name)):
        return True
    return node.get("additionalProperties") is True or isinstance(node.get("additionalProperties"), dict)


def _inlined(node: Json, root: Mapping[str, Json], depth: int = 0) -> Json:
    """Return a schema with its references resolved, down to the depth at which the program stops."""
    if depth > _DEEPEST_SCHEMA or not isinstance(node, dict | list):
        return node
    if isinstance(node, list):
        return [_inlined(below, root, depth + 1) for below in node]
    reference = node.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/"):
        target: Json = root
        for part in reference[2:].split("/"):
            target = target.get(part) if isinstance(target, dict) else None
        if isinstance(target, dict):
            own = {name: below for name, below in node.items() if name != "$ref"}
            return _inlined({**own, **{n: b for n, b in target.items() if n not in own}}, root, depth + 1)
    return {name: _inlined(below, root, depth + 1) for name, below in node.items() if name != "$defs"}


def _has_reference(node: Json) -> bool:
    if isinstance(node, dict):
        return "$ref" in node or any(map(_has_reference, node.values()))
    return isinstance(node, list) and any(map(_has_reference, node))


@dataclass(slots=True)
class Row:
    """The values of a record or of an item of a list.

    `named` contains the texts of values that are reached by names alone, and `lists` the items of the lists
    below. `unknown` contains the paths of values in `named` that the schema does not define. `size` is the
    total number of values, and `place` is the row's place in its record. `key` is used to sort items by
    content.
    """

    named: dict[Path, str] = field(default_factory=dict)
    lists: dict[Path, list["Row"]] = field(default_factory=dict)
    unknown: set[Path] = field(default_factory=set)
    size: int = 0
    place: Place = ()
    key: tuple[object, ...] = ()


def read(key: Json, response: Json, schema: Json) -> tuple[Row, Row]:
    """Return the values that the program compares.

    Raises NotApplicableError if there is no schema, its references are recursive, or the key is not an
    object.
    """
    if not isinstance(schema, dict) or not schema:
        raise NotApplicableError("omni needs a schema")
    if key is not None and not isinstance(key, dict):
        raise NotApplicableError("omni scores only records that are objects")
    inlined = _inlined(schema, schema)
    if _has_reference(inlined):
        raise NotApplicableError("omni cannot score a schema with recursive or deeply nested references")
    shape = _shape(inlined)
    bare = _bare(response, has_sides=True) if isinstance(response, dict) else {}
    return _record(_bare(key or {}), shape), _record(bare, shape)


def _bare(value: Json, *, has_sides: bool = False) -> Json:
    """Return a value without envelopes and, if `has_sides`, without fields that describe other fields."""
    if isinstance(value, list):
        return [_bare(item, has_sides=has_sides) for item in value]
    if not isinstance(value, dict):
        return value
    if "value" in value and len(value) > 1 and all(n == "value" or n in _ENVELOPE_NAMES for n in value):
        return _bare(value["value"], has_sides=has_sides)
    return {
        name: _bare(item, has_sides=has_sides)
        for name, item in value.items()
        if not has_sides or not _is_side_field(name, value)
    }


def _is_side_field(name: str, fields: Mapping[str, Json]) -> bool:
    return any(name.endswith(end) and name.removesuffix(end) in fields for end in _SIDE_SUFFIXES)


def _record(value: Json, shape: _Shape) -> Row:
    row = Row()
    if isinstance(value, dict):
        _fill(row, value, shape, ())
    return row


def _fill(row: Row, value: Json, shape: _Shape | None, path: Path) -> None:
    """Add the values below a value to a row."""
    if shape is not None and shape.is_open:
        return
    if isinstance(value, dict) and value:
        known = shape.properties if shape else {}
        for name, item in value.items():
            _fill(row, item, known.get(name), (*path, name))
    elif isinstance(value, list) and value:
        items = list[Row]()
        for index, item in enumerate(value):
            below = Row(place=(*row.place, *path, index))
            _fill(below, item, shape.items if shape else None, ())
            if below.size:
                below.key = _content(below)
                items.append(below)
        if items:
            row.lists[path] = items
            row.size += sum(item.size for item in items)
    elif not is_absent(value):
        row.named[path] = canonical(value)
        row.size += 1
        if shape is None:
            row.unknown.add(path)


def _content(row: Row) -> tuple[object, ...]:
    lists = sorted((path, sorted(item.key for item in items)) for path, items in row.lists.items())
    return sorted(row.named.items()), lists


class Outcome(NamedTuple):
    """The program's name for a decision, the rows that contain the value, and its path in them."""

    name: str
    key: Row | None
    response: Row | None
    path: Path


def outcomes(key: Row, response: Row, scale: int) -> Iterator[Outcome]:
    """Yield the program's decisions on the values of two paired rows.

    `scale` is the weight of an equal value in pairing; it is larger than the number of addresses.
    """
    yield from _value_outcomes(key, response)
    for path in (*key.lists, *(path for path in response.lists if path not in key.lists)):
        mine, its = key.lists.get(path, ()), response.lists.get(path, ())
        pairs = _pairs(mine, its, scale) if mine and its else []
        taken = {id(row) for pair in pairs for row in pair}
        for item in mine:
            if id(item) not in taken:
                yield from outcomes(item, _NO_VALUES, scale)
        for item in its:
            if id(item) not in taken:
                # In a list that the key has, additions are items; in others the schema names them.
                for outcome in outcomes(_NO_VALUES, item, scale):
                    yield outcome._replace(name="invented_item") if mine else outcome
        for one, other in pairs:
            yield from outcomes(one, other, scale)


_NO_VALUES = Row()


def _value_outcomes(key: Row, response: Row) -> Iterator[Outcome]:
    """Yield the decisions on values that are reached by names alone."""
    for path, text in response.named.items():
        if path in key.named:
            yield Outcome("matched" if key.named[path] == text else "misread", key, response, path)
        else:
            yield Outcome(
                "invented_field" if path in response.unknown else "fabricated", None, response, path
            )
    for path in key.named:
        if path not in response.named:
            yield Outcome("unfound", key, None, path)


def _pairs(key: Sequence[Row], response: Sequence[Row], scale: int) -> list[tuple[Row, Row]]:
    """Return the pairs of items with the most equal values; ties go to the pairs with the most addresses in
    common.

    Items without an equal value are not paired. Items are first sorted by content, so that their order does
    not affect ties.
    """
    if len(key) * len(response) > _MOST_CELLS:
        raise NotApplicableError(f"an array is too large: {len(key)} and {len(response)} items")
    mine, its = sorted(key, key=_sort_key), sorted(response, key=_sort_key)
    worths = _worths(mine, its, scale)
    pairs = assign([[-worth for worth in line] for line in worths])
    return [(mine[j], its[i]) for i, j in pairs if worths[i][j]]


def _sort_key(row: Row) -> tuple[object, ...]:
    return row.key


def _worths(key: Sequence[Row], response: Sequence[Row], scale: int) -> list[list[int]]:
    """Return the worth of pairing each response item with each key item; 0 if they have no equal value."""
    places: dict[tuple[Path, str], list[int]] = {}
    for j, row in enumerate(key):
        for cell in row.named.items():
            places.setdefault(cell, []).append(j)
    with_lists = [j for j, row in enumerate(key) if row.lists]
    found = []
    for row in response:
        line = [0] * len(key)
        for cell in row.named.items():
            for j in places.get(cell, ()):
                line[j] += scale
        below = {j: _worth_of_lists(key[j], row, scale) for j in with_lists} if row.lists else {}
        for j, worth in enumerate(line):
            lists = below.get(j, 0)
            if worth or lists >= scale:
                line[j] = worth + lists + len(key[j].named.keys() & row.named.keys())
        found.append(line)
    return found


def _worth_of_lists(key: Row, response: Row, scale: int) -> int:
    """Return the number of equal values in the lists of two rows, multiplied by `scale`, plus the number
    of addresses in common.
    """
    worth = 0
    for path in key.lists.keys() & response.lists.keys():
        mine, its = (sorted(side.lists[path], key=_sort_key) for side in (key, response))
        worths = _worths(mine, its, scale)
        worth += sum(worths[i][j] for i, j in assign([[-each for each in line] for line in worths]))
    return worth
