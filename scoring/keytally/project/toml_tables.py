"""Reads values of keytally.toml by type; values of the wrong type become findings."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from keytally.findings.finding import Edit, Finding
from keytally.findings.suggestion import did_you_mean
from keytally.findings.table.project import BAD_PROJECT_VALUE, UNKNOWN_NAME, UNKNOWN_PROJECT_KEY
from keytally.project.toml_places import EntryPath, TomlPlace, places
from keytally.text.span import Span


class Stated(NamedTuple):
    """A string, and its place in the file."""

    value: str
    place: Span


class TableReader:
    """Reads values at paths of one TOML text and collects findings about them."""

    def __init__(self, text: str, where: Mapping[EntryPath, TomlPlace]) -> None:
        self._text = text
        self._where = where
        self.findings: list[Finding] = []

    @classmethod
    def of(cls, text: str) -> "TableReader":
        """A reader of `text`, which must be valid TOML."""
        return cls(text, places(text))

    def place(self, path: EntryPath) -> Span:
        """The place of the value at `path`, else of the entry around it, else the file's start."""
        while path and path not in self._where:
            path = path[:-1]
        return self._where[path].value if path else Span(0, 0)

    def key_place(self, path: EntryPath) -> Span:
        """The place of the key of the entry at `path`, else of the entry around it."""
        return self._where[path].key if path in self._where else self.place(path)

    def wrong_kind(self, path: EntryPath, kind: str) -> None:
        """Report that the value at `path` must be of another kind."""
        self.add(BAD_PROJECT_VALUE.finding(*self.place(path), {"name": _name(path), "kind": kind}))

    def add(self, finding: Finding) -> None:
        """Report a finding."""
        self.findings.append(finding)

    def unknown_value(self, stated: Stated, what: str, known: Iterable[str]) -> None:
        """Report a name that is not one of `known`."""
        hint = did_you_mean(stated.value, known)
        self.add(UNKNOWN_NAME.finding(*stated.place, {"what": what, "name": stated.value, "hint": hint}))

    def table(self, path: EntryPath, values: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
        """The entries of a table that have known keys; the others are reported."""
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
        """The string at `path`; None if there is no value, or the value is not a string or is empty."""
        if value is None:
            return None
        if isinstance(value, str) and value.strip() and "\0" not in value:
            return Stated(value, self.place(path))
        self.wrong_kind(path, "a string that is not empty")
        return None

    def strings(self, path: EntryPath, value: object) -> tuple[Stated, ...]:
        """The strings of the list at `path`; a single string is read as a list of one."""
        if isinstance(value, list):
            given = (self.string((*path, index), entry) for index, entry in enumerate(value))
            return tuple(stated for stated in given if stated is not None)
        if value is None or isinstance(value, str):
            stated = self.string(path, value)
            return (stated,) if stated else ()
        self.wrong_kind(path, "a list of strings")
        return ()

    def words(self, path: EntryPath, value: object) -> tuple[str, ...] | None:
        """The values of an option: a string, a number, true or false, or a list of these."""
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
    """What a message calls the entry at `path`: its last name."""
    return next((str(step) for step in reversed(path) if isinstance(step, str)), "the file")
