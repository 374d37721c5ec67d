"""JSON Schema (2020-12, as emitted by pydantic), to the extent that it describes fields."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keytally.text.json_text import json_fault

Schema = Mapping[str, Any]

_MOST_REFERENCES = 32


class SchemaError(ValueError):
    """The error for an unusable schema; the message is one line."""


def read_schema(text: str) -> Schema:
    """Return the schema in a text. Raises SchemaError for anything except a JSON object."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SchemaError(f"the schema is not valid JSON: {json_fault(error)}") from error
    if not isinstance(value, dict):
        raise SchemaError("a schema must be a JSON object")
    return value


class SchemaView:
    """A position in a schema: the alternatives that describe one value, with references resolved."""

    __slots__ = ("_root", "parts")

    def __init__(self, root: Schema, schema: object) -> None:
        self._root = root
        self.parts: Sequence[Schema] = list(_resolved(root, schema, 0))

    def member(self, name: str) -> "SchemaView | None":
        """Return the view of a field; None if the schema does not define the field."""
        found = [part["properties"][name] for part in self.parts if name in _properties(part)]
        if not found:
            extra = (part.get("additionalProperties") for part in self.parts)
            found = [each for each in extra if isinstance(each, dict)]
        return self._view(found)

    def item(self) -> "SchemaView | None":
        """Return the view of the items of a list; None if the schema does not define them."""
        return self._view([part["items"] for part in self.parts if isinstance(part.get("items"), dict)])

    def _view(self, found: Sequence[object]) -> "SchemaView | None":
        if not found:
            return None
        view = SchemaView(self._root, found[0])
        view.parts = [*view.parts, *(part for each in found[1:] for part in _resolved(self._root, each, 0))]
        return view

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the fields of an object, in order."""
        return tuple(dict.fromkeys(name for part in self.parts for name in _properties(part)))

    @property
    def required(self) -> frozenset[str]:
        """Return the names of the fields that every object must have."""
        objects = [part for part in self.parts if _properties(part)]
        named = [frozenset(_strings(part.get("required"))) for part in objects]
        return frozenset.intersection(*named) if named else frozenset()

    @property
    def is_open(self) -> bool:
        """Return whether an object may have fields that the schema does not define."""
        objects = [part for part in self.parts if _properties(part)]
        return not objects or any(part.get("additionalProperties") not in (None, False) for part in objects)

    @property
    def types(self) -> frozenset[str]:
        """Return the types that a value may have; empty if any type is allowed."""
        return frozenset(name for part in self.parts for name in types_of(part))

    @property
    def enum(self) -> Sequence[Any] | None:
        """Return the permitted values; None if the schema does not list them."""
        values, has_any = list[Any](), False
        for part in self.parts:
            if part.get("type") == "null":
                continue
            if isinstance(part.get("enum"), list):
                values += part["enum"]
            elif "const" in part:
                values.append(part["const"])
            else:
                has_any = True
        return None if has_any or not values else values

    def first(self, keyword: str) -> Any:
        """Return the value of a keyword in the first alternative that contains it; None if there is none."""
        return next((part[keyword] for part in self.parts if keyword in part), None)


def types_of(part: Schema) -> Sequence[str]:
    """Return the types that an alternative permits."""
    stated = part.get("type")
    return (stated,) if isinstance(stated, str) else _strings(stated)


def _strings(value: object) -> Sequence[str]:
    """Return the strings in a list; empty for any other value, which would be an error in the schema."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else ()


def _properties(part: Schema) -> Mapping[str, Any]:
    found = part.get("properties")
    return found if isinstance(found, dict) else {}


def _resolved(root: Schema, schema: object, depth: int) -> Iterator[Schema]:
    """Yield a schema and the schemas that it refers to or combines."""
    if not isinstance(schema, dict) or depth > _MOST_REFERENCES:
        return
    reference = schema.get("$ref")
    if isinstance(reference, str):
        yield from _resolved(root, _target(root, reference), depth + 1)
    own = {name: each for name, each in schema.items() if name not in ("$ref", "anyOf", "oneOf", "allOf")}
    if own:
        yield own
    for combined in ("anyOf", "oneOf", "allOf"):
        parts = schema.get(combined)
        for part in parts if isinstance(parts, list) else ():
            yield from _resolved(root, part, depth + 1)


def _target(root: Schema, reference: str) -> object:
    """Return the schema to which a reference within the document points; None for any other reference."""
    if reference == "#":
        return root
    if not reference.startswith("#/"):
        return None
    at: object = root
    for step in reference[2:].split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        at = at.get(name) if isinstance(at, dict) else None
    return at
