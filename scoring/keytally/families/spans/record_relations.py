"""The relations of a JSON record from doccano, Prodigy, or plain records with `head`, `tail` and
`relation`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from keytally.families.interchange import Entity, FaultKind, Relation
from keytally.families.spans.extents import checked_extent
from keytally.families.spans.json_records import Record
from keytally.text.json_text import in_message

RELATIONS = "relations"
_ENDS = (("head_span", "child_span"), ("head", "tail"), ("from_id", "to_id"))
"""The fields with the two ends of a relation, by tool: Prodigy, plain records, doccano."""

_TYPES = ("relation", "type", "label")
_ENTITIES = ("entities", "label", "labels", "spans")
"""The fields whose items are entities; relation ends refer to them by identifier or by position."""


def has_relations(values: Mapping[str, Any]) -> bool:
    """Return whether a record has relations with ends in a known form."""
    found = values.get(RELATIONS)
    return (
        isinstance(found, list)
        and bool(found)
        and all(isinstance(each, dict) and _fields_of(each) is not None for each in found)
    )


def read_relations(record: Record, text: str, entities: Sequence[Entity]) -> tuple[Relation, ...]:
    """Return the relations of a record, and report those that cannot be read.

    An end can be a span (an object with `start` and `end`, or `[start, end, type]`), an entity's identifier,
    or the text of exactly one entity. If entities have no identifiers, it can also be a position in the list
    of entities.
    """
    ends = _Ends(record, text, entities)
    found: list[Relation] = []
    for each in record.objects(record.values, RELATIONS):
        fields = _fields_of(each)
        if fields is None:
            record.lose_faulty("a relation lacks its head or its tail", value=each)
            continue
        head, tail = (ends.entity(each[name]) for name in fields)
        if isinstance(head, str) or isinstance(tail, str):
            wrong = head if isinstance(head, str) else tail
            record.lose_faulty(f"the relation {_shown(each, fields)}: {wrong}", FaultKind.REFERENCE, each)
        elif head is not None and tail is not None:
            kind = next((each[name] for name in _TYPES if isinstance(each.get(name), str)), "")
            found.append(Relation(kind, head, tail, record.place))
    return tuple(found)


def _fields_of(value: Mapping[str, Any]) -> tuple[str, str] | None:
    return next((names for names in _ENDS if all(value.get(name) is not None for name in names)), None)


def _shown(value: Mapping[str, Any], fields: tuple[str, str]) -> str:
    return f"from {in_message(value[fields[0]])} to {in_message(value[fields[1]])}"


class _Stated(NamedTuple):
    """An item of a list of entities as written: its identifier, its offsets and its type."""

    identifier: object
    start: object
    end: object
    type: object


class _Ends:
    """Resolves the ends of relations to entities of a record."""

    def __init__(self, record: Record, text: str, entities: Sequence[Entity]) -> None:
        self._text = text
        self._entities = entities
        self._stated = [
            stated
            for name in _ENTITIES
            for each in _list(record.values.get(name))
            if (stated := _stated(each)) is not None
        ]
        identified = [each for each in self._stated if each.identifier is not None]
        self._by_name = {str(each.identifier): each for each in identified}
        self._by_words: dict[str, list[Entity]] = {}
        for entity in entities:
            words = " ".join(text[start:end] for start, end in entity.extents)
            self._by_words.setdefault(words, []).append(entity)

    def entity(self, end: object) -> Entity | str | None:
        """Return the entity of an end, or the reason why there is none.

        The result is None if the end refers to a list item that is not an entity; that item is reported
        separately.
        """
        if isinstance(end, dict | list):
            stated = _stated(end)
            found = None if stated is None else self._read(stated, is_new=True)
            return found or "an end is not a span of the text"
        if str(end) in self._by_name:
            return self._read(self._by_name[str(end)])
        if type(end) is int and not self._by_name and 0 <= end < len(self._stated):
            return self._read(self._stated[end])
        known = self._by_words.get(end, ()) if isinstance(end, str) else ()
        if len({(entity.extents, entity.type) for entity in known}) > 1:
            return f"{in_message(end)} is the text of several entities"
        return known[0] if known else f"{in_message(end)} is not an entity"

    def _read(self, stated: _Stated, *, is_new: bool = False) -> Entity | None:
        """Return the record's entity that matches an item; if there is none and `is_new` is set, return a
        new one.
        """
        kind = stated.type if isinstance(stated.type, str) else ""
        extent = checked_extent(self._text, stated.start, stated.end)
        same = [each for each in self._entities if extent is not None and each.extents == (extent,)]
        typed = [each for each in same if each.type == kind]
        if typed or (same and is_new and not kind):
            return (typed or same)[0]
        return Entity((extent,), kind) if is_new and extent is not None else None


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _stated(value: object) -> _Stated | None:
    """Return an item of a list of entities; None if it has no offsets."""
    if isinstance(value, list):
        start, end, kind, *_ = [*value, None, None, None]
        return _Stated(None, start, end, kind)
    if not isinstance(value, dict):
        return None
    start, end = (value.get(f"{name}_offset", value.get(name)) for name in ("start", "end"))
    return _Stated(value.get("id"), start, end, value.get("label", value.get("type")))
