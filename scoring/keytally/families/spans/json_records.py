"""The records of a JSON or JSON lines file, with their texts and tokens."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from keytally.families.contract import SettingsError
from keytally.families.interchange import (
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    Loss,
    Place,
    ReadDocuments,
    Sentence,
    SourceText,
)
from keytally.families.json_units import BETWEEN, LIST
from keytally.families.spans.extents import checked_extent, quoted_extent
from keytally.families.spans.offsets import UTF16, Counting, Quotation, counted_extent, counting_of
from keytally.text.json_text import in_message, json_fault
from keytally.text.positions import LINE_END, count_line_ends, line_starts

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{\]}]')
_DECODER = json.JSONDecoder()


class RawRecord(NamedTuple):
    """A JSON value and its first line; if there is no value, `problem` is the reason.

    `text` is the record's text if it may span several lines.
    """

    line: int
    value: Any
    problem: str = ""
    text: str = ""


def raw_records(text: str) -> Iterator[RawRecord]:
    """Yield the values of a file; a line or a remainder that is not JSON yields a problem instead."""
    opening = LIST.match(text)
    return _of_lines(text) if opening is None else _of_list(text, _end_of(BETWEEN, text, opening.end()))


def _of_lines(text: str) -> Iterator[RawRecord]:
    for number, line in enumerate(LINE_END.split(text), 1):
        if line.strip():
            try:
                yield RawRecord(number, json.loads(line))
            except (ValueError, RecursionError) as error:
                yield RawRecord(number, None, f"the line is not valid JSON ({_why(error)})")


def _of_list(text: str, start: int) -> Iterator[RawRecord]:
    line, counted = 1, 0
    while start < len(text) and text[start] != "]":
        line, counted = line + count_line_ends(text[counted:start]), start
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            yield RawRecord(line, None, f"the rest of the file is not valid JSON ({_why(error)})")
            return
        yield RawRecord(line, value, text=text[start:end])
        start = _end_of(BETWEEN, text, end)


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def _why(error: ValueError | RecursionError) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else json_fault(error)


def _written(value: object) -> str:
    """Return a list or an object as JSON; "" for other values and for excessive nesting.

    Other values are excluded because a number or a string may also occur elsewhere in the record.
    """
    try:
        return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else ""
    except RecursionError:
        return ""


def _lines_of_parts(text: str, line: int) -> dict[str, list[int]]:
    """Return the first lines of the lists and objects in a record, by their JSON text."""
    found = defaultdict[str, list[int]](list)
    depth = counted = 0
    for bracket in _BRACKET.finditer(text):
        kind, start = bracket[0], bracket.start()
        depth += (kind in _OPENING) - (kind in _CLOSING)
        if kind in _OPENING and depth <= _DEEPEST:
            line, counted = line + count_line_ends(text[counted:start]), start
            with suppress(RecursionError):
                found[_written(_DECODER.raw_decode(text, start)[0])].append(line)
    return found


_OPENING, _CLOSING = ("[", "{"), ("]", "}")
_DEEPEST = 8
"""The maximum depth of parts with line numbers, because each part is read again for every enclosing part."""


class Record:
    """A record with its requested fields and its losses."""

    def __init__(
        self,
        source: SourceText,
        line: int,
        values: Mapping[str, Any],
        text: str = "",
        annotator: str = "",
    ) -> None:
        """Create the record; `text` is its text if it may span several lines.

        With `annotator`, only that annotator's annotations are read from files with several annotators.
        """
        self.values = values
        self.annotator = annotator
        self.place = Place(source.shown, line)
        self.losses: list[Loss] = []
        self._source = source
        self._counting: Counting | None = None
        self._by_units = False
        self._quotations: dict[str, list[Quotation]] = {}
        self._has_misquoted = False
        self._text = text
        self._lines: dict[str, list[int]] | None = None

    def lose(self, what: str, fault: Fault | None = None, value: object = None) -> None:
        """Report a loss; `value` is the part of the record that contains it."""
        place = self.place if value is None or "\n" not in self._text else self._place_of(value)
        self.losses.append(Loss(place, what, fault))

    def _place_of(self, value: object) -> Place:
        """Return the first line of a part of the record; if several parts are equal, return the line of
        the next unreported part.
        """
        if self._lines is None:
            self._lines = _lines_of_parts(self._text, self.place.line)
        lines = self._lines.get(_written(value)) or [self.place.line]
        return self.place._replace(line=lines.pop(0) if len(lines) > 1 else lines[0])

    def lose_faulty(
        self,
        wrong: str,
        kind: FaultKind = FaultKind.LINE,
        value: object = None,
        then: str = " and is left out",
    ) -> None:
        """Report an error in `value`, a part of the record; `then` describes its effect."""
        self.lose(f"{wrong}{then}", Fault(kind, wrong, _written(value)), value)

    def lose_unknown(self, values: Mapping[str, Any], known: Collection[str], of: str = "") -> None:
        """Report unknown fields, except those without a value."""
        for name in sorted(name for name in values if name not in known):
            if values[name] not in (None, "", [], {}):
                self.lose(f"the field {name}{of} is left out")

    def listed(self, values: Mapping[str, Any], name: str) -> list[Any]:
        """Return a field that must be a list; if it has any other value, report it and return an empty
        list.
        """
        found = values.get(name)
        if found is not None and not isinstance(found, list):
            wrong = f"the field {name} is not a list"
            self.lose(f"{wrong} and is left out", Fault(FaultKind.LINE, wrong, json.dumps(name)))
        return found if isinstance(found, list) else []

    def objects(self, values: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
        """Return a field that must be a list of objects; other items are reported and omitted."""
        found = self.listed(values, name)
        for each in found:
            if not isinstance(each, dict):
                self.lose_faulty(f"{json.dumps(each)} in {name} is not an object", value=each)
        return [each for each in found if isinstance(each, dict)]

    def extent(
        self, text: str, start: object, end: object, quote: object = None, *, value: object
    ) -> Extent | None:
        """Return a checked extent of the text; if the offsets are invalid, report them and return None.

        `value` is the part of the record that contains them.
        """
        found = self.quoted(text, start, end, quote)
        if found is None:
            says = f" with the text {quote!r}" if isinstance(quote, str) else ""
            wrong = f"an entity from {in_message(start)} to {in_message(end)}{says} is not in the text"
            self.lose_faulty(wrong, FaultKind.OFFSET, value)
        return found

    def quoted(self, text: str, start: object, end: object, quote: object) -> Extent | None:
        """Return the extent between two offsets of a text; None if the offsets are invalid, or if the text
        there differs from the quotation.
        """
        if not isinstance(quote, str):
            return counted_extent(text, start, end, self._counting)
        quotation = Quotation([(start, end)], quote)
        self._quotations.setdefault(text, []).append(quotation)
        if self._counting is not None and quotation.fits(text, self._counting):
            return counted_extent(text, start, end, self._counting)
        found = quoted_extent(text, start, end, quote)
        self._has_misquoted |= found is None
        self._by_units |= found is not None and found != (start, end)
        return found

    def resolved(self, read: "ReadRecord") -> Document | None:
        """Return the document; if quotations do not match, use the unit of offsets with which they do."""
        document = read(self)
        if document is None or not (self._has_misquoted or self._by_units):
            return document
        counting = counting_of(document.text, self._quotations.get(document.text, ()))
        if counting is None or not self._has_misquoted:
            return replace(document, counted=UTF16 if self._by_units else "")
        again = Record(self._source, self.place.line, self.values, self._text, self.annotator)
        again._counting = counting
        found = read(again)
        self.losses = again.losses
        return None if found is None else replace(found, counted=counting.title)

    def entity(self, extent: Extent, kind: object, attributes: Mapping[str, str] | None = None) -> Entity:
        """Return an entity of this record; if its label is not a string, it has no type."""
        named = kind if isinstance(kind, str) else ""
        if kind is not None and not isinstance(kind, str):
            self.lose_faulty(f"the label {in_message(kind)} is not a string")
        return Entity((extent,), named, tuple(sorted((attributes or {}).items())), self.place)


def as_line(values: Mapping[str, Any]) -> str:
    """Return a record as a line."""
    return json.dumps(values, ensure_ascii=False) + "\n"


def name_of(value: object) -> str:
    """Return a document's name from a field that may contain a number."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def as_number(name: str) -> str | int:
    """Return a name as a number if it represents a number."""
    return int(name) if name.isascii() and name.isdigit() and str(int(name)) == name else name


ReadRecord = Callable[[Record], Document | None]
AsObject = Callable[[Any], dict[str, Any] | None]


def as_plain_object(value: Any) -> dict[str, Any] | None:
    """Return a JSON object; None for any other value."""
    return value if isinstance(value, dict) else None


def record_reader(
    read: ReadRecord, as_object: AsObject = as_plain_object
) -> Callable[[Sequence[SourceText]], ReadDocuments]:
    """Return the reader of a format; `read` converts its records to documents."""

    def documents_of(texts: Sequence[SourceText]) -> ReadDocuments:
        return _read_records(texts[0], read, as_object)

    return documents_of


ANNOTATOR = "annotator"
ANNOTATOR_OPTIONS = {
    ANNOTATOR: "the annotator whose annotations are read (default: the first of each record)"
}
"""The options of formats whose files may contain annotations by several annotators."""


def annotator_reader(
    read: ReadRecord, annotators: Callable[[Mapping[str, Any]], Sequence[str]]
) -> Callable[[Sequence[SourceText], Mapping[str, str]], ReadDocuments]:
    """Return a reader with the options `ANNOTATOR_OPTIONS`; `annotators` returns the annotators of a
    record.
    """

    def documents_of(texts: Sequence[SourceText], options: Mapping[str, str]) -> ReadDocuments:
        source, wanted = texts[0], options.get(ANNOTATOR, "")
        values = (as_plain_object(raw.value) for raw in raw_records(source.text))
        known = dict.fromkeys(name for each in values if each is not None for name in annotators(each))
        known.pop("", None)
        if wanted and wanted not in known:
            names = ", ".join(known) or "none"
            raise SettingsError([f"{source.shown}: no annotator {wanted!r}; annotators: {names}"])
        return _read_records(source, read, as_plain_object, wanted)

    return documents_of


def _read_records(
    source: SourceText, read: ReadRecord, as_object: AsObject, annotator: str = ""
) -> ReadDocuments:
    documents: list[Document] = []
    losses: list[Loss] = []
    for raw in raw_records(source.text):
        values = as_object(raw.value)
        if values is None:
            wrong = raw.problem or "the line is not a document record"
            fault = Fault(FaultKind.LINE, wrong)
            losses.append(Loss(Place(source.shown, raw.line), f"{wrong} and is left out", fault))
            continue
        record = Record(source, raw.line, values, raw.text, annotator)
        document = record.resolved(read)
        losses += record.losses
        documents += [] if document is None else [document]
    return ReadDocuments(documents, losses)


def record_text(record: Record, field: str = "text") -> str | None:
    """Return the text of a record; if the field is not a string, report it and return None."""
    found = record.values.get(field)
    if isinstance(found, str):
        return found
    record.lose_faulty("the record has no text")
    return None


def begins_with(
    fields: Callable[[dict[str, Any]], bool], as_object: AsObject = as_plain_object
) -> Callable[[str, str], bool]:
    """Return a function that tests whether the first record of a file has the fields of a format."""

    def is_of(name: str, beginning: str) -> bool:
        if beginning.lstrip()[:1] not in ("{", "["):
            return False
        first = next(raw_records(beginning), None)
        values = None if first is None else as_object(first.value)
        return values is not None and fields(values)

    return is_of


def read_tokens(record: Record, text: str) -> list[Extent] | None:
    """Return the non-empty tokens in order; None if the record has no tokens or invalid ones."""
    if record.values.get("tokens") is None:
        return None
    tokens: list[Extent] = []
    for each in record.objects(record.values, "tokens"):
        found = checked_extent(text, each.get("start"), each.get("end"))
        if found is None or found[0] == found[1] or (tokens and found[0] < tokens[-1][1]):
            stretch = f"{in_message(each.get('start'))} to {in_message(each.get('end'))}"
            wrong = f"{stretch} is not a range of text after the previous token"
            record.lose(f"the tokens are left out: {wrong}", Fault(FaultKind.OFFSET, wrong))
            return None
        _check_text(record, text[found[0] : found[1]], each)
        if text[found[0] : found[1]].strip():
            tokens.append(found)
    return tokens


COUNT = "; the offsets are used"
"""The part of a report that describes how contradictory data of a token or an entity is treated."""


def _check_text(record: Record, found: str, token: dict[str, Any]) -> None:
    """Report a token whose text differs from the text at its offsets."""
    stated = token.get("text")
    if isinstance(stated, str) and stated != found:
        wrong = f"the token {stated!r} is not in the text from {token['start']} to {token['end']}"
        record.lose_faulty(wrong, FaultKind.OFFSET, token, COUNT)


def tokens_by_lines(text: str, tokens: Sequence[Extent]) -> tuple[Sentence, ...]:
    """Return the tokens of each line."""
    return tokens_by_starts(tokens, line_starts(text))


def tokens_by_starts(tokens: Sequence[Extent], starts: Sequence[int]) -> tuple[Sentence, ...]:
    """Return the tokens, divided at each start."""
    ends = [*starts[1:], None]
    numbered = _numbered(tokens, ends)
    return tuple(tuple(token for _, token in group) for _, group in groupby(numbered, lambda each: each[0]))


def _numbered(tokens: Sequence[Extent], ends: Sequence[int | None]) -> list[tuple[int, Extent]]:
    found, number = [], 0
    for token in tokens:
        while (end := ends[number]) is not None and token[0] >= end:
            number += 1
        found.append((number, token))
    return found
