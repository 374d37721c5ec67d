"""The offsets of keys and values in a TOML text, which the standard reader does not give."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from keytally.project.toml_text import unquoted
from keytally.text.span import Span

EntryPath = tuple[str | int, ...]


class TomlPlace(NamedTuple):
    """The offsets of an entry: its key, and its value (for a table's header both are the same)."""

    key: Span
    value: Span


def places(text: str) -> dict[EntryPath, TomlPlace]:
    """The places of all entries of `text`, which must be valid TOML, by path.

    A path holds the names and the indices that lead to an entry: `("pair", 0, "task")`.
    """
    return dict(_Scanner(text).entries())


def table_at(text: str, offset: int) -> str | None:
    """The name of the top table that an offset of `text`, which must be valid TOML, lies in."""
    found = None
    for path, place in _Scanner(text).entries():
        if place.key.start > offset:
            break
        found = str(path[0])
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
        """Skip white space and comments; returns the next character, or "" at the end."""
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
        """The path of a table's name, with the index of the last element of each array in it."""
        path: EntryPath = ()
        for name in names:
            path += (name,)
            if path in self._tables:
                path += (self._tables[path],)
        return path

    def _key(self) -> tuple[EntryPath, Span]:
        """A dotted key: its names and its offsets."""
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
        """The entry of a value and the entries within it; an array's element has its value as its key."""
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
