"""Rules for the definitions of a MUC configuration: rows of classes, slots, subtasks and sections."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.config.document import ConfigUnit, DefinitionRow, Value, Word
from keytally.evaluations.muc.formats.config.options import OPTIONS
from keytally.evaluations.options import Kind
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.spelling import Speller, hint, shown
from keytally.findings.table import config as table

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})")

_SCORED = ("scored", "unscored")

_SCORED_AT = {Kind.CLASSES: 2, Kind.SLOTS: 3}


class _Shape(NamedTuple):
    """The form of an option's rows: their name, and the meaning of their words."""

    title: str
    words: tuple[str, ...]
    more: bool = False


_SHAPES: Mapping[Kind, _Shape] = {
    Kind.CLASSES: _Shape("a class definition", ("class", "report name", "scored or unscored", "threshold")),
    Kind.SLOTS: _Shape(
        "a slot definition",
        ("class", "slot", "report name", "scored or unscored", "weight", "set, string or pointer"),
    ),
    Kind.SUBTASKS: _Shape("a subtask", ("class", "slot", "fill")),
    Kind.GROUPS: _Shape("a section group", ("name", "section"), more=True),
}


def replacing(word: Word | Value, nearest: str | None, start: int | None = None) -> tuple[Edit, ...]:
    """The edit that replaces a wrong word by the nearest right one, unless that holds a quote."""
    at = word.start if start is None else start
    return (Edit(at, at + len(word.text), nearest),) if nearest and '"' not in nearest else ()


def misshapen(unit: ConfigUnit, row: DefinitionRow, kind: Kind, speller: Speller) -> Iterator[Finding]:
    """The findings on a row of a definition by itself."""
    shape = _SHAPES[kind]
    counts = len(row.words) == len(shape.words) or (shape.more and len(row.words) > len(shape.words))
    if not row.quoted:
        edits = (Edit(row.start, row.end, _requoted(unit.text[row.start : row.end])),) if counts else ()
        yield table.UNQUOTED_DEFINITION.finding(row.start, row.end, {"definition": shape.title}, edits)
    elif not counts:
        yield _miscounted(row, shape)
    if counts and kind in _SCORED_AT:
        at = _SCORED_AT[kind]
        yield from _scored(row.words[at], speller)
        yield from _number(row.words[at + 1], shape.words[at + 1])


def _requoted(written: str) -> str:
    return '"' + written.replace('"', "") + '"'


def _miscounted(row: DefinitionRow, shape: _Shape) -> Finding:
    """A finding on a row with too few words, or at the surplus words."""
    count, words = str(len(shape.words)), ", ".join(shape.words)
    if len(row.words) > len(shape.words):
        first = row.words[len(shape.words)]
        return table.LONG_DEFINITION.finding(
            first.start, row.words[-1].end, {"definition": shape.title, "count": count, "words": words}
        )
    return table.SHORT_DEFINITION.finding(
        row.start,
        row.end,
        {"definition": shape.title, "count": count, "words": words, "given": str(len(row.words))},
    )


def _scored(word: Word, speller: Speller) -> Iterator[Finding]:
    if word.text.lower() not in _SCORED:
        nearest = speller.nearest(word.text, _SCORED)
        yield table.NOT_SCORED_OR_UNSCORED.finding(
            word.start,
            word.start + len(word.text),
            {"given": shown(word.text), "hint": hint(nearest), "nearest": nearest or ""},
            replacing(word, nearest),
        )


def _number(word: Word, meaning: str) -> Iterator[Finding]:
    if not _NUMBER.fullmatch(word.text):
        yield table.NOT_A_NUMBER.finding(
            word.start, word.end, {"given": shown(word.text), "meaning": meaning}
        )


def repetitions(unit: ConfigUnit) -> Iterator[Finding]:
    """Classes and slots that are defined twice."""
    for (name,), (first,) in _repeated(unit.definitions("class_defs"), 1):
        related = Related(unit, first.start, first.end, "the first declaration")
        arguments: table.ClassArguments = {"name": shown(name.text)}
        yield table.REPEATED_CLASS.finding(name.start, name.end, arguments, related=(related,))
    for (name, slot), (_, first) in _repeated(unit.definitions("slot_defs"), 2):
        related = Related(unit, first.start, first.end, "the first definition")
        defined: table.DefinedSlot = {"name": shown(name.text), "slot": shown(slot.text)}
        yield table.REPEATED_SLOT.finding(slot.start, slot.end, defined, related=(related,))


def _repeated(
    rows: Sequence[DefinitionRow], key_length: int
) -> Iterator[tuple[Sequence[Word], Sequence[Word]]]:
    """The first words, the key, of each row whose key an earlier row has, and those of the first such row."""
    seen: dict[tuple[str, ...], Sequence[Word]] = {}
    for row in rows:
        words = row.words[:key_length]
        first = seen.setdefault(tuple(word.text.lower() for word in words), words)
        if len(words) == key_length and first is not words:
            yield words, first


def unknown_slots(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """A subtask's slot that its defined class does not have."""
    slots: dict[str, dict[str, str]] = {}
    for row in unit.definitions("slot_defs"):
        if len(row.words) > 1:
            slots.setdefault(row.words[0].text.lower(), {})[row.words[1].text.lower()] = row.words[1].text
    for row in unit.definitions("ne_subtask_names"):
        known = slots.get(row.words[0].text.lower(), {}) if len(row.words) >= 3 else {}
        if known and row.words[1].text.lower() not in known:
            name, slot = row.words[0], row.words[1]
            yield _no_such_slot(name, slot, speller.nearest(slot.text, known.values()))


def _no_such_slot(name: Word, slot: Word, nearest: str | None) -> Finding:
    return table.NO_SUCH_SLOT.finding(
        slot.start,
        slot.start + len(slot.text),
        {
            "name": shown(name.text),
            "slot": shown(slot.text),
            "hint": hint(nearest),
            "nearest": nearest or "",
        },
        replacing(slot, nearest),
    )


def unknown_sections(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """A group's section that is not in `doc_sections`."""
    sections = _sections(unit)
    known = {name.lower() for name in sections}
    for row in unit.definitions("doc_section_groups"):
        for word in row.words[1:]:
            if word.text.lower() not in known:
                nearest = speller.nearest(word.text, sections)
                yield table.NO_SUCH_SECTION.finding(
                    word.start,
                    word.start + len(word.text),
                    {"section": shown(word.text), "hint": hint(nearest), "nearest": nearest or ""},
                    replacing(word, nearest),
                )


def _sections(unit: ConfigUnit) -> Collection[str]:
    if unit.lines_of("doc_sections"):
        words = (word.text for value in unit.values_of("doc_sections") for word in value.words())
        return [word.strip('"') for word in words]
    return OPTIONS["doc_sections"].default or ()
