"""Lines without a finding of their own: the expressions that a configuration and a BNF make for a class.

They are stricter than the rules where that keeps them simple: lines with rare spellings do not match.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from keytally.evaluations.muc.formats.bnf.model import BnfElement, BnfSlot, Choice, ElementKind
from keytally.evaluations.muc.formats.templates.headers import SOUND_LINE
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax

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


class ClassLines:
    """The expressions for the lines of the records of one class, in files of one syntax and one role."""

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
        self._slots: dict[str, re.Pattern[str] | None] = {}
        self._no_slot = rf"(?!(?i:{'|'.join(map(re.escape, self._names))})(?![\w-]))"

    @cached_property
    def record(self) -> re.Pattern[str] | None:
        """A record: its header, whose parts are the first groups, and slots at most once, in any order.

        None where a slot that a record must have cannot be told.
        """
        taken = self._taken
        required = {slot.name.lower() for slot in self._required()}
        if not required.issubset(taken):
            return None
        groups = {name: group for group, name in enumerate(taken, SOUND_LINE.groups + 1)}
        slots = "|".join(self._slot(name, group) for name, group in groups.items())
        needed = "".join(f"(?({groups[name]})|(?!))" for name in sorted(required))
        lines = rf"{_BLANK}*(?:{slots})|{_NO_CONTENT}" if taken else _NO_CONTENT
        return re.compile(rf"{SOUND_LINE.pattern}(?:{lines})*{_BLANK}*{needed}")

    def of_slot(self, name: str) -> re.Pattern[str] | None:
        """The sound lines of a slot (lower case) from its name on, with lines without content.

        None where they cannot be told.
        """
        if name not in self._slots:
            lines = rf"{self._slot(name, 1)}(?:{_NO_CONTENT})*{_BLANK}*" if name in self._taken else None
            self._slots[name] = None if lines is None else re.compile(lines)
        return self._slots[name]

    @cached_property
    def _taken(self) -> Sequence[str]:
        """The slots whose fills can be told; none where one name is that of several."""
        taken = [name for name in self._names if _SLOT_NAME.fullmatch(name) and self._may_have(name)]
        return taken if len({*taken}) == len(taken) else ()

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
