"""JSON lines of spaCy: what `Doc.to_json` gives, and the older `["text", {"entities": …}]`, which is read.

`ents` cannot overlap; where entities do, all stand in the group `sc` of `spans`, as spaCy's span categorizer
has them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from keytally.conversion.json_lines.reading import begins_with, reader, text_of
from keytally.conversion.json_lines.records import Record, as_line
from keytally.conversion.json_lines.tokens import by_lines, by_starts, read_tokens
from keytally.evaluations.converted import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Holds,
    Sentence,
    arranged,
)

GROUP = "sc"
_KNOWN = {"text", "ents", "spans", "sents", "tokens", "entities"}
_OF_SPANS = {"start", "end", "label", "text"}
_OF_TOKENS = {"id", "start", "end"}


def _as_object(value: Any) -> dict[str, Any] | None:
    """A record; of the older form, the text and its entities."""
    if (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and isinstance(value[1], dict)
    ):
        return {**value[1], "text": value[0]}
    return value if isinstance(value, dict) else None


def _read(record: Record) -> Document | None:
    text = text_of(record)
    if text is None:
        return None
    values, groups = record.values, record.values.get("spans")
    entities = [found for each in record.listed(values, "entities") for found in _triple(record, text, each)]
    spans = record.objects(values, "ents")
    if isinstance(groups, dict):
        spans = spans + record.objects(groups, GROUP)
        record.lose_unknown(groups, {GROUP}, " of spans")
    entities += [found for each in spans for found in _span(record, text, each)]
    record.lose_unknown(values, _KNOWN)
    return Document(
        "", text, arranged(entities, []).entities, (), _sentences(record, text), place=record.place
    )


def _triple(record: Record, text: str, value: object) -> list[Entity]:
    if not isinstance(value, list) or len(value) != 3:
        record.lose_faulty(f"the entity {value!r} is no [start, end, type]", value=value)
        return []
    extent = record.extent(text, value[0], value[1], value=value)
    return [] if extent is None else [record.entity(extent, value[2])]


def _span(record: Record, text: str, value: dict[str, Any]) -> list[Entity]:
    record.lose_unknown(value, _OF_SPANS, " of an entity")
    extent = record.extent(text, value.get("start"), value.get("end"), value.get("text"), value=value)
    return [] if extent is None else [record.entity(extent, value.get("label"))]


def _sentences(record: Record, text: str) -> tuple[Sentence, ...] | None:
    tokens = read_tokens(record, text)
    if tokens is None:
        return None
    further = {
        name for each in record.objects(record.values, "tokens") for name in each if each[name]
    } - _OF_TOKENS
    if further:
        record.lose(f"what is said of tokens is left out: {', '.join(sorted(further))}")
    starts = [each.get("start") for each in record.objects(record.values, "sents")]
    given = sorted({start for start in starts if isinstance(start, int)})
    return by_starts(tokens, given) if given else by_lines(text, tokens)


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return ("".join(map(_line, documents)),)


def _line(document: Document) -> str:
    spans = [{"start": each.start, "end": each.end, "label": each.type} for each in document.entities]
    overlap = any(first.end > second.start for first, second in pairwise(document.entities))
    sentences = document.sentences or ()
    tokens = enumerate(_with_blanks(document.text, [token for sentence in sentences for token in sentence]))
    return as_line(
        {
            "text": document.text,
            "ents": [] if overlap else spans,
            **({"spans": {GROUP: spans}} if overlap else {}),
            "sents": [{"start": sentence[0][0], "end": sentence[-1][1]} for sentence in sentences],
            "tokens": [{"id": number, "start": start, "end": end} for number, (start, end) in tokens],
        }
    )


def _with_blanks(text: str, tokens: Sequence[Extent]) -> Iterator[Extent]:
    """The tokens, and as tokens all between them but a single blank: spaCy's tokens make the whole text."""
    at = 0
    for start, end in (*tokens, (len(text), len(text))):
        between = at + 1 if at and text[at:start].startswith(" ") else at
        if between < start:
            yield between, start
        if start < end:
            yield start, end
        at = end


def _has_fields(values: dict[str, Any]) -> bool:
    return "text" in values and ("ents" in values or "cats" in values or _is_older(values))


def _is_older(values: dict[str, Any]) -> bool:
    entities = values.get("entities")
    return isinstance(entities, list) and all(isinstance(each, list) for each in entities)


SPACY = ConversionFormat(
    *("spacy", "JSON lines of spaCy", (".jsonl",)),
    Holds(tokens="needed", names=False, empty=False),
    begins_with(_has_fields, _as_object),
    reader(_read, _as_object),
    _write,
)
