"""The records of a file of JSON: an object a line, or a list of objects."""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from keytally.conversion.extents import checked, quoted
from keytally.evaluations.converted import (
    Entity,
    Extent,
    Fault,
    FaultKind,
    Loss,
    Place,
    SourceText,
)
from keytally.text.json_faults import json_fault
from keytally.text.lines import LINE_END, count_line_ends

_LIST = re.compile(r"\s*\[\s*(?=[{\]])")
_BETWEEN = re.compile(r"[\s,]*")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{\]}]')
_DECODER = json.JSONDecoder()


class RawRecord(NamedTuple):
    """A value of JSON and the line where it begins; `problem` says why there is none.

    `text` is its text where it may stand on several lines.
    """

    line: int
    value: Any
    problem: str = ""
    text: str = ""


def raw_records(text: str) -> Iterator[RawRecord]:
    """The values of a file; a line or a rest that is no JSON has a problem instead."""
    opening = _LIST.match(text)
    return _of_lines(text) if opening is None else _of_list(text, opening.end())


def _of_lines(text: str) -> Iterator[RawRecord]:
    for number, line in enumerate(LINE_END.split(text), 1):
        if line.strip():
            try:
                yield RawRecord(number, json.loads(line))
            except (ValueError, RecursionError) as error:
                yield RawRecord(number, None, f"the line is no JSON ({_why(error)})")


def _of_list(text: str, start: int) -> Iterator[RawRecord]:
    line, counted = 1, 0
    while start < len(text) and text[start] != "]":
        line, counted = line + count_line_ends(text[counted:start]), start
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            yield RawRecord(line, None, f"what follows is no JSON ({_why(error)})")
            return
        yield RawRecord(line, value, text=text[start:end])
        start = _end_of(_BETWEEN, text, end)


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def _why(error: ValueError | RecursionError) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else json_fault(error)


def _written(value: object) -> str:
    """A list or an object as JSON; "" for one that is too deep to be written, and for any other value.

    A number or a string may stand elsewhere in the record too.
    """
    try:
        return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else ""
    except RecursionError:
        return ""


def _lines_of_parts(text: str, line: int) -> dict[str, list[int]]:
    """The lines where the lists and the objects in a record begin, by what they are as JSON."""
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
"""How deep the parts of a record are nested that have a line: each is read once more for all around it."""


class Record:
    """A record, with what is asked of it and what is lost."""

    def __init__(self, source: SourceText, line: int, values: Mapping[str, Any], text: str = "") -> None:
        """`text` is that of the record where it may stand on several lines."""
        self.values = values
        self.place = Place(source.shown, line)
        self.losses: list[Loss] = []
        self._text = text
        self._lines: dict[str, list[int]] | None = None

    def lose(self, what: str, fault: Fault | None = None, value: object = None) -> None:
        """Tell that something is left out; `value` is the part of the record that says it."""
        place = self.place if value is None or "\n" not in self._text else self._place_of(value)
        self.losses.append(Loss(place, what, fault))

    def _place_of(self, value: object) -> Place:
        """The line where a part of the record begins; of equal parts the next that was not asked for."""
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
        """Tell of something that is wrong, `then` what becomes of it; `value` is the part of the record."""
        self.lose(f"{wrong}{then}", Fault(kind, wrong, _written(value)), value)

    def lose_unknown(self, values: Mapping[str, Any], known: Collection[str], of: str = "") -> None:
        """Tell of fields that are not read; those without a value say nothing."""
        for name in sorted(name for name in values if name not in known):
            if values[name] not in (None, "", [], {}):
                self.lose(f"the field {name}{of} is left out")

    def listed(self, values: Mapping[str, Any], name: str) -> list[Any]:
        """A field that is to be a list."""
        found = values.get(name)
        if found is not None and not isinstance(found, list):
            wrong = f"the field {name} is no list"
            self.lose(f"{wrong} and is left out", Fault(FaultKind.LINE, wrong, json.dumps(name)))
        return found if isinstance(found, list) else []

    def objects(self, values: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
        """A field that is to be a list of objects."""
        found = self.listed(values, name)
        for each in found:
            if not isinstance(each, dict):
                self.lose_faulty(f"{json.dumps(each)} in {name} is no object", value=each)
        return [each for each in found if isinstance(each, dict)]

    def extent(
        self, text: str, start: object, end: object, quote: object = None, *, value: object
    ) -> Extent | None:
        """A checked stretch of the text; None, and a word on it, for offsets that are wrong.

        `value` is the part of the record that states them.
        """
        found = quoted(text, start, end, quote) if isinstance(quote, str) else checked(text, start, end)
        if found is None:
            says = f" and the text {quote!r}" if isinstance(quote, str) else ""
            wrong = f"an entity from {start!r} to {end!r}{says} is not in the text"
            self.lose_faulty(wrong, FaultKind.OFFSET, value)
        return found

    def entity(self, extent: Extent, kind: object, attributes: Mapping[str, str] | None = None) -> Entity:
        """An entity of this record; it has no type where its label is none that is a string."""
        named = kind if isinstance(kind, str) else ""
        if kind is not None and not isinstance(kind, str):
            self.lose_faulty(f"the label {kind!r} is no string")
        return Entity((extent,), named, tuple(sorted((attributes or {}).items())), self.place)


def as_line(values: Mapping[str, Any]) -> str:
    """A record as a line."""
    return json.dumps(values, ensure_ascii=False) + "\n"


def name_of(value: object) -> str:
    """A document's name from a field that may be a number."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def as_number(name: str) -> str | int:
    """A name as programs number documents; as it is, if it is no number."""
    return int(name) if name.isascii() and name.isdigit() and str(int(name)) == name else name
