"""Rule 3 of the design ("Which files belong together"): files that belong together by name.

These functions take names and the first part of a key's text; callers read the file system.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.evaluations.family import Task
from keytally.project.languages import language_by_content
from keytally.text.sorted_names import beginning_with


class NamedPair(NamedTuple):
    """The names, in one folder, of a key, a response, their texts, and the key's companion files."""

    key: str
    response: str
    texts: str | None
    companions: Mapping[str, str]


_DOTTED_KEY = re.compile(r"(?P<name>.+)\.key\.(?P<extension>[^.]+)", re.S)
_DOTTED = re.compile(r"(?P<name>.+)\.(?:key|response[^.]*|rsp[^.]*)\.[^.]+", re.S)
_LEFTOVER = re.compile(r".*(?:~|\.bak|\.orig|\.rej|\.sw[a-p]|\.tmp)|#.*#", re.I | re.S)


@cache
def _bare_key() -> re.Pattern[str]:
    """A key named just `key`, with `.txt` or an extension that keys of some language have."""
    known = (each for facts in registry.languages().values() for each in facts.bare_key)
    extensions = "|".join(map(re.escape, (*known, ".txt")))
    return re.compile(rf"keys?(?P<extension>{extensions})?", re.I)


class FolderNames:
    """The sorted names of one folder, and those that end alike."""

    def __init__(self, names: Sequence[str]) -> None:
        self.all = names
        self._ending: dict[str, list[str]] | None = None
        asked = (family.naming().responses_to for family in registry.families())
        self._of_families = [responses_to for responses_to in asked if responses_to]

    def ending(self, extension: str) -> Sequence[str]:
        """The sorted names with one extension."""
        if self._ending is None:
            self._ending = {}
            for name in self.all:
                self._ending.setdefault(name.rpartition(".")[2], []).append(name)
        return self._ending.get(extension, ())

    def own_responses(self, key: str) -> Sequence[str] | None:
        """The responses to a key whose name only one family recognises; None for any other name."""
        found = (responses_to(key, self.all) for responses_to in self._of_families)
        return next((each for each in found if each is not None), None)


def named_pairs(names: Sequence[str]) -> Iterator[NamedPair]:
    """The pairs among the file names of one folder, in the order of keys, then responses."""
    present = FolderNames(sorted(name for name in names if not _LEFTOVER.fullmatch(name)))
    there = frozenset(present.all)
    for key in present.all:
        responses = responses_to(key, present)
        texts = texts_beside(key, there) if responses else None
        companions = companions_beside(key, there) if responses else {}
        for response in responses:
            yield NamedPair(key, response, texts, companions)


def texts_beside(key: str, names: Collection[str]) -> str | None:
    """The name of a key's texts among the names of its folder; None if there are none.

    A key without texts of its own name has the texts of a key named `key`.
    """
    if match := _DOTTED_KEY.fullmatch(key):
        return _first((f"{match['name']}.texts.{match['extension']}",), names)
    suffix = key[key.rfind(".") :] if "." in key else ""
    return _first(("texts", "text", f"texts{suffix}", f"text{suffix}"), names)


def companions_beside(key: str, names: Collection[str]) -> dict[str, str]:
    """The names of a key's companion files among the names of its folder, by kind.

    A key without companion files of its own name has those of a key named `key`.
    """
    match = _DOTTED_KEY.fullmatch(key)
    found = {kind: f"{match['name']}.{kind}" if match else kind for kind in registry.companions()}
    return {kind: name for kind, name in found.items() if name in names}


def companions_of_any(name: str, names: Collection[str]) -> dict[str, str]:
    """The names of the companion files of a key or a response, among the names of its folder."""
    match = _DOTTED.fullmatch(name)
    found = {}
    for kind in registry.companions():
        own = (f"{match['name']}.{kind}",) if match else ()
        if beside := _first((*own, kind), names):
            found[kind] = beside
    return found


def texts_led_to(task: Task, key: str, names: Collection[str]) -> str | None:
    """The name of the texts that the beginning of a key refers to, among the names of its folder."""
    found = task.texts_named_in(key) if task.texts_named_in else None
    return found if found in names else None


def responses_to(key: str, names: FolderNames) -> list[str]:
    """The names of a key's responses among those of its folder; none if the name is no key's.

    Only those names are examined that begin and end like a response to that key.
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
    """The task of a key, detected from the first part of its text; None if it shows no task.

    The family of the language of the first line is tried first, then all others in order.
    """
    language = language_by_content(first_part)
    known = registry.families()
    in_order = sorted(known, key=lambda family: all(each.id != language for each in family.languages))
    asked = (family.naming().task_of for family in in_order)
    return next((task for task_in in asked if task_in and (task := task_in(first_part))), None)


def task_by_name(key: str) -> str | None:
    """The task that a key's name alone decides; None for most names."""
    asked = (family.naming().task_by_name for family in registry.families())
    return next((task for by_name in asked if by_name and (task := by_name(key))), None)


def task_with(task: str, response: str) -> str | None:
    """The task of a key with a response that begins with `response`; None if the file is no response."""
    task_with = registry.family_of(task).naming().task_with
    return task_with(task, response) if task_with else task


def configuration_of(task: str, key: str, *, in_one: bool = False) -> str | None:
    """The built-in configuration for a key that begins with `key`, where none is named.

    None where the task's default counts, and for an unknown task. `in_one`: the key is the response too.
    """
    if registry.find_task(task) is None:
        return None
    naming = registry.family_of(task).naming()
    told = naming.in_one(task, key) if in_one and naming.in_one else None
    return told or (naming.configuration_of(task, key) if naming.configuration_of else None)


def shows_both(task: str, file: str) -> bool:
    """Whether a file that begins so may be key and response at once by its content."""
    in_one = registry.family_of(task).naming().in_one
    return in_one is None or in_one(task, file) is not None
