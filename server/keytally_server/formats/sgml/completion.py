"""Completions in SGML files: tags, attributes and their values."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.cursor.lines import word_end
from keytally_server.formats.sgml.tag_edits import close_tag, open_tag, tag_kinds, task_tag
from keytally_server.session.snapshot import UnitAt

LONGEST_TAG = 1000

_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*"
_TAG_NAME = re.compile(r"<(/?)(\w*)\Z")
_IN_TAG = re.compile(rf"<(\w+)\s({_ATTRIBUTES})\Z")
_IN_VALUE = re.compile(rf"<(\w+)\s{_ATTRIBUTES}?(\w+)\s*=\s*(?:([\"'])([^\"'<>]*)|(\w*))\Z")
_WORD = re.compile(r"\w*\Z")
_REST_OF_TAG = re.compile(r"(\w*)([^<>\r\n]*)>")
_NAMES = re.compile(r"(\w+)\s*=")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def tag_completions(at: UnitAt, language: SgmlLanguage) -> Iterator[Completion]:
    """The completions at a place, the likeliest first."""
    return _TagWriter(at, language).completions()


class _TagWriter:
    """A place in an SGML file where the user types."""

    def __init__(self, at: UnitAt, language: SgmlLanguage) -> None:
        self._unit: SgmlUnit = at.unit
        self._offset, self._place = at.offset, at.place
        self._syntax: SgmlSyntax = language.syntax
        self._is_response = language.role is Role.RESPONSE
        self._before = at.unit.text[max(at.place - LONGEST_TAG, 0) : at.place]
        self._after = at.unit.text[at.place : at.place + LONGEST_TAG]

    def completions(self) -> Iterator[Completion]:
        """The completions at the place, the likeliest first."""
        if match := _TAG_NAME.search(self._before):
            yield from self._tags(len(match.group()), is_close=bool(match[1]))
        elif match := _IN_VALUE.search(self._before):
            yield from self._values(match)
        elif match := _IN_TAG.search(self._before):
            yield from self._attributes(match[1], match[2])

    def _completion(self, label: str, kind: CompletionKind, text: str, back: int, on: int = 0) -> Completion:
        """Write `text` over `back` characters before the place and `on` characters after it."""
        start = self._offset + self._place - back
        return Completion(label, kind, text, start, self._offset + self._place + on)

    def _tags(self, back: int, *, is_close: bool) -> Iterator[Completion]:
        """Whole tags; inside the name of a tag with attributes, only the name."""
        going_on = _REST_OF_TAG.match(self._after)
        is_whole = going_on is None or not going_on[2].strip()
        on = going_on.end() if going_on and is_whole else 0
        if is_whole and not is_close:
            for name, value in tag_kinds(self._syntax):
                text = open_tag(self._syntax, name, value)
                yield self._completion(text, CompletionKind.TAG, text, back, on)
        elif going_on and not is_close:
            for tag in self._syntax.tags:
                text = f"<{tag.name.upper()}"
                yield self._completion(text, CompletionKind.TAG, text, back, len(going_on[1]))
            return
        for text in dict.fromkeys(map(close_tag, self._open_names(self._place - back))):
            yield self._completion(text, CompletionKind.TAG, text, back, on)

    def _open_names(self, place: int) -> list[str]:
        """The names of the tags that are open at a place, the innermost first."""
        ends = (end for section in self._unit.sections for end in (section.start, section.end))
        barrier = max((end for end in ends if end <= place), default=0)
        opened: list[str] = []
        starts = self._unit.places.starts
        for tag in self._unit.tags[bisect_left(starts, barrier) : bisect_left(starts, place)]:
            if not tag.is_close:
                opened.insert(0, tag.name)
            elif tag.name in opened:
                opened.remove(tag.name)
        return opened

    def _attributes(self, name: str, given: str) -> Iterator[Completion]:
        """The attributes that a tag does not have yet; a response may use fewer than a key."""
        word = _WORD.search(given)
        back, on = len(word.group()) if word else 0, word_end(self._after, 0)
        rest = re.match(r"[^<>]*", self._after[on:])
        following = rest.group() if rest else ""
        names = {
            each.lower()
            for each in _NAMES.findall(_QUOTED.sub("", f"{given[: len(given) - back]} {following}"))
        }
        has_value = bool(re.match(r"\s*=", following))
        for attribute in self._allowed(name):
            if attribute not in names:
                text = attribute.upper() if has_value else f'{attribute.upper()}=""'
                yield self._completion(attribute.upper(), CompletionKind.ATTRIBUTE, text, back, on)

    def _allowed(self, name: str) -> Iterator[str]:
        tag = task_tag(self._syntax, name)
        for attribute in tag.attributes if tag else ():
            if not (self._is_response and attribute in (self._syntax.alt, self._syntax.status)):
                yield attribute

    def _values(self, match: re.Match[str]) -> Iterator[Completion]:
        """The values of an attribute, with quotes if none are written; in a key also after a `|`."""
        tag, quote = task_tag(self._syntax, match[1]), match[3]
        written = match[4] if quote else match[5]
        rest = re.match(r"[^\"'<>\r\n]*", self._after)
        closed = quote and rest and self._after[rest.end() : rest.end() + 1] == quote
        on = rest.end() if closed and rest else word_end(self._after, 0)
        if quote and self._syntax.separator and not self._is_response:
            written = written.split(self._syntax.separator)[-1]
            on = len(self._after[:on].split(self._syntax.separator)[0])
        for value in (tag.values(match[2].lower()) if tag else None) or ():
            text = value if quote else f'"{value}"'
            yield self._completion(value, CompletionKind.VALUE, text, len(written), on)
