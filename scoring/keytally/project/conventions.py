"""Files that belong together by their names (design, "Which files belong together", rule 3).

Everything here judges names and the first part of a key; the file system is the caller's.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import format_of_file
from keytally.project import corrections, substitutions
from keytally.project.names import beginning_with
from keytally.project.substitutions import gold_task, is_substitution


class NamedPair(NamedTuple):
    """The names, in one folder, of a key and a response, and of their texts and BNF."""

    key: str
    response: str
    texts: str | None
    bnf: str | None


_DOTTED_KEY = re.compile(r"(?P<name>.+)\.key\.(?P<extension>[^.]+)", re.S)
_DOTTED = re.compile(r"(?P<name>.+)\.(?:key|response[^.]*|rsp[^.]*)\.[^.]+", re.S)
_BARE_KEY = re.compile(r"keys?(?P<extension>\.(?:sgml?|tmpl|template|txt))?", re.I)
_LINK = re.compile(r"##\d{1,9}#\d{1,9}#([^#\s]{1,200})")
_LEFTOVER = re.compile(r".*(?:~|\.bak|\.orig|\.rej|\.sw[a-p]|\.tmp)|#.*#", re.I | re.S)


def named_pairs(names: Sequence[str]) -> Iterator[NamedPair]:
    """The pairs that the file names of one folder make, in the order of keys, then responses."""
    present = sorted(name for name in names if not _LEFTOVER.fullmatch(name))
    there = frozenset(present)
    for key in present:
        responses = responses_to(key, present)
        texts, bnf = companions(key, there) if responses else (None, None)
        for response in responses:
            yield NamedPair(key, response, texts, bnf)


def companions(key: str, names: Collection[str]) -> tuple[str | None, str | None]:
    """The names of a key's texts and BNF among the names of its folder; None for what is not there.

    A key of any other name has those of a key named `key`.
    """
    if match := _DOTTED_KEY.fullmatch(key):
        name, extension = match["name"], match["extension"]
        return _first((f"{name}.texts.{extension}",), names), _first((f"{name}.bnf",), names)
    suffix = key[key.rfind(".") :] if "." in key else ""
    texts = ("texts", "text", f"texts{suffix}", f"text{suffix}")
    return _first(texts, names), _first(("bnf",), names)


def texts_led_to(key: str, names: Collection[str]) -> str | None:
    """The name, among those of its folder, of the texts that a key of templates has link information into.

    `key` is the text of the key or its beginning; what its first link names counts.
    """
    link = _LINK.search(key)
    return _first((link[1],), names) if link else None


def bnf_beside(name: str, names: Collection[str]) -> str | None:
    """The name of the BNF of a key or a response, among the names of its folder; None for none."""
    match = _DOTTED.fullmatch(name)
    return (_first((f"{match['name']}.bnf",), names) if match else None) or _first(("bnf",), names)


def responses_to(key: str, names: Sequence[str]) -> list[str]:
    """The names of a key's responses among the names of its folder, which are sorted; none for no key.

    Of many names only those are looked at that begin as a response to that key does.
    """
    if key.lower().endswith(".m2"):
        return corrections.responses_to(key, names)
    if match := _DOTTED_KEY.fullmatch(key):
        start, end = f"{match['name']}.", f".{match['extension']}"
        pattern = re.compile(re.escape(start) + r"(?:response|rsp).*" + re.escape(end), re.S)
    elif match := _BARE_KEY.fullmatch(key):
        start = "response"
        pattern = re.compile("response.*" + re.escape(match["extension"] or ""), re.S)
    else:
        return substitutions.responses_to(key, names) or corrections.responses_to(key, names)
    return [name for name in beginning_with(start, names) if name != key and pattern.fullmatch(name)]


def _first(wanted: Sequence[str], names: Collection[str]) -> str | None:
    return next((name for name in wanted if name in names), None)


_COREF_TAG = re.compile(r"<COREF[\s>]", re.I)
_NAME_TAG = re.compile(r"<(?:ENAMEX|TIMEX|NUMEX)[\s>]", re.I)
_HEADER = re.compile(r"^[ \t]*<([^<>\s]{3,200})>[ \t]*:=", re.M)
_POINTER = re.compile(r"^[ \t]*(?:[^\s:<>\"'#;]{1,200}:)?[ \t]*/?[ \t]*<([^<>\s]{3,200})>(?![ \t]*:=)", re.M)


def task_of(first_part: str) -> str | None:
    """The task that a key is for, told from its first part; None where nothing tells it."""
    text = first_part.replace("\r", "\n")
    if corrections.is_gold(text):
        return corrections.TASK
    if _COREF_TAG.search(text):
        return "coreference"
    if _NAME_TAG.search(text):
        return "named_entity"
    classes = {_class_of(match[1]) for match in _HEADER.finditer(text)} - {None}
    if "TEMPLATE" in classes:
        return "scenario_template"
    if not classes:
        return gold_task(text) if is_substitution(text) else None
    points = any(_class_of(match[1]) for match in _POINTER.finditer(text))
    return "template_relation" if points else "template_element"


def task_by_extension(key: str) -> str | None:
    """The task that a key's name tells by its extension, whatever is in the file; None for most."""
    kind = format_of_file(key)
    return kind.task if kind else None


def _class_of(identifier: str) -> str | None:
    """The class that an object's identification string names; None where it is none."""
    pieces = identifier.split("-")
    return pieces[0].upper() if len(pieces) > 2 and all(pieces[:3]) else None
