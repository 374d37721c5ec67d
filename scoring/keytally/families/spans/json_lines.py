"""The JSON Lines formats of doccano, Prodigy and spaCy, and the list of all record formats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from keytally.families.interchange import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    FormatCapabilities,
    Sentence,
    arranged,
)
from keytally.families.spans.json_records import (
    ANNOTATOR_OPTIONS,
    COUNT,
    Record,
    annotator_reader,
    as_line,
    as_number,
    as_plain_object,
    begins_with,
    name_of,
    read_tokens,
    record_reader,
    record_text,
    tokens_by_lines,
    tokens_by_starts,
)
from keytally.families.spans.label_studio import annotators_in_task, is_label_studio, read_label_studio
from keytally.families.spans.langextract import is_langextract, read_langextract
from keytally.families.spans.record_relations import has_relations, read_relations
from keytally.families.spans.tokens_and_tags import (
    PARAGRAPHS,
    is_tokens_and_tags,
    read_paragraphs,
    read_tokens_and_tags,
)
from keytally.text.json_text import in_message

_TRIPLES = ("label", "labels")
_DOCCANO_FIELDS = {"id", "entities", *_TRIPLES}
_TEXT_FIELDS = ("text", "data")
"""The fields that contain the text; versions from 2021 wrote `data`."""


def _text_field(values: Mapping[str, Any]) -> str:
    """Return the name of the field that contains a record's text."""
    return next((name for name in _TEXT_FIELDS if isinstance(values.get(name), str)), _TEXT_FIELDS[0])


def _read_doccano(record: Record) -> Document | None:
    field = _text_field(record.values)
    text = record_text(record, field)
    if text is None:
        return None
    entities = [
        found
        for name in _TRIPLES
        for each in record.listed(record.values, name)
        for found in _doccano_triple(record, text, each)
    ]
    entities += [
        found
        for each in record.objects(record.values, "entities")
        for found in _doccano_entity(record, text, each)
    ]
    relations = read_relations(record, text, entities)
    record.lose_unknown(record.values, {*_DOCCANO_FIELDS, field})
    return Document(
        name_of(record.values.get("id")),
        text,
        arranged(entities, []).entities,
        place=record.place,
        relations=relations,
    )


def _doccano_triple(record: Record, text: str, value: object) -> list[Entity]:
    if not isinstance(value, list) or len(value) != 3:
        record.lose_faulty(f"the label {in_message(value)} is not [start, end, type]", value=value)
        return []
    extent = record.extent(text, value[0], value[1], value=value)
    return [] if extent is None else [record.entity(extent, value[2])]


def _doccano_entity(record: Record, text: str, value: dict[str, Any]) -> list[Entity]:
    start, end = (value.get(f"{name}_offset", value.get(name)) for name in ("start", "end"))
    extent = record.extent(text, start, end, value=value)
    return [] if extent is None else [record.entity(extent, value.get("label", value.get("type")))]


def _write_doccano(documents: Sequence[Document]) -> Sequence[str]:
    return ("".join(map(_doccano_line, documents)),)


def _doccano_line(document: Document) -> str:
    labels = [[entity.start, entity.end, entity.type] for entity in document.entities]
    number = {"id": as_number(document.name)} if document.name else {}
    return as_line({**number, "text": document.text, "label": labels})


def _is_doccano(values: dict[str, Any]) -> bool:
    triples = (values.get(name) for name in _TRIPLES)
    entities = values.get("entities")
    is_named = isinstance(entities, list) and all(isinstance(entity, dict) for entity in entities)
    has_text = any(name in values for name in _TEXT_FIELDS) and not is_tokens_and_tags(values)
    has_spans = is_named or any(isinstance(triple, list) for triple in triples)
    return has_text and (has_spans or has_relations(values))


DOCCANO = ConversionFormat(
    "doccano",
    "JSON lines of doccano",
    (".jsonl",),
    FormatCapabilities(),
    begins_with(_is_doccano),
    record_reader(_read_doccano),
    _write_doccano,
)


_PRODIGY_FIELDS = {"text", "spans", "tokens", "answer", "meta"}
_PRODIGY_SPAN_FIELDS = {"start", "end", "label", "token_start", "token_end", "text"}
_ANSWER = '"answer"'
_LEFT_OUT = ("reject", "ignore")
_BOOKKEEPING = "_"
"""The prefix of Prodigy's internal fields, such as hashes, the view, the session and the time."""


def _read_prodigy(record: Record) -> Document | None:
    if record.values.get("answer") in _LEFT_OUT:
        wrong = f"the answer is {record.values['answer']}"
        record.lose(f"{wrong}: the record is left out", Fault(FaultKind.REJECTED, wrong, _ANSWER))
        return None
    text = record_text(record)
    if text is None or (record.annotator and _annotators(record.values) != [record.annotator]):
        return None
    tokens = read_tokens(record, text)
    numbered = _by_number(record) if tokens else {}
    entities = [
        found
        for each in record.objects(record.values, "spans")
        for found in _prodigy_span(record, text, each, numbered)
    ]
    meta = record.values.get("meta")
    known = meta if isinstance(meta, dict) else {}
    record.lose_unknown(known, {"source"}, " of meta")
    fields = {name: value for name, value in record.values.items() if not name.startswith(_BOOKKEEPING)}
    record.lose_unknown(fields, _PRODIGY_FIELDS)
    sentences = None if tokens is None else tokens_by_lines(text, tokens)
    relations = read_relations(record, text, entities)
    found = arranged(entities, []).entities
    name = name_of(known.get("source"))
    if record.annotator:
        name = name_of(record.values.get("_input_hash")) or name
    return Document(name, text, found, (), sentences, place=record.place, relations=relations)


def _annotators(values: Mapping[str, Any]) -> list[str]:
    """Return the name of a record's annotator, or of its session."""
    return [name_of(values.get("_annotator_id")) or name_of(values.get("_session_id"))]


def _by_number(record: Record) -> dict[int, Extent]:
    """Return the extents of valid tokens by number; a token without a number is numbered by its position."""
    tokens = [each for each in record.values["tokens"] if isinstance(each, dict)]
    numbers = (token.get("id") for token in tokens)
    return {
        number if isinstance(number, int) else at: (each["start"], each["end"])
        for at, (number, each) in enumerate(zip(numbers, tokens, strict=True))
    }


def _prodigy_span(
    record: Record, text: str, value: dict[str, Any], tokens: Mapping[int, Extent]
) -> list[Entity]:
    record.lose_unknown(value, _PRODIGY_SPAN_FIELDS, " of a span")
    extent = record.extent(text, value.get("start"), value.get("end"), value.get("text"), value=value)
    if extent is None:
        return []
    if tokens:
        _check_tokens(record, extent, value, tokens)
    return [record.entity(extent, value.get("label"))]


def _check_tokens(
    record: Record, extent: Extent, value: dict[str, Any], tokens: Mapping[int, Extent]
) -> None:
    """Report an entity whose first or last token differs from the declared token numbers."""
    start, end = value.get("token_start"), value.get("token_end")
    first, last = (tokens.get(each) if isinstance(each, int) else None for each in (start, end))
    begins = start is None or (first is not None and first[0] <= extent[0] < first[1])
    ends = end is None or (last is not None and last[0] < extent[1] <= last[1])
    if not (begins and ends):
        stated = f"the tokens from {in_message(start)} to {in_message(end)}"
        wrong = f"{stated} do not match an entity from {extent[0]} to {extent[1]}"
        record.lose_faulty(wrong, FaultKind.OFFSET, value, COUNT)


def _write_prodigy(documents: Sequence[Document]) -> Sequence[str]:
    return ("".join(map(_prodigy_line, documents)),)


def _prodigy_line(document: Document) -> str:
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


def _is_prodigy(values: dict[str, Any]) -> bool:
    return "text" in values and "ents" not in values and ("spans" in values or "_task_hash" in values)


PRODIGY = ConversionFormat(
    *("prodigy", "JSON lines of Prodigy", (".jsonl",)),
    FormatCapabilities(tokens="kept"),
    begins_with(_is_prodigy),
    record_reader(_read_prodigy),
    _write_prodigy,
    options=ANNOTATOR_OPTIONS,
    read_with=annotator_reader(_read_prodigy, _annotators),
)


# JSON Lines of spaCy: `Doc.to_json`. The older pairs `["text", {"entities": …}]` are only read: from lines,
# from a list, or from the list of NER Annotator, `{"classes": […], "annotations": […]}`. So is the training
# format of spaCy 2, with paragraphs.
#
# `ents` cannot overlap; if entities do, all are written to the group `sc` of `spans`, as by spaCy's span
# categorizer.


GROUP = "sc"
_SPACY_FIELDS = {"text", "ents", "spans", "sents", "tokens", "entities"}
_SPACY_SPAN_FIELDS = {"start", "end", "label", "text"}
_SPACY_TOKEN_FIELDS = {"id", "start", "end"}


def _as_object(value: Any) -> dict[str, Any] | None:
    """Return a record; a record in the older form is converted."""
    if (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and isinstance(value[1], dict)
    ):
        return {**value[1], "text": value[0]}
    return value if isinstance(value, dict) else None


def _read_spacy(record: Record) -> Document | None:
    if PARAGRAPHS in record.values:
        return read_paragraphs(record)
    text = record_text(record)
    if text is None:
        return None
    values, groups = record.values, record.values.get("spans")
    entities = [
        found for each in record.listed(values, "entities") for found in _spacy_triple(record, text, each)
    ]
    spans = record.objects(values, "ents")
    if isinstance(groups, dict):
        spans = spans + record.objects(groups, GROUP)
        record.lose_unknown(groups, {GROUP}, " of spans")
    entities += [found for span in spans for found in _spacy_span(record, text, span)]
    record.lose_unknown(values, _SPACY_FIELDS)
    return Document(
        "", text, arranged(entities, []).entities, (), _sentences(record, text), place=record.place
    )


def _spacy_triple(record: Record, text: str, value: object) -> list[Entity]:
    if not isinstance(value, list) or len(value) != 3:
        record.lose_faulty(f"the entity {in_message(value)} is not [start, end, type]", value=value)
        return []
    extent = record.extent(text, value[0], value[1], value=value)
    return [] if extent is None else [record.entity(extent, value[2])]


def _spacy_span(record: Record, text: str, value: dict[str, Any]) -> list[Entity]:
    record.lose_unknown(value, _SPACY_SPAN_FIELDS, " of an entity")
    extent = record.extent(text, value.get("start"), value.get("end"), value.get("text"), value=value)
    return [] if extent is None else [record.entity(extent, value.get("label"))]


def _sentences(record: Record, text: str) -> tuple[Sentence, ...] | None:
    tokens = read_tokens(record, text)
    if tokens is None:
        return None
    further = {
        name for each in record.objects(record.values, "tokens") for name in each if each[name]
    } - _SPACY_TOKEN_FIELDS
    if further:
        record.lose(f"fields of tokens are left out: {', '.join(sorted(further))}")
    starts = [each.get("start") for each in record.objects(record.values, "sents")]
    given = sorted({start for start in starts if isinstance(start, int)})
    return tokens_by_starts(tokens, given) if given else tokens_by_lines(text, tokens)


def _write_spacy(documents: Sequence[Document]) -> Sequence[str]:
    return ("".join(map(_spacy_line, documents)),)


def _spacy_line(document: Document) -> str:
    spans = [{"start": entity.start, "end": entity.end, "label": entity.type} for entity in document.entities]
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
    """Yield the tokens and, as additional tokens, gaps other than a single space, because spaCy's tokens
    cover the whole text.
    """
    at = 0
    for start, end in (*tokens, (len(text), len(text))):
        between = at + 1 if at and text[at:start].startswith(" ") else at
        if between < start:
            yield between, start
        if start < end:
            yield start, end
        at = end


def _is_spacy(values: dict[str, Any]) -> bool:
    if isinstance(values.get(PARAGRAPHS), list):
        return True
    return "text" in values and ("ents" in values or "cats" in values or _is_older(values))


def _is_older(values: dict[str, Any]) -> bool:
    entities = values.get("entities")
    return isinstance(entities, list) and all(isinstance(entity, list) for entity in entities)


SPACY = ConversionFormat(
    *("spacy", "JSON lines of spaCy", (".jsonl",)),
    FormatCapabilities(tokens="needed", names=False, empty=False),
    begins_with(_is_spacy, _as_object),
    record_reader(_read_spacy, _as_object),
    _write_spacy,
)


def _no_annotators(values: Mapping[str, Any]) -> list[str]:
    return []


class RecordFormat(NamedTuple):
    """A format with one record per document: the test that recognises its records, their reader, and the
    function that lists annotators.
    """

    is_record: Callable[[dict[str, Any]], bool]
    read: Callable[[Record], Document | None]
    as_object: Callable[[Any], dict[str, Any] | None] = as_plain_object
    annotators: Callable[[Mapping[str, Any]], list[str]] = _no_annotators


RECORDS = (
    RecordFormat(is_label_studio, read_label_studio, annotators=annotators_in_task),
    RecordFormat(is_langextract, read_langextract),
    RecordFormat(_is_spacy, _read_spacy, _as_object),
    RecordFormat(_is_prodigy, _read_prodigy, annotators=_annotators),
    RecordFormat(is_tokens_and_tags, read_tokens_and_tags),
    RecordFormat(_is_doccano, _read_doccano),
)
"""The formats in the order of detection."""
