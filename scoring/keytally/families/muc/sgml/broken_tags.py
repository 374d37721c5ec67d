"""Read malformed task tags as their authors most likely intended them."""

import re
from typing import NamedTuple

from keytally.families.muc.sgml.syntax import Attribute, Flaw, SgmlSyntax, TagShape, TaskTag
from keytally.findings.finding import Edit

NAME = r"[^\s=<>\"'/]+"
_ASCII_BLANKS = " \t\n\r\f\v"  # separates attributes; other whitespace is part of a value
LONGEST = 300  # the longest value that is searched for quotes of its own
_BLANK = re.compile(r"\s*", re.ASCII)
_NAME = re.compile(rf"({NAME})(\s*=\s*)?", re.ASCII)
_JUNK = re.compile(r"[^\s<>]+", re.ASCII)
_BARE_WORDS = re.compile(rf"{NAME}(?:\s+{NAME}(?![^\s=<>\"'/]|\s*=))*", re.ASCII)
_CUT_SHORT = re.compile(
    rf"(?:\s+{NAME}\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*(?:\s+{NAME}\s*=\s*(?:[\"'][^\s\"'<>]*|[^\s\"'<>]+))?",
    re.ASCII,
)
_CUT_ATTRIBUTE = re.compile(rf"({NAME})\s*=\s*(?:\"([^\"<>]*)\"?|'([^'<>]*)'?|([^\s\"'<>]+))", re.ASCII)
_TO_POINT = re.compile(r"(?:[\s/][^<>]*)?>")
_UNQUOTED = re.compile(r"[^\s\"'<>]*", re.ASCII)
_UNQUOTED_WORDS = re.compile(rf"[^\s\"'<>]*(?:\s+{NAME}(?![^\s=<>\"'/]|\s*=))*", re.ASCII)
_PRINTED = re.compile("([“”„«‘’‚])([^“”„«»‘’‚\"'<>=]*)([“”»‘’])")
_UNOPENED = re.compile(rf"([^\s\"'<>=][^\"'<>=]*)([\"'])(?=\s*/?>|\s+{NAME}\s*=)", re.ASCII)


class _QuotedValue:
    """The possible readings of a value that begins with a quote, likeliest first."""

    def __init__(self, quote: str) -> None:
        attribute_follows = rf"\s+{NAME}\s*=\s*[\"']"
        end = rf"\s*/?>|{attribute_follows}"
        self.quote = quote
        self.other = "'" if quote == '"' else '"'
        self.plain = re.compile(rf"{quote}([^{quote}<>]*){quote}(?=[\s>]|/>|{NAME}\s*=)", re.ASCII)
        self.swallowing = re.compile(rf"{quote}([^{quote}<>]*?)(?<!\s)(?={attribute_follows})", re.ASCII)
        self.quoting = re.compile(rf"{quote}([^<>]{{0,{LONGEST}}}?){quote}(?={end})", re.ASCII)
        self.pointed = re.compile(rf"{quote}([^{quote}<]*){quote}(?={end})", re.ASCII)
        self.open = re.compile(rf"{quote}([^<>]*)", re.ASCII)


_QUOTED = {quote: _QuotedValue(quote) for quote in "\"'"}


class _Value(NamedTuple):
    """A value in the text: its range without quotes, its end with quotes, and its flaw."""

    start: int
    end: int
    whole_end: int
    flaw: Flaw | None = None


class BrokenTags:
    """Reads malformed tags for one syntax."""

    def __init__(self, syntax: SgmlSyntax) -> None:
        self._syntax = syntax
        self._quote_char = syntax.quote_char

    def read(self, text: str, start: int, name_end: int, name: str) -> tuple[int, TagShape]:
        """Return the end and the shape of the tag with a name (including a close tag's slash) that ends at
        `name_end`.

        A tag without a `>` before the next `<` ends after its last sound attribute.
        """
        if name.startswith("/"):
            return self._close_tag(text, start, name_end, name[1:])
        limit = text.find("<", name_end)
        limit = len(text) if limit < 0 else limit
        if text.find(">", name_end, limit) >= 0:
            read = self._attributes(text[start:limit], start, name_end - start, name)
            if read is not None:
                return read
        return self._cut_short(text, start, name_end, name)

    def _close_tag(self, text: str, start: int, name_end: int, name: str) -> tuple[int, TagShape]:
        """Return a close tag that has text after its name or lacks its `>`."""
        match = _TO_POINT.match(text, name_end)
        if match is None:
            return name_end, TagShape(name, is_close=True, complete=False)
        words = match[0][:-1].strip(_ASCII_BLANKS)
        first = text.index(words, name_end) - start
        last = first + len(words)
        word = Attribute(words.lower(), "", first, last, last, last, bare=True)
        return match.end(), TagShape(name, (word,), is_close=True)

    def _cut_short(self, text: str, start: int, name_end: int, name: str) -> tuple[int, TagShape]:
        """Return an open tag without `>`: its well-formed part is read, and the rest is text."""
        match = _CUT_SHORT.match(text, name_end)
        end = match.end() if match else name_end
        pieces = _CUT_ATTRIBUTE.finditer(text[start:end], name_end - start)
        attributes = [_sound_or_not(piece) for piece in pieces]
        mending = ">"
        if attributes and attributes[-1].flaw:
            attributes[-1] = last = self._without_text(attributes[-1], name)
            end = start + last.end
            quote = text[start + last.value_start - 1]
            mending = quote + ">" if quote in _QUOTED else ">"
        return end, TagShape(name, tuple(attributes), complete=False, mending=mending)

    def _without_text(self, attribute: Attribute, name: str) -> Attribute:
        """Return an attribute that has absorbed tagged text, cut after one of its allowed values."""
        for value in sorted(self._syntax.tag(name).values(attribute.name) or (), key=len, reverse=True):
            if attribute.value.upper().startswith(value):
                end = attribute.value_start + len(value)
                return attribute._replace(value=attribute.value[: len(value)], end=end, value_end=end)
        return attribute

    def _attributes(self, text: str, start: int, name_end: int, name: str) -> tuple[int, TagShape] | None:
        """Return the tag with its attributes up to its `>`, or None if every `>` is inside a value."""
        attributes: list[Attribute] = []
        cursor, tag = _blank_end(text, name_end), self._syntax.tag(name)
        while cursor < len(text) and text[cursor] != ">":
            attribute = self._attribute(text, cursor, tag)
            attributes.append(attribute)
            cursor = _blank_end(text, attribute.end)
        if cursor == len(text):
            return None
        return start + cursor + 1, TagShape(name, tuple(attributes))

    def _attribute(self, text: str, cursor: int, tag: TaskTag) -> Attribute:
        match = _NAME.match(text, cursor)
        if match is None:
            return _bare(text, cursor, _end_of(_JUNK, text, cursor))
        name = match[1].lower()
        start = _blank_end(text, match.end())
        if match[2] is None and text[start : start + 1] not in _QUOTED:
            return _bare(text, cursor, _end_of(_BARE_WORDS, text, cursor))
        value = self._value(text, start, tag.values(name) is None)
        if match[2] is None:
            value = value._replace(flaw=Flaw("has no = before it", (Edit(match.end(), start, "="),)))
        content = text[value.start : value.end]
        return Attribute(name, content, cursor, value.whole_end, value.start, value.end, value.flaw)

    def _value(self, text: str, start: int, is_free: bool) -> _Value:
        if text[start : start + 1] in _QUOTED:
            return self._quoted(text, start, _QUOTED[text[start]], is_free)
        match = _PRINTED.match(text, start)
        if match:
            edits = tuple(Edit(match.start(group), match.end(group), '"') for group in (1, 3))
            return _Value(*match.span(2), match.end(), Flaw('has quotes other than "', edits))
        match = _UNOPENED.match(text, start)
        if match:
            flaw = Flaw("has no opening quote", (Edit(start, start, match[2]),))
            return _Value(start, match.end(1), match.end(), flaw)
        end = _end_of(_UNQUOTED_WORDS if is_free else _UNQUOTED, text, start)
        if text[end - 1 : end + 1] == "/>":
            end -= 1
        if end == start:
            return _Value(start, start, start, Flaw("is missing"))
        flaw = Flaw("has no quotes", (Edit(start, start, '"'), Edit(end, end, '"')))
        return _Value(start, end, end, flaw)

    def _quoted(self, text: str, start: int, value: _QuotedValue, is_free: bool) -> _Value:
        quote = value.quote
        if match := value.plain.match(text, start):
            return _Value(*match.span(1), match.end())
        if match := value.swallowing.match(text, start):
            end = match.end()
            return _Value(start + 1, end, end, Flaw("has no closing quote", (Edit(end, end, quote),)))
        if match := value.quoting.match(text, start):
            return self._inner_quotes(match, quote, is_free)
        if match := value.pointed.match(text, start):
            return _Value(*match.span(1), match.end())
        return _unclosed(text, start, value)

    def _inner_quotes(self, match: re.Match[str], quote: str, is_free: bool) -> _Value:
        """Return a value that contains its own quotes; the fix replaces them with the configured
        character.
        """
        text, (start, end) = match.string, match.span(1)
        inner = [place for place in range(start, end) if text[place] == quote]
        if inner in ([start], [end - 1]) or (inner == [start, end - 1] and not is_free):
            many = "an extra quote" if len(inner) == 1 else "extra quotes"
            flaw = Flaw(f"has {many}", tuple(Edit(place, place + 1, "") for place in inner))
            first = start + (start in inner)
            return _Value(first, max(first, end - (end - 1 in inner)), match.end(), flaw)
        edits = tuple(Edit(place, place + 1, self._quote_char) for place in inner)
        flaw = Flaw(f"contains a quote; write {self._quote_char} instead", edits)
        return _Value(start, end, match.end(), flaw)


def _unclosed(text: str, start: int, value: _QuotedValue) -> _Value:
    """Return a value without a closing quote, which ends before the tag's `>`.

    A long value that contains quotes has no fix, because an added quote would not be read as the closing
    quote.
    """
    end = _end_of(value.open, text, start)
    while end > start + 1 and text[end - 1] in _ASCII_BLANKS:
        end -= 1
    if end > start + 1 and text[end - 1] == value.other:
        flaw = Flaw("opens and closes with different quotes", (Edit(end - 1, end, value.quote),))
        return _Value(start + 1, end - 1, end, flaw)
    ends_anywhere = end - start - 1 > LONGEST and value.quote in text[start + 1 : end]
    edits = () if ends_anywhere else (Edit(end, end, value.quote),)
    return _Value(start + 1, end, end, Flaw("has no closing quote", edits))


def _sound_or_not(match: re.Match[str]) -> Attribute:
    """Return an attribute of a tag without its `>`; the last attribute may also lack a quote."""
    group = next(number for number in (2, 3, 4) if match[number] is not None)
    sound = group != 4 and match.end() > match.end(group)
    flaw = None if sound else Flaw("is truncated")
    return Attribute(match[1].lower(), match[group], match.start(), match.end(), *match.span(group), flaw)


def _bare(text: str, start: int, end: int) -> Attribute:
    return Attribute(text[start:end].lower(), "", start, end, end, end, bare=True)


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start


def _blank_end(text: str, start: int) -> int:
    return _end_of(_BLANK, text, start)
