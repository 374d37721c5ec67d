"""A value of a flat template: alternatives, the strings that they belong to, and whether it is optional."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.conversion.flat.slots import FlatSlot

NOTHING = ("-", "*")
"""What stands where a slot has no fill, or can have none."""

_TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*)(?P<end>"?)|(?P<mark>/|:(?=[ \t]*["(])|[()])|(?P<word>[^\s"/:()]+|:)'
)
_ESCAPED = re.compile(r"\\(.)")
_FREE_ALTERNATIVE = re.compile(r"[ \t]+/[ \t]*|[ \t]*/[ \t]+")

Tell = Callable[[str], None]
"""Tells what is wrong with a value."""


class FlatFill(NamedTuple):
    """The alternatives of a fill, and the strings of other slots that it belongs to."""

    texts: Sequence[str]
    references: Sequence[str] = ()
    optional: bool = False


def free_fill(text: str) -> FlatFill | None:
    """A fill of running text; None for nothing."""
    optional = text.startswith("?")
    parts = [part.strip().strip('"') for part in _FREE_ALTERNATIVE.split(text.removeprefix("?").strip())]
    kept = [part for part in parts if part and part not in NOTHING]
    return FlatFill(kept, (), optional or len(kept) < len(parts)) if kept else None


def fill_of(text: str, slot: FlatSlot, known: Callable[[str], bool], tell: Tell) -> FlatFill | None:
    """A fill with what it belongs to; None for nothing.

    `known` says whether a string names an object: behind a reference such a one is another. Without quotes,
    or without an end, strings are told and read as they can be.
    """
    texts, references, missing = list[str](), list[str](), False
    for part in _parts(text.removeprefix("?"), tell):
        references += part.behind
        if part.is_string and references and not part.behind and (not slot.quoted or known(part.fill)):
            references.append(part.fill)
        elif not part.is_string and part.fill in ("", *NOTHING):
            missing = missing or bool(part.fill)
        else:
            if slot.quoted and not part.is_string:
                tell(f"the string {part.fill} stands without quotes")
            texts.append(part.fill)
    return FlatFill(texts, references, text.startswith("?") or missing) if texts or references else None


def _parts(text: str, tell: Tell) -> list["_Part"]:
    """The alternatives of a value."""
    parts = [_Part(tell)]
    for token in _TOKEN.finditer(text):
        if token["mark"] == "/":
            parts.append(_Part(tell))
        else:
            parts[-1].take(token)
    return parts


class _Part:
    """An alternative: the words of its fill, whether that is a string, and the strings behind its colon."""

    def __init__(self, tell: Tell) -> None:
        self.is_string = False
        self.behind: list[str] = []
        self._words: list[str] = []
        self._is_behind = False
        self._tell = tell

    @property
    def fill(self) -> str:
        """The fill; "" for none."""
        return " ".join(self._words)

    def take(self, token: re.Match[str]) -> None:
        """Add the next token; brackets say nothing."""
        if token["mark"] == ":":
            self._is_behind = True
        elif token["string"] is not None:
            self._string(_ESCAPED.sub(r"\1", token["string"]).strip(), has_end=bool(token["end"]))
        elif token["word"]:
            self._word(token["word"])

    def _string(self, text: str, *, has_end: bool) -> None:
        if not has_end:
            self._tell(f"the string {text} has no end")
        if self._words and not self._is_behind:
            self._tell(f"nothing parts {self._words[-1]} and {text}")
        if self._is_behind or self._words:
            self.behind.append(text)
        else:
            self._words, self.is_string = [text], True

    def _word(self, text: str) -> None:
        if not self._is_behind:
            if self.is_string:
                self._tell(f"nothing parts {self._words[-1]} and {text}")
            self._words.append(text)
        elif text not in NOTHING:
            self._tell(f"the string {text} stands without quotes")
            self.behind.append(text)
