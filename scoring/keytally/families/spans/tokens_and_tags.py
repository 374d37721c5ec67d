"""JSON with tags of tokens: JSON Lines of data sets of Hugging Face, and the training format of spaCy 2.

In the former a record is a sentence with lists of tokens and tags, in the latter a document with paragraphs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
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
"""The field names for tokens and for tags, starting with the most common names."""

_OUTSIDE = "O"
_BEGINS, _CONTINUES, _ENDS = frozenset("BSUW"), frozenset("IMEL"), frozenset("ELSUW")


class _Fields(NamedTuple):
    """The names of the fields with tokens and tags."""

    tokens: str
    tags: str


def _fields_of(values: Mapping[str, Any]) -> _Fields | None:
    """Return the fields of a record; None if it has no lists with equal numbers of tokens and tags."""
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
    """Return the sentence of a record; None if it has no tokens and tags."""
    fields = _fields_of(record.values)
    if fields is None:
        record.lose_faulty("the record lacks lists of tokens and tags of the same length")
        return None
    record.lose_unknown(record.values, {"id", *fields})
    tokens = record.values[fields.tokens]
    extents = _extents(tokens)
    entities = list(_entities(record, extents, _tags(record, fields.tags)))
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
    """Return the tags of a record; O for numbers, which are reported."""
    stated: list[Any] = record.values[field]
    if any(isinstance(tag, int) for tag in stated):
        wrong = f"the field {field} contains numbers; write the names of the tags, such as B-PER"
        record.lose_faulty(wrong, FaultKind.LINE, stated, "; all count as O")
        return [_OUTSIDE] * len(stated)
    return stated


def _known_tags(record: Record, stated: Sequence[str]) -> list[str]:
    """Return tags; O for each that cannot be read, which is reported."""
    for tag in sorted({tag for tag in stated if not _is_tag(tag)}):
        record.lose_faulty(f"the tag {tag!r} has no prefix such as B- or I-", then=" and counts as O")
    return [tag if _is_tag(tag) else _OUTSIDE for tag in stated]


def _is_tag(tag: str) -> bool:
    prefix, _, kind = tag.partition("-")
    return tag == _OUTSIDE or (prefix in _BEGINS | _CONTINUES and bool(kind))


def _chunks(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the first token, the last token and the type of each entity, in any scheme, read as by
    conlleval.
    """
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


PARAGRAPHS = "paragraphs"
_BETWEEN = "\n\n"
_PARAGRAPH_FIELDS, _TOKEN_FIELDS = {"raw", "sentences"}, {"tokens", "id", "orth", "ner"}
_UNKNOWN = "-"
"""The tag of a token that has not been annotated."""


class _Token(NamedTuple):
    """A token of spaCy 2: its place in its paragraph, and its tag."""

    extent: Extent
    tag: str


class _Paragraph(NamedTuple):
    """The text of a paragraph, and the tokens of its sentences."""

    text: str
    sentences: Sequence[Sequence[_Token]]


def read_paragraphs(record: Record) -> Document:
    """Return a document of spaCy 2's training format; its paragraphs are joined by empty lines."""
    record.lose_unknown(record.values, {"id", PARAGRAPHS})
    found = [_paragraph(record, each) for each in record.objects(record.values, PARAGRAPHS)]
    sentences: list[tuple[Extent, ...]] = []
    entities: list[Entity] = []
    shift = 0
    for text, listed in found:
        for sentence in listed:
            extents = [(shift + start, shift + end) for (start, end), _ in sentence]
            entities += _entities(record, extents, [token.tag for token in sentence])
            kept = tuple((start, end) for start, end in extents if start < end)
            sentences += [kept] if kept else []
        shift += len(text) + len(_BETWEEN)
    text = _BETWEEN.join(paragraph.text for paragraph in found)
    return Document("", text, arranged(entities, []).entities, (), tuple(sentences), place=record.place)


def _paragraph(record: Record, values: Mapping[str, Any]) -> _Paragraph:
    record.lose_unknown(values, _PARAGRAPH_FIELDS, " of a paragraph")
    sentences = record.objects(dict(values), "sentences")
    stated = [record.objects(sentence, "tokens") for sentence in sentences]
    used = [{name for name in each if each[name]} for each in (*sentences, *chain.from_iterable(stated))]
    if lost := sorted(set().union(*used) - _TOKEN_FIELDS):
        record.lose(f"fields of sentences and tokens are left out: {', '.join(lost)}")
    forms = [[_form(token) for token in tokens] for tokens in stated]
    text = _text_of(record, values, [*chain.from_iterable(forms)])
    places = _form_extents(text, chain.from_iterable(forms))
    return _Paragraph(
        text, [[_Token(next(places), _tag(token)) for token in sentence] for sentence in stated]
    )


def _form(token: Mapping[str, Any]) -> str:
    form = token.get("orth")
    return form if isinstance(form, str) else ""


def _tag(token: Mapping[str, Any]) -> str:
    tag = token.get("ner")
    return tag if isinstance(tag, str) and tag != _UNKNOWN else _OUTSIDE


def _text_of(record: Record, paragraph: Mapping[str, Any], forms: Sequence[str]) -> str:
    """Return the text of a paragraph: its tokens, joined by spaces, if the stated text lacks one."""
    raw = paragraph.get("raw")
    if isinstance(raw, str):
        if all(start >= 0 for start, _ in _form_extents(raw, forms)):
            return raw
        record.lose_faulty("a token is not in the text of its paragraph", then="; the tokens are used")
    return " ".join(forms)


def _form_extents(text: str, forms: Iterable[str]) -> Iterator[Extent]:
    """Yield the place of each token, in order; a negative start for one that the text lacks."""
    at = 0
    for form in forms:
        start = text.find(form, at)
        at = max(at, start + len(form))
        yield start, start + len(form)


def _entities(record: Record, extents: Sequence[Extent], tags: Sequence[str]) -> Iterator[Entity]:
    for first, last, kind in _chunks(_known_tags(record, tags)):
        yield Entity(((extents[first][0], extents[last][1]),), kind, (), record.place)


TOKENS_AND_TAGS = ConversionFormat(
    *("huggingface", "JSON Lines with tokens and tags (Hugging Face)", (".jsonl",)),
    FormatCapabilities(text=False, tokens="needed", nested=False, crossing=False, empty=False, types=r"\S+"),
    begins_with(is_tokens_and_tags),
    record_reader(read_tokens_and_tags),
)
