"""The scores of DocuBench: the share of equal fields, with array items paired greedily.

The definition is that of `scorer.py` in https://github.com/DocuPipe/DocuBench (version 0.1.0).
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from keytally.families.records.programs.shared import (
    Figures,
    Json,
    NotApplicableError,
    Place,
    Verdict,
    by_document,
    members_in,
)

NAME = "docubench"

_NO_WORD = re.compile(r"\W")


def _score(key: Json, response: Json, schema: Json) -> Figures:
    if not isinstance(schema, dict):
        raise NotApplicableError("docubench needs a schema")
    if response is None:
        raise NotApplicableError("there is no response")
    mine, its = normalised(key), normalised(response)
    parts = dict[str, tuple[float, float]]()
    for path in array_paths(schema):
        items = _items(mine, path), _items(its, path)
        # An array is named by the first name of its path: arrays below one object replace each other.
        parts[path[0]] = _array_score(*items), max(map(len, items)) * _mean_leaves(items[0])
    fields = _without_arrays(schema)
    if isinstance(fields, dict) and fields.get("properties"):
        decisions = [verdict.is_correct for verdict in _field_verdicts(mine, its, fields, ())]
        correct, total = sum(decisions), len(decisions)
        has_fields = True
    else:
        correct, total, has_fields = 0, 0, False
    if not parts and not has_fields:
        raise NotApplicableError("the schema has no properties")
    share = correct / total if total else 1.0
    if not parts:
        return {"final": share}
    weight = sum(each for _, each in parts.values()) + total
    worth = sum(score * each for score, each in parts.values()) + share * total
    return {"final": worth / weight if weight > 0 else 1.0}


PROGRAM = by_document(NAME, "final", _score, ("final",), ())
"""DocuBench as a program; documents without a response have no score."""


def verdicts(key: Json, response: Json, schema: Json) -> Iterator[Verdict]:
    """Yield the decision on each field and each leaf of an item that the program counts."""
    mine, its = normalised(key), normalised(response)
    for path in array_paths(schema):
        items = _items(mine, path), _items(its, path)
        partners = {pair.key: pair.response for pair in greedy_pairs(*items)}
        taken = set(partners.values())
        pairs: list[tuple[int | None, int | None]] = [(i, partners.get(i)) for i in range(len(items[0]))]
        pairs += [(None, j) for j in range(len(items[1])) if j not in taken]
        for i, j in pairs:
            one = {} if i is None else _filled(items[0][i])
            other = {} if j is None else _filled(items[1][j])
            for leaf in one.keys() | other.keys():
                steps = () if leaf == "_val" else tuple(leaf.split("."))
                yield Verdict(
                    (*path, i, *steps) if i is not None and leaf in one else None,
                    (*path, j, *steps) if j is not None and leaf in other else None,
                    leaf in one and leaf in other and one[leaf] == other[leaf],
                )
    yield from _field_verdicts(mine, its, _without_arrays(schema), ())


def normalised(value: Json) -> Json:
    """Return a record without empty fields, with numbers as floats rounded to six decimals and text
    reduced to lower-case letters and digits.
    """
    if isinstance(value, dict):
        found = {}
        for name, item in value.items():
            each = normalised(item) if item != "" else []
            if each not in ([], {}):
                found[name] = each
        return found
    if isinstance(value, list):
        return [normalised(item) for item in value]
    if isinstance(value, str):
        return _NO_WORD.sub("", value.lower())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return round(float(value), 6)
    return value


def _is_empty(value: Json) -> bool:
    return value is None or value in ("", [], {})


def _has_type(node: Mapping[str, Json], name: str) -> bool:
    types = node.get("type")
    return types == name or (isinstance(types, list) and name in types)


def array_paths(schema: Mapping[str, Json]) -> list[list[str]]:
    """Return the paths of the arrays of a schema that are not inside another array.

    Raises NotApplicableError if an array cannot be reached by properties alone, because the program then
    fails.
    """
    found = []
    for path, node in _arrays(schema, ()):
        names = list(path[1::2])
        is_plain = len(path) % 2 == 0 and path and all(step == "properties" for step in path[::2])
        if not is_plain or "properties" in names[:-1] or "items" not in node or _has_type(node, "object"):
            place = "/".join(path) or "the root"
            raise NotApplicableError(f"docubench cannot read the array at {place} of the schema")
        found.append(names)
    return found


def _arrays(node: Json, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Json]]]:
    if isinstance(node, dict):
        if _has_type(node, "array"):
            yield path, node
            return
        for name, below in node.items():
            yield from _arrays(below, (*path, name))
    elif isinstance(node, list):
        for below in node:
            yield from _arrays(below, path)


def _items(record: Json, path: list[str]) -> list[Json]:
    for name in path:
        if not isinstance(record, dict) or name not in record:
            return []
        record = record[name]
    return record if isinstance(record, list) else []


def leaves(item: Json, path: str = "") -> dict[str, Json]:
    """Return the leaves of an item by path; a list is one leaf, as JSON with sorted names."""
    if not isinstance(item, dict):
        return {path or "_val": item}
    found = dict[str, Json]()
    for name, value in item.items():
        place = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            found.update(leaves(value, place))
        else:
            found[place] = json.dumps(value, sort_keys=True) if isinstance(value, list) else value
    return found


def _filled(item: Json) -> dict[str, Json]:
    return {path: value for path, value in leaves(item).items() if not _is_empty(value)}


def _mean_leaves(items: list[Json]) -> float:
    return sum(max(len(_filled(item)), 1) for item in items) / len(items) if items else 1.0


class Pair(NamedTuple):
    """An item of the key, an item of the response, and the share of their leaves that are equal."""

    similarity: float
    key: int
    response: int


def greedy_pairs(key: list[Json], response: list[Json]) -> list[Pair]:
    """Return the pairs that the program forms, the most similar first; ties are in item order."""
    mine, its = [_filled(item) for item in key], [_filled(item) for item in response]
    candidates = [
        Pair(_similarity(one, other), i, j) for i, one in enumerate(mine) for j, other in enumerate(its)
    ]
    candidates.sort(key=lambda pair: -pair.similarity)
    found, taken = list[Pair](), (set[int](), set[int]())
    for pair in candidates:
        if pair.key not in taken[0] and pair.response not in taken[1]:
            taken[0].add(pair.key)
            taken[1].add(pair.response)
            found.append(pair)
    return found


def _similarity(one: Mapping[str, Json], other: Mapping[str, Json]) -> float:
    together = len(one.keys() | other.keys())
    if not together:
        return 1.0
    equal = sum(1 for path, value in one.items() if path in other and other[path] == value)
    return equal / together


def _array_score(key: list[Json], response: list[Json]) -> float:
    if not key and not response:
        return 1.0
    return sum(pair.similarity for pair in greedy_pairs(key, response)) / max(len(key), len(response))


def _without_arrays(node: Json) -> Json:
    """Return a schema without its arrays, and without nodes that this leaves empty."""
    if isinstance(node, list):
        kept = [below for below in map(_without_arrays, node) if below is not None and below not in ({}, [])]
        return kept or {}
    if not isinstance(node, dict):
        return node
    if _has_type(node, "array"):
        return {}
    found = {}
    for name, below in node.items():
        each = _without_arrays(below)
        if each is not None and each not in ({}, []):
            found[name] = each
    return {} if _has_type(found, "object") and not found.get("properties") else found


def _field_verdicts(key: Json, response: Json, schema: Json, place: Place) -> Iterator[Verdict]:
    """Yield the decision on each field outside arrays that exists on at least one side."""
    if not isinstance(schema, dict):
        raise NotApplicableError("docubench cannot read a property whose schema is not an object")
    if schema.get("type") == "object" and "properties" in schema:
        for name, below in members_in(schema, "properties").items():
            mine, its = (side.get(name) if isinstance(side, dict) else None for side in (key, response))
            yield from _field_verdicts(mine, its, below, (*place, name))
    elif not (_is_empty(key) and _is_empty(response)):
        has_values = not _is_empty(key), not _is_empty(response)
        yield Verdict(place if has_values[0] else None, place if has_values[1] else None, key == response)
