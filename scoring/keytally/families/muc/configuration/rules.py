"""Rules for configuration files: option values, definitions of classes and slots, and their order."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.family import Kind, Option
from keytally.families.muc.configuration.document import (
    DEFINITIONS,
    LISTS,
    LONGEST_TEXT,
    ConfigUnit,
    DefinitionRow,
    OptionLine,
    Value,
    Word,
    definitions_in,
)
from keytally.families.muc.configuration.options import OPTIONS, REQUIRED, find_option
from keytally.findings.finding import Edit, Finding, Message, Related, TypedRule
from keytally.findings.spelling import Speller, short_text, spelling_hint
from keytally.findings.table import config
from keytally.findings.table.config import (
    CLASS_AFTER_POINTER,
    CLASS_AFTER_POINTERS,
    CLASS_ORDER,
    MISSING_OPTION,
    SELF_POINTER,
    UNDEFINED_CLASS,
    UNKNOWN_OPTION,
    ClassOrder,
)

Targets = Mapping[tuple[str, str], Collection[str]]
"""The classes that a BNF allows each slot to point to, by class and slot, in lower case."""

_POINTER_TASKS = ("template_relation", "scenario_template")
_SIXTH = 5
_MOST_CLASSES = 200
_MOST_LISTED = 5


def declared_classes(unit: ConfigUnit) -> list[str]:
    """Return the classes of `class_defs` as written, in order."""
    return [row.words[0].text for row in unit.definitions("class_defs") if row.words]


def undefined_classes(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """Yield a finding for each class that `class_defs` does not declare; none if there is no `class_defs`.

    The finding is at the first use of the class; its fix changes every use.
    """
    classes = declared_classes(unit)
    known = {name.lower() for name in classes}
    named: dict[str, list[Word]] = {}
    for word in _named_classes(unit) if known else ():
        if word.text.lower() not in known:
            named.setdefault(word.text.lower(), []).append(word)
    for words in named.values():
        first = words[0]
        nearest = speller.nearest(first.text, classes)
        edits = tuple(Edit(word.start, word.end, nearest) for word in words) if nearest else ()
        yield UNDEFINED_CLASS.finding(
            first.start,
            first.end,
            {"name": short_text(first.text), "hint": spelling_hint(nearest), "nearest": nearest or ""},
            edits,
        )


def class_order(unit: ConfigUnit, targets: Targets) -> Iterator[Finding]:
    """Yield a finding for each class that precedes a class that it points to (manual, "Calculation of
    Scores", TR and ST).

    A class that is out of order relative to several others has only one finding.
    """
    if _task(unit) not in _POINTER_TASKS:
        return
    rows = _first_rows(unit.definitions("class_defs"))
    pointers = _pointers(unit, list(rows), targets)
    places = {name: place for place, name in enumerate(rows)}
    wrong = [(one, other) for one, other in pointers if places[one] <= places[other]]
    edits = _reordering(unit, rows, pointers) if wrong else ()
    for name, pairs in _grouped(wrong):
        declared = {each: rows[each].words[0] for pair in pairs for each in pair}
        yield _misplaced(unit, declared, name, pairs, edits)


def _task(unit: ConfigUnit) -> str:
    value = unit.last_value("scoring_task")
    return value.content.strip().lower() if value else ""


def _named_classes(unit: ConfigUnit) -> Iterator[Word]:
    """Yield the words that name classes; rows with missing words are skipped, because the missing word may
    be the class.
    """
    for option, length in (("slot_defs", _SIXTH + 1), ("ne_subtask_names", 3)):
        for row in unit.definitions(option):
            if len(row.words) >= length:
                yield row.words[0]
    for value in unit.values_of("equatable_objects"):
        yield from value.words()
    template = unit.last_value("template_name")
    if template and _task(unit) == "scenario_template":
        yield from template.words()


def _first_rows(definitions: Sequence[DefinitionRow]) -> dict[str, DefinitionRow]:
    """Return the first definition of each class by lower-case name, in order."""
    rows: dict[str, DefinitionRow] = {}
    for row in definitions:
        if row.words:
            rows.setdefault(row.words[0].text.lower(), row)
    return rows


def _pointers(unit: ConfigUnit, classes: Sequence[str], targets: Targets) -> list[tuple[str, str]]:
    """Return the distinct pairs of declared classes in which the first points to the second, in slot
    order.
    """
    known = set(classes)
    pairs: dict[tuple[str, str], None] = {}
    for row in unit.definitions("slot_defs"):
        words = [word.text.lower() for word in row.words]
        if len(words) > _SIXTH and words[0] in known:
            pairs.update(((words[0], target), None) for target in _targets(words, known, targets))
    return list(pairs)


def _targets(words: Sequence[str], known: Collection[str], targets: Targets) -> list[str]:
    kind = words[_SIXTH]
    if kind in ("set", "string"):
        return []
    if kind in known:
        return [kind]
    return sorted({name.lower() for name in targets.get((words[0], words[1]), ())} & set(known))


def _grouped(wrong: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the classes of an approximately minimal set that covers every wrong pair, each with its pairs.

    The class with the most pairs comes first; ties are resolved in favour of the class that points, then by
    file order. If there are too many pairs, each is assigned to the class that points.
    """
    left = list(wrong)
    if len(left) > _MOST_CLASSES:
        yield from ((one, [(one, other)]) for one, other in dict(reversed(left)).items())
        return
    while left:
        counts = Counter([one for one, _ in left])
        counts.update(other for one, other in left if other != one)
        name = max([one for one, _ in left] + [other for _, other in left], key=lambda each: counts[each])
        yield name, [pair for pair in left if name in pair]
        left = [pair for pair in left if name not in pair]


def _misplaced(
    unit: ConfigUnit,
    declared: Mapping[str, Word],
    name: str,
    pairs: Sequence[tuple[str, str]],
    edits: tuple[Edit, ...],
) -> Finding:
    """Return the finding for a misplaced class, given its wrong pairs and the declarations of their
    classes.
    """
    place = declared[name].start, declared[name].end
    if (name, name) in pairs:
        return SELF_POINTER.finding(*place, {"name": short_text(name)}, edits)
    others = [other for one, other in pairs if one == name]
    message: TypedRule[ClassOrder] | Message[ClassOrder] = CLASS_ORDER
    if not others:
        others = [one for one, _ in pairs]
        message = CLASS_AFTER_POINTER if len(others) == 1 else CLASS_AFTER_POINTERS
    related = tuple(_declaration(unit, declared[other]) for other in others[:_MOST_LISTED])
    return message.finding(*place, {"name": short_text(name), "others": _listed(others)}, edits, related)


def _declaration(unit: ConfigUnit, word: Word) -> Related:
    return Related(unit, word.start, word.end, f"{short_text(word.text)} is declared here")


def _listed(names: Sequence[str]) -> str:
    shortened = [short_text(name) for name in names[:_MOST_LISTED]]
    return " and ".join(filter(None, (", ".join(shortened[:-1]), *shortened[-1:])))


def _reordering(
    unit: ConfigUnit, rows: Mapping[str, DefinitionRow], pointers: Sequence[tuple[str, str]]
) -> tuple[Edit, ...]:
    """Return the edits that put the definitions in a valid order and move only a few.

    The text of each definition is unchanged; the result is empty if the pointers form a cycle, or if there
    are too many classes.
    """
    order = _right_order(list(rows), pointers)
    if order is None:
        return ()
    places = zip(rows.values(), (rows[name] for name in order), strict=True)
    return tuple(
        Edit(to.start, to.end, unit.text[row.start : row.end]) for to, row in places if to is not row
    )


def _right_order(classes: Sequence[str], pointers: Sequence[tuple[str, str]]) -> list[str] | None:
    """Return the classes in their original order, except that each class follows the classes that it points
    to.

    The result is None if the pointers form a cycle, or if there are too many classes.
    """
    if len(classes) > _MOST_CLASSES:
        return None
    needs: dict[str, set[str]] = {name: set() for name in classes}
    for one, other in pointers:
        needs[one].add(other)
    order: dict[str, None] = {}
    while len(order) < len(classes):
        ready = next((name for name in classes if name not in order and needs[name] <= order.keys()), None)
        if ready is None:
            return None
        order[ready] = None
    return list(order)


_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})")

_SCORED = ("scored", "unscored")

_SCORED_AT = {Kind.CLASSES: 2, Kind.SLOTS: 3}


class _Shape(NamedTuple):
    """The form of the rows of an option: a name for messages, and the meaning of each word."""

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


def replacement_edit(word: Word | Value, nearest: str | None, start: int | None = None) -> tuple[Edit, ...]:
    """Return the edit that replaces an incorrect word with the nearest valid word, unless the valid word
    contains a quote.
    """
    at = word.start if start is None else start
    return (Edit(at, at + len(word.text), nearest),) if nearest and '"' not in nearest else ()


def malformed_row(unit: ConfigUnit, row: DefinitionRow, kind: Kind, speller: Speller) -> Iterator[Finding]:
    """Yield the findings that depend only on the row of a definition itself."""
    shape = _SHAPES[kind]
    counts = len(row.words) == len(shape.words) or (shape.more and len(row.words) > len(shape.words))
    if not row.quoted:
        edits = (Edit(row.start, row.end, _requoted(unit.text[row.start : row.end])),) if counts else ()
        yield config.UNQUOTED_DEFINITION.finding(row.start, row.end, {"definition": shape.title}, edits)
    elif not counts:
        yield _miscounted(row, shape)
    if counts and kind in _SCORED_AT:
        at = _SCORED_AT[kind]
        yield from _scored(row.words[at], speller)
        yield from _number(row.words[at + 1], shape.words[at + 1])


def _requoted(written: str) -> str:
    return '"' + written.replace('"', "") + '"'


def _miscounted(row: DefinitionRow, shape: _Shape) -> Finding:
    """Return a finding for a row with too few words, or for the surplus words."""
    count, words = str(len(shape.words)), ", ".join(shape.words)
    if len(row.words) > len(shape.words):
        first = row.words[len(shape.words)]
        return config.LONG_DEFINITION.finding(
            first.start, row.words[-1].end, {"definition": shape.title, "count": count, "words": words}
        )
    return config.SHORT_DEFINITION.finding(
        row.start,
        row.end,
        {"definition": shape.title, "count": count, "words": words, "given": str(len(row.words))},
    )


def _scored(word: Word, speller: Speller) -> Iterator[Finding]:
    if word.text.lower() not in _SCORED:
        nearest = speller.nearest(word.text, _SCORED)
        yield config.NOT_SCORED_OR_UNSCORED.finding(
            word.start,
            word.start + len(word.text),
            {"given": short_text(word.text), "hint": spelling_hint(nearest), "nearest": nearest or ""},
            replacement_edit(word, nearest),
        )


def _number(word: Word, meaning: str) -> Iterator[Finding]:
    if not _NUMBER.fullmatch(word.text):
        yield config.NOT_A_NUMBER.finding(
            word.start, word.end, {"given": short_text(word.text), "meaning": meaning}
        )


def repeated_definitions(unit: ConfigUnit) -> Iterator[Finding]:
    """Yield a finding for each repeated definition of a class or slot."""
    for (name,), (first,) in _repeated(unit.definitions("class_defs"), 1):
        related = Related(unit, first.start, first.end, "the first declaration")
        arguments: config.ClassArguments = {"name": short_text(name.text)}
        yield config.REPEATED_CLASS.finding(name.start, name.end, arguments, related=(related,))
    for (name, slot), (_, first) in _repeated(unit.definitions("slot_defs"), 2):
        related = Related(unit, first.start, first.end, "the first definition")
        defined: config.DefinedSlot = {"name": short_text(name.text), "slot": short_text(slot.text)}
        yield config.REPEATED_SLOT.finding(slot.start, slot.end, defined, related=(related,))


def _repeated(
    rows: Sequence[DefinitionRow], key_length: int
) -> Iterator[tuple[Sequence[Word], Sequence[Word]]]:
    """Yield the key words of each row with a duplicate key, and the key words of the first such row."""
    seen: dict[tuple[str, ...], Sequence[Word]] = {}
    for row in rows:
        words = row.words[:key_length]
        first = seen.setdefault(tuple(word.text.lower() for word in words), words)
        if len(words) == key_length and first is not words:
            yield words, first


def unknown_slots(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """Yield a finding for each slot of a subtask that its class does not define."""
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
    return config.NO_SUCH_SLOT.finding(
        slot.start,
        slot.start + len(slot.text),
        {
            "name": short_text(name.text),
            "slot": short_text(slot.text),
            "hint": spelling_hint(nearest),
            "nearest": nearest or "",
        },
        replacement_edit(slot, nearest),
    )


def unknown_sections(unit: ConfigUnit, speller: Speller) -> Iterator[Finding]:
    """Yield a finding for each section of a group that is not in `doc_sections`."""
    sections = _sections(unit)
    known = {name.lower() for name in sections}
    for row in unit.definitions("doc_section_groups"):
        for word in row.words[1:]:
            if word.text.lower() not in known:
                nearest = speller.nearest(word.text, sections)
                yield config.NO_SUCH_SECTION.finding(
                    word.start,
                    word.start + len(word.text),
                    {
                        "section": short_text(word.text),
                        "hint": spelling_hint(nearest),
                        "nearest": nearest or "",
                    },
                    replacement_edit(word, nearest),
                )


def _sections(unit: ConfigUnit) -> Collection[str]:
    if unit.lines_of("doc_sections"):
        words = (word.text for value in unit.values_of("doc_sections") for word in value.words())
        return [word.strip('"') for word in words]
    return OPTIONS["doc_sections"].default or ()


_NAME = re.compile(r"[^\s<>\"'=/]+")
_BRACKETED = re.compile(r"</?([^\s<>\"'=/]+)>")


def oversized_configuration(unit: ConfigUnit) -> Finding:
    """Return a finding for a text that is too long for a configuration."""
    return config.OVERSIZED_TEXT.finding(0, 0, {"characters": str(len(unit.text)), "most": str(LONGEST_TEXT)})


def stray_text(unit: ConfigUnit) -> Iterator[Finding]:
    """Yield a finding for the text before the first option, if there is any."""
    if unit.stray:
        first, last = unit.stray[0], unit.stray[-1]
        yield config.STRAY_TEXT.finding(first.start, last.end, {})


def bad_values(unit: ConfigUnit, speller: Speller, misspelt: Collection[str] = ()) -> Iterator[Finding]:
    """Yield a finding for each value that is invalid for its option; overridden values are not checked.

    `misspelt` contains the options that misspelt names probably mean; nothing is reported as missing only
    because such an option is absent.
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
    yield from repeated_definitions(unit)
    yield from unknown_slots(unit, speller)
    if "doc_sections" not in misspelt:
        yield from unknown_sections(unit, speller)


def _indentation(unit: ConfigUnit, line: OptionLine) -> Iterator[Finding]:
    if line.indented:
        line_start = 1 + max(unit.text.rfind(end, 0, line.start) for end in "\r\n")
        edit = Edit(line_start, line.start, "")
        yield config.INDENTED_OPTION.finding(line.start, line.name_span.end, {"option": line.name}, (edit,))


def _quoting(line: OptionLine, option: Option | None) -> Iterator[Finding]:
    in_rows = option is not None and option.kind in DEFINITIONS
    for place, value in enumerate(line.values):
        if not value.closed:
            yield _unclosed(value)
        elif value.quote or in_rows:
            continue
        elif _has_stray_quote(value):
            at = value.start + value.text.index('"')
            yield config.STRAY_QUOTE.finding(at, at + 1, {})
        elif place and line.values[place - 1].end == value.start:
            edit = Edit(value.start, value.start, " ")
            yield config.NO_BLANK_BEHIND_QUOTE.finding(
                value.start, value.end, {"value": short_text(value.text)}, (edit,)
            )


def _has_stray_quote(value: Value) -> bool:
    return not value.quote and '"' in value.text


def _unclosed(value: Value) -> Finding:
    """Return a finding for an unclosed quote; its fix may put a single word such as 's in quotes of the
    other kind.
    """
    at, quote = value.start, value.quote
    if '"' in value.text or "'" in value.text:
        return config.UNCLOSED_VALUE.finding(at, at + 1, {"quote": quote})
    if quote == "'" and len(value.text) <= 2:
        edits = (Edit(at, at, '"'), Edit(value.end, value.end, '"'))
        word = short_text(value.text)
        return config.UNCLOSED_WORD.finding(at, at + 1, {"quote": quote, "word": word}, edits)
    return config.UNCLOSED_VALUE.finding(at, at + 1, {"quote": quote}, (Edit(value.end, value.end, quote),))


def _values(unit: ConfigUnit, line: OptionLine, option: Option, speller: Speller) -> Iterator[Finding]:
    if option.kind in DEFINITIONS:
        for row in definitions_in(unit.text, line):
            yield from malformed_row(unit, row, option.kind, speller)
    elif option.kind in LISTS:
        for value in line.values:
            if not _has_stray_quote(value):
                yield from _list_item(value, option, speller)
    elif line.values:
        yield from _one_value(unit, line, option, speller)
    if not line.values and (option.kind not in LISTS or option.default is None):
        start, end = line.name_span
        yield config.NO_VALUE.finding(start, end, {"option": option.name})


def _list_item(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if option.name in ("doc_sections", "equatable_objects"):
        yield from _name(value, option, speller)
    elif option.choices:
        yield from _choices(value, option, speller)
    elif not value.text:
        yield config.EMPTY_STRING.finding(value.start, value.end, {"option": option.name})


def _choices(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    """Yield a finding for each comma-separated part of a value that is not a valid choice."""
    for piece in re.finditer(r"[^\s,]+", value.content):
        if piece[0].lower() not in option.choices:
            nearest = speller.nearest(piece[0], option.choices)
            start, end = value.inner + piece.start(), value.inner + piece.end()
            edits = (Edit(start, end, nearest),) if nearest else ()
            yield config.UNKNOWN_CHOICE.finding(
                start, end, _choice_of(option, short_text(piece[0]), nearest), edits
            )


def _choice_of(option: Option, given: str, nearest: str | None) -> config.OptionChoice:
    choices = ", ".join(option.choices)
    return {
        "option": option.name,
        "choices": choices,
        "given": given,
        "hint": spelling_hint(nearest),
        "nearest": nearest or "",
    }


def _one_value(unit: ConfigUnit, line: OptionLine, option: Option, speller: Speller) -> Iterator[Finding]:
    if not _has_stray_quote(line.values[0]):
        yield from _SINGLE.get(option.kind, _anything)(line.values[0], option, speller)
    if len(line.values) > 1:
        surplus, last = line.values[1], line.values[-1]
        edits = _quoting_edits(unit.text, line) if option.kind in (Kind.FILE, Kind.TEXT) else ()
        yield config.SEVERAL_VALUES.finding(surplus.start, last.end, {"option": option.name}, edits)


def _quoting_edits(text: str, line: OptionLine) -> tuple[Edit, ...]:
    """Return the edits that join all values into one quoted value; none if quotes or line ends prevent
    this.
    """
    start, end = line.values[0].start, line.values[-1].end
    if any(character in text[start:end] for character in "\"'\r\n"):
        return ()
    return (Edit(start, start, '"'), Edit(end, end, '"'))


def _anything(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    yield from ()


def _choice(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    written = value.content.strip()
    if written.lower() not in {choice.lower() for choice in option.choices}:
        nearest = speller.nearest(written, option.choices)
        place = value.inner, value.inner + len(value.text)
        arguments = _choice_of(option, short_text(written) or "empty", nearest)
        yield config.BAD_OPTION_VALUE.finding(
            *place, arguments, replacement_edit(value, nearest, value.inner)
        )


def _character(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if len(value.text) != 1:
        yield config.NOT_ONE_CHARACTER.finding(
            value.start, value.end, {"option": option.name, "given": str(len(value.text))}
        )


def _name(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    written = value.content.strip()
    if _NAME.fullmatch(written):
        return
    bracketed = _BRACKETED.fullmatch(written)
    if bracketed:
        name, start = bracketed[1], value.inner
        yield config.BRACKETED_NAME.finding(
            start,
            start + len(value.text),
            {"option": option.name, "hint": spelling_hint(name), "nearest": name},
            replacement_edit(value, name, start),
        )
    else:
        given = short_text(written) or "nothing"
        yield config.NOT_A_NAME.finding(value.start, value.end, {"option": option.name, "given": given})


def _file(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if not value.content.strip() or "\0" in value.text:
        yield config.NO_FILE_NAME.finding(value.start, value.end, {"option": option.name})


_SINGLE: Mapping[Kind, Callable[[Value, Option, Speller], Iterator[Finding]]] = {
    Kind.CHOICE: _choice,
    Kind.CHARACTER: _character,
    Kind.NAME: _name,
    Kind.FILE: _file,
}


def check_configuration(unit: ConfigUnit, targets: Targets | None = None) -> list[Finding]:
    """Return all findings in a configuration, in text order.

    `targets` maps a class and a slot, in lower case, to the classes that a BNF allows the slot to point to;
    without it, only the sixth words of `slot_defs` are used.
    """
    if unit.is_oversized:
        return [oversized_configuration(unit)]
    speller = Speller()
    unknown = [finding for line in unit.lines for finding in _unknown_option(unit, line, speller)]
    meant = {finding.arguments["nearest"].removeprefix(":") for finding in unknown}
    findings = [
        *stray_text(unit),
        *unknown,
        *(_missing_option(name) for name in _missing(unit) if name not in meant),
        *bad_values(unit, speller, meant),
        *undefined_classes(unit, speller),
        *class_order(unit, targets or {}),
    ]
    return sorted(findings, key=lambda finding: (finding.start, finding.end, finding.rule.name))


def _unknown_option(unit: ConfigUnit, line: OptionLine, speller: Speller) -> Iterator[Finding]:
    if find_option(line.name):
        return
    if not line.name:
        yield _nameless(line)
        return
    nearest = speller.nearest(line.name, OPTIONS)
    start, end = line.name_span
    yield UNKNOWN_OPTION.finding(
        start,
        end,
        {"option": short_text(line.name), "hint": spelling_hint(nearest), "nearest": nearest or ""},
        (Edit(start, end, nearest),) if nearest else (),
    )


def _nameless(line: OptionLine) -> Finding:
    """Return a finding for a colon without a name; its fix removes the space if a name follows."""
    first = line.values[0] if line.values else None
    meant = find_option(first.content) if first else None
    nearest = f":{meant.name}" if meant else ""
    edits = (Edit(line.start, first.end, nearest),) if first and meant else ()
    return UNKNOWN_OPTION.finding(
        line.start,
        line.start + 1,
        {
            "option": '":"',
            "hint": "; the name must follow the colon immediately",
            "nearest": nearest,
        },
        edits,
    )


def _missing(unit: ConfigUnit) -> list[str]:
    """Return the required options that are missing; empty if the text is not a configuration."""
    is_configuration = bool(unit.lines) or not unit.stray
    return [name for name in REQUIRED if is_configuration and not unit.lines_of(name)]


def _missing_option(name: str) -> Finding:
    return MISSING_OPTION.finding(0, 0, {"option": name})
