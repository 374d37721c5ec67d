"""The value scores of ExtractBench: precision, recall and F over cells, with rows paired by assignment.

The definition is that of llama-extract-bench 1.0, without evidence and boxes. Only the schema determines
whether a value is an object, a list of objects or a single cell.
"""

import re
from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from keytally.families.records.programs.extractbench_dates import with_iso_dates
from keytally.families.records.programs.shared import (
    Figures,
    Json,
    NotApplicableError,
    Place,
    Verdict,
    assign,
    by_document,
    members_in,
    parts_in,
)

NAME = "extractbench"
RATIOS = ("precision", "recall", "f1")
COUNTS = ("correct_cells", "expected_cells", "predicted_cells")

_THRESHOLDS = {"description": 0.95, "court": 0.85}
"""The fields in which text is compared by similarity, by name, with thresholds."""

_MOST_RESIDUAL_CELLS = 100_000_000
_RESERVED = frozenset(("_provenance",))
_BRANCHES = ("anyOf", "oneOf", "allOf")
_SPACE = re.compile(r"\s+")
_PUNCTUATION = re.compile(r"[^\w\s]")


def _score(key: Json, response: Json, schema: Json) -> Figures:
    root, mine, its = read(key, response, schema)
    correct = expected = predicted = 0
    for cell in compared_cells(mine, its, root):
        correct += cell.is_correct
        expected += cell.is_expected
        predicted += cell.is_predicted
    if not expected and not predicted:
        raise NotApplicableError("the records contain no cells to score")
    precision = correct / predicted if predicted else 0.0
    recall = correct / expected if expected else 0.0
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "correct_cells": correct,
        "expected_cells": expected,
        "predicted_cells": predicted,
    }


PROGRAM = by_document(NAME, "f1", _score, RATIOS, COUNTS)
"""ExtractBench as a program; if a response is missing or not an object, only defaults are predicted cells."""


def verdicts(key: Json, response: Json, schema: Json) -> Iterator[Verdict]:
    """Yield the decision on each cell that the program counts."""
    root, mine, its = read(key, response, schema)
    for cell in compared_cells(mine, its, root):
        yield Verdict(
            cell.key_place if cell.is_expected else None,
            cell.response_place if cell.is_predicted else None,
            cell.is_correct,
        )


class _Missing:
    """The absence of a property; it is equal only to itself."""


MISSING = _Missing()


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The rules for comparing the values at a node of the schema.

    `rows` contains the columns of a list of objects, and `fields` the properties of an object; a cell has
    neither. A missing value is replaced with `default`. `has_parts` is true for objects and lists of objects;
    rows that contain such a part are paired in a single assignment.
    """

    name: str
    default: Json = MISSING
    fields: Mapping[str, "Shape"] | None = None
    rows: Mapping[str, "Shape"] | None = None
    has_parts: bool = False

    @property
    def threshold(self) -> float | None:
        """Return the similarity at which texts count as equal; None if only equal texts do."""
        return _THRESHOLDS.get(self.name.rsplit(".", 1)[-1].split("[", 1)[0])

    @property
    def pairing_threshold(self) -> float | None:
        """Return the threshold for pairing rows, which uses the name exactly as written."""
        return _THRESHOLDS.get(self.name)


_PLAIN = Shape("")


def read(key: Json, response: Json, schema: Json) -> tuple[Shape, Mapping[str, Json], Mapping[str, Json]]:
    """Return the shape of the record, and both sides with dates in ISO format.

    Raises NotApplicableError if there is no schema or the key is not an object.
    """
    if not isinstance(schema, dict):
        raise NotApplicableError("extractbench needs a schema")
    mine, its = ((next(iter(side.values())) if _is_wrapped(side) else side) for side in (key, response))
    if not isinstance(mine, dict):
        raise NotApplicableError("extractbench can only score records that are objects")
    mine, its = _with_dates(mine), _with_dates(its) if isinstance(its, dict) else {}
    shapes = _shapes(_properties(_inlined(schema, schema, frozenset())))
    for name in (mine.keys() | its.keys()) - shapes.keys():
        shapes[name] = Shape(name)
    fields = {name: shape for name, shape in sorted(shapes.items()) if name not in _RESERVED}
    return Shape("", fields=fields), mine, its


def _is_wrapped(value: Json) -> bool:
    return isinstance(value, dict) and value.keys() == {"value"}


def _with_dates(value: Json) -> Json:
    if isinstance(value, str):
        return with_iso_dates(value)
    if isinstance(value, dict):
        return {name: _with_dates(item) for name, item in value.items()}
    return [_with_dates(item) for item in value] if isinstance(value, list) else value


def _inlined(node: Json, root: Json, seen: frozenset[str]) -> Json:
    """Return a schema with its references resolved; a reference within itself becomes `{}`."""
    if isinstance(node, list):
        return [_inlined(below, root, seen) for below in node]
    if not isinstance(node, dict):
        return node
    reference = node.get("$ref")
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return {name: _inlined(below, root, seen) for name, below in node.items()}
    if reference in seen:
        return {}
    target = root
    for part in reference[2:].split("/"):
        target = target.get(part, {}) if isinstance(target, dict) else {}
    found = _inlined(target, root, seen | {reference})
    own = {name: _inlined(below, root, seen) for name, below in node.items() if name != "$ref"}
    return {**(found if isinstance(found, dict) else {}), **own}


def _branches(node: Mapping[str, Json]) -> Iterator[Json]:
    for name in _BRANCHES:
        yield from parts_in(node, name)


def _properties(node: Json) -> dict[str, Json]:
    """Return the properties of a node and of its alternatives."""
    if not isinstance(node, dict):
        return {}
    found = dict(members_in(node, "properties"))
    for below in _branches(node):
        found.update(_properties(below))
    return found


def _items(node: Json) -> Mapping[str, Json]:
    """Return the schema of the items of a node, or of its first alternative that defines items."""
    if not isinstance(node, dict):
        return {}
    items = node.get("items")
    if isinstance(items, dict):
        return items
    return next(filter(None, map(_items, _branches(node))), {})


def _has_type(node: Mapping[str, Json], name: str) -> bool:
    types = node.get("type")
    return types == name or (isinstance(types, list) and name in types)


def _is_array(node: Json) -> bool:
    if not isinstance(node, dict):
        return False
    return (
        _has_type(node, "array")
        or isinstance(node.get("items"), dict)
        or any(map(_is_array, _branches(node)))
    )


def _is_object(node: Json) -> bool:
    if not isinstance(node, dict):
        return False
    return bool(_properties(node)) or _has_type(node, "object") or any(map(_is_object, _branches(node)))


def _shapes(properties: Mapping[str, Json]) -> dict[str, Shape]:
    return {name: _shape(name, node) for name, node in properties.items()}


def _shape(name: str, node: Json) -> Shape:
    default = node["default"] if isinstance(node, dict) and "default" in node else MISSING
    columns = _properties(_items(node))
    has_rows = bool(columns) or _has_type(_items(node), "object")
    if _is_array(node) and has_rows:
        return Shape(name, default, rows=_shapes(columns), has_parts=True)
    fields = {} if _is_array(node) else _properties(node)
    return Shape(name, default, fields=_shapes(fields) if fields else None, has_parts=_is_object(node))


@dataclass(slots=True)
class Cell:
    """A cell that the program counts: its shape, and its value and place on each side; a value may be
    MISSING.
    """

    shape: Shape
    key: Json
    response: Json
    key_place: Place
    response_place: Place

    @property
    def is_expected(self) -> bool:
        """Return whether the cell counts for recall."""
        return self.key is not MISSING

    @property
    def is_predicted(self) -> bool:
        """Return whether the cell counts for precision."""
        return self.response is not MISSING

    @property
    def is_correct(self) -> bool:
        """Return whether both sides have equal values."""
        both = self.is_expected and self.is_predicted
        return both and _are_equal(self.key, self.response, self.shape.threshold)


def compared_cells(
    key: Json, response: Json, shape: Shape, key_place: Place = (), response_place: Place = ()
) -> Iterator[Cell]:
    """Yield the cells of two corresponding values; MISSING is the value of a side that has none."""
    if key is MISSING and response is MISSING:
        return
    if shape.rows is not None:
        mine, its = _rows(key), _rows(response)
        pairs = dict(_row_pairs(mine, its, shape.rows)) if mine and its and shape.rows else {}
        taken = set(pairs.values())
        for i, row in enumerate(mine):
            j = pairs.get(i, -1)
            places = (*key_place, i), (*response_place, j)
            yield from _compared_fields(row, its[j] if j >= 0 else MISSING, shape.rows, *places)
        for j, row in enumerate(its):
            if j not in taken:
                yield from _compared_fields(MISSING, row, shape.rows, key_place, (*response_place, j))
    elif shape.fields is not None:
        yield from _compared_fields(key, response, shape.fields, key_place, response_place)
    else:
        yield Cell(shape, key, response, key_place, response_place)


def _compared_fields(
    key: Json, response: Json, fields: Mapping[str, Shape], key_place: Place, response_place: Place
) -> Iterator[Cell]:
    for name, shape in fields.items():
        mine = MISSING if key is MISSING else value_of(key, name, shape)
        its = MISSING if response is MISSING else value_of(response, name, shape)
        yield from compared_cells(mine, its, shape, (*key_place, name), (*response_place, name))


def value_of(record: Json, name: str, shape: Shape) -> Json:
    """Return the value of a property, its default if the property is absent, or MISSING."""
    return record.get(name, shape.default) if isinstance(record, dict) else shape.default


def _rows(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _cell_count(value: Json, shape: Shape) -> int:
    return sum(1 for _ in compared_cells(value, MISSING, shape))


Steps = tuple[Shape, ...]
"""The properties that lead from a row to a cell or a list of objects below it."""


def _parts(columns: Mapping[str, Shape], before: Steps = ()) -> Iterator[Steps]:
    """Yield the cells and the lists of objects in a row."""
    for shape in columns.values():
        steps = (*before, shape)
        if shape.fields is None:
            yield steps
        else:
            yield from _parts(shape.fields, steps)


def _part(row: Json, steps: Steps) -> Json:
    for shape in steps:
        row = value_of(row, shape.name, shape)
        if row is MISSING:
            return MISSING
    return row


def _row_pairs(
    key: Sequence[Json], response: Sequence[Json], columns: Mapping[str, Shape]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of rows that minimise the number of different cells.

    In lists in which rows contain only cells, equal rows are paired first. Pairing equal rows first does not
    change the cost, but may change which of several best assignments is found.
    """
    left = list(range(len(key))), list(range(len(response)))
    if not any(shape.has_parts or shape.pairing_threshold for shape in columns.values()):
        equal = list(_equal_rows(key, response, list(_parts(columns))))
        yield from equal
        taken = {i for i, _ in equal}, {j for _, j in equal}
        left = [i for i in left[0] if i not in taken[0]], [j for j in left[1] if j not in taken[1]]
    is_flat = not any(shape.has_parts for shape in columns.values())
    if is_flat and len(left[0]) * len(left[1]) > _MOST_RESIDUAL_CELLS:
        return
    costs = _costs([key[i] for i in left[0]], [response[j] for j in left[1]], columns)
    for j, i in assign(costs):
        yield left[0][i], left[1][j]


def _equal_rows(
    key: Sequence[Json], response: Sequence[Json], parts: Sequence[Steps]
) -> Iterator[tuple[int, int]]:
    places: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for j, row in enumerate(response):
        places[tuple(_content(_part(row, steps)) for steps in parts)].append(j)
    for i, row in enumerate(key):
        found = places.get(tuple(_content(_part(row, steps)) for steps in parts))
        if found:
            yield i, found.popleft()


def _costs(key: Sequence[Json], response: Sequence[Json], columns: Mapping[str, Shape]) -> list[list[int]]:
    """Return the number of different cells for each pair of a response row and a key row."""
    costs = [[0] * len(key) for _ in response]
    for steps in _parts(columns):
        mine, its = [_part(row, steps) for row in key], [_part(row, steps) for row in response]
        shape = steps[-1]
        if shape.rows is not None:
            for line, other in zip(costs, its, strict=True):
                for i, one in enumerate(mine):
                    line[i] += _list_cost(_rows(one), _rows(other), shape.rows)
        elif shape.pairing_threshold is not None:
            for line, other in zip(costs, its, strict=True):
                for i, one in enumerate(mine):
                    line[i] += not _are_equal(one, other, shape.pairing_threshold)
        else:
            wanted = list(map(_content, mine))
            for line, other in zip(costs, map(_content, its), strict=True):
                line[:] = [cost + (one != other) for cost, one in zip(line, wanted, strict=True)]
    return costs


def _list_cost(key: Sequence[Json], response: Sequence[Json], columns: Mapping[str, Shape]) -> int:
    """Return the number of different cells in two lists of objects under the best pairing."""
    if not columns:
        return 0
    costs = _costs(key, response, columns)
    pairs = assign(costs)
    taken = {i for _, i in pairs}, {j for j, _ in pairs}
    left = [row for i, row in enumerate(key) if i not in taken[0]]
    left += [row for j, row in enumerate(response) if j not in taken[1]]
    alone = sum(_cell_count([row], Shape("", rows=columns)) for row in left)
    return alone + sum(costs[j][i] for j, i in pairs)


def _content(value: Json) -> Hashable:
    """Return a value that is equal for cells that the program considers equal."""
    if isinstance(value, str):
        return "text", _SPACE.sub(" ", value).strip()
    return _frozen(value)


def _frozen(value: Json) -> Hashable:
    if isinstance(value, list):
        return "list", tuple(map(_frozen, value))
    if isinstance(value, dict):
        return "object", tuple((name, _frozen(item)) for name, item in sorted(value.items()))
    return "value", value


def _are_equal(key: Json, response: Json, threshold: float | None) -> bool:
    if isinstance(key, str) and isinstance(response, str):
        if threshold is None:
            return _content(key) == _content(response)
        return _similarity(_words(key), _words(response)) >= threshold * 100.0
    return bool(key == response)


def _words(text: str) -> str:
    """Return a text without punctuation or case distinctions, with single spaces."""
    return _SPACE.sub(" ", _PUNCTUATION.sub(" ", text)).strip().lower()


@lru_cache(maxsize=1 << 14)
def _similarity(one: str, other: str) -> float:
    """Return the similarity in percent: twice the length of the longest common subsequence, divided by the
    sum of both lengths.
    """
    if one == other:
        return 100.0
    if not one or not other:
        return 0.0
    whole = len(one) + len(other)
    return (1.0 - (whole - 2 * _common(one, other)) / whole) * 100.0


def _common(one: str, other: str) -> int:
    """Return the length of the longest common subsequence.

    Each character of `one` is represented by a bit (Hyyrö 2004, "Bit-parallel LCS-length computation
    revisited").
    """
    places: defaultdict[str, int] = defaultdict(int)
    for position, letter in enumerate(one):
        places[letter] |= 1 << position
    full = (1 << len(one)) - 1
    free = full
    for letter in other:
        matches = free & places[letter] if letter in places else 0
        free = ((free + matches) | (free - matches)) & full
    return len(one) - free.bit_count()
