"""Which language a file is in, and which role it plays (design, end of "Which files belong together")."""

import re
from collections.abc import Iterable
from pathlib import Path

from keytally.evaluations.interface import Role
from keytally.project.pair import Pair
from keytally.project.tasks import format_of

_EXTENSIONS = {
    ".sgml": "muc-sgml",
    ".sgm": "muc-sgml",
    ".bnf": "muc-bnf",
    ".m2": "m2",
    ".parse": "cpa",
    ".clust": "cpa",
    ".pat": "cpa",
}

_COMMENTS = re.compile(r"(?:\s+|[#;][^\r\n]*|<\?[^>]*>|<![^>]*>|/\*.*?\*/)+", re.S)
_FIRST_LINES = [
    ("muc-sgml", re.compile(r"<DOC(?:\s|>)", re.I)),
    ("muc-template", re.compile(r"<[^<>\s-]+-[^<>\s-]+-[^<>\s]+>[ \t]*:=")),
    ("muc-bnf", re.compile(r"<[^<>\s]+>[ \t]*:=")),
    ("lexsub", re.compile(r"[\w.-]+[ \t]+[\w.]+[ \t]*:::?(?!:)")),
    ("m2", re.compile(r"S [^\r\n]*[\r\n]+A [ \t]*-?\d+[ \t]+-?\d+[ \t]*\|\|\|")),
    ("muc-config", re.compile(r":[A-Za-z][\w-]*(?:\s|$)")),
]

_KEY_NAME = re.compile(
    r"(?:^|[._ -])keys?(?:[\d._ -]|$)|\A(?:mw)?gold(?:\.(?:trial|test))?(?:\.txt)?\Z", re.I
)
_RESPONSE_NAME = re.compile(r"(?:^|[._ -])(?:response|rsp)", re.I)
_TEXTS_NAME = re.compile(r"(?:^|[._ -])texts?(?:[._ -]|$)", re.I)


def language_of(path: Path, first_lines: str, pairs: Iterable[Pair] = ()) -> str | None:
    """A file's language id: by its pair, else by its extension, else by its first line.

    `first_lines` is the beginning of its text; lines of comment and blank lines do not count.
    None where nothing tells the language.
    """
    by_pair = (_language_in(pair, path) for pair in pairs)
    known = next((language for language in by_pair if language), None)
    return known or _EXTENSIONS.get(path.suffix.lower()) or _language_told_by(first_lines)


def role_of(path: Path, pairs: Iterable[Pair] = ()) -> Role:
    """A file's role: its pair's, else the one that its name tells (key, rsp, response, texts)."""
    by_pair = (role_in(pair, path) for pair in pairs)
    return next((role for role in by_pair if role is not Role.UNKNOWN), None) or _role_told_by(path.name)


def role_in(pair: Pair, path: Path) -> Role:
    """What a file is in a pair; in key2key both sides are keys."""
    if path in pair.keys:
        return Role.KEY
    if path in pair.responses:
        return Role.KEY if pair.both_keys else Role.RESPONSE
    return Role.TEXTS if path == pair.texts else Role.UNKNOWN


def _language_in(pair: Pair, path: Path) -> str | None:
    if path in pair.keys or path in pair.responses:
        return format_of(pair.task)
    if path == pair.texts:
        return "muc-sgml"
    if path == pair.configuration:
        return "muc-config"
    return "muc-bnf" if path == pair.bnf else None


def _language_told_by(first_lines: str) -> str | None:
    comments = _COMMENTS.match(first_lines)
    start = comments.end() if comments else 0
    return next((name for name, pattern in _FIRST_LINES if pattern.match(first_lines, start)), None)


def _role_told_by(name: str) -> Role:
    """The role that stands last in a file's name."""
    patterns = ((Role.KEY, _KEY_NAME), (Role.RESPONSE, _RESPONSE_NAME), (Role.TEXTS, _TEXTS_NAME))
    found = [(match.start(), role) for role, pattern in patterns for match in pattern.finditer(name)]
    return max(found, key=lambda place: place[0], default=(0, Role.UNKNOWN))[1]
