"""Completion in a configuration file: the option at an offset, and the possible continuations."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.config.document import (
    DEFINITIONS,
    ConfigUnit,
    OptionLine,
    Word,
    definitions_in,
)
from keytally.evaluations.muc.formats.config.options import OPTIONS, find_option, render_documentation
from keytally.evaluations.options import Kind, Option

_SCORED = ("scored", "unscored")
_SLOT_KINDS = ("set", "string", "pointer")


class Completion(NamedTuple):
    """A possible continuation: its label, the text to insert, and the option if it is one."""

    label: str
    insert: str
    option: Option | None = None

    @property
    def documentation(self) -> str:
        """Markdown about an option; "" for a value."""
        return render_documentation(self.option) if self.option else ""


def option_at(unit: ConfigUnit, offset: int) -> OptionLine | None:
    """The option whose name or values are at or around an offset; None in comments and gaps."""
    if any(piece.kind == "COMMENT" and piece.start <= offset <= piece.end for piece in unit.pieces):
        return None
    return next((line for line in unit.lines if line.start <= offset <= line.end), None)


def completions(unit: ConfigUnit, offset: int) -> list[Completion]:
    """The possible continuations at an offset: option names after a colon, else the option's values.

    Nothing is filtered by the text written so far: a client does that.
    """
    line = _line_before(unit, offset)
    if line is None or _in_comment(unit, offset):
        return []
    if line.start < offset <= line.name_span.end:
        return [Completion(name, name, option) for name, option in OPTIONS.items()]
    option = find_option(line.name)
    if option is None or offset <= line.name_span.end:
        return []
    return [Completion(label, label) for label in _values(unit, line, option, offset)]


def _line_before(unit: ConfigUnit, offset: int) -> OptionLine | None:
    before = [line for line in unit.lines if line.start < offset]
    return before[-1] if before else None


def _in_comment(unit: ConfigUnit, offset: int) -> bool:
    return any(piece.kind == "COMMENT" and piece.start < offset <= piece.end for piece in unit.pieces)


def _values(unit: ConfigUnit, line: OptionLine, option: Option, offset: int) -> Iterable[str]:
    if option.choices:
        return option.choices
    if option.kind is Kind.FLAG:
        return ("yes", "no")
    if option.kind in DEFINITIONS:
        return _words(unit, option.kind, _words_before(unit, line, offset))
    if option.name in ("equatable_objects", "template_name"):
        return _classes(unit)
    if option.name == "content_name":
        template = unit.last_value("template_name")
        return _slots(unit, template.content.strip() if template else "TEMPLATE")
    return _slots(unit, None) if option.name == "optional_status_slot" else ()


def _words_before(unit: ConfigUnit, line: OptionLine, offset: int) -> Sequence[Word]:
    """The words of the definition around an offset that end before it."""
    for row in definitions_in(unit.text, line):
        if row.start < offset <= row.end:
            return [word for word in row.words if word.end < offset]
    return []


def _words(unit: ConfigUnit, kind: Kind, before: Sequence[Word]) -> Iterable[str]:
    """The words that may follow the words before them in a definition of that kind."""
    place = len(before)
    if kind is Kind.GROUPS:
        return _sections(unit) if place else ()
    if kind is Kind.CLASSES:
        return _SCORED if place == 2 else ()
    if place == 0:
        return _classes(unit)
    if place == 1:
        return _slots(unit, before[0].text)
    if kind is Kind.SUBTASKS:
        return ()
    return {3: _SCORED, 5: (*_SLOT_KINDS, *_classes(unit))}.get(place, ())


def _classes(unit: ConfigUnit) -> list[str]:
    return _distinct(row.words[0].text for row in unit.definitions("class_defs") if row.words)


def _slots(unit: ConfigUnit, class_name: str | None) -> list[str]:
    """The slots of a class, or (None) of all classes."""
    rows = [row.words for row in unit.definitions("slot_defs") if len(row.words) > 1]
    wanted = [words for words in rows if class_name is None or words[0].text.lower() == class_name.lower()]
    return _distinct(words[1].text for words in wanted)


def _sections(unit: ConfigUnit) -> list[str]:
    if unit.lines_of("doc_sections"):
        return _distinct(value.content.strip() for value in unit.values_of("doc_sections"))
    return list(OPTIONS["doc_sections"].default or ())


def _distinct(names: Iterable[str]) -> list[str]:
    return list({name.lower(): name for name in names}.values())
