"""Splits the text of a template file into tokens, line by line.

Most lines are matched as a whole by one expression; any other line is split step by step. Both ways give the
same tokens. Between tokens there are only blanks and line ends.
"""

import re
from collections.abc import Iterator
from enum import Enum
from functools import partial
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import BEGINNING, BLANKS, INLINE_HEADER


class TemplateTokenKind(Enum):
    """The kind of a token. An unclosed fill is a quoted one without its end quote."""

    COMMENT = "comment"
    HEADER = "header"
    SLOT = "slot"
    SLASH = "slash"
    QUOTED = "quoted"
    UNCLOSED = "unclosed"
    POINTER = "pointer"
    BARE = "bare"
    LINK = "link"
    BROKEN_LINK = "broken link"

    __hash__ = object.__hash__  # that of Enum is a function in Python, and kinds are looked up at each token


_SLOT, _SLASH = TemplateTokenKind.SLOT, TemplateTokenKind.SLASH
_QUOTED, _BARE = TemplateTokenKind.QUOTED, TemplateTokenKind.BARE
_POINTER, _LINK_KIND = TemplateTokenKind.POINTER, TemplateTokenKind.LINK

FILLS = frozenset(
    {TemplateTokenKind.QUOTED, TemplateTokenKind.UNCLOSED, TemplateTokenKind.POINTER, TemplateTokenKind.BARE}
)


class TemplateToken(NamedTuple):
    """A token of a unit's text; a slot includes its colon, a quoted fill its quotes."""

    kind: TemplateTokenKind
    start: int
    end: int


# Tokens are what a file with findings makes most of; this takes half the time of calling the class.
_token = partial(tuple.__new__, TemplateToken)


class Scan(NamedTuple):
    """The tokens of a text in order, and the lines among them that are not plain.

    `odd` gives, for each such line, the indices of its first token and of the one after its last.
    """

    tokens: list[TemplateToken]
    odd: list[tuple[int, int]]


COMMENT_MARKS = ("#", ";")
"""The characters that begin a comment, in column 1."""

_NOWHERE = (-1, -1)
_BEFORE_LINK = FILLS | {TemplateTokenKind.LINK}
_LINE_END = r"(?:\r\n?|\n|\Z)"
_LINK = r"##\d+#\d+#[^#\s]+"
# What the look-aheads say is so in any match: a long run of blanks is tried once instead of at each length.
_ALL_BLANKS = r"[ \t\f\v]*(?![ \t\f\v])"
PLAIN_LINE = re.compile(
    rf"{_ALL_BLANKS}(?:(<[^\s<>\"']+>[ \t\f\v]*:=)"
    rf"|(?:([^\W\d][\w-]*:)(?![/:=]){_ALL_BLANKS})?(?:(/){_ALL_BLANKS})?"
    r"(?:(?:(\"[^\"\r\n]*\"|'[^'\r\n]*')|(\w[^\"'<>#:\r\n]*)(?=[#\r\n]|\Z)|(<[^<>\r\n]*>))"
    rf"{_ALL_BLANKS}((?!\S*:=){_LINK})?)?)[ \t\f\v]*{_LINE_END}"
    rf"|([^\r\n]*){_LINE_END}"
)
"""Matches any line with its line end; see PlainGroup."""


class PlainGroup:
    """The groups of a plain line's match."""

    HEADER, SLOT, SLASH, QUOTED, BARE, POINTER, LINK, ODD = range(1, 9)


_HEADER, _POINTER_GROUP, _ODD = PlainGroup.HEADER, PlainGroup.POINTER, PlainGroup.ODD

_SLOT_NAME = re.compile(r"[^\W\d][\w-]*:(?!//|[:=])")
_QUOTE_END = {
    '"': re.compile(r"\"(?=[ \t\f\v]|##|\Z)"),
    "'": re.compile(r"'(?=[ \t\f\v]|##|\Z)"),
}
_NO_WORD = frozenset("/#\"'")
_POINTER_FILL = re.compile(r"<[^<>\r\n]*>")
_SOUND_LINK = re.compile(rf"{_LINK}(?=[ \t\f\v]|\Z)")
_LAST_LINK = re.compile(rf"{_LINK}[ \t\f\v]*\Z")
_BARE_END = re.compile(rf"{_LINK}[ \t\f\v]*\Z|(?<=[ \t\f\v])(?:##|#\d+#)")
_COMPOUND_NAME = r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"


def inner_slots(names: frozenset[str]) -> re.Pattern[str]:
    """Matches a slot's name within a bare fill: one of `names`, or capitals with an underscore."""
    known = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    alternatives = f"(?i:{known})|{_COMPOUND_NAME}" if known else _COMPOUND_NAME
    return re.compile(rf"(?<![^ \t\f\v/:])(?:{alternatives}):(?=[\s\"'</]|\Z)")


PLAIN_SLOTS = inner_slots(frozenset())


def scan(
    text: str, inner_slot: re.Pattern[str] = PLAIN_SLOTS, start: int = 0, end: int | None = None
) -> Scan:
    """The tokens of any text, or of its lines from `start` to `end`.

    `inner_slot` finds the names of slots in the middle of a line.
    """
    tokens: list[TemplateToken] = []
    odd: list[tuple[int, int]] = []
    for line in PLAIN_LINE.finditer(text, start, len(text) if end is None else end):
        last = line.lastindex
        if last is None:
            continue
        if last == _HEADER:
            tokens.append(TemplateToken(TemplateTokenKind.HEADER, *line.span(_HEADER)))
        elif last == _ODD or (last == _POINTER_GROUP and may_be_header(line)):
            first = len(tokens)
            tokens += _OddLine(text, *line.span(), inner_slot).tokens()
            if len(tokens) > first and tokens[first].kind is not TemplateTokenKind.COMMENT:
                odd.append((first, len(tokens)))
        else:
            _add_plain(tokens, text, line)
    return Scan(tokens, odd)


def _add_plain(tokens: list[TemplateToken], text: str, line: re.Match[str]) -> None:
    """The tokens of a plain line that is no header."""
    _, _, slot, slash, quoted, bare, pointer, link, _ = line.regs
    if slot != _NOWHERE:
        tokens.append(_token((_SLOT, *slot)))
    if slash != _NOWHERE:
        tokens.append(_token((_SLASH, *slash)))
    if quoted != _NOWHERE:
        tokens.append(_token((_QUOTED, *quoted)))
    elif bare != _NOWHERE:
        start, end = bare
        tokens.append(_token((_BARE, start, start + len(text[start:end].rstrip(BLANKS)))))
    elif pointer != _NOWHERE:
        tokens.append(_token((_POINTER, *pointer)))
    if link != _NOWHERE:
        tokens.append(_token((_LINK_KIND, *link)))


def may_be_header(line: re.Match[str]) -> bool:
    """Whether nothing but a pointer stands on a line, in column 1."""
    return line.lastindex == PlainGroup.POINTER and line.start(PlainGroup.POINTER) == line.start()


class _OddLine:
    """A line that is split step by step."""

    def __init__(self, text: str, start: int, end: int, inner_slot: re.Pattern[str]) -> None:
        self._text = text
        self._start = start
        self._end = start + len(text[start:end].rstrip(BLANKS + "\r\n"))
        self._inner_slot = inner_slot
        self._last: TemplateTokenKind | None = None

    def tokens(self) -> Iterator[TemplateToken]:
        """The line's tokens in order."""
        start, place = self._start, self._after_blanks(self._start)
        if self._text.startswith(COMMENT_MARKS, start, self._end):
            yield TemplateToken(TemplateTokenKind.COMMENT, start, self._end)
            return
        header = BEGINNING.match(self._text, start)
        if header and header.end() <= self._end:
            self._last = TemplateTokenKind.HEADER
            yield TemplateToken(TemplateTokenKind.HEADER, place, header.end())
            place = self._after_blanks(header.end())
        while place < self._end:
            token = self._next(place)
            self._last = token.kind
            yield token
            place = self._after_blanks(token.end)

    def _after_blanks(self, place: int) -> int:
        while place < self._end and self._text[place] in BLANKS:
            place += 1
        return place

    def _next(self, place: int) -> TemplateToken:
        """The token that begins at `place`."""
        character = self._text[place]
        slot = self._slot_name().match(self._text, place, self._end)
        if slot:
            return TemplateToken(TemplateTokenKind.SLOT, *slot.span())
        if character == "/" and self._last is not TemplateTokenKind.SLASH:
            return TemplateToken(TemplateTokenKind.SLASH, place, place + 1)
        if character == "#" and (self._last in _BEFORE_LINK or self._text.startswith("##", place)):
            return self._link(place)
        if character in _QUOTE_END:
            return self._quoted(place, _QUOTE_END[character])
        return self._unquoted(place)

    def _slot_name(self) -> re.Pattern[str]:
        """The form of a slot's name at this place: where a fill may begin it must not look like a fill."""
        return (
            self._inner_slot
            if self._last in (TemplateTokenKind.SLOT, TemplateTokenKind.SLASH)
            else _SLOT_NAME
        )

    def _link(self, place: int) -> TemplateToken:
        sound = _SOUND_LINK.match(self._text, place, self._end)
        if sound is None:
            return TemplateToken(TemplateTokenKind.BROKEN_LINK, place, self._end)
        behind = self._after_blanks(sound.end())
        if behind < self._end and self._is_word(behind):
            return TemplateToken(
                TemplateTokenKind.BROKEN_LINK,
                place,
                self._end_before(behind, self._inner_slot, INLINE_HEADER),
            )
        return TemplateToken(TemplateTokenKind.LINK, *sound.span())

    def _is_word(self, place: int) -> bool:
        """Whether words follow link information: they belong to the texts file's name, not to a fill."""
        if self._text[place] in _NO_WORD:
            return False
        return not any(each.match(self._text, place, self._end) for each in (_SLOT_NAME, _POINTER_FILL))

    def _quoted(self, place: int, quote_end: re.Pattern[str]) -> TemplateToken:
        """A quoted fill ends at the first same quote before a blank, `##` or the line's end."""
        closing = quote_end.search(self._text, place + 1, self._end)
        if closing:
            return TemplateToken(TemplateTokenKind.QUOTED, place, closing.end())
        link = _LAST_LINK.search(self._text, place + 1, self._end)
        return TemplateToken(
            TemplateTokenKind.UNCLOSED, place, self._trimmed(place, link.start() if link else self._end)
        )

    def _unquoted(self, place: int) -> TemplateToken:
        header = INLINE_HEADER.match(self._text, place, self._end)
        if header:
            return TemplateToken(TemplateTokenKind.HEADER, *header.span())
        pointer = _POINTER_FILL.match(self._text, place, self._end)
        if pointer:
            return TemplateToken(TemplateTokenKind.POINTER, *pointer.span())
        # A bare fill is the rest of the line, but for link information, a slot or a header.
        return TemplateToken(
            TemplateTokenKind.BARE, place, self._end_before(place, _BARE_END, self._inner_slot, INLINE_HEADER)
        )

    def _end_before(self, place: int, *patterns: re.Pattern[str]) -> int:
        """The end of the token at `place`: before the first of these patterns, or at the line's end."""
        ends = (pattern.search(self._text, place + 1, self._end) for pattern in patterns)
        end = min((match.start() for match in ends if match), default=self._end)
        return self._trimmed(place, end)

    def _trimmed(self, start: int, end: int) -> int:
        return start + len(self._text[start:end].rstrip(BLANKS))
