"""Sound records: those without a finding of their own, told by one expression for each class.

Nearly all records of a file are sound. What a configuration and a BNF say of a class makes an expression for
the lines of its records; a record that it matches breaks no rule, any other is judged rule by rule. It is
stricter than the rules where that keeps it simple: it leaves records with rare spellings to them.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.bnf.model import BnfElement, BnfSlot, Choice, ElementKind
from keytally.evaluations.muc.formats.templates.headers import SOUND_LINE
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Name

_BLANK = r"[ \t\f\v]"
_BLANKS = rf"{_BLANK}*(?!{_BLANK})"
_END = r"(?:\r?\n|\Z)"
_REST = rf"{_BLANKS}(?:##\d+#\d+#[^#\s:<]+{_BLANK}*)?{_END}"
_NO_CONTENT = rf"{_BLANK}*\r?\n|[#;][^<\r\n]*{_END}"
_GAP = r"[ \t]+"
_WORD = {'"': r"[^\s\"<]+", "'": r"[^\s'<]+", "": r"[^\s\"'<>#:]+"}
"""A word of a fill in quotes, and of a bare one."""

_ANY_TEXT = r"\"[^\"<\r\n]*\"|'[^'<\r\n]*'|\w[^\"'<>#:\r\n]*"
_SLOT_NAME = re.compile(r"[^\W\d][\w-]*")
_CLASS_NAME = re.compile(r"[^-\s<>]+")
_POINTER = re.compile(r"<([^-\s<>]+)-([^-\s<>]+)-([^\s<>]+)>")
_LINK = re.compile(r"##(\d+)#(\d+)#")


class SoundRecord(NamedTuple):
    """The name of a sound record, and the names that its pointers have."""

    name: Name
    pointed: frozenset[Name]


NOTHING_POINTED: frozenset[Name] = frozenset()


class SoundRecords:
    """Tells sound records, in files of one syntax and one role."""

    def __init__(self, syntax: TemplateSyntax, role: Role) -> None:
        self._syntax = syntax
        self._is_key = role is not Role.RESPONSE
        self._knows_names = syntax.classes is not None or syntax.bnf is not None
        self._expressions: dict[str, re.Pattern[str] | None] = {}

    def find(self, text: str) -> SoundRecord | None:
        """The record of a unit's text; None where it may have findings."""
        header = SOUND_LINE.match(text)
        if header is None:
            return None
        class_name, document, one_up = header.groups()
        folded, start = class_name.lower(), header.end()
        try:
            expression = self._expressions[folded]
        except KeyError:
            expression = self._expression(folded)
        if expression is None or expression.fullmatch(text, start) is None or _has_reversed_link(text):
            return None
        pointed = NOTHING_POINTED if text.find("<", start) < 0 else frozenset(pointers_in(text, start))
        return SoundRecord((folded, document, one_up), pointed)

    def _expression(self, class_name: str) -> re.Pattern[str] | None:
        """The expression for the lines of a class's records, made once; None for an unknown class."""
        if self._syntax.compound_classes or not self._syntax.knows_class(class_name) or not self._knows_names:
            return None
        made = _ClassExpression(self._syntax, class_name, self._is_key).pattern()
        self._expressions[class_name] = made
        return made


def pointers_in(text: str, start: int = 0) -> Iterator[Name]:
    """The names in pointers of a sound record, from some place on."""
    for class_name, document, one_up in _POINTER.findall(text, start):
        yield class_name.lower(), document, one_up


def _has_reversed_link(text: str) -> bool:
    """Whether something like link information ends before it starts."""
    return "##" in text and any(int(last) < int(first) for first, last in _LINK.findall(text))


class _ClassExpression:
    """The expression for the lines of the records of one class: each slot at most once, in any order."""

    def __init__(self, syntax: TemplateSyntax, class_name: str, is_key: bool) -> None:
        self._syntax = syntax
        self._class = class_name
        self._is_key = is_key
        self._defined = syntax.bnf.of_class(class_name) if syntax.bnf else None
        names = [name.lower() for name in syntax.slot_names(class_name)]
        if self._defined is not None:
            names = [slot.name.lower() for slot in self._defined.slots]
        if is_key and syntax.status not in names:
            names.append(syntax.status)
        self._names = [name for name in names if syntax.knows_slot(class_name, name)]
        self._no_slot = rf"(?!(?i:{'|'.join(map(re.escape, self._names))})(?![\w-]))"

    def pattern(self) -> re.Pattern[str] | None:
        """The expression; None where a slot that a record must have cannot be told."""
        taken = [name for name in self._names if _SLOT_NAME.fullmatch(name) and self._may_have(name)]
        required = {slot.name.lower() for slot in self._required()}
        if len({*taken}) != len(taken) or not required.issubset(taken):
            return None
        slots = "|".join(self._slot(name, group) for group, name in enumerate(taken, 1))
        needed = "".join(f"(?({taken.index(name) + 1})|(?!))" for name in sorted(required))
        lines = rf"{_BLANK}*(?:{slots})|{_NO_CONTENT}" if taken else _NO_CONTENT
        return re.compile(rf"(?:{lines})*{_BLANK}*{needed}")

    def _required(self) -> Iterable[BnfSlot]:
        return [slot for slot in self._defined.slots if slot.cardinality.least] if self._defined else ()

    def _may_have(self, name: str) -> bool:
        """Whether a record of this role can have a slot and be sound."""
        return (self._is_key or name != self._syntax.status) and bool(self._fill(name))

    def _slot(self, name: str, group: int) -> str:
        """All lines of a slot: the first has its name, which no group before has matched."""
        fill = self._fill(name)
        defined = self._defined.slot(name) if self._defined else None
        slash = rf"(?:/{_BLANKS})?" if self._is_key else ""
        first = rf"(?ai:{re.escape(name)})(?({group})(?!))(:)(?![/:=]){_BLANKS}{slash}(?:{fill}){_REST}"
        if defined is None or defined.cardinality.most is None:
            further = rf"{_BLANK}+(?!{_BLANK}){self._no_slot}(?:{fill}){_REST}"
        else:
            further = ""
        other = rf"{_BLANK}*/{_BLANKS}(?:{fill}){_REST}" if self._is_key else ""
        lines = "|".join(filter(None, (further, other)))
        return rf"{first}(?:{lines})*" if lines else first

    def _fill(self, name: str) -> str:
        """The fills that a slot takes without a finding; "" if none are known."""
        defined = self._defined.slot(name) if self._defined else None
        points = name != self._syntax.status and self._syntax.takes_pointers(self._class, name)
        if defined is None or not defined.choices:
            return "|".join([_ANY_TEXT, _pointer(None)] if defined is None and points else [_ANY_TEXT])
        found = [_pointer(self._targets(defined))] if points and defined.pointers else []
        if defined.takes_text:
            found.append(_ANY_TEXT)
        else:
            found += [fill for choice in defined.choices for fill in _fills_of(choice)]
            if name == self._syntax.status:
                found += _written(OPTIONAL_VALUES)
        return "|".join(filter(None, found))

    def _targets(self, slot: BnfSlot) -> tuple[str, ...] | None:
        return self._syntax.bnf.targets(slot) if self._syntax.bnf else None


def _pointer(targets: Iterable[str] | None) -> str:
    """A pointer to one of some classes, or to any."""
    classes = _CLASS_NAME.pattern
    if targets is not None:
        named = [re.escape(name) for name in targets if _CLASS_NAME.fullmatch(name)]
        classes = rf"(?ai:{'|'.join(named)})"
        if not named:
            return ""
    return rf"<(?:{classes})-[^-\s<>]+-[^\s<>]+>"


def _fills_of(choice: Choice) -> list[str]:
    """The fills that match the parts of a choice, in double quotes, in single quotes and bare.

    Several texts in one choice could share out its words in many ways: such fills are left to the rules.
    """
    if any(each.kind is ElementKind.POINTER for each in choice) or sum(each.is_text for each in choice) > 1:
        return []
    forms = {quote: [_part(element, quote) for element in choice] for quote in _WORD}
    fills = {quote: _GAP.join(parts) for quote, parts in forms.items() if all(parts)}
    return [_enclosed(fill, quote) for quote, fill in fills.items()]


def _part(element: BnfElement, quote: str) -> str:
    """The words that match an element; "" if there are none."""
    word = _WORD[quote]
    if element.is_text:
        return rf"{word}(?:{_GAP}{word})*"
    values = (value.split() for value in element.values)
    sound = [words for words in values if words and all(re.fullmatch(word, each) for each in words)]
    written = "|".join(_GAP.join(map(re.escape, words)) for words in sound)
    return rf"(?ai:{written})" if written else ""


def _enclosed(fill: str, quote: str) -> str:
    blanks = r"[ \t]*"
    return rf"{quote}{blanks}(?:{fill}){blanks}{quote}" if quote else rf"(?=\w)(?:{fill})"


def _written(values: Iterable[str]) -> list[str]:
    """Values as they stand in quotes and bare, in any case."""
    named = rf"(?ai:{'|'.join(map(re.escape, values))})"
    return [f"{quote}{named}{quote}" for quote in _WORD]
