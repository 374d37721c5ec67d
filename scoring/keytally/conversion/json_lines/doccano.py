"""JSON lines of doccano: `label` (`labels`, `entities`) with triples or with offsets by name."""

from collections.abc import Sequence
from typing import Any

from keytally.conversion.json_lines.reading import begins_with, reader, text_of
from keytally.conversion.json_lines.records import Record, as_line, as_number, name_of
from keytally.evaluations.converted import ConversionFormat, Document, Entity, FaultKind, Holds, arranged

_TRIPLES = ("label", "labels")
_KNOWN = {"id", "text", "entities", *_TRIPLES}


def _read(record: Record) -> Document | None:
    text = text_of(record)
    if text is None:
        return None
    entities = [
        found
        for name in _TRIPLES
        for each in record.listed(record.values, name)
        for found in _triple(record, text, each)
    ]
    entities += [
        found for each in record.objects(record.values, "entities") for found in _named(record, text, each)
    ]
    _check_relations(record)
    record.lose_unknown(record.values, _KNOWN)
    return Document(
        name_of(record.values.get("id")), text, arranged(entities, []).entities, place=record.place
    )


def _check_relations(record: Record) -> None:
    """Tell of relations with an end that is no entity; none of them is kept."""
    entities = record.values.get("entities")
    known = (
        [each.get("id") for each in entities if isinstance(each, dict)] if isinstance(entities, list) else []
    )
    for each in record.objects(record.values, "relations"):
        ends = each.get("from_id"), each.get("to_id")
        if not all(end in known for end in ends):
            wrong = f"the relation from {ends[0]!r} to {ends[1]!r} has an end that is no entity"
            record.lose_faulty(wrong, FaultKind.REFERENCE, each)


def _triple(record: Record, text: str, value: object) -> list[Entity]:
    if not isinstance(value, list) or len(value) != 3:
        record.lose_faulty(f"the label {value!r} is no [start, end, type]", value=value)
        return []
    extent = record.extent(text, value[0], value[1], value=value)
    return [] if extent is None else [record.entity(extent, value[2])]


def _named(record: Record, text: str, value: dict[str, Any]) -> list[Entity]:
    extent = record.extent(text, value.get("start_offset"), value.get("end_offset"), value=value)
    return [] if extent is None else [record.entity(extent, value.get("label"))]


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return ("".join(map(_line, documents)),)


def _line(document: Document) -> str:
    labels = [[entity.start, entity.end, entity.type] for entity in document.entities]
    number = {"id": as_number(document.name)} if document.name else {}
    return as_line({**number, "text": document.text, "label": labels})


def _has_fields(values: dict[str, Any]) -> bool:
    triples = (values.get(name) for name in _TRIPLES)
    entities = values.get("entities")
    is_named = isinstance(entities, list) and all(isinstance(each, dict) for each in entities)
    return "text" in values and (is_named or any(isinstance(each, list) for each in triples))


DOCCANO = ConversionFormat(
    "doccano", "JSON lines of doccano", (".jsonl",), Holds(), begins_with(_has_fields), reader(_read), _write
)
