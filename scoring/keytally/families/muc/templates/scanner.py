"""Headers of records, and the tokens of template files, line by line."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache, partial
from typing import NamedTuple, cast

from keytally.text.difference import common_prefix

# Headers of records: where records begin, and the three parts of an identification string.
#
# A record begins with a line that starts with `<CLASS-DOCUMENT-ONEUP> :=`, or with a line that resembles
# one closely. Only colons, equals signs and semicolons after an identification string are a misspelt `:=`,
# except semicolons alone on an indented line, which may separate pointers. The kind of a line depends on
# its own characters only, with one exception: an identification string alone in column 1 is a header
# without `:=` if an indented slot follows, and a pointer otherwise.


BLANKS = " \t\f\v"
"""The whitespace characters within a line."""

_LONGEST_INDENT = 60
_LONGEST_GAP = 20
_LONGEST_HEADER = 160
_MOST_SIGNS = 9

HEADER_LOOKAHEAD = 2 * (_LONGEST_INDENT + 2 * _LONGEST_GAP + 2 * _LONGEST_HEADER)
"""An upper bound for the number of characters that determine whether a record begins."""

_INDENT = f"[ \t\f\v]{{0,{_LONGEST_INDENT}}}"
_GAP = f"[ \t\f\v]{{0,{_LONGEST_GAP}}}"
_ANY = f"{{0,{_LONGEST_HEADER}}}"
_PIECE = f"[^\\s<>\"':=/-]{{1,{_LONGEST_GAP * 2}}}"
_IDENTIFIER = f"<{_PIECE}-{_PIECE}-[^\\s<>\"':=]{{1,{_LONGEST_GAP * 2}}}>"
_ALONE = rf"(?={_GAP}(?:[\r\n]|\Z))"
_SIGNS = f"(?:{_GAP}[:;=]){{0,{_MOST_SIGNS}}}"
_FORMS = (
    rf"<[^<>\r\n]{_ANY}>{_GAP}:=(?!{_GAP}[:;=]{_SIGNS}{_ALONE})",
    rf"{_IDENTIFIER}{_GAP}(?:;{_GAP})?[:=]{_SIGNS}{_ALONE}",
    rf"<(?![^<>\r\n]{_ANY}>{_GAP}<)[^\r\n\"':=]{_ANY}:=",
    rf"(?![#;]){_PIECE}-[^\s<>\"':=]{_ANY}>?{_GAP}:={_ALONE}",
)
_WITHOUT_SIGN = rf"{_IDENTIFIER}(?={_GAP}(?:\r\n?|\n)[ \t]{{1,{_LONGEST_INDENT}}}[^\W\d][\w-]{_ANY}:)"
_WITH_SEMICOLON = rf"{_IDENTIFIER}{_GAP};{_SIGNS}{_ALONE}"
_HEADER = rf"{_INDENT}(?:{'|'.join(_FORMS)})|{_WITH_SEMICOLON}|{_WITHOUT_SIGN}"

BEGINNING = re.compile(_HEADER)
"""Matches at the start of a line that begins a record, through the end of the header."""

_NO_HEADER = r"\n|\t+[A-Z_0-9]*[:\"]"
"""The beginnings of most other lines: an empty line, a slot, or a quoted fill. None of them can begin a
record.
"""

_BEGINNINGS = re.compile(rf"[\r\n](?!{_NO_HEADER})(?={_HEADER})")
_BEGINNINGS_BEHIND_NEWLINES = re.compile(rf"\n(?!{_NO_HEADER})(?={_HEADER})")
"""The pattern for texts in which every line ends with a line feed; it is faster because it searches for a
single character.
"""

INLINE_HEADER = re.compile(r"<[^<>\r\n]*>[ \t\f\v]*:=")
"""A header after other text on a line."""

_SIGNS_AND_BLANKS = BLANKS + ":;="
_SOUND = re.compile(r"<[^\s<>\"']+>[ \t\f\v]*:=")
_SOUND_HEADER = re.compile(r"<([^-\s<>\"']+)-([^-\s<>\"']+)-([^\s<>\"']+)>[ \t\f\v]*:=")
SOUND_LINE = re.compile(rf"{_SOUND_HEADER.pattern}[ \t\f\v]*(?:[\r\n]|\Z)")
"""Matches a well-formed header alone on its line, with groups for its class, document number and one-up
string.
"""

_SOUND_POINTER = re.compile(r"<([^-\s<>]+)-([^-\s<>]+)-([^\s<>]+)>")
_INNER_BLANKS = re.compile(r"(?<=[^\s<>-])[ \t\f\v]+(?=[^\s<>-])")
_BROKEN_NUMBER = re.compile(r"\A[^-]*-[^-]*[^\s<>-][ \t\f\v]+[^\s<>-]")
"""A document number that contains whitespace, so that the intended number is unknown."""

_CLASS_BEFORE_BLANKS = re.compile(r"<?[ \t\f\v]*[^-\s<>\"']+[ \t\f\v]+[^-\s<>\"']")
"""A class followed by whitespace instead of a hyphen, after which another part may begin."""

_WORD = re.compile(r"[^-\s<>\"']+")
_DISCARDED = re.compile(r"[\s<>\"']+")
_DISCARDED_ANYWHERE = r"[\s<>\"']*"


def document_number(written: str) -> str:
    """Return a document number in the form used in headers.

    Users may write it as in texts, such as `260304-0001`.
    """
    return written.replace("-", "")


class Identity(NamedTuple):
    """The parts of an identification string as written; missing parts are empty."""

    class_name: str
    document: str
    one_up: str

    @property
    def is_whole(self) -> bool:
        """Return whether no part is missing."""
        return all(self)

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the value that equal identification strings share; the case of the class is ignored."""
        return self.class_name.lower(), self.document, self.one_up

    def __str__(self) -> str:
        return "-".join(self)


class Header(NamedTuple):
    """A header: its range including `:=`, its identity, and its problem if it has one.

    `identity` is read as far as a malformed header allows; `repaired` is the intended header if it is
    certain.
    """

    start: int
    end: int
    identity: Identity
    problem: str | None = None
    repaired: str | None = None


def record_boundaries(text: str) -> list[int]:
    """Return the starts of records in `text`, without 0, in order."""
    beginnings = _BEGINNINGS if "\r" in text else _BEGINNINGS_BEHIND_NEWLINES
    return [match.end() for match in beginnings.finditer(text)]


def documents_possibly_in(text: str, documents: Collection[str]) -> set[str]:
    """Return the given document numbers that headers in `text` may contain; some of these numbers may occur
    only outside headers.

    A number is a substring of its header once ignored characters are removed. All numbers are searched for at
    once, then each half separately if any is found, because usually few occur.
    """
    return _held(text, sorted(documents))


def _held(text: str, documents: Sequence[str]) -> set[str]:
    """Return the documents, given in order, that a text may contain."""
    if not documents or _any_of(tuple(documents)).search(text) is None:
        return set()
    middle = len(documents) // 2
    return _held(text, documents[:middle]) | _held(text, documents[middle:]) if middle else {*documents}


@lru_cache(maxsize=64)
def _any_of(documents: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches any of some sorted numbers; their common prefix is matched once."""
    common = documents[0][: common_prefix(documents[0], documents[-1])]
    rests = "|".join(_spelled(document[len(common) :]) for document in documents)
    return re.compile(rf"{_spelled(common)}{_DISCARDED_ANYWHERE if common else ''}(?:{rests})")


def _spelled(text: str) -> str:
    return _DISCARDED_ANYWHERE.join(map(re.escape, text))


def identity_of(content: str, compound: Sequence[str] = ()) -> Identity:
    """Return the parts of an identification string given without its brackets.

    The class is one of `compound` (declared names with a hyphen, in lower case) or the text before the first
    hyphen. The document number ends at the next hyphen, and the rest is the one-up string.
    """
    lower = content.lower()
    known = next((name for name in compound if lower.startswith(name + "-")), None)
    length = content.find("-") if known is None else len(known)
    if length < 0:
        return Identity(content, "", "")
    document, _, one_up = content[length + 1 :].partition("-")
    return Identity(content[:length], document, one_up)


def compound_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the class names that contain a hyphen, longest first, for use in `identity_of`."""
    return tuple(sorted((name for name in names if "-" in name), key=lambda name: (-len(name), name)))


def pointer_identity(pointer: str, compound: Sequence[str] = ()) -> Identity:
    """Return the parts of a pointer's identification string."""
    sound = _SOUND_POINTER.fullmatch(pointer) if not compound else None
    if sound:
        return Identity(*sound.groups())
    return identity_of(pointer.strip().removeprefix("<").removesuffix(">").strip(), compound)


def pointed_name(pointer: str, compound: Sequence[str] = ()) -> tuple[str, str, str]:
    """Return the value that all pointers to an object share; see `Identity.key`."""
    pieces = [] if compound else pointer.strip().removeprefix("<").removesuffix(">").strip().split("-", 2)
    if len(pieces) != len(Identity._fields):
        return pointer_identity(pointer, compound).key
    class_name, document, one_up = pieces
    return class_name.lower(), document, one_up


def sound_pieces(text: str) -> tuple[str, str, str] | None:
    """Return the parts of the header at the start of a unit if it is well-formed and alone on its line."""
    sound = SOUND_LINE.match(text)
    return None if sound is None else cast("tuple[str, str, str]", sound.groups())


def sound_header(text: str) -> Identity | None:
    """Return the identity in the header at the start of a unit if it is well-formed and alone on its line."""
    pieces = sound_pieces(text)
    return None if pieces is None else Identity(*pieces)


def header_at(text: str, start: int, end: int, compound: Sequence[str] = ()) -> Header:
    """Return the header from `start` to `end`, well-formed or not."""
    sound = _SOUND_HEADER.fullmatch(text, start, end) if not compound else None
    if sound:
        return Header(start, end, Identity(*sound.groups()))
    written = text[start:end]
    bare = written.rstrip(_SIGNS_AND_BLANKS)
    identity = identity_of(_DISCARDED.sub("", bare), compound)
    if _BROKEN_NUMBER.search(bare):
        identity = identity._replace(document="")
    if not identity.is_whole and _CLASS_BEFORE_BLANKS.match(bare):
        identity = _parted_by_blanks(bare)
    if _SOUND.fullmatch(written) and identity.is_whole:
        return Header(start, end, identity)
    certain = identity.is_whole and not _INNER_BLANKS.search(bare)
    repaired = f"<{identity}> :=" if certain else None
    return Header(start, end, identity, _problem(written, bare, identity), repaired)


def _parted_by_blanks(bare: str) -> Identity:
    """Return the parts of an identification string with spaces instead of hyphens; only the class if there
    are not three parts.
    """
    words = _WORD.findall(bare)
    return Identity(*words) if len(words) == len(Identity._fields) else Identity(words[0], "", "")


def _problem(written: str, bare: str, identity: Identity) -> str:
    """Return the first problem of a header."""
    if written[len(bare) :].strip(BLANKS) != ":=":
        return "is not followed by :="
    if not (bare.startswith("<") and bare.endswith(">")):
        return "lacks an angle bracket"
    names = ("class", "document number", "one-up string")
    for name, piece in zip(names, identity, strict=True):
        if not piece:
            return f"lacks the {name}"
    return "contains spaces, brackets or quotes"


# Splits the text of a template file into tokens, line by line.
#
# Most lines are matched as a whole by one regular expression; any other line is split step by step. Both
# methods give the same tokens. Between tokens there are only whitespace and line ends.


class TemplateTokenKind(Enum):
    """The kind of a token. An unclosed fill is a quoted fill without its closing quote."""

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

    __hash__ = object.__hash__  # Enum's is a function in Python, and kinds are looked up at each token


_SLOT, _SLASH = TemplateTokenKind.SLOT, TemplateTokenKind.SLASH
_QUOTED, _BARE = TemplateTokenKind.QUOTED, TemplateTokenKind.BARE
_POINTER, _LINK_KIND = TemplateTokenKind.POINTER, TemplateTokenKind.LINK

FILLS = frozenset(
    {TemplateTokenKind.QUOTED, TemplateTokenKind.UNCLOSED, TemplateTokenKind.POINTER, TemplateTokenKind.BARE}
)


class TemplateToken(NamedTuple):
    """A token of a unit's text; a slot includes its colon, and a quoted fill its quotes."""

    kind: TemplateTokenKind
    start: int
    end: int


# Tokens are the most frequent objects of a file with findings; this takes half the time of calling the class.
_token = partial(tuple.__new__, TemplateToken)


class Scan(NamedTuple):
    """The tokens of a text in order, and its lines that are not plain.

    `odd` contains, for each such line, the index of its first token and the index after its last.
    """

    tokens: list[TemplateToken]
    odd: list[tuple[int, int]]


COMMENT_MARKS = ("#", ";")
"""The characters that begin a comment, in column 1."""

_NOWHERE = (-1, -1)
_BEFORE_LINK = FILLS | {TemplateTokenKind.LINK}
_LINE_END = r"(?:\r\n?|\n|\Z)"
_LINK = r"##\d+#\d+#[^#\s]+"
# The conditions of the look-aheads hold in any match: they match a long run of spaces once instead of at each
# length.
_ALL_BLANKS = r"[ \t\f\v]*(?![ \t\f\v])"
PLAIN_LINE = re.compile(
    rf"{_ALL_BLANKS}(?:(<[^\s<>\"']+>[ \t\f\v]*:=)"
    rf"|(?:([^\W\d][\w-]*:)(?![/:=]){_ALL_BLANKS})?(?:(/){_ALL_BLANKS})?"
    r"(?:(?:(\"[^\"\r\n]*\"|'[^'\r\n]*')|(\w[^\"'<>#:\r\n]*)(?=[#\r\n]|\Z)|(<[^<>\r\n]*>))"
    rf"{_ALL_BLANKS}((?!\S*:=){_LINK})?)?)[ \t\f\v]*{_LINE_END}"
    rf"|([^\r\n]*){_LINE_END}"
)
"""Matches any line with its line end; see `PlainGroup`."""


class PlainGroup:
    """The groups in the match of a plain line."""

    HEADER, SLOT, SLASH, QUOTED, BARE, POINTER, LINK, ODD = range(1, 9)


_HEADER_GROUP, _POINTER_GROUP, _ODD = PlainGroup.HEADER, PlainGroup.POINTER, PlainGroup.ODD

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
    """Return a pattern for a slot's name within an unquoted fill: one of `names`, or capitals with an
    underscore.
    """
    known = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    alternatives = f"(?i:{known})|{_COMPOUND_NAME}" if known else _COMPOUND_NAME
    return re.compile(rf"(?<![^ \t\f\v/:])(?:{alternatives}):(?=[\s\"'</]|\Z)")


PLAIN_SLOTS = inner_slots(frozenset())


def scan_template(
    text: str, inner_slot: re.Pattern[str] = PLAIN_SLOTS, start: int = 0, end: int | None = None
) -> Scan:
    """Return the tokens of any text, or of its lines from `start` to `end`.

    `inner_slot` matches the names of slots in the middle of a line.
    """
    tokens: list[TemplateToken] = []
    odd: list[tuple[int, int]] = []
    for line in PLAIN_LINE.finditer(text, start, len(text) if end is None else end):
        last = line.lastindex
        if last is None:
            continue
        if last == _HEADER_GROUP:
            tokens.append(TemplateToken(TemplateTokenKind.HEADER, *line.span(_HEADER_GROUP)))
        elif last == _ODD or (last == _POINTER_GROUP and may_be_header(line)):
            first = len(tokens)
            tokens += _OddLine(text, *line.span(), inner_slot).tokens()
            if len(tokens) > first and tokens[first].kind is not TemplateTokenKind.COMMENT:
                odd.append((first, len(tokens)))
        else:
            _add_plain(tokens, text, line)
    return Scan(tokens, odd)


def _add_plain(tokens: list[TemplateToken], text: str, line: re.Match[str]) -> None:
    """Add the tokens of a plain line other than a header."""
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
    """Return whether a line consists of a pointer in column 1."""
    return line.lastindex == PlainGroup.POINTER and line.start(PlainGroup.POINTER) == line.start()


class _OddLine:
    """Splits a line that is not plain into tokens, step by step."""

    def __init__(self, text: str, start: int, end: int, inner_slot: re.Pattern[str]) -> None:
        self._text = text
        self._start = start
        self._end = start + len(text[start:end].rstrip(BLANKS + "\r\n"))
        self._inner_slot = inner_slot
        self._last: TemplateTokenKind | None = None

    def tokens(self) -> Iterator[TemplateToken]:
        """Yield the line's tokens in order."""
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
        """Return the token that begins at `place`."""
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
        """Return a pattern for a slot's name; where a fill may begin, it does not match fills."""
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
        """Return whether words after link information belong to the texts file's name rather than to a
        fill.
        """
        if self._text[place] in _NO_WORD:
            return False
        return not any(each.match(self._text, place, self._end) for each in (_SLOT_NAME, _POINTER_FILL))

    def _quoted(self, place: int, quote_end: re.Pattern[str]) -> TemplateToken:
        """Return a quoted fill, which ends at the first matching quote before whitespace, `##` or the line
        end.
        """
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
        # A bare fill is the rest of the line, except for link information, a slot or a header.
        return TemplateToken(
            TemplateTokenKind.BARE, place, self._end_before(place, _BARE_END, self._inner_slot, INLINE_HEADER)
        )

    def _end_before(self, place: int, *patterns: re.Pattern[str]) -> int:
        """Return the end of the token at `place`: before the first match of these patterns, or at the line
        end.
        """
        ends = (pattern.search(self._text, place + 1, self._end) for pattern in patterns)
        end = min((match.start() for match in ends if match), default=self._end)
        return self._trimmed(place, end)

    def _trimmed(self, start: int, end: int) -> int:
        return start + len(self._text[start:end].rstrip(BLANKS))
