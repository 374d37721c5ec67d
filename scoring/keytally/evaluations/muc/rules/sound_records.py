"""Sound records and slots: those without a finding of their own, told by expressions for each class.

Nearly all records of a file are sound. What a configuration and a BNF say of a class makes an expression for
the lines of its records; a record that it matches breaks no rule. Of any other record the slots are matched
one by one, and rules judge those that do not match.
"""

import re
import sys
from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import SOUND_LINE, Identity
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Judgement, Name, Pointer, SlotEntry
from keytally.evaluations.muc.rules.sound_lines import ClassLines

_POINTER = re.compile(r"<([^-\s<>]+)-([^-\s<>]+)-([^\s<>]+)>")
_SLOT_LINE = re.compile(r"\n[ \t\f\v]*([^\W\d][\w-]*):(?![/:=])")
_LINK = re.compile(r"##(\d+)#(\d+)#")


NOTHING_POINTED: frozenset[Name] = frozenset()
_NONE_VAGUE: frozenset[str] = frozenset()


class SoundRecords:
    """Tells sound records, in files of one syntax and one role."""

    def __init__(self, syntax: TemplateSyntax, role: Role) -> None:
        self._syntax = syntax
        self._is_key = role is not Role.RESPONSE
        self._knows_names = syntax.classes is not None or syntax.bnf is not None
        self._classes: dict[str, ClassLines] = {}

    def find(self, text: str) -> Judgement | None:
        """The judgement of a unit that is one sound record; None where it may have findings."""
        folded = text[1 : text.find("-")].lower()
        lines = self._classes.get(folded) or self._of_class(folded)
        expression = lines.record if lines else None
        sound = expression.fullmatch(text) if expression else None
        if sound is None or ("##" in text and _has_reversed_link(text)):
            return None
        start = sound.end(3)
        pointed = NOTHING_POINTED if text.find("<", start) < 0 else frozenset(names_in(text, start))
        return Judgement((), ((folded, sound[2], sound[3]),), _NONE_VAGUE, pointed)

    def slots(self, text: str) -> Sequence[SlotEntry]:
        """The slots of a unit's text whose fills have no finding, in order; none where that cannot be told.

        They are without their fills, and each reaches to the name of the next.
        """
        header = SOUND_LINE.match(text)
        lines = self._of_class(header[1].lower()) if header else None
        if header is None or lines is None or _may_hold_header(text, header.end()):
            return ()
        may_reverse = "##" in text and _has_reversed_link(text)
        found, last = list[SlotEntry](), len(text)
        for slot in reversed([*_SLOT_LINE.finditer(text, header.end() - 1)]):
            start, end = slot.span(1)
            name = slot[1].lower()
            sound = lines.of_slot(name)
            is_sound = sound is not None and sound.fullmatch(text, start, last) is not None
            if is_sound and not (may_reverse and _has_reversed_link(text, start, last)):
                found.append(SlotEntry(name, start, end, [], None, last))
            last = start
        found.reverse()
        return found

    def _of_class(self, class_name: str) -> ClassLines | None:
        """The expressions for a class in lower case, made once; None for an unknown class."""
        lines = self._classes.get(class_name)
        if lines is None and self._knows(class_name):
            lines = self._classes[class_name] = ClassLines(self._syntax, class_name, self._is_key)
        return lines

    def _knows(self, class_name: str) -> bool:
        known = self._knows_names and not self._syntax.compound_classes
        return known and self._syntax.knows_class(class_name)


def pointers_in(text: str, start: int, end: int) -> Iterator[Pointer]:
    """The pointers in sound lines."""
    for pointer in _POINTER.finditer(text, start, end):
        yield Pointer(Identity(*pointer.groups()), *pointer.span())


def names_in(text: str, start: int, end: int = sys.maxsize) -> Sequence[Name]:
    """The names in the pointers in sound lines."""
    found = _POINTER.findall(text, start, end)
    return [(class_name.lower(), document, one_up) for class_name, document, one_up in found]


def _may_hold_header(text: str, start: int) -> bool:
    """Whether a header may stand in a text behind its first one."""
    return text.find(":=", start) >= 0 or text.find("\n<", start) >= 0 or text.find("\r<", start) >= 0


def _has_reversed_link(text: str, start: int = 0, end: int = sys.maxsize) -> bool:
    """Whether something like link information ends before it starts."""
    return any(int(last) < int(first) for first, last in _LINK.findall(text, start, end))
