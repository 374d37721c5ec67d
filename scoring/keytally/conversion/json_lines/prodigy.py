"""JSON lines of Prodigy: `spans` with offsets, `tokens` with numbers, the name as `meta.source`."""

from collections.abc import Sequence
from typing import Any

from keytally.conversion.json_lines.reading import begins_with, reader, text_of
from keytally.conversion.json_lines.records import Record, as_line, name_of
from keytally.conversion.json_lines.tokens import by_lines, read_tokens
from keytally.evaluations.converted import ConversionFormat, Document, Entity, Holds, arranged

_KNOWN = {"text", "spans", "tokens", "answer", "meta"}
_OF_SPANS = {"start", "end", "label", "token_start", "token_end", "text"}
_LEFT_OUT = ("reject", "ignore")


def _read(record: Record) -> Document | None:
    if record.values.get("answer") in _LEFT_OUT:
        record.lose(f"the answer is {record.values['answer']}: the record is left out")
        return None
    text = text_of(record)
    if text is None:
        return None
    entities = [
        found for each in record.objects(record.values, "spans") for found in _span(record, text, each)
    ]
    tokens = read_tokens(record, text)
    meta = record.values.get("meta")
    known = meta if isinstance(meta, dict) else {}
    record.lose_unknown(known, {"source"}, " of meta")
    record.lose_unknown(record.values, _KNOWN)
    sentences = None if tokens is None else by_lines(text, tokens)
    found = arranged(entities, []).entities
    return Document(name_of(known.get("source")), text, found, (), sentences, place=record.place)


def _span(record: Record, text: str, value: dict[str, Any]) -> list[Entity]:
    record.lose_unknown(value, _OF_SPANS, " of a span")
    extent = record.extent(text, value.get("start"), value.get("end"), value.get("text"), value=value)
    return [] if extent is None else [record.entity(extent, value.get("label"))]


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return ("".join(map(_line, documents)),)


def _line(document: Document) -> str:
    tokens = [token for sentence in document.sentences or () for token in sentence]
    starts = {start: number for number, (start, _) in enumerate(tokens)}
    ends = {end: number for number, (_, end) in enumerate(tokens)}
    values: dict[str, Any] = {"text": document.text}
    if document.sentences is not None:
        values["tokens"] = [
            {
                "text": document.text[start:end],
                "start": start,
                "end": end,
                "id": number,
                "ws": document.text[end : end + 1] == " ",
            }
            for number, (start, end) in enumerate(tokens)
        ]
    values["spans"] = [_written(entity, starts, ends) for entity in document.entities]
    if document.name:
        values["meta"] = {"source": document.name}
    return as_line({**values, "answer": "accept"})


def _written(entity: Entity, starts: dict[int, int], ends: dict[int, int]) -> dict[str, Any]:
    span: dict[str, Any] = {"start": entity.start, "end": entity.end}
    if entity.start in starts and entity.end in ends:
        span |= {"token_start": starts[entity.start], "token_end": ends[entity.end]}
    return {**span, "label": entity.type}


def _has_fields(values: dict[str, Any]) -> bool:
    return "text" in values and "ents" not in values and ("spans" in values or "_task_hash" in values)


PRODIGY = ConversionFormat(
    *("prodigy", "JSON lines of Prodigy", (".jsonl",)),
    Holds(tokens="kept"),
    begins_with(_has_fields),
    reader(_read),
    _write,
)
