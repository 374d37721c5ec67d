"""The public surface of results as JSON: the properties that the schemas of `docs/schemas` allow."""

import json
from collections.abc import Iterator
from typing import Any

from release.checkout import CHECKOUT
from release.surface.item import Item

SCHEMAS = CHECKOUT / "docs" / "schemas"
_ENDING = ".schema.json"


def items() -> Iterator[Item]:
    """A property each, by the path of the schema that allows it."""
    for path in sorted(SCHEMAS.glob(f"*{_ENDING}")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        yield from _properties(schema, path.name.removesuffix(_ENDING), "")


def _properties(node: Any, document: str, place: str) -> Iterator[Item]:
    """The properties below a node of a schema, each with its type and whether it is always there."""
    if isinstance(node, list):
        for number, each in enumerate(node):
            yield from _properties(each, document, f"{place}/{number}")
    elif isinstance(node, dict):
        required = node.get("required")
        for name, stated in _named(node):
            always = "always" if isinstance(required, list) and name in required else "sometimes"
            yield Item("property", f"{document}{place}", name, f"{_type(stated)}, {always}")
        for key, below in node.items():
            if key not in ("enum", "const", "default", "examples", "required"):
                yield from _properties(below, document, f"{place}/{key}")


def _named(node: dict[str, Any]) -> list[tuple[str, Any]]:
    """The properties that a node states; a property that bears the name `properties` states none."""
    properties = node.get("properties")
    return [*properties.items()] if isinstance(properties, dict) and "type" in node else []


def _type(stated: Any) -> str:
    """The type of a property in a word or two."""
    if not isinstance(stated, dict):
        return "anything"
    return str(stated.get("$ref") or stated.get("type") or "one of several")
