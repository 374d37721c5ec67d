"""Finds task tags and section tags in a text: well-formed tags by one expression, others step by step.

Reading a tag always ends before the next task tag begins, so that the total time is linear in the text.
"""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute, Judge, TagShape

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.sgml.broken_tags import BrokenTags

CACHED_SHAPES = 1 << 15
_NOTHING = re.compile(r"\s*(?:<|\Z)", re.ASCII)


class TagMatch(IntEnum):
    """The kind of a match: the number of its last group."""

    OPEN = 1
    ELEMENT = 2
    CLOSE = 3
    BROKEN = 4
    SECTION = 6


def names_pattern(names: Iterable[str]) -> str:
    """An expression for any of the names; without names, one that matches nothing."""
    longest_first = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(map(re.escape, longest_first)) or r"(?!)"


class TagLexer:
    """Reads the task tags of one syntax.

    `judge` is called once for each spelling of a tag whose problems are asked for.
    """

    def __init__(self, syntax: SgmlSyntax, judge: Judge) -> None:
        task_names = [tag.name for tag in syntax.tags]
        task = names_pattern(task_names)
        start = rf"(?:{task})(?=[\s></]|\Z)|/(?:{task})(?![\w-])"
        values = "|".join(rf"{quote}{_value(quote, start)}{quote}" for quote in "\"'")
        section_names = (*syntax.sections, syntax.doc_gid)
        sections = names_pattern(section_names)
        names = (*task_names, *section_names)
        flags = re.IGNORECASE | re.ASCII
        self._attribute = re.compile(rf"\s+([^\s=<>\"'/]+)\s*=\s*({values})", flags)
        self._tags = re.compile(
            rf"<(?=[{_first_letters(names)}])(?:({task})(?:\s+[^\s=<>\"'/]+\s*=\s*(?:{values}))*\s*>(?:([^<]*)</\1\s*>)?"
            rf"|/({task})\s*>|({start})|(/?)({sections})(?=[\s>]))",
            flags,
        )
        self._reach = len("</") + max(map(len, names)) + 1
        self._judge = judge
        self._syntax = syntax
        self._shapes: dict[str, TagShape] = {}
        self._closes = {name: TagShape(name, is_close=True) for name in task_names}
        self._cut = {name: TagShape(name, complete=False).judged_by(judge, "<" + name) for name in task_names}

    @cached_property
    def _broken(self) -> "BrokenTags":
        from keytally.evaluations.muc.formats.sgml.broken_tags import BrokenTags  # noqa: PLC0415 - most files are sound

        return BrokenTags(self._syntax)

    def find(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        """Every task tag and section tag that begins in the text from `start` on, in order.

        An element without any markup inside is matched as a whole.
        """
        return self._tags.finditer(text, start)

    def opened(self, written: str, name: str) -> TagShape:
        """The shape of a well-formed open tag, from its text and its name."""
        shape = self._shapes.get(written)
        if shape is None:
            shape = self._remember(written, self._well_formed(written, name.lower()))
        return shape

    def closed(self, name: str) -> TagShape:
        """The shape of a well-formed close tag of that name."""
        return self._closes[name.lower()]

    def broken(self, match: re.Match[str]) -> tuple[int, TagShape]:
        """The end and the shape of a malformed tag: it ends after its last sound part."""
        start, name_end, text = match.start(), match.end(), match.string
        name = match[4].lower()
        if name in self._cut and _NOTHING.match(text, name_end):
            return name_end, self._cut[name]
        end, shape = self._broken.read(text, start, name_end, name)
        return end, shape.judged_by(self._judge, text[start:end])

    @property
    def reach(self) -> int:
        """How many characters decide whether a tag begins at an offset."""
        return self._reach

    def _well_formed(self, written: str, name: str) -> TagShape:
        attributes = []
        for match in self._attribute.finditer(written, 1 + len(name)):
            start, end = match.span(2)
            value = written[start + 1 : end - 1]
            attributes.append(Attribute(match[1].lower(), value, match.start(1), end, start + 1, end - 1))
        return TagShape(name, tuple(attributes)).judged_by(self._judge, written)

    def _remember(self, written: str, shape: TagShape) -> TagShape:
        if len(self._shapes) >= CACHED_SHAPES:
            self._shapes.clear()
        self._shapes[written] = shape
        return shape


def _first_letters(names: Iterable[str]) -> str:
    """The characters that may follow the `<` of a tag; the check skips all others at once."""
    letters = {case(name[:1]) for name in names for case in (str.lower, str.upper)}
    return "/" + "".join(map(re.escape, sorted(letters)))


def _value(quote: str, task_tag_start: str) -> str:
    """The text that may be between quotes: without a task tag, and without a `>` that a `<` follows."""
    opening = rf"<(?!(?:{task_tag_start}))"
    return rf"[^{quote}<>]*(?:(?:{opening}[^{quote}<>]*)+(?:>[^{quote}<]*)?|>[^{quote}<]*)?"
