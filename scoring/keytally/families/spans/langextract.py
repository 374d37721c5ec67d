"""JSON Lines of LangExtract: documents with their extractions."""

from collections.abc import Mapping, Sequence
from typing import Any

from keytally.families.interchange import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    FaultKind,
    FormatCapabilities,
    arranged,
)
from keytally.families.spans.extents import checked_extent, quoted_extent
from keytally.families.spans.json_records import (
    Record,
    as_line,
    begins_with,
    name_of,
    record_reader,
    record_text,
)
from keytally.text.json_text import in_message

_EXTRACTIONS = "extractions"
_FIELDS = {"document_id", "text", _EXTRACTIONS}
_EXTRACTION_FIELDS = {"extraction_class", "extraction_text", "char_interval", "attributes"}
_BOOKKEEPING = {"alignment_status", "extraction_index", "group_index", "token_interval"}
"""Fields that number the extractions or describe how they were aligned."""

_ALIGNED = "match_exact"
"""The status of an extraction whose text equals the document's text at its offsets."""


def is_langextract(values: dict[str, Any]) -> bool:
    """Return whether an object is a LangExtract document."""
    return isinstance(values.get(_EXTRACTIONS), list) and ("text" in values or "document_id" in values)


def read_langextract(record: Record) -> Document | None:
    """Return the document of a record; None if it has no text."""
    text = record_text(record)
    if text is None:
        return None
    found = [_entity(record, text, each) for each in record.objects(record.values, _EXTRACTIONS)]
    record.lose_unknown(record.values, _FIELDS)
    entities = arranged([entity for entity in found if entity is not None], []).entities
    return Document(name_of(record.values.get("document_id")), text, entities, place=record.place)


def _entity(record: Record, text: str, value: dict[str, Any]) -> Entity | None:
    record.lose_unknown(value, _EXTRACTION_FIELDS | _BOOKKEEPING, " of an extraction")
    extent = _extent(record, text, value)
    if extent is None:
        return None
    return record.entity(extent, value.get("extraction_class"), _attributes(record, value))


def _extent(record: Record, text: str, value: dict[str, Any]) -> Extent | None:
    """Return the place of an extraction; if it has none, report that and return None.

    A model may word an extraction differently from the text. The program then aligns it with some words, as
    its status shows, and the offsets count.
    """
    interval, quote = value.get("char_interval"), value.get("extraction_text")
    if not isinstance(interval, dict) or interval.get("start_pos") is None:
        record.lose(
            f"the extraction {in_message(quote)} has no position in the text and is left out", value=value
        )
        return None
    start, end = interval.get("start_pos"), interval.get("end_pos")
    found = quoted_extent(text, start, end, quote) if isinstance(quote, str) else None
    if found is not None or not isinstance(quote, str):
        return found or record.extent(text, start, end, value=value)
    if value.get("alignment_status") in (None, _ALIGNED):
        return record.extent(text, start, end, quote, value=value)
    found = checked_extent(text, start, end)
    if found is None:
        return record.extent(text, start, end, value=value)
    if text[found[0] : found[1]].casefold() != quote.casefold():
        covered = text[found[0] : found[1]]
        lost = f"the wording {in_message(quote)} of an extraction is left out; the text has {covered!r}"
        record.lose(lost, value=value)
    return found


def _attributes(record: Record, value: dict[str, Any]) -> dict[str, str]:
    """Return the attributes of an extraction by lower-case name; the values of a list are on separate
    lines.
    """
    attributes: dict[str, str] = {}
    stated = value.get("attributes")
    if stated is not None and not isinstance(stated, dict):
        record.lose_faulty("the attributes of an extraction are not an object", value=value)
    for name, given in stated.items() if isinstance(stated, dict) else ():
        listed = given if isinstance(given, list) else [given]
        if given is None:
            continue
        if not name or name.lower() in attributes or not all(isinstance(each, str) for each in listed):
            wrong = "occurs twice" if name.lower() in attributes else "is not a string"
            record.lose_faulty(f"the attribute {name}={in_message(given)} {wrong}", FaultKind.LINE, value)
            continue
        attributes[name.lower()] = "\n".join(listed)
        if name != name.lower():
            record.lose(f"the attribute {name} is written as {name.lower()}", value=value)
    return attributes


def _write_langextract(documents: Sequence[Document]) -> Sequence[str]:
    return ("".join(map(_line, documents)),)


def _line(document: Document) -> str:
    extractions = [_extraction(document, number) for number in range(len(document.entities))]
    name = {"document_id": document.name} if document.name else {}
    return as_line({_EXTRACTIONS: extractions, "text": document.text, **name})


def _extraction(document: Document, number: int) -> Mapping[str, Any]:
    entity = document.entities[number]
    values = {name: value.split("\n") if "\n" in value else value for name, value in entity.attributes}
    return {
        "extraction_class": entity.type,
        "extraction_text": document.covered(entity),
        "char_interval": {"start_pos": entity.start, "end_pos": entity.end},
        "alignment_status": _ALIGNED,
        "extraction_index": number + 1,
        "group_index": number,
        "description": None,
        "attributes": values or None,
    }


LANGEXTRACT = ConversionFormat(
    *("langextract", "JSON lines of LangExtract", (".jsonl",)),
    FormatCapabilities(attributes="(?s:.+)"),
    begins_with(is_langextract),
    record_reader(read_langextract),
    _write_langextract,
)
