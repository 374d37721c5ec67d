"""Configuration files as trees: parsing, typed values, and completion at an offset."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from keytally.families.family import Kind, Option, canonical_number, canonical_values
from keytally.families.muc.configuration.options import OPTIONS, find_option, render_documentation
from keytally.families.muc.model import (
    ClassDefinition,
    Configuration,
    ConfigurationError,
    SectionGroup,
    SlotDefinition,
    Subtask,
)
from keytally.findings.finding import Finding
from keytally.findings.spelling import short_text
from keytally.text.positions import Span

LONGEST_TEXT = 200_000
"""The maximum length, in characters, of a text that is parsed; real configuration files are shorter."""

DEFINITIONS = frozenset({Kind.CLASSES, Kind.SLOTS, Kind.SUBTASKS, Kind.GROUPS})
"""The kinds of options with values that are rows of words."""

LISTS = DEFINITIONS | {Kind.LIST}
"""The kinds of options that take any number of values."""

_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\s*[\r\n]\s*")


class ConfigPiece(NamedTuple):
    """A piece of the text and its kind, as named in the grammar; the pieces cover the text without gaps."""

    kind: str
    start: int
    end: int


class Word(NamedTuple):
    """A word delimited by whitespace, with its position."""

    text: str
    start: int
    end: int


class Value(NamedTuple):
    """One value of an option.

    `text` is the text within the quotes, as written; `start` and `end` include the quotes. `quote` is the
    opening quote, or empty; `closed` is true unless a closing quote is missing.
    """

    text: str
    start: int
    end: int
    quote: str = ""
    closed: bool = True

    @property
    def content(self) -> str:
        """Return the value, with each line end in it replaced by one space."""
        return _LINE_END.sub(" ", self.text)

    @property
    def inner(self) -> int:
        """Return the start of `text`."""
        return self.start + len(self.quote)

    def words(self) -> list[Word]:
        """Return the value split at whitespace: `"numex type type scored 4 set "` has six words."""
        return [
            Word(m.group(), self.inner + m.start(), self.inner + m.end()) for m in _WORD.finditer(self.text)
        ]


class DefinitionRow(NamedTuple):
    """A row of words: a quoted value, or adjacent unquoted values on one line."""

    words: Sequence[Word]
    start: int
    end: int
    quoted: bool


class OptionLine(NamedTuple):
    """An option as given in the file: its name without the colon, and its values.

    `start` is the position of the colon; `end` is the end of the last value, or the end of the name if the
    option has no value. `indented` is true if whitespace precedes the colon on its line.
    """

    name: str
    start: int
    end: int
    values: tuple[Value, ...]
    indented: bool = False

    @property
    def name_span(self) -> Span:
        """Return the range of the name, without the colon."""
        return Span(self.start + 1, self.start + 1 + len(self.name))


class ConfigUnit:
    """A complete configuration file; positions are code points from its start.

    `pieces` cover the text without gaps. `lines` are the options in order, and `stray` are the values before
    the first option. The lines from the offset `overrides_from` on are overrides, given after the file's own
    lines.
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
        """Return None, because a configuration is not scored."""
        return None

    @property
    def is_oversized(self) -> bool:
        """Return whether the text was too long to be parsed."""
        return len(self.text) > LONGEST_TEXT

    def lines_of(self, name: str) -> list[OptionLine]:
        """Return the lines that determine an option's values; for a list, overrides replace the file's
        lines.
        """
        lines = [line for line in self.lines if line.name.lower() == name.lower()]
        option = find_option(name)
        later = [line for line in lines if line.start >= self.overrides_from]
        return later if later and option and option.kind in LISTS else lines

    def values_of(self, name: str) -> list[Value]:
        """Return the values on the lines that determine an option, in order."""
        return [value for line in self.lines_of(name) for value in line.values]

    def last_value(self, name: str) -> Value | None:
        """Return the value of a single-valued option; if several lines set it, the last is used."""
        given = [line.values[0] for line in self.lines_of(name) if line.values]
        return given[-1] if given else None

    def definitions(self, name: str) -> list[DefinitionRow]:
        """Return the rows of words of an option."""
        return [row for line in self.lines_of(name) for row in definitions_in(self.text, line)]


def definitions_in(text: str, line: OptionLine) -> Iterator[DefinitionRow]:
    """Yield the rows of words on an option's line; adjacent unquoted values form one row."""
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


# Splits a configuration file into tokens with one regular expression.
#
# Every text is a sequence of these tokens: each character begins one of them, and errors have a kind of their
# own (UNCLOSED), so that reading continues after any error. A line starts at the start of the text and after
# \r\n, \n and \r, and nowhere else. The same language as a grammar is `config.lark` among the tests.


_PIECE = re.compile(
    r"""
    (?P<HEAD>(?<![^\r\n]):[^\s"']*)
    | (?P<COMMENT>(?<![^\r\n]);[^\r\n]*)
    # A quoted value closes on its line. It continues on further lines only if its closing quote is easily
    # distinguished from an opening one: whitespace follows, and no option or comment begins in between.
    | (?P<QUOTED>
        "[^"\r\n]*" | '[^'\r\n]*'
        | "[^"\r\n]*(?:[\r\n]+(?![:;\r\n])[^"\r\n]*)+"(?!\S)
        | '[^'\r\n]*(?:[\r\n]+(?![:;\r\n])[^'\r\n]*)+'(?!\S)
    )
    | (?P<UNCLOSED>["'][^\r\n]*)
    | (?P<BREAK>\r\n|\n|\r)
    | (?P<BLANK>[^\S\r\n]+)
    | (?P<BARE>[^\s"']\S*)
    """,
    re.VERBOSE,
)


def scan_configuration(text: str) -> list[ConfigPiece]:
    """Return the pieces of any text in order; they cover it completely."""
    return [ConfigPiece(match.lastgroup or "", *match.span()) for match in _PIECE.finditer(text)]


_VALUES = ("BARE", "QUOTED", "UNCLOSED")


def parse_configuration(text: str, overrides_from: int | None = None) -> ConfigUnit:
    """Return the syntax tree of any text, without findings; lines from the offset `overrides_from` on are
    overrides.
    """
    boundary = len(text) + 1 if overrides_from is None else overrides_from
    if len(text) > LONGEST_TEXT:
        return ConfigUnit(text, [ConfigPiece("UNREAD", 0, len(text))], (), (), boundary)
    pieces = scan_configuration(text)
    stray, *parts = _options(text, pieces)
    lines = [_option_line(text, part) for part in parts]
    return ConfigUnit(text, pieces, lines, _values(text, stray), boundary)


def _options(text: str, pieces: Sequence[ConfigPiece]) -> Iterator[list[ConfigPiece]]:
    """Yield the pieces before the first option, then those of each option.

    An option begins at a colon in the first column; an indented colon begins an option only if the name of a
    known option follows.
    """
    option: list[ConfigPiece] = []
    fresh = True
    for piece in pieces:
        if piece.kind == "HEAD" or (fresh and _is_indented_head(text, piece)):
            yield option
            option = []
        option.append(piece)
        fresh = piece.kind == "BREAK" or (fresh and piece.kind == "BLANK")
    yield option


def _is_indented_head(text: str, piece: ConfigPiece) -> bool:
    kind, start, end = piece
    return kind == "BARE" and text[start] == ":" and find_option(text[start + 1 : end]) is not None


def _option_line(text: str, pieces: Sequence[ConfigPiece]) -> OptionLine:
    kind, start, end = pieces[0]
    values = _values(text, pieces[1:])
    last = values[-1].end if values else end
    return OptionLine(text[start + 1 : end], start, last, values, kind == "BARE")


def _values(text: str, pieces: Sequence[ConfigPiece]) -> tuple[Value, ...]:
    return tuple(_value(text, piece) for piece in pieces if piece.kind in _VALUES)


def _value(text: str, piece: ConfigPiece) -> Value:
    kind, start, end = piece
    written = text[start:end]
    if kind == "BARE":
        return Value(written, start, end)
    if kind == "QUOTED":
        return Value(written[1:-1], start, end, written[0])
    written = written.rstrip()
    return Value(written[1:], start, start + len(written), written[0], closed=False)


def parsed_override(argument: str) -> tuple[str, tuple[str, ...]]:
    """Return the option and values in `name=value`, parsed as a line of a configuration file.

    Raises ConfigurationError if the argument does not have that form.
    """
    name, equals, rest = argument.partition("=")
    if not equals or not name or parse_configuration(f":{name}").lines[0].name != name:
        raise ConfigurationError([f"-O {short_text(argument)}: expected name=value"])
    unit = parse_configuration(f":{name} {rest}")
    if len(unit.lines) != 1 or not all(value.closed for value in unit.lines[0].values):
        raise ConfigurationError([f"-O {short_text(argument)}: unclosed quote or more than one line"])
    return name, tuple(value.content for value in unit.lines[0].values)


def option_line(name: str, values: Sequence[str]) -> str:
    """Return the line that sets an option to these values, each in quotes.

    Raises ConfigurationError for a name or a value that cannot be written on a line.
    """
    if not name or name.split() != [name] or '"' in name or "'" in name:
        raise ConfigurationError([f"{short_text(name)!r} is not an option name"])
    return " ".join([f":{name}", *(_quoted(name, value) for value in values)])


def _quoted(name: str, value: str) -> str:
    quote = "'" if '"' in value else '"'
    if quote in value or "\n" in value or "\r" in value:
        raise ConfigurationError(
            [f"option {short_text(name)}: a value cannot contain both kinds of quotes or a line break"]
        )
    return f"{quote}{value}{quote}"


_FIELDS = {"class_defs": "classes", "slot_defs": "slots", "ne_subtask_names": "subtasks"}
_AS_WRITTEN = ("sgml_DOC_gid", "sgml_DOCNUM_gid", "doc_sections")
_PLAIN_KINDS = ("set", "string")
_TEMPLATE_TASKS = ("template_element", "template_relation", "scenario_template")


def typed_configuration(unit: ConfigUnit) -> Configuration:
    """Return the configuration that a file defines, with defaults for missing options.

    The file must not have any errors.
    """
    fields = dict(_fields(unit))
    if not unit.lines_of("optional_status_slot") and fields["scoring_task"] in _TEMPLATE_TASKS:
        fields["optional_status_slot"] = "obj_status"
    return Configuration(**fields, given=_given(unit))


def _fields(unit: ConfigUnit) -> Iterator[tuple[str, Any]]:
    for name, option in OPTIONS.items():
        yield _FIELDS.get(name, name.lower()), _typed(option, _contents(unit, option))


def _given(unit: ConfigUnit) -> dict[str, tuple[str, ...]]:
    """Return the values of the options that the file sets, by name, in the order of the table.

    Values are in canonical spelling, so that equal settings give equal signatures.
    """
    given = [option for name, option in OPTIONS.items() if unit.lines_of(name)]
    return {option.name: _canonical(option, _contents(unit, option)) for option in given}


def _canonical(option: Option, contents: tuple[str, ...]) -> tuple[str, ...]:
    """Return values in canonical spelling; for rows of words, whitespace and numbers are also normalised."""
    if option.kind not in _ROWS:
        return canonical_values(option, contents)
    spellings = _SPELLINGS.get(option.kind, {})
    return tuple(
        " ".join(spellings.get(at, str)(word) for at, word in enumerate(content.split()))
        for content in contents
    )


def _number(word: str) -> str:
    value = Fraction(word)
    short = canonical_number(float(value))
    return short if Fraction(short) == value else str(value)


def _contents(unit: ConfigUnit, option: Option) -> tuple[str, ...]:
    """Return the values of an option, or its defaults if it is not set; a single-valued option has only
    the last value.
    """
    if not unit.lines_of(option.name):
        return option.default or ()
    if option.kind is Kind.LIST and option.choices:
        written = " ".join(value.content for value in unit.values_of(option.name))
        return tuple(written.lower().replace(",", " ").split())
    if option.kind in LISTS:
        return tuple(value.content for value in unit.values_of(option.name))
    value = unit.last_value(option.name)
    return (value.content,) if value else ()


def _typed(option: Option, contents: tuple[str, ...]) -> Any:
    """Return an option's values converted to the type of the configuration's field."""
    if option.kind in _ROWS:
        return tuple(_ROWS[option.kind](content.split()) for content in contents)
    if option.kind is Kind.LIST:
        return tuple(_list_item(option, content) for content in contents)
    return _SINGLE.get(option.kind, _as_given)(option, contents[0])


def _list_item(option: Option, content: str) -> str:
    if option.name == "equatable_objects":
        return content.strip().lower()
    return content.strip() if option.name in _AS_WRITTEN else content


def _class(words: list[str]) -> ClassDefinition:
    name, report_name, scored, threshold = words
    return ClassDefinition(name.lower(), report_name, scored.lower() == "scored", Fraction(threshold))


def _slot(words: list[str]) -> SlotDefinition:
    class_name, name, report_name, scored, weight, kind = words
    plain = kind.lower() in _PLAIN_KINDS
    return SlotDefinition(
        class_name.lower(),
        name.lower(),
        report_name,
        scored.lower() == "scored",
        Fraction(weight),
        kind.lower() if plain else "pointer",
        "" if plain else kind,
    )


def _slot_kind(word: str) -> str:
    """Return the kind of a slot for the signature; the name of a class that it points to is unchanged."""
    return word.lower() if word.lower() in _PLAIN_KINDS else word


def _subtask(words: list[str]) -> Subtask:
    class_name, slot, value = (word.lower() for word in words)
    return Subtask(class_name, slot, value)


def _group(words: list[str]) -> SectionGroup:
    return SectionGroup(words[0], tuple(words[1:]))


def _as_given(option: Option, content: str) -> str:
    return content


def _flag(option: Option, content: str) -> bool:
    """Return whether a flag is set: any value except `no` means yes (manual, dump_map_history)."""
    return content.strip().lower() != "no"


def _choice(option: Option, content: str) -> str | bool:
    """Return the choice in the table's spelling, or a boolean if the choices are yes and no."""
    chosen = next(choice for choice in option.choices if choice.lower() == content.strip().lower())
    return chosen == "yes" if set(option.choices) == {"no", "yes"} else chosen


def _name(option: Option, content: str) -> str:
    return content.strip() if option.name in _AS_WRITTEN else content.strip().lower()


_ROWS: Mapping[Kind, Callable[[list[str]], Any]] = {
    Kind.CLASSES: _class,
    Kind.SLOTS: _slot,
    Kind.SUBTASKS: _subtask,
    Kind.GROUPS: _group,
}
_SPELLINGS: Mapping[Kind, Mapping[int, Callable[[str], str]]] = {
    Kind.CLASSES: {2: str.lower, 3: _number},
    Kind.SLOTS: {3: str.lower, 4: _number, 5: _slot_kind},
}
"""Functions that normalise the words of a row that have several spellings, by position."""
_SINGLE: Mapping[Kind, Callable[[Option, str], Any]] = {
    Kind.FLAG: _flag,
    Kind.CHOICE: _choice,
    Kind.NAME: _name,
}


_SCORED = ("scored", "unscored")
_SLOT_KINDS = ("set", "string", "pointer")


class Completion(NamedTuple):
    """A completion: its label, the text to insert, and the option that it completes (None for a value)."""

    label: str
    insert: str
    option: Option | None = None

    @property
    def documentation(self) -> str:
        """Return documentation for an option in Markdown; "" for a value."""
        return render_documentation(self.option) if self.option else ""


def option_at(unit: ConfigUnit, offset: int) -> OptionLine | None:
    """Return the option with its name or values at an offset; None in comments and gaps."""
    if any(piece.kind == "COMMENT" and piece.start <= offset <= piece.end for piece in unit.pieces):
        return None
    return next((line for line in unit.lines if line.start <= offset <= line.end), None)


def completions(unit: ConfigUnit, offset: int) -> list[Completion]:
    """Return the completions at an offset: option names after a colon, otherwise the option's values.

    Completions are not filtered by the text already typed, because clients filter them.
    """
    line = _line_before(unit, offset)
    if line is None or _in_comment(unit, offset):
        return []
    if line.start < offset <= line.name_span.end:
        return [Completion(name, name, option) for name, option in OPTIONS.items()]
    option = find_option(line.name)
    if option is None or offset <= line.name_span.end:
        return []
    return [Completion(label, label) for label in _value_completions(unit, line, option, offset)]


def _line_before(unit: ConfigUnit, offset: int) -> OptionLine | None:
    before = [line for line in unit.lines if line.start < offset]
    return before[-1] if before else None


def _in_comment(unit: ConfigUnit, offset: int) -> bool:
    return any(piece.kind == "COMMENT" and piece.start < offset <= piece.end for piece in unit.pieces)


def _value_completions(unit: ConfigUnit, line: OptionLine, option: Option, offset: int) -> Iterable[str]:
    if option.choices:
        return option.choices
    if option.kind is Kind.FLAG:
        return ("yes", "no")
    if option.kind in DEFINITIONS:
        return _words(unit, option.kind, _words_before(unit, line, offset))
    if option.name in ("equatable_objects", "template_name"):
        return _classes(unit)
    if option.name == "content_name":
        template = unit.last_value("template_name")
        return _slots(unit, template.content.strip() if template else "TEMPLATE")
    return _slots(unit, None) if option.name == "optional_status_slot" else ()


def _words_before(unit: ConfigUnit, line: OptionLine, offset: int) -> Sequence[Word]:
    """Return the words before an offset in the definition around it."""
    for row in definitions_in(unit.text, line):
        if row.start < offset <= row.end:
            return [word for word in row.words if word.end < offset]
    return []


def _words(unit: ConfigUnit, kind: Kind, before: Sequence[Word]) -> Iterable[str]:
    """Return the words that may follow the given words in a definition of that kind."""
    place = len(before)
    if kind is Kind.GROUPS:
        return _sections(unit) if place else ()
    if kind is Kind.CLASSES:
        return _SCORED if place == 2 else ()
    if place == 0:
        return _classes(unit)
    if place == 1:
        return _slots(unit, before[0].text)
    if kind is Kind.SUBTASKS:
        return ()
    return {3: _SCORED, 5: (*_SLOT_KINDS, *_classes(unit))}.get(place, ())


def _classes(unit: ConfigUnit) -> list[str]:
    return _distinct(row.words[0].text for row in unit.definitions("class_defs") if row.words)


def _slots(unit: ConfigUnit, class_name: str | None) -> list[str]:
    """Return the slots of a class, or of all classes if `class_name` is None."""
    rows = [row.words for row in unit.definitions("slot_defs") if len(row.words) > 1]
    wanted = [words for words in rows if class_name is None or words[0].text.lower() == class_name.lower()]
    return _distinct(words[1].text for words in wanted)


def _sections(unit: ConfigUnit) -> list[str]:
    if unit.lines_of("doc_sections"):
        return _distinct(value.content.strip() for value in unit.values_of("doc_sections"))
    return list(OPTIONS["doc_sections"].default or ())


def _distinct(names: Iterable[str]) -> list[str]:
    return list({name.lower(): name for name in names}.values())
