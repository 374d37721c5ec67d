"""What is said about the place under the pointer: a tag's verdict, or an option's documentation."""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.muc.formats.config.completion import option_at
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.options import find_option, render_documentation
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.tallies.status import Status
from keytally_server.features.tagged import (
    element_at,
    fills_of_element,
    mark_of_element,
    marks_of,
    missing_at,
    word_at,
)
from keytally_server.features.tally_text import TABLE_HEAD, as_table_row
from keytally_server.session.snapshot import Snapshot, UnitAt

_WORDS = {
    Status.CORRECT: "correct",
    Status.PARTIAL: "partially correct",
    Status.INCORRECT: "incorrect",
    Status.MISSING: "missing",
    Status.SPURIOUS: "spurious",
    Status.NONCOMMITTAL: "does not count",
    Status.OPTIONAL: "optional and not found: does not count",
    Status.UNSCORED: "not scored",
    Status.REMOVED: "removed: does not count",
}


class Hover(NamedTuple):
    """Markdown about a stretch of the file, in code points."""

    markdown: str
    start: int
    end: int


def hover(snapshot: Snapshot, offset: int) -> Hover | None:
    """What there is to say about a place in a file."""
    at = snapshot.unit_at(offset)
    if isinstance(at.unit, SgmlUnit):
        return _about_tags(snapshot, at)
    if isinstance(at.unit, ConfigUnit):
        return _about_option(at)
    return None


def _about_option(at: UnitAt) -> Hover | None:
    line = option_at(at.unit, at.place)
    option = find_option(line.name) if line else None
    if line is None or option is None:
        return None
    start, end = line.name_span
    return Hover(render_documentation(option), at.offset + start, at.offset + end)


def _about_tags(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    marks = marks_of(snapshot, at.unit)
    element = element_at(at.unit, at.place)
    missing = missing_at(marks, *word_at(at.unit.text, at.place))
    parts = [*_about_element(snapshot, marks, element), *(_about_missing(snapshot, mark) for mark in missing)]
    if not parts:
        return None
    start, end = (element.start, element.end) if element else word_at(at.unit.text, at.place)
    text = "\n\n".join([*parts, *_tallies(snapshot, at.unit)])
    return Hover(text, at.offset + start, at.offset + end)


def _about_element(snapshot: Snapshot, marks: list[Mark], element: Element | None) -> Iterator[str]:
    if element is None:
        return
    mark = mark_of_element(marks, element)
    if mark is None:
        reason = "stands outside the scored sections" if not element.scored else "no pair: not scored"
        yield f"`{element.name.upper()}` ({reason})"
        return
    yield f"**{mark.status.value.upper()}** {_WORDS[mark.status]} `{element.name.upper()}`"
    if mark.partner is not None:
        yield f"{_other_side(snapshot)}: {_code(_partner_text(mark))}"
    fills = [f"- {_escaped(fill.label)}" for fill in fills_of_element(marks, element)]
    if fills:
        yield "\n".join(fills)


def _about_missing(snapshot: Snapshot, mark: Mark) -> str:
    text = _code(_partner_text(mark)) if mark.partner else _escaped(mark.label)
    return f"**{mark.status.value.upper()}** {_WORDS[mark.status]} here: {text}"


def _tallies(snapshot: Snapshot, unit: SgmlUnit) -> Iterator[str]:
    if snapshot.pair is None or unit.document is None:
        return
    totals = snapshot.pair.document_totals(unit.document)
    if totals:
        rows = [
            TABLE_HEAD,
            as_table_row(f"document {unit.document}", totals),
            as_table_row("all documents", snapshot.pair.totals()),
        ]
        yield "\n".join(rows)


def _other_side(snapshot: Snapshot) -> str:
    return "response" if snapshot.role is Role.KEY else "key"


def _partner_text(mark: Mark) -> str:
    if mark.partner is None:
        return ""
    unit, start, end = mark.partner
    return " ".join(unit.text[start:end].split())


def _code(text: str) -> str:
    """Text as Markdown code, whatever back-ticks it holds."""
    longest = max((len(run) for run in text.replace("`", " `").split(" ") if set(run) == {"`"}), default=0)
    fence = "`" * (longest + 1 if "`" in text else 1)
    return f"{fence} {text} {fence}" if "`" in text else f"`{text}`"


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|" else char for char in text)
