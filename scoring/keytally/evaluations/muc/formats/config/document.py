"""A configuration file as a tree: option lines with the places of their names and values."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.config.options import find_option
from keytally.evaluations.options import Kind
from keytally.findings.finding import Finding
from keytally.text.span import Span

LONGEST_TEXT = 200_000
"""A text with more characters is not parsed: no configuration file is that long."""

DEFINITIONS = frozenset({Kind.CLASSES, Kind.SLOTS, Kind.SUBTASKS, Kind.GROUPS})
"""The kinds of options each value of which is a row of tokens."""

LISTS = DEFINITIONS | {Kind.LIST}
"""The kinds of options that take any number of values."""

_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\s*[\r\n]\s*")


class ConfigPiece(NamedTuple):
    """A piece of the text, named as in the grammar; the pieces of a text cover it without gaps."""

    kind: str
    start: int
    end: int


class Word(NamedTuple):
    """A word between blanks, with its place."""

    text: str
    start: int
    end: int


class Value(NamedTuple):
    """One value of an option.

    `text` is the text within the quotes, as written; `start` and `end` include the quotes. `quote` is the
    opening quote or empty, `closed` whether the value ends with it.
    """

    text: str
    start: int
    end: int
    quote: str = ""
    closed: bool = True

    @property
    def content(self) -> str:
        """The value; an end of line within it counts as one blank."""
        return _LINE_END.sub(" ", self.text)

    @property
    def inner(self) -> int:
        """The start of `text`."""
        return self.start + len(self.quote)

    def words(self) -> list[Word]:
        """The value split at white space: `"numex type type scored 4 set "` has six words."""
        return [
            Word(m.group(), self.inner + m.start(), self.inner + m.end()) for m in _WORD.finditer(self.text)
        ]


class DefinitionRow(NamedTuple):
    """A row of words: a quoted value, or adjacent bare values on a line."""

    words: Sequence[Word]
    start: int
    end: int
    quoted: bool


class OptionLine(NamedTuple):
    """An option as given: its name as written, without the colon, and its values.

    `start` is the colon's place, `end` the end of the last value, else of the name. `indented` is set if
    blanks precede the colon on its line.
    """

    name: str
    start: int
    end: int
    values: tuple[Value, ...]
    indented: bool = False

    @property
    def name_span(self) -> Span:
        """The range of the name."""
        return Span(self.start + 1, self.start + 1 + len(self.name))


class ConfigUnit:
    """A whole configuration file; places count code points from its start.

    `pieces` cover the text. `lines` are the options in order, `stray` the values before the first of them.
    Lines from `overrides_from` on were given after the file's own.
    """

    __slots__ = ("findings", "lines", "overrides_from", "pieces", "stray", "text")

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        text: str,
        pieces: Sequence[ConfigPiece],
        lines: Sequence[OptionLine],
        stray: Sequence[Value],
        overrides_from: int,
        findings: Sequence[Finding] = (),
    ) -> None:
        self.text = text
        self.pieces = pieces
        self.lines = lines
        self.stray = stray
        self.overrides_from = overrides_from
        self.findings = findings

    @property
    def document(self) -> str | None:
        """None: a configuration is not scored."""
        return None

    @property
    def is_oversized(self) -> bool:
        """Whether the text is too long to be a configuration, and was not parsed."""
        return len(self.text) > LONGEST_TEXT

    def lines_of(self, name: str) -> list[OptionLine]:
        """The lines that count for an option: an override replaces a list."""
        lines = [line for line in self.lines if line.name.lower() == name.lower()]
        option = find_option(name)
        later = [line for line in lines if line.start >= self.overrides_from]
        return later if later and option and option.kind in LISTS else lines

    def values_of(self, name: str) -> list[Value]:
        """The values of an option's lines that count, in order."""
        return [value for line in self.lines_of(name) for value in line.values]

    def last_value(self, name: str) -> Value | None:
        """The value of a single-valued option: of several lines the last counts."""
        given = [line.values[0] for line in self.lines_of(name) if line.values]
        return given[-1] if given else None

    def definitions(self, name: str) -> list[DefinitionRow]:
        """The rows of words of an option."""
        return [row for line in self.lines_of(name) for row in definitions_in(self.text, line)]


def definitions_in(text: str, line: OptionLine) -> Iterator[DefinitionRow]:
    """The rows of words on an option's line; adjacent bare values make one row."""
    run: list[Value] = []
    for value in line.values:
        if run and (value.quote or _breaks(text, run[-1], value)):
            yield _unquoted(run)
            run = []
        if value.quote:
            yield DefinitionRow(value.words(), value.start, value.end, quoted=True)
        else:
            run.append(value)
    if run:
        yield _unquoted(run)


def _unquoted(run: Sequence[Value]) -> DefinitionRow:
    words = [Word(value.text.strip("\"'"), value.start, value.end) for value in run]
    return DefinitionRow(words, run[0].start, run[-1].end, quoted=False)


def _breaks(text: str, one: Value, next_one: Value) -> bool:
    between = text[one.end : next_one.start]
    return "\n" in between or "\r" in between
