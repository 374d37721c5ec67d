"""Rules for the values of a MUC configuration's options: bad-option-value."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from keytally.evaluations.muc.formats.config.document import (
    DEFINITIONS,
    LISTS,
    LONGEST_TEXT,
    ConfigUnit,
    OptionLine,
    Value,
    definitions_in,
)
from keytally.evaluations.muc.formats.config.options import find_option
from keytally.evaluations.muc.rules.config_definitions import (
    misshapen,
    repetitions,
    replacing,
    unknown_sections,
    unknown_slots,
)
from keytally.evaluations.options import Kind, Option
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import Speller, hint, shown
from keytally.findings.table import config as table

_NAME = re.compile(r"[^\s<>\"'=/]+")
_BRACKETED = re.compile(r"</?([^\s<>\"'=/]+)>")


def oversized(unit: ConfigUnit) -> Finding:
    """A text so long that it cannot be a configuration."""
    return table.OVERSIZED_TEXT.finding(0, 0, {"characters": str(len(unit.text)), "most": str(LONGEST_TEXT)})


def stray_text(unit: ConfigUnit) -> Iterator[Finding]:
    """Text before the first option."""
    if unit.stray:
        first, last = unit.stray[0], unit.stray[-1]
        yield table.STRAY_TEXT.finding(first.start, last.end, {})


def bad_values(unit: ConfigUnit, speller: Speller, misspelt: Collection[str] = ()) -> Iterator[Finding]:
    """Every value that its option does not take; values that an override replaces are not checked.

    Nothing is reported as missing only because of an option in `misspelt`.
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
    yield from repetitions(unit)
    yield from unknown_slots(unit, speller)
    if "doc_sections" not in misspelt:
        yield from unknown_sections(unit, speller)


def _indentation(unit: ConfigUnit, line: OptionLine) -> Iterator[Finding]:
    if line.indented:
        line_start = 1 + max(unit.text.rfind(end, 0, line.start) for end in "\r\n")
        edit = Edit(line_start, line.start, "")
        yield table.INDENTED_OPTION.finding(line.start, line.name_span.end, {"option": line.name}, (edit,))


def _quoting(line: OptionLine, option: Option | None) -> Iterator[Finding]:
    in_rows = option is not None and option.kind in DEFINITIONS
    for place, value in enumerate(line.values):
        if not value.closed:
            yield _unclosed(value)
        elif value.quote or in_rows:
            continue
        elif _has_stray_quote(value):
            at = value.start + value.text.index('"')
            yield table.STRAY_QUOTE.finding(at, at + 1, {})
        elif place and line.values[place - 1].end == value.start:
            edit = Edit(value.start, value.start, " ")
            yield table.NO_BLANK_BEHIND_QUOTE.finding(
                value.start, value.end, {"value": shown(value.text)}, (edit,)
            )


def _has_stray_quote(value: Value) -> bool:
    return not value.quote and '"' in value.text


def _unclosed(value: Value) -> Finding:
    """An opening quote without a closing one; a lone word like 's may be put in the other quotes."""
    at, quote = value.start, value.quote
    if '"' in value.text or "'" in value.text:
        return table.UNCLOSED_VALUE.finding(at, at + 1, {"quote": quote})
    if quote == "'" and len(value.text) <= 2:
        edits = (Edit(at, at, '"'), Edit(value.end, value.end, '"'))
        word = shown(value.text)
        return table.UNCLOSED_WORD.finding(at, at + 1, {"quote": quote, "word": word}, edits)
    return table.UNCLOSED_VALUE.finding(at, at + 1, {"quote": quote}, (Edit(value.end, value.end, quote),))


def _values(unit: ConfigUnit, line: OptionLine, option: Option, speller: Speller) -> Iterator[Finding]:
    if option.kind in DEFINITIONS:
        for row in definitions_in(unit.text, line):
            yield from misshapen(unit, row, option.kind, speller)
    elif option.kind in LISTS:
        for value in line.values:
            if not _has_stray_quote(value):
                yield from _list_item(value, option, speller)
    elif line.values:
        yield from _one_value(unit, line, option, speller)
    if not line.values and (option.kind not in LISTS or option.default is None):
        start, end = line.name_span
        yield table.NO_VALUE.finding(start, end, {"option": option.name})


def _list_item(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if option.name in ("doc_sections", "equatable_objects"):
        yield from _name(value, option, speller)
    elif option.choices:
        yield from _choices(value, option, speller)
    elif not value.text:
        yield table.EMPTY_STRING.finding(value.start, value.end, {"option": option.name})


def _choices(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    """The parts of a value, separated by commas, that are none of the option's choices."""
    for piece in re.finditer(r"[^\s,]+", value.content):
        if piece[0].lower() not in option.choices:
            nearest = speller.nearest(piece[0], option.choices)
            start, end = value.inner + piece.start(), value.inner + piece.end()
            edits = (Edit(start, end, nearest),) if nearest else ()
            yield table.UNKNOWN_CHOICE.finding(
                start, end, _choice_of(option, shown(piece[0]), nearest), edits
            )


def _choice_of(option: Option, given: str, nearest: str | None) -> table.OptionChoice:
    choices = ", ".join(option.choices)
    return {
        "option": option.name,
        "choices": choices,
        "given": given,
        "hint": hint(nearest),
        "nearest": nearest or "",
    }


def _one_value(unit: ConfigUnit, line: OptionLine, option: Option, speller: Speller) -> Iterator[Finding]:
    if not _has_stray_quote(line.values[0]):
        yield from _SINGLE.get(option.kind, _anything)(line.values[0], option, speller)
    if len(line.values) > 1:
        surplus, last = line.values[1], line.values[-1]
        edits = _quoting_edits(unit.text, line) if option.kind in (Kind.FILE, Kind.TEXT) else ()
        yield table.SEVERAL_VALUES.finding(surplus.start, last.end, {"option": option.name}, edits)


def _quoting_edits(text: str, line: OptionLine) -> tuple[Edit, ...]:
    """The edits that make one quoted value of all; none if quotes or line ends prevent it."""
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
        arguments = _choice_of(option, shown(written) or "empty", nearest)
        yield table.BAD_OPTION_VALUE.finding(*place, arguments, replacing(value, nearest, value.inner))


def _character(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if len(value.text) != 1:
        yield table.NOT_ONE_CHARACTER.finding(
            value.start, value.end, {"option": option.name, "given": str(len(value.text))}
        )


def _name(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    written = value.content.strip()
    if _NAME.fullmatch(written):
        return
    bracketed = _BRACKETED.fullmatch(written)
    if bracketed:
        name, start = bracketed[1], value.inner
        yield table.BRACKETED_NAME.finding(
            start,
            start + len(value.text),
            {"option": option.name, "hint": hint(name), "nearest": name},
            replacing(value, name, start),
        )
    else:
        given = shown(written) or "nothing"
        yield table.NOT_A_NAME.finding(value.start, value.end, {"option": option.name, "given": given})


def _file(value: Value, option: Option, speller: Speller) -> Iterator[Finding]:
    if not value.content.strip() or "\0" in value.text:
        yield table.NO_FILE_NAME.finding(value.start, value.end, {"option": option.name})


_SINGLE: Mapping[Kind, Callable[[Value, Option, Speller], Iterator[Finding]]] = {
    Kind.CHOICE: _choice,
    Kind.CHARACTER: _character,
    Kind.NAME: _name,
    Kind.FILE: _file,
}
