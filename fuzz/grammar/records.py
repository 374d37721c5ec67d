"""Structured records: a key and a response, with what models write around and instead of JSON."""

import json
from random import Random
from typing import Any

from fuzz.grammar.words import WORDS, line_end, pair

_NAMES = ("shop", "total", "items", "tags", "name", "value", "a_meta", "$any", "$optional", "")
_SCALARS: tuple[Any, ...] = ("", None, True, 0, 1.5, -3, 10**30, "5", "N/A", "\ud800", "\u202e")


_TYPES = ("string", "number", "integer", "boolean", "null", "array", "object", ["string", "null"])
_FIELDS = (
    'shop = "text"',
    '"**.total" = { compare = "number", tolerance = "1%" }',
    'items = { order = "strict" }',
    'items = { id = "name" }',
    'tags = { compare = "set", separator = " " }',
    '"*" = "exact"',
    'value = { compare = "tokens", partial = 0.3 }',
    'name = { compare = "date", partial = "month" }',
    '"items[].name" = "ignore"',
    'value = { compare = "similar" }',
)


def workspace(chance: Random) -> dict[str, str]:
    """Some records, and a response that changes them; perhaps with a schema and rules for fields."""
    key = [{"id": str(number), **_object(chance, 3)} for number in range(chance.randint(1, 4))]
    response = [_changed(chance, record) for record in key if chance.random() < 0.95]
    if chance.random() < 0.2:
        response = [{"id": record.pop("id", 0), "output": record} for record in response]
    end = line_end(chance)
    files = {
        "key.jsonl": "".join(f"{json.dumps(record)}\n" for record in key),
        "response.jsonl": _written(chance, response),
    }
    files = {name: text.replace("\n", end) for name, text in files.items()}
    stated = {}
    if chance.random() < 0.3:
        files["schema.json"] = json.dumps(_schema(chance, 3))
        stated = {"schema": "schema.json"}
    config = pair("records", "key.jsonl", "response.jsonl", chance, **stated)
    if chance.random() < 0.3:
        rules = {line.partition(" =")[0]: line for line in chance.sample(_FIELDS, chance.randint(1, 4))}
        config += "[pair.fields]\n" + "".join(f"{line}\n" for line in rules.values())
    return {**files, "keytally.toml": config}


def _schema(chance: Random, depth: int) -> dict[str, Any]:
    """A JSON Schema of objects with fields of those names."""
    names = chance.sample(_NAMES, chance.randint(0, 6))
    properties = {name: _schema_of_value(chance, depth) for name in names}
    found: dict[str, Any] = {"type": "object", "properties": properties}
    if chance.random() < 0.3:
        found["required"] = [name for name in names if chance.random() < 0.5]
    if chance.random() < 0.2:
        found["additionalProperties"] = chance.choice((True, False, {}))
    return found


def _schema_of_value(chance: Random, depth: int) -> Any:
    if depth and chance.random() < 0.4:
        inner = _schema(chance, depth - 1)
        return inner if chance.random() < 0.4 else {"type": "array", "items": inner}
    clauses: tuple[dict[str, Any], ...] = (
        {},
        {"enum": ["", "a", 5, None]},
        {"const": 1},
        {"format": chance.choice(("date", "email", "uuid", "?"))},
        {"pattern": chance.choice(("^[a-z]+$", "(", "(a+)+$"))},
        {"minimum": 0, "maxLength": 3, "multipleOf": 0.1},
        {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        {"$ref": chance.choice(("#/$defs/x", "#", "https://example.org/x"))},
        {"x-keytally-compare": chance.choice(("exact", "none", "tokens"))},
        {"description": "what it is", "items": {"type": "string"}},
    )
    return {"type": chance.choice(_TYPES), **chance.choice(clauses)} if chance.random() < 0.95 else True


def _value(chance: Random, depth: int) -> Any:
    if depth and chance.random() < 0.3:
        return [_value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    if depth and chance.random() < 0.3:
        return _object(chance, depth - 1)
    return chance.choice((*_SCALARS, *WORDS)) if chance.random() < 0.5 else chance.choice(WORDS)


def _object(chance: Random, depth: int) -> dict[str, Any]:
    return {chance.choice(_NAMES): _value(chance, depth) for _ in range(chance.randint(0, 4))}


def _changed(chance: Random, value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _changed(chance, each) for name, each in value.items() if chance.random() < 0.95}
    if isinstance(value, list):
        kept = [_changed(chance, each) for each in value if chance.random() < 0.9]
        return chance.sample(kept, len(kept))
    return value if chance.random() < 0.9 else _value(chance, 1)


def _written(chance: Random, records: list[Any]) -> str:
    """The records as lines, as a list, or as an object of ids to records, some of them malformed."""
    form = chance.choice(("lines", "lines", "list", "mapping"))
    if form == "mapping":
        return json.dumps({str(record.get("id", at)): record for at, record in enumerate(records)}, indent=1)
    lines = [_spoiled(chance, json.dumps(record)) for record in records]
    return f"[{', '.join(lines)}]" if form == "list" else "".join(f"{line}\n" for line in lines)


def _spoiled(chance: Random, line: str) -> str:
    spoils = (
        lambda: line[: chance.randint(0, len(line))],
        lambda: line.replace('"', "'"),
        lambda: f"```json\n{line}\n```",
        lambda: f"Here it is: {line}",
        lambda: json.dumps({"id": "0", "output": line}),
        lambda: line.replace("}", ",}"),
        lambda: "Error: timeout",
        lambda: "[" * 2000,
    )
    return line if chance.random() < 0.85 else chance.choice(spoils)()
