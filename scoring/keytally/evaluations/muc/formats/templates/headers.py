"""Headers of records: where records begin, and the three parts of an identification string.

A record begins with a line that starts with `<CLASS-DOCUMENT-ONEUP> :=`, or with a line that resembles one
closely. Only colons, equals signs and semicolons after an identification string are a misspelt `:=`, except
semicolons alone on an indented line, which may separate pointers. The kind of a line depends on its own
characters only, with one exception: an identification string alone in column 1 is a header without `:=` if an
indented slot follows, and a pointer otherwise.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from keytally.text.difference import common_prefix

BLANKS = " \t\f\v"
"""The characters that separate parts of a line."""

_LONGEST_INDENT = 60
_LONGEST_GAP = 20
_LONGEST_HEADER = 160
_MOST_SIGNS = 9

LOOKAHEAD = 2 * (_LONGEST_INDENT + 2 * _LONGEST_GAP + 2 * _LONGEST_HEADER)
"""An upper bound on the characters that decide whether a record begins."""

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
"""Matches at the start of a line that begins a record, up to the end of the header."""

_NO_HEADER = r"\n|\t+[A-Z_0-9]*[:\"]"
"""What most other lines begin with: nothing, a slot, or a fill in quotes. None of them can begin a record."""

_BEGINNINGS = re.compile(rf"[\r\n](?!{_NO_HEADER})(?={_HEADER})")
_BEGINNINGS_BEHIND_NEWLINES = re.compile(rf"\n(?!{_NO_HEADER})(?={_HEADER})")
"""The same for texts with newlines as their only line ends: a search for one character is faster."""

INLINE_HEADER = re.compile(r"<[^<>\r\n]*>[ \t\f\v]*:=")
"""A header after other text on a line."""

_SIGNS_AND_BLANKS = BLANKS + ":;="
_SOUND = re.compile(r"<[^\s<>\"']+>[ \t\f\v]*:=")
_SOUND_HEADER = re.compile(r"<([^-\s<>\"']+)-([^-\s<>\"']+)-([^\s<>\"']+)>[ \t\f\v]*:=")
SOUND_LINE = re.compile(rf"{_SOUND_HEADER.pattern}[ \t\f\v]*(?:[\r\n]|\Z)")
"""Matches a well-formed header alone on its line: its class, document number and one-up string."""

_SOUND_POINTER = re.compile(r"<([^-\s<>]+)-([^-\s<>]+)-([^\s<>]+)>")
_INNER_BLANKS = re.compile(r"(?<=[^\s<>-])[ \t\f\v]+(?=[^\s<>-])")
_BROKEN_NUMBER = re.compile(r"\A[^-]*-[^-]*[^\s<>-][ \t\f\v]+[^\s<>-]")
"""A document number with blanks inside: the intended number is unknown."""

_CLASS_BEFORE_BLANKS = re.compile(r"<?[ \t\f\v]*[^-\s<>\"']+[ \t\f\v]+[^-\s<>\"']")
"""A class with a character other than a hyphen after it, where another part may begin."""

_WORD = re.compile(r"[^-\s<>\"']+")
_DISCARDED = re.compile(r"[\s<>\"']+")
_DISCARDED_ANYWHERE = r"[\s<>\"']*"


def document_number(written: str) -> str:
    """The number that headers have of a document; people write it as texts do, such as `260304-0001`."""
    return written.replace("-", "")


class Identity(NamedTuple):
    """The parts of an identification string as written; missing ones are empty."""

    class_name: str
    document: str
    one_up: str

    @property
    def is_whole(self) -> bool:
        """Whether no part is missing."""
        return all(self)

    @property
    def key(self) -> tuple[str, str, str]:
        """The common part of equal identification strings: the class's name ignores case."""
        return self.class_name.lower(), self.document, self.one_up

    def __str__(self) -> str:
        return "-".join(self)


class Header(NamedTuple):
    """A header: its range including `:=`, its identity, and its problem, if any.

    `identity` is read as far as a malformed header allows; `repaired` is the intended header, if that is
    certain.
    """

    start: int
    end: int
    identity: Identity
    problem: str | None = None
    repaired: str | None = None


def boundaries(text: str) -> list[int]:
    """The starts of records in `text`, without 0, in order."""
    beginnings = _BEGINNINGS if "\r" in text else _BEGINNINGS_BEHIND_NEWLINES
    return [match.end() for match in beginnings.finditer(text)]


def may_hold(text: str, documents: Collection[str]) -> set[str]:
    """Those of the document numbers that headers in `text` may have; some may only stand elsewhere in it.

    A number is read from its header without what is discarded there, and stands in it otherwise as it is. All
    are searched for at once, then those of either half where any is found: mostly few are.
    """
    return _held(text, sorted(documents))


def _held(text: str, documents: Sequence[str]) -> set[str]:
    """Those of the documents, in order, that a text may hold."""
    if not documents or _any_of(tuple(documents)).search(text) is None:
        return set()
    middle = len(documents) // 2
    return _held(text, documents[:middle]) | _held(text, documents[middle:]) if middle else {*documents}


@lru_cache(maxsize=64)
def _any_of(documents: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for any of some numbers in order; what all begin with is tried once."""
    common = documents[0][: common_prefix(documents[0], documents[-1])]
    rests = "|".join(_spelled(document[len(common) :]) for document in documents)
    return re.compile(rf"{_spelled(common)}{_DISCARDED_ANYWHERE if common else ''}(?:{rests})")


def _spelled(text: str) -> str:
    return _DISCARDED_ANYWHERE.join(map(re.escape, text))


def identity_of(content: str, compound: Sequence[str] = ()) -> Identity:
    """The parts of an identification string without its brackets.

    The class is one of `compound` (declared names with a hyphen, in lower case) or the text before the first
    hyphen; the document number ends at the next; the rest is the one-up string.
    """
    lower = content.lower()
    known = next((name for name in compound if lower.startswith(name + "-")), None)
    length = content.find("-") if known is None else len(known)
    if length < 0:
        return Identity(content, "", "")
    document, _, one_up = content[length + 1 :].partition("-")
    return Identity(content[:length], document, one_up)


def compound_names(names: Iterable[str]) -> tuple[str, ...]:
    """The class names with a hyphen, the longest first, as `identity_of` takes them."""
    return tuple(sorted((name for name in names if "-" in name), key=lambda name: (-len(name), name)))


def pointer_identity(pointer: str, compound: Sequence[str] = ()) -> Identity:
    """The parts of a pointer's identification string."""
    sound = _SOUND_POINTER.fullmatch(pointer) if not compound else None
    if sound:
        return Identity(*sound.groups())
    return identity_of(pointer.strip().removeprefix("<").removesuffix(">").strip(), compound)


def pointed_name(pointer: str, compound: Sequence[str] = ()) -> tuple[str, str, str]:
    """The common part of pointers to one object; see Identity.key."""
    pieces = [] if compound else pointer.strip().removeprefix("<").removesuffix(">").strip().split("-", 2)
    if len(pieces) != len(Identity._fields):
        return pointer_identity(pointer, compound).key
    class_name, document, one_up = pieces
    return class_name.lower(), document, one_up


def sound_pieces(text: str) -> tuple[str, str, str] | None:
    """The parts of the header at the start of a unit, if it is well-formed and alone on its line."""
    sound = SOUND_LINE.match(text)
    return None if sound is None else cast("tuple[str, str, str]", sound.groups())


def sound_header(text: str) -> Identity | None:
    """The identity of these parts."""
    pieces = sound_pieces(text)
    return None if pieces is None else Identity(*pieces)


def header_at(text: str, start: int, end: int, compound: Sequence[str] = ()) -> Header:
    """The header from `start` to `end`, well-formed or not."""
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
    """The parts of an identification string with blanks for hyphens; only the class if not three."""
    words = _WORD.findall(bare)
    return Identity(*words) if len(words) == len(Identity._fields) else Identity(words[0], "", "")


def _problem(written: str, bare: str, identity: Identity) -> str:
    """The first problem of a header."""
    if written[len(bare) :].strip(BLANKS) != ":=":
        return "is not followed by :="
    if not (bare.startswith("<") and bare.endswith(">")):
        return "lacks an angle bracket"
    names = ("class", "document number", "one-up string")
    for name, piece in zip(names, identity, strict=True):
        if not piece:
            return f"lacks the {name}"
    return "has blanks, brackets or quotes inside"
