"""What the values of a MUC configuration's options must be: the rule bad-option-value."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.config.document import (
    DEFINITIONS,
    LISTS,
    LONGEST_TEXT,
    ConfigUnit,
    Definition,
    OptionLine,
    Value,
    Word,
    definitions_in,
)
from keytally.evaluations.muc.formats.config.options import OPTIONS, find_option
from keytally.evaluations.muc.rules.spelling import Speller, hint, shown
from keytally.evaluations.options import Kind, Option
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.config import BAD_OPTION_VALUE

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})")
_NAME = re.compile(r"[^\s<>\"'=/]+")
_BRACKETED = re.compile(r"</?([^\s<>\"'=/]+)>")
_SCORED = ("scored", "unscored")
_SCORED_AT = {Kind.CLASSES: 2, Kind.SLOTS: 3}


class _Shape(NamedTuple):
    """What the rows of an option are: how they are called, and what their words stand for."""

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


def oversized(unit: ConfigUnit) -> Finding:
    """A text so long that it cannot be a configuration."""
    problem = f"this is no configuration: it has {len(unit.text)} characters, {LONGEST_TEXT} at most are read"
    return _bad(0, 0, problem)


def stray_text(unit: ConfigUnit) -> Iterator[Finding]:
    """Text before the first option."""
    if unit.stray:
        first, last = unit.stray[0], unit.stray[-1]
        yield _bad(first.start, last.end, "this text belongs to no option: an option starts with a colon")


def bad_values(unit: ConfigUnit, speller: Speller, misspelt: Collection[str] = ()) -> Iterator[Finding]:
    """Every value that its option does not take; values that an override displaces are not judged.

    Nothing is said about what lacks only because of an option in `misspelt`.
    """
    counting: dict[str, set[int]] = {}
    for line in unit.lines:
        option = find_option(line.name)
        yield from _indentation(unit, line)
        yield from _quoting(line, option)
        if option is None:
            continue
        if option.name not in counting:
            counting[option.name] = {each.start for each in unit.lines_of(option.name)}
        if line.start in counting[option.name]:
            yield from _values(unit, line, option, speller)
    yield from _repeated(unit.definitions("class_defs"), 1, "class {} is declared before")
    yield from _repeated(unit.definitions("slot_defs"), 2, "slot {1} of {0} is defined before")
    yield from _unknown_slots(unit, speller)
    if "doc_sections" not in misspelt:
        yield from _unknown_sections(unit, speller)


def _bad(start: int, end: int, problem: str, repair: str = "", edits: Sequence[Edit] = ()) -> Finding:
    return BAD_OPTION_VALUE.finding(start, end, {"problem": problem, "repair": repair}, tuple(edits))


def _replaceable(word: Word | Value, problem: str, nearest: str | None, start: int | None = None) -> Finding:
    """A finding at a word that the nearest right one can replace."""
    at = word.start if start is None else start
    edits = (Edit(at, at + len(word.text), nearest),) if nearest else ()
    return _bad(at, at + len(word.text), problem + hint(nearest), f"change it to {nearest}", edits)


def _indentation(unit: ConfigUnit, line: OptionLine) -> Iterator[Finding]:
    if line.indented:
        line_start = 1 + max(unit.text.rfind(end, 0, line.start) for end in "\r\n")
        problem = f":{line.name} does not start in the first column, so it counts as a value"
        edits = [Edit(line_start, line.start, "")]
        yield _bad(line.start, line.name_span.end, problem, "move it to the first column", edits)


def _quoting(line: OptionLine, option: Option | None) -> Iterator[Finding]:
    in_rows = option is not None and option.kind in DEFINITIONS
    for place, value in enumerate(line.values):
        if not value.closed:
            yield _unclosed(value)
        elif value.quote or in_rows:
            continue
        elif _has_stray_quote(value):
            at = value.start + value.text.index('"')
            yield _bad(at, at + 1, "this quote closes nothing")
        elif place and line.values[place - 1].end == value.start:
            problem = f"a blank must stand between a closing quote and {shown(value.text)}"
            yield _bad(
                value.start,
                value.end,
                problem,
                "put a blank before it",
                [Edit(value.start, value.start, " ")],
            )


def _has_stray_quote(value: Value) -> bool:
    return not value.quote and '"' in value.text


def _unclosed(value: Value) -> Finding:
    """An opening quote without a closing one; a lone word like 's may stand in the other quotes."""
    at, problem = value.start, f"the value that starts with this {value.quote} is not closed"
    if '"' in value.text or "'" in value.text:
        return _bad(at, at + 1, problem)
    if value.quote == "'" and len(value.text) <= 2:
        edits = [Edit(at, at, '"'), Edit(value.end, value.end, '"')]
        return _bad(at, at + 1, problem, f'write "\'{shown(value.text)}"', edits)
    return _bad(at, at + 1, problem, "close the quote", [Edit(value.end, value.end, value.quote)])


def _values(unit: ConfigUnit, line: OptionLine, option: Option, speller: Speller) -> Iterator[Finding]:
    if option.kind in DEFINITIONS:
        for row in definitions_in(unit.text, line):
            yield from _row(unit, row, option.kind, speller)
    elif option.kind in LISTS:
        for value in line.values:
            if not _has_stray_quote(value):
                yield from _list_item(value, option, speller)
    elif line.values:
        yield from _one_value(unit, line, option, speller)
    if not line.values and (option.kind not in LISTS or option.default is None):
        start, end = line.name_span
        yield _bad(start, end, f"{option.name} needs a value")


def _list_item(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if option.name in ("doc_sections", "equatable_objects"):
        yield from _name(value, option, speller)
    elif option.choices:
        yield from _choices(value, option, speller)
    elif not value.text:
        yield _bad(value.start, value.end, f"an empty string means nothing in {option.name}")


def _choices(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    """The pieces of a value, parted by commas, that are none of those that the option lists."""
    known = ", ".join(option.choices)
    for piece in re.finditer(r"[^\s,]+", value.content):
        if piece[0].lower() not in option.choices:
            nearest = speller.nearest(piece[0], option.choices)
            problem = f"{option.name} knows {known}, not {shown(piece[0])}{hint(nearest)}"
            start, end = value.inner + piece.start(), value.inner + piece.end()
            edits = (Edit(start, end, nearest),) if nearest else ()
            yield _bad(start, end, problem, f"change it to {nearest}", edits)


def _one_value(unit: ConfigUnit, line: OptionLine, option: Option, speller: Speller) -> Iterator[Finding]:
    if not _has_stray_quote(line.values[0]):
        yield from _SINGLE.get(option.kind, _anything)(line.values[0], option, speller)
    if len(line.values) > 1:
        surplus, last = line.values[1], line.values[-1]
        problem = f"{option.name} takes one value, so this is too much"
        edits = _quoting_edits(unit.text, line) if option.kind in (Kind.FILE, Kind.TEXT) else []
        yield _bad(surplus.start, last.end, problem, "put the whole in quotes", edits)


def _quoting_edits(text: str, line: OptionLine) -> list[Edit]:
    """The edits that make one quoted value of all; none where quotes or lines' ends are in the way."""
    start, end = line.values[0].start, line.values[-1].end
    if any(character in text[start:end] for character in "\"'\r\n"):
        return []
    return [Edit(start, start, '"'), Edit(end, end, '"')]


def _anything(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    yield from ()


def _choice(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    written = value.content.strip()
    if written.lower() not in {choice.lower() for choice in option.choices}:
        nearest = speller.nearest(written, option.choices)
        problem = f"{option.name} is one of {', '.join(option.choices)}, not {shown(written) or 'empty'}"
        yield _replaceable(value, problem, nearest, value.inner)


def _character(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if len(value.text) != 1:
        yield _bad(value.start, value.end, f"{option.name} is one character, not {len(value.text)}")


def _name(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    written = value.content.strip()
    if _NAME.fullmatch(written):
        return
    bracketed = _BRACKETED.fullmatch(written)
    if bracketed:
        problem = f"{option.name} takes names without angle brackets"
        yield _replaceable(value, problem, bracketed[1], value.inner)
    else:
        yield _bad(value.start, value.end, f"{option.name} takes a name, not {shown(written) or 'nothing'}")


def _file(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if not value.content.strip() or "\0" in value.text:
        yield _bad(value.start, value.end, f"{option.name} needs the name of a file")


_SINGLE: Mapping[Kind, Callable[[Value, Option, Speller], Iterator[Finding]]] = {
    Kind.CHOICE: _choice,
    Kind.CHARACTER: _character,
    Kind.NAME: _name,
    Kind.FILE: _file,
}


def _row(unit: ConfigUnit, row: Definition, kind: Kind, speller: Speller) -> Iterator[Finding]:
    shape = _SHAPES[kind]
    counts = len(row.words) == len(shape.words) or (shape.more and len(row.words) > len(shape.words))
    if not row.quoted:
        edits = [Edit(row.start, row.end, _requoted(unit.text[row.start : row.end]))] if counts else []
        yield _bad(row.start, row.end, f"{shape.title} stands in quotes", "put it in quotes", edits)
    elif not counts:
        yield _miscounted(row, shape)
    if counts and kind in _SCORED_AT:
        at = _SCORED_AT[kind]
        yield from _scored(row.words[at], speller)
        yield from _number(row.words[at + 1], shape.words[at + 1])


def _requoted(written: str) -> str:
    return '"' + written.replace('"', "") + '"'


def _miscounted(row: Definition, shape: _Shape) -> Finding:
    """A row with too few words, or at the words that are too many."""
    wanted = f"{shape.title} has {len(shape.words)} words ({', '.join(shape.words)})"
    if len(row.words) > len(shape.words):
        first = row.words[len(shape.words)]
        return _bad(first.start, row.words[-1].end, f"{wanted}, so this is too much")
    return _bad(row.start, row.end, f"{wanted}, not {len(row.words)}")


def _scored(word: Word, speller: Speller) -> Iterator[Finding]:
    if word.text.lower() not in _SCORED:
        nearest = speller.nearest(word.text, _SCORED)
        yield _replaceable(word, f"{shown(word.text)} is neither scored nor unscored", nearest)


def _number(word: Word, meaning: str) -> Iterator[Finding]:
    if not _NUMBER.fullmatch(word.text):
        yield _bad(word.start, word.end, f"{shown(word.text)} is no number, and the {meaning} is one")


def _repeated(rows: Sequence[Definition], key_length: int, problem: str) -> Iterator[Finding]:
    """A row whose first words, its key, another row has had before."""
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        words = row.words[:key_length]
        key = tuple(word.text.lower() for word in words)
        if len(key) == key_length and key in seen:
            said = problem.format(*(shown(word.text) for word in words))
            yield _bad(words[-1].start, words[-1].end, said)
        seen.add(key)


def _unknown_slots(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """A subtask's slot that its class, which is defined, does not have."""
    slots: dict[str, dict[str, str]] = {}
    for row in unit.definitions("slot_defs"):
        if len(row.words) > 1:
            slots.setdefault(row.words[0].text.lower(), {})[row.words[1].text.lower()] = row.words[1].text
    for row in unit.definitions("ne_subtask_names"):
        known = slots.get(row.words[0].text.lower(), {}) if len(row.words) >= 3 else {}
        if known and row.words[1].text.lower() not in known:
            name = f"{shown(row.words[0].text)} has no slot {shown(row.words[1].text)}"
            yield _replaceable(row.words[1], name, speller.nearest(row.words[1].text, known.values()))


def _unknown_sections(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """A group's section that is not in `doc_sections`."""
    sections = _sections(unit)
    known = {name.lower() for name in sections}
    for row in unit.definitions("doc_section_groups"):
        for word in row.words[1:]:
            if word.text.lower() not in known:
                problem = f"doc_sections has no section {shown(word.text)}"
                yield _replaceable(word, problem, speller.nearest(word.text, sections))


def _sections(unit: ConfigUnit) -> Collection[str]:
    if unit.lines_of("doc_sections"):
        words = (word.text for value in unit.values_of("doc_sections") for word in value.words())
        return [word.strip('"') for word in words]
    return OPTIONS["doc_sections"].default or ()
