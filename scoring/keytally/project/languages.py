"""The language and the role of a file (design, end of "Which files belong together")."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from pathlib import Path

from keytally.evaluations import registry
from keytally.evaluations.interface import Role
from keytally.project.pair import Pair

_COMMENTS = re.compile(r"(?:\s+|[#;][^\r\n]*|<\?[^>]*>|<![^>]*>|/\*.*?\*/)+", re.S)

_KEY_NAME = r"(?:^|[._ -])keys?(?:[\d._ -]|$)"
_RESPONSE_NAME = re.compile(r"(?:^|[._ -])(?:response|rsp)", re.I)
_TEXTS_NAME = re.compile(r"(?:^|[._ -])texts?(?:[._ -]|$)", re.I)


def language_of(path: Path, first_lines: str, pairs: Iterable[Pair] = ()) -> str | None:
    """A file's language id: from its pair, else from its extension, else from its first line.

    `first_lines` is the beginning of its text; comment lines and blank lines are skipped. None if nothing
    decides the language.
    """
    by_pair = (_language_in(pair, path) for pair in pairs)
    known = next((language for language in by_pair if language), None)
    return known or _extensions().get(path.suffix.lower()) or language_by_content(first_lines)


def role_of(path: Path, pairs: Iterable[Pair] = ()) -> Role:
    """A file's role: its pair's, else the one that its name tells (key, rsp, response, texts)."""
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
    """The language of each extension that decides one."""
    return {extension: facts.id for facts in registry.languages().values() for extension in facts.extensions}


def language_by_content(first_lines: str) -> str | None:
    """The language that the first line decides, after blank lines and comments; None if it decides none.

    Where it decides none, they do: `#begin document` is a comment to most formats.
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
    """A pattern for names of keys: the common names, and those that families define."""
    own = (family.naming().key_name for family in registry.families())
    return re.compile("|".join([_KEY_NAME, *filter(None, own)]), re.I)


def _role_by_name(name: str) -> Role:
    """The role that comes last in a file's name."""
    patterns = ((Role.KEY, _key_name()), (Role.RESPONSE, _RESPONSE_NAME), (Role.TEXTS, _TEXTS_NAME))
    found = [(match.start(), role) for role, pattern in patterns for match in pattern.finditer(name)]
    return max(found, key=lambda place: place[0], default=(0, Role.UNKNOWN))[1]
