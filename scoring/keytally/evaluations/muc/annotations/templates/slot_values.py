"""What a slot says, in words that do not depend on how its fills are written.

The words are the fills, in an order of their own within each alternative: those of set slots in capitals,
others in quotes with single blanks, pointers as references. `/` is between two alternatives, and before the
first one of a slot that is optional.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import ALTERNATIVE, Reference
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.model.objects import Slot

SLASH = ALTERNATIVE
POINTER = "pointer"
SET = "set"
_BARE = re.compile(r"\w[^\"'<>#:/\r\n]*")
_WRITTEN = (TemplateTokenKind.QUOTED, TemplateTokenKind.BARE)

Word = str | Reference
Targets = Callable[[str], tuple[int, object] | None]
"""Finds what a pointer leads to: the index of the annotation, and what orders pointers; None for nothing."""


class Spelled(NamedTuple):
    """A fill as a word, and how a file writes it."""

    word: str
    text: str


class SlotKinds(NamedTuple):
    """The kinds of the slots of a task's classes: `set`, `string` or `pointer`."""

    syntax: TemplateSyntax

    def kind(self, class_name: str, slot: str) -> str:
        """The kind of a slot; the one that makes objects optional is a set."""
        declared = self.syntax.declared(class_name)
        known = declared.kind(slot) if declared is not None else None
        return known or (SET if slot == self.syntax.status else "string")

    def order(self, class_name: str, slot: str) -> int:
        """The place of a slot among those of its class, by the BNF, else by the configuration."""
        return self.syntax.slot_place(class_name, slot)


def value_of(slot: Slot, kind: str, targets: Targets) -> tuple[Word, ...]:
    """The words of a slot; empty if it says nothing, as with pointers to nothing."""
    said = sorted(filter(None, (_alternative(fills, kind, targets) for fills in slot.alternatives)))
    words: list[Word] = [SLASH] if slot.optional and said else []
    for number, alternative in enumerate(said):
        words += [SLASH] if number else []
        words += [word for _, word in alternative]
    return tuple(words)


def _alternative(fills: Iterable[object], kind: str, targets: Targets) -> list[tuple[object, Word]]:
    texts = [str(getattr(fill, "text", "")) for fill in fills]
    if kind != POINTER:
        return sorted((word, word) for word in (fill_word(text, kind) for text in texts))
    found = [target for target in map(targets, texts) if target is not None]
    return sorted(((order, index), Reference(index)) for index, order in found)


def fill_word(text: str, kind: str) -> str:
    """A fill as a word: in capitals without quotes if the slot takes values of a set, else in quotes."""
    text = " ".join(text.split())
    if kind == SET and _BARE.fullmatch(text):
        return text.upper()
    return f"'{text}'" if '"' in text else f'"{text}"'


def alternatives_in(value: Sequence[Word]) -> tuple[bool, list[list[Word]]]:
    """Whether a slot is optional, and the words of each alternative."""
    optional = bool(value) and value[0] == SLASH
    found: list[list[Word]] = [[]]
    for word in value[1:] if optional else value:
        if word == SLASH:
            found.append([])
        else:
            found[-1].append(word)
    return optional, found


def spelled(unit: TemplateUnit, entries: Iterable[SlotEntry], kind: str) -> list[list[Spelled]]:
    """The alternatives of a slot as a file writes them, in its order; repeated entries are continued."""
    found: list[list[Spelled]] = []
    for entry in entries:
        for alternative in entry.alternatives:
            if alternative.slash is not None or not found:
                found.append([])
            found[-1] += [_spelled(unit, fill, kind) for fill in alternative.fills]
    return [each for each in found if each]


def _spelled(unit: TemplateUnit, fill: SingleFill, kind: str) -> Spelled:
    """A fill with its link information; one that is not closed as a word."""
    word = fill_word(fill.text, kind)
    end = fill.link.end if fill.link is not None else fill.end
    return Spelled(word, unit.text[fill.start : end] if fill.kind in _WRITTEN else word)
