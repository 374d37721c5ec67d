"""Infer languages, roles, pairs and companions of files from their names and contents."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from keytally.families import registry
from keytally.families.contract import Role
from keytally.families.family import Task
from keytally.project.folders import Workspace
from keytally.project.pair import Pair
from keytally.text.files import beginning_with

_COMMENTS = re.compile(r"(?:\s+|[#;][^\r\n]*|<\?[^>]*>|<![^>]*>|/\*.*?\*/)+", re.S)

_KEY_NAME = r"(?:^|[._ -])keys?(?:[\d._ -]|$)"
_RESPONSE_NAME = re.compile(r"(?:^|[._ -])(?:response|rsp)", re.I)
_TEXTS_NAME = re.compile(r"(?:^|[._ -])texts?(?:[._ -]|$)", re.I)


def language_of(path: Path, first_lines: str, pairs: Iterable[Pair] = ()) -> str | None:
    """Return a file's language id from its pair, its extension or its first line, in this order.

    `first_lines` is the beginning of the file's text; comment lines and blank lines are skipped. The result
    is None if nothing determines the language.
    """
    by_pair = (_language_in(pair, path) for pair in pairs)
    known = next((language for language in by_pair if language), None)
    return known or _extensions().get(path.suffix.lower()) or language_by_content(first_lines)


def role_of(path: Path, pairs: Iterable[Pair] = ()) -> Role:
    """Return a file's role from its pair or from its name (key, rsp, response, texts)."""
    by_pair = (pair.role_of(path) for pair in pairs)
    return next((role for role in by_pair if role is not Role.UNKNOWN), None) or _role_by_name(path.name)


def _language_in(pair: Pair, path: Path) -> str | None:
    task = registry.find_task(pair.task)
    if task is None:
        return None
    if path in pair.keys or path in pair.responses:
        return task.language
    if path == pair.texts:
        return task.texts_language or None
    if path == pair.configuration:
        configurations = registry.configurations_of(pair.task)
        return configurations.language if configurations else None
    names = (name for name, part in pair.companions.items() if part == path)
    return next((registry.companions()[name].language for name in names), None)


@cache
def _extensions() -> Mapping[str, str]:
    """Return the language of each extension that identifies a language."""
    return {extension: facts.id for facts in registry.languages().values() for extension in facts.extensions}


def language_by_content(first_lines: str) -> str | None:
    """Return the language that the first line identifies, after blank lines and comments.

    The result is None if the first line identifies no language.

    If no language is identified in this way, the comments themselves are examined: `#begin document` is a
    comment in most formats.
    """
    comments = _COMMENTS.match(first_lines)
    starts = (comments.end(), 0) if comments else (0,)
    tried = product(starts, _first_lines())
    return next((name for start, (name, pattern) in tried if pattern.match(first_lines, start)), None)


@cache
def _first_lines() -> list[tuple[str, re.Pattern[str]]]:
    known = registry.languages().values()
    return [(facts.id, re.compile(facts.first_line)) for facts in known if facts.first_line]


@cache
def _key_name() -> re.Pattern[str]:
    """Return a pattern for names of keys: the common names, and those that families define."""
    own = (family.naming().key_name for family in registry.families())
    return re.compile("|".join([_KEY_NAME, *filter(None, own)]), re.I)


def _role_by_name(name: str) -> Role:
    """Return the role that is mentioned last in a file's name."""
    patterns = ((Role.KEY, _key_name()), (Role.RESPONSE, _RESPONSE_NAME), (Role.TEXTS, _TEXTS_NAME))
    found = [(match.start(), role) for role, pattern in patterns for match in pattern.finditer(name)]
    return max(found, key=lambda place: place[0], default=(0, Role.UNKNOWN))[1]


# Rule 3 of the design ("Which files belong together"): files that belong together by name.
#
# These functions take names and the first part of a key's text; callers read the file system.


class NamedPair(NamedTuple):
    """The names, in one directory, of a key, a response, their texts, and the key's companion files."""

    key: str
    response: str
    texts: str | None
    companions: Mapping[str, str]


_DOTTED_KEY = re.compile(r"(?P<name>.+)\.key\.(?P<extension>[^.]+)", re.S)
_DOTTED = re.compile(r"(?P<name>.+)\.(?:key|response[^.]*|rsp[^.]*)\.[^.]+", re.S)
_LEFTOVER = re.compile(r".*(?:~|\.bak|\.orig|\.rej|\.sw[a-p]|\.tmp)|#.*#", re.I | re.S)


@cache
def _bare_key() -> re.Pattern[str]:
    """Return a pattern for a key named just `key`, optionally with `.txt` or another extension that a
    language uses for keys.
    """
    known = (each for facts in registry.languages().values() for each in facts.bare_key)
    extensions = "|".join(map(re.escape, (*known, ".txt")))
    return re.compile(rf"keys?(?P<extension>{extensions})?", re.I)


class FolderNames:
    """The sorted names of one directory, indexed by their endings."""

    def __init__(self, names: Sequence[str]) -> None:
        self.all = names
        self._ending: dict[str, list[str]] | None = None
        asked = (family.naming().responses_to for family in registry.families())
        self._of_families = [responses_to for responses_to in asked if responses_to]

    def ending(self, extension: str) -> Sequence[str]:
        """Return the sorted names with one extension."""
        if self._ending is None:
            self._ending = {}
            for name in self.all:
                self._ending.setdefault(name.rpartition(".")[2], []).append(name)
        return self._ending.get(extension, ())

    def own_responses(self, key: str) -> Sequence[str] | None:
        """Return the responses to a key whose name a family recognises by its own convention; None for any
        other name.
        """
        found = (responses_to(key, self.all) for responses_to in self._of_families)
        return next((each for each in found if each is not None), None)


def named_pairs(names: Sequence[str]) -> Iterator[NamedPair]:
    """Yield the pairs among the file names of one directory, sorted by keys, then responses."""
    present = FolderNames(sorted(name for name in names if not _LEFTOVER.fullmatch(name)))
    there = frozenset(present.all)
    for key in present.all:
        responses = responses_to(key, present)
        texts = texts_beside(key, there) if responses else None
        companions = companions_beside(key, there) if responses else {}
        for response in responses:
            yield NamedPair(key, response, texts, companions)


def texts_beside(key: str, names: Collection[str]) -> str | None:
    """Return the name of a key's texts among the names in its directory, or None.

    A key whose name is not of the form `NAME.key.EXTENSION` uses the texts of a key named `key`.
    """
    if match := _DOTTED_KEY.fullmatch(key):
        return _first((f"{match['name']}.texts.{match['extension']}",), names)
    suffix = key[key.rfind(".") :] if "." in key else ""
    return _first(("texts", "text", f"texts{suffix}", f"text{suffix}"), names)


def companions_beside(key: str, names: Collection[str]) -> dict[str, str]:
    """Return the names of a key's companion files among the names in its directory, by kind.

    A key whose name is not of the form `NAME.key.EXTENSION` uses the companion files of a key named `key`.
    """
    match = _DOTTED_KEY.fullmatch(key)
    found = {kind: f"{match['name']}.{kind}" if match else kind for kind in registry.companions()}
    return {kind: name for kind, name in found.items() if name in names}


def companions_of_any(name: str, names: Collection[str]) -> dict[str, str]:
    """Return the companion files of a key or a response among the names in its directory, by kind."""
    match = _DOTTED.fullmatch(name)
    found = {}
    for kind in registry.companions():
        own = (f"{match['name']}.{kind}",) if match else ()
        if beside := _first((*own, kind), names):
            found[kind] = beside
    return found


def texts_led_to(task: Task, key: str, names: Collection[str]) -> str | None:
    """Return the name of the texts in a key's directory to which the beginning of the key refers, or None."""
    found = task.texts_named_in(key) if task.texts_named_in else None
    return found if found in names else None


def responses_to(key: str, names: FolderNames) -> list[str]:
    """Return the responses to a key among the names in its directory; empty if the name is not that of a key.

    Only names that begin and end like a response to that key are examined.
    """
    own = names.own_responses(key)
    if own is not None:
        return list(own)
    if match := _DOTTED_KEY.fullmatch(key):
        start, end = match["name"], match["extension"]
        alike = names.ending(end)
        words = (f"{start}.response", f"{start}.rsp")
        found = (
            name for word in words for name in beginning_with(word, alike) if len(name) > len(word) + len(end)
        )
        return [name for name in found if name != key]
    if match := _bare_key().fullmatch(key):
        end = match["extension"] or ""
        found = (name for name in beginning_with("response", names.all) if name.endswith(end))
        return [name for name in found if name != key]
    return []


def _first(wanted: Sequence[str], names: Collection[str]) -> str | None:
    return next((name for name in wanted if name in names), None)


def task_of(first_part: str) -> str | None:
    """Detect the task of a key from the first part of its text; None if no task matches.

    The family whose language is identified by the first line is tried first, then all others in order.
    """
    language = language_by_content(first_part)
    known = registry.families()
    in_order = sorted(known, key=lambda family: all(each.id != language for each in family.languages))
    asked = (family.naming().task_of for family in in_order)
    return next((task for task_in in asked if task_in and (task := task_in(first_part))), None)


def task_by_name(key: str) -> str | None:
    """Return the task that a key's name alone identifies; None for most names."""
    asked = (family.naming().task_by_name for family in registry.families())
    return next((task for by_name in asked if by_name and (task := by_name(key))), None)


def task_with(task: str, response: str) -> str | None:
    """Return the task of a key with a response that begins with `response`; None if this is not the
    beginning of a response.
    """
    task_with = registry.family_of(task).naming().task_with
    return task_with(task, response) if task_with else task


def configuration_of(task: str, key: str, *, in_one: bool = False) -> str | None:
    """Return the built-in configuration for a key that begins with `key` and has no configuration.

    None means the task's default, or an unknown task. If `in_one` is true, the key is also the response.
    """
    if registry.find_task(task) is None:
        return None
    naming = registry.family_of(task).naming()
    told = naming.in_one(task, key) if in_one and naming.in_one else None
    return told or (naming.configuration_of(task, key) if naming.configuration_of else None)


def shows_both(task: str, file: str) -> bool:
    """Return whether a file that begins with `file` may be both key and response."""
    in_one = registry.family_of(task).naming().in_one
    return in_one is None or in_one(task, file) is not None


def companions_of_key(key: Path, task: str) -> dict[str, Path | str]:
    """Return the companion files of a key in its directory, matched by name, of the kinds that the task
    uses.
    """
    return _taken_by_task(task, companions_beside_file(key, Workspace(key.parent)))


def companions_beside_file(path: Path, workspace: Workspace) -> dict[str, Path | str]:
    """Return the companion files of any kind in a file's directory, matched by name."""
    found = companions_of_any(path.name, workspace.folder(path.parent).names)
    return {kind: path.with_name(name) for kind, name in found.items()}


def companions_taken_by(task: str, key: Path, found: Mapping[str, str]) -> dict[str, Path | str]:
    """Return the paths of a key's companion files that a task accepts, given their names."""
    return _taken_by_task(task, {kind: key.with_name(name) for kind, name in found.items()})


def _taken_by_task(task: str, found: Mapping[str, Path | str]) -> dict[str, Path | str]:
    known = registry.find_task(task)
    return {kind: path for kind, path in found.items() if known and kind in known.companions}
