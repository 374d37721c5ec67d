"""JSON Lines with lists of tokens and tags, as in data sets of Hugging Face; a record is a sentence."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.families.interchange import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    FaultKind,
    FormatCapabilities,
    arranged,
)
from keytally.families.spans.json_records import Record, begins_with, name_of, record_reader

_TOKENS = ("tokens", "words")
_TAGS = ("ner_tags", "ner", "tags", "labels")
"""The fields with tokens and with tags, the most common names first."""

_OUTSIDE = "O"
_BEGINS, _CONTINUES, _ENDS = frozenset("BSUW"), frozenset("IMEL"), frozenset("ELSUW")


class _Fields(NamedTuple):
    """The names of the fields with tokens and tags."""

    tokens: str
    tags: str


def _fields_of(values: Mapping[str, Any]) -> _Fields | None:
    """Return the fields of a record; None if it has no lists of as many tags as tokens."""
    tokens = next((name for name in _TOKENS if _is_list_of(values.get(name), str)), None)
    if tokens is None:
        return None
    tags = next(
        (
            name
            for name in _TAGS
            if _is_list_of(values.get(name), str | int) and len(values[name]) == len(values[tokens])
        ),
        None,
    )
    return None if tags is None else _Fields(tokens, tags)


def _is_list_of(value: object, kind: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)


def is_tokens_and_tags(values: dict[str, Any]) -> bool:
    """Return whether an object has lists of tokens and of their tags."""
    return _fields_of(values) is not None


def read_tokens_and_tags(record: Record) -> Document | None:
    """Return the sentence of a record; None without tokens and tags."""
    fields = _fields_of(record.values)
    if fields is None:
        record.lose_faulty("the record lacks lists of tokens and tags of the same length")
        return None
    record.lose_unknown(record.values, {"id", *fields})
    tokens = record.values[fields.tokens]
    extents = _extents(tokens)
    tags = _tags(record, fields.tags)
    entities = [
        Entity(((extents[first][0], extents[last][1]),), kind, (), record.place)
        for first, last, kind in _chunks(tags)
    ]
    sentence = tuple((start, end) for start, end in extents if start < end)
    return Document(
        *(name_of(record.values.get("id")), " ".join(tokens), arranged(entities, []).entities, ()),
        (sentence,) if sentence else (),
        place=record.place,
    )


def _extents(tokens: Sequence[str]) -> list[Extent]:
    extents, start = [], 0
    for token in tokens:
        extents.append((start, start + len(token)))
        start += len(token) + 1
    return extents


def _tags(record: Record, field: str) -> list[str]:
    """Return the tags of a record; O for each that cannot be read, which is reported."""
    stated = record.values[field]
    if any(isinstance(tag, int) for tag in stated):
        wrong = f"the field {field} contains numbers; write the names of the tags, such as B-PER"
        record.lose_faulty(wrong, FaultKind.LINE, stated, "; all count as O")
        return [_OUTSIDE] * len(stated)
    for tag in sorted({tag for tag in stated if not _is_tag(tag)}):
        record.lose_faulty(f"the tag {tag!r} has no prefix such as B- or I-", then=" and counts as O")
    return [tag if _is_tag(tag) else _OUTSIDE for tag in stated]


def _is_tag(tag: str) -> bool:
    prefix, _, kind = tag.partition("-")
    return tag == _OUTSIDE or (prefix in _BEGINS | _CONTINUES and bool(kind))


def _chunks(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the first token, the last token and the type of each entity, in any scheme, as conlleval does."""
    first, last, current = -1, -1, ""
    is_over = True
    for number, tag in enumerate(tags):
        prefix, _, kind = tag.partition("-")
        if first >= 0 and (is_over or prefix not in _CONTINUES or kind != current):
            yield first, last, current
            first = -1
        if tag != _OUTSIDE:
            first, last, current = (number if first < 0 else first), number, kind
        is_over = prefix in _ENDS
    if first >= 0:
        yield first, last, current


TOKENS_AND_TAGS = ConversionFormat(
    *("huggingface", "JSON Lines with tokens and tags (Hugging Face)", (".jsonl",)),
    FormatCapabilities(text=False, tokens="needed", nested=False, crossing=False, empty=False, types=r"\S+"),
    begins_with(is_tokens_and_tags),
    record_reader(read_tokens_and_tags),
)
