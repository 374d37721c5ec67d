"""Read a TOML text: its values by type, their positions, and its first syntax error."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import did_you_mean
from keytally.findings.table.project import BAD_PROJECT_VALUE, UNKNOWN_NAME, UNKNOWN_PROJECT_KEY
from keytally.text.positions import Span, line_starts

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.S)


DEEPEST = 16
"""The maximum number of names in a dotted key, and of brackets around a value."""

_PIECE = re.compile(
    r"""(?P<passed>\#[^\n]*
      | \"{3}(?:[^"\\]|\\.|\\\Z|"(?!""))*(?:"{3,5}|\Z)
      | '{3}(?:[^']|'(?!''))*(?:'{3,5}|\Z))
      | (?P<name>[\w-]+|"(?:[^"\\\n]|\\[^\n])*"?|'[^'\n]*'?)
      | (?P<dot>[ \t]*\.[ \t]*)
      | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<line>\n)""",
    re.S | re.X,
)
"""The tokens of a TOML text that affect nesting; an unclosed string extends to the end of the text."""


class TomlProblem(NamedTuple):
    """The reason why a text is not valid TOML, and the offset at which the parser stopped."""

    message: str
    offset: int


def load_toml(text: str) -> dict[str, Any] | TomlProblem:
    """Return the values of a TOML text, or its first problem.

    Text that is nested too deeply is not parsed, because parsing time grows with the square of the depth.
    """
    if (deep := too_deep(text)) is not None:
        return TomlProblem(f"this value is nested more than {DEEPEST} levels deep", deep)
    try:
        return _loads(text)
    except RecursionError:
        return TomlProblem("the values are nested too deeply", 0)
    except ValueError as error:
        return _problem(text, str(error))


def too_deep(text: str) -> int | None:
    """Return the offset at which a key or brackets are nested too deeply, or None.

    It reads any text once from left to right, skipping strings and comments.
    """
    dots = brackets = 0
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup
        dots = dots + 1 if kind == "dot" else dots if kind == "name" else 0
        brackets = max(brackets + (kind == "open") - (kind == "close"), 0)
        if dots >= DEEPEST or brackets > DEEPEST:
            return piece.start()
    return None


def unquoted(literal: str) -> str:
    """Return the name that a quoted key represents."""
    (name,) = _loads(f"{literal} = 0")
    return name


def _loads(text: str) -> dict[str, Any]:
    """Parse a TOML text; the parser is imported on first use, because most commands do not need it."""
    import tomllib  # noqa: PLC0415

    return tomllib.loads(text)


def _problem(text: str, message: str) -> TomlProblem:
    """Return the parser's message without its position, and the position as an offset in `text`."""
    match = _PLACE.fullmatch(message)
    if match is None:
        return TomlProblem(_as_clause(message), 0)
    if match[2] is None:
        return TomlProblem(_as_clause(match[1]), len(text))
    start = _line_start(text, int(match[2]) - 1)
    return TomlProblem(_as_clause(match[1]), min(start + int(match[3]) - 1, len(text)))


def _line_start(text: str, line: int) -> int:
    r"""Return the offset of the start of a line, by TOML's definition: a lone `\r` does not end a line."""
    starts = [start for start in line_starts(text) if start == 0 or text[start - 1] == "\n"]
    return starts[min(line, len(starts) - 1)]


def _as_clause(message: str) -> str:
    return message[:1].lower() + message[1:]


EntryPath = tuple[str | int, ...]


class TomlPlace(NamedTuple):
    """The spans of an entry: its key and its value (the same for a table header)."""

    key: Span
    value: Span


def entry_places(text: str) -> dict[EntryPath, TomlPlace]:
    """Return the positions of all entries of `text`, which must be valid TOML, by path.

    A path consists of the names and indices that lead to an entry: `("pair", 0, "task")`.
    """
    return dict(_Scanner(text).entries())


def table_at(text: str, offset: int, section: EntryPath = ()) -> str | None:
    """Return the name of the table of a section that contains an offset of `text`, a valid TOML file; None
    if there is no such table.
    """
    found, depth = None, len(section)
    for path, place in _Scanner(text).entries():
        if place.key.start > offset:
            break
        found = str(path[depth]) if path[:depth] == section and len(path) > depth else None
    return found


_BLANKS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}#\r\n]+")
_STRINGS = [
    re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.S),
    re.compile(r"'''(?:[^']|'(?!''))*'{3,5}", re.S),
    re.compile(r'"(?:[^"\\]|\\.)*"'),
    re.compile(r"'[^']*'"),
]


class _Scanner:
    """Scans a valid TOML text once, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._tables: dict[EntryPath, int] = {}

    def entries(self) -> Iterator[tuple[EntryPath, TomlPlace]]:
        table: EntryPath = ()
        while self._next():
            if self._text[self._at] == "[":
                table, place = self._header()
                yield table, place
            else:
                yield from self._assignment(table)

    def _next(self) -> str:
        """Skip whitespace and comments; return the next character, or "" at the end."""
        blanks = _BLANKS.match(self._text, self._at)
        self._at = blanks.end() if blanks else self._at
        return self._text[self._at : self._at + 1]

    def _header(self) -> tuple[EntryPath, TomlPlace]:
        is_array = self._text.startswith("[[", self._at)
        self._at += 1 + is_array
        names, span = self._key()
        self._next()
        self._at += 1 + is_array
        path = (*self._within(names[:-1]), names[-1])
        if is_array:
            self._tables[path] = self._tables.get(path, -1) + 1
            path += (self._tables[path],)
        return path, TomlPlace(span, span)

    def _within(self, names: EntryPath) -> EntryPath:
        """Return the path of a table's name; after the name of each array of tables, it contains the index
        of the last element.
        """
        path: EntryPath = ()
        for name in names:
            path += (name,)
            if path in self._tables:
                path += (self._tables[path],)
        return path

    def _key(self) -> tuple[EntryPath, Span]:
        """Return the names and the span of a dotted key."""
        self._next()
        start, names = self._at, [self._name()]
        end = self._at
        while self._next() == ".":
            self._at += 1
            self._next()
            names.append(self._name())
            end = self._at
        return tuple(names), Span(start, end)

    def _name(self) -> str:
        if self._text[self._at] in "\"'":
            start = self._at
            self._string()
            return unquoted(self._text[start : self._at])
        bare = _BARE.match(self._text, self._at)
        if bare is None:
            raise ValueError(f"no key at {self._at}")
        self._at = bare.end()
        return bare.group()

    def _assignment(self, table: EntryPath) -> Iterator[tuple[EntryPath, TomlPlace]]:
        names, key = self._key()
        self._next()
        self._at += 1
        yield from self._value(table + names, key)

    def _value(self, path: EntryPath, key: Span | None) -> Iterator[tuple[EntryPath, TomlPlace]]:
        """Yield the entry of a value and the entries within it.

        For an element of an array, the key is the same as the value.
        """
        first = self._next()
        start, inner = self._at, list(self._inner(first, path))
        value = Span(start, self._at)
        yield path, TomlPlace(key or value, value)
        yield from inner

    def _inner(self, first: str, path: EntryPath) -> Iterator[tuple[EntryPath, TomlPlace]]:
        if first == "[":
            yield from self._array(path)
        elif first == "{":
            yield from self._inline_table(path)
        elif first in "\"'":
            self._string()
        else:
            self._plain()

    def _array(self, path: EntryPath) -> Iterator[tuple[EntryPath, TomlPlace]]:
        self._at += 1
        index = 0
        while self._next() != "]":
            yield from self._value((*path, index), None)
            index += 1
            if self._next() == ",":
                self._at += 1
        self._at += 1

    def _inline_table(self, path: EntryPath) -> Iterator[tuple[EntryPath, TomlPlace]]:
        self._at += 1
        while self._next() != "}":
            yield from self._assignment(path)
            if self._next() == ",":
                self._at += 1
        self._at += 1

    def _string(self) -> None:
        match = next(filter(None, (pattern.match(self._text, self._at) for pattern in _STRINGS)))
        self._at = match.end()

    def _plain(self) -> None:
        match = _PLAIN.match(self._text, self._at)
        if match is None:
            raise ValueError(f"no value at {self._at}")
        self._at += len(match.group().rstrip())


class Stated(NamedTuple):
    """A string and its span in the file."""

    value: str
    place: Span


class TableReader:
    """Reads values at paths in one table of a TOML text and collects findings about them."""

    def __init__(self, text: str, where: Mapping[EntryPath, TomlPlace], section: EntryPath = ()) -> None:
        self._text = text
        self._where = where
        self._section = section
        self.findings: list[Finding] = []

    @classmethod
    def of(cls, text: str, section: EntryPath = ()) -> "TableReader":
        """Return a reader of `text`, which must be valid TOML; paths begin in its table `section`."""
        return cls(text, entry_places(text), section)

    def header(self, name: str) -> str:
        """Return the name of a table of the section as written in its header."""
        return ".".join((*map(str, self._section), name))

    def place(self, path: EntryPath) -> Span:
        """Return the span of the value at `path`, of the enclosing entry, or of the file's start."""
        path = (*self._section, *path)
        while path and path not in self._where:
            path = path[:-1]
        return self._where[path].value if path else Span(0, 0)

    def key_place(self, path: EntryPath) -> Span:
        """Return the span of the key of the entry at `path`, or of the enclosing entry."""
        whole = (*self._section, *path)
        return self._where[whole].key if whole in self._where else self.place(path)

    def wrong_kind(self, path: EntryPath, kind: str) -> None:
        """Report that the value at `path` must be of a different type."""
        name = _name((*self._section, *path))
        self.add(BAD_PROJECT_VALUE.finding(*self.place(path), {"name": name, "kind": kind}))

    def add(self, finding: Finding) -> None:
        """Report a finding."""
        self.findings.append(finding)

    def unknown_value(self, stated: Stated, what: str, known: Iterable[str]) -> None:
        """Report a name that is not one of `known`."""
        hint = did_you_mean(stated.value, known)
        self.add(UNKNOWN_NAME.finding(*stated.place, {"what": what, "name": stated.value, "hint": hint}))

    def table(self, path: EntryPath, values: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
        """Return the entries of a table that have known keys; the others are reported."""
        names = list(known)
        for name in values:
            if name not in names:
                self.unknown_key(path, name, [other for other in names if other not in values])
        return {name: value for name, value in values.items() if name in names}

    def unknown_key(self, path: EntryPath, name: str, free: Iterable[str]) -> None:
        """Report an unknown key of the table at `path`, with the most similar of `free` as a suggestion."""
        from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name pays for it

        place = self.key_place((*path, name))
        nearest = next(iter(get_close_matches(name, list(free), n=1)), "")
        renames = nearest and self._text[place.start : place.end] == name
        edits = (Edit(place.start, place.end, nearest),) if renames else ()
        hint = f"; did you mean {nearest}?" if nearest else ""
        self.findings.append(
            UNKNOWN_PROJECT_KEY.finding(
                place.start, place.end, {"key": name, "hint": hint, "nearest": nearest}, edits
            )
        )

    def string(self, path: EntryPath, value: object) -> Stated | None:
        """Return the string at `path`; None if the value is missing, empty, or not a string."""
        if value is None:
            return None
        if isinstance(value, str) and value.strip() and "\0" not in value:
            return Stated(value, self.place(path))
        self.wrong_kind(path, "a non-empty string")
        return None

    def strings(self, path: EntryPath, value: object) -> tuple[Stated, ...]:
        """Return the strings of the list at `path`; a single string is read as a list of one."""
        if isinstance(value, list):
            given = (self.string((*path, index), entry) for index, entry in enumerate(value))
            return tuple(stated for stated in given if stated is not None)
        if value is None or isinstance(value, str):
            stated = self.string(path, value)
            return (stated,) if stated else ()
        self.wrong_kind(path, "a list of strings")
        return ()

    def words(self, path: EntryPath, value: object) -> tuple[str, ...] | None:
        """Return the values of an option: a string, a number, true or false, or a list of these; None for
        any other value, which is reported.
        """
        if isinstance(value, list):
            words = [_word(entry) for entry in value]
            if None not in words:
                return tuple(word for word in words if word is not None)
        elif (word := _word(value)) is not None:
            return (word,)
        self.wrong_kind(path, "a string, a number, true, false or a list of them")
        return None


def _word(value: object) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int | float) else None


def _name(path: EntryPath) -> str:
    """Return the name that messages use for the entry at `path`: the last name of the path."""
    return next((str(step) for step in reversed(path) if isinstance(step, str)), "the file")
