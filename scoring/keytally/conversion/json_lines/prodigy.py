"""JSON lines of Prodigy: `spans` with offsets, `tokens` with numbers, the name as `meta.source`."""

from collections.abc import Mapping, Sequence
from typing import Any

from keytally.conversion.json_lines.reading import begins_with, reader, text_of
from keytally.conversion.json_lines.records import Record, as_line, name_of
from keytally.conversion.json_lines.tokens import COUNT, by_lines, read_tokens
from keytally.evaluations.converted import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    FaultKind,
    Holds,
    arranged,
)

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
    tokens = read_tokens(record, text)
    numbered = _by_number(record) if tokens else {}
    entities = [
        found
        for each in record.objects(record.values, "spans")
        for found in _span(record, text, each, numbered)
    ]
    meta = record.values.get("meta")
    known = meta if isinstance(meta, dict) else {}
    record.lose_unknown(known, {"source"}, " of meta")
    record.lose_unknown(record.values, _KNOWN)
    sentences = None if tokens is None else by_lines(text, tokens)
    found = arranged(entities, []).entities
    return Document(name_of(known.get("source")), text, found, (), sentences, place=record.place)


def _by_number(record: Record) -> dict[int, Extent]:
    """The extents of tokens that are sound, by their numbers; a token without one has that of its place."""
    tokens = [each for each in record.values["tokens"] if isinstance(each, dict)]
    numbers = (each.get("id") for each in tokens)
    return {
        number if isinstance(number, int) else at: (each["start"], each["end"])
        for at, (number, each) in enumerate(zip(numbers, tokens, strict=True))
    }


def _span(record: Record, text: str, value: dict[str, Any], tokens: Mapping[int, Extent]) -> list[Entity]:
    record.lose_unknown(value, _OF_SPANS, " of a span")
    extent = record.extent(text, value.get("start"), value.get("end"), value.get("text"), value=value)
    if extent is None:
        return []
    if tokens:
        _check_tokens(record, extent, value, tokens)
    return [record.entity(extent, value.get("label"))]


def _check_tokens(
    record: Record, extent: Extent, value: dict[str, Any], tokens: Mapping[int, Extent]
) -> None:
    """Tell of an entity that begins or ends in other tokens than those that it states by their numbers."""
    start, end = value.get("token_start"), value.get("token_end")
    first, last = (tokens.get(each) if isinstance(each, int) else None for each in (start, end))
    begins = start is None or (first is not None and first[0] <= extent[0] < first[1])
    ends = end is None or (last is not None and last[0] < extent[1] <= last[1])
    if not (begins and ends):
        stated = f"the tokens from {start!r} to {end!r}"
        wrong = f"{stated} are not those of an entity from {extent[0]} to {extent[1]}"
        record.lose_faulty(wrong, FaultKind.OFFSET, value, COUNT)


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
