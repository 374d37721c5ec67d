"""What is said about the place under the pointer: a tag's verdict, or an option's documentation."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Mark
from keytally.evaluations.muc.formats.config.completion import option_at
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.options import find_option, render_documentation
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.language import SgmlLanguage
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.tallies.status import Status
from keytally_server.features.missing import Missing, missing_around
from keytally_server.features.tag_edits import described, type_of
from keytally_server.features.tagged import element_at, fills_of_element, mark_of_element, marks_of
from keytally_server.features.tally_text import as_table
from keytally_server.features.words import word_at
from keytally_server.session.snapshot import Snapshot, UnitAt

_WORDS = {
    Status.CORRECT: "correct",
    Status.PARTIAL: "partially correct",
    Status.INCORRECT: "incorrect",
    Status.MISSING: "missing",
    Status.SPURIOUS: "spurious",
    Status.NONCOMMITTAL: "does not count",
    Status.OPTIONAL: "optional, missing without loss",
    Status.UNSCORED: "not scored",
    Status.REMOVED: "removed: does not count",
}
_ALONE = {
    Status.MISSING: "the response has no such tag",
    Status.SPURIOUS: "the key has no such tag",
}
_WRONG = (Status.INCORRECT, Status.MISSING, Status.SPURIOUS)
LONGEST_PARTNER = 300


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
    values = ((value.start, value.end) for value in line.values)
    start, end = next((span for span in values if span[0] <= at.place <= span[1]), line.name_span)
    return Hover(render_documentation(option), at.offset + start, at.offset + end)


def _about_tags(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    marks = marks_of(snapshot, at.unit)
    element = element_at(at.unit, at.place)
    word = word_at(at.unit.text, at.place)
    missing = [] if _is_in_tag(element, at.place) else missing_around(at.unit, marks, *word)
    absent = (_about_missing(snapshot, each) for each in missing)
    parts = [*_about_element(snapshot, marks, element), *absent]
    if not parts:
        return None
    subject = element or missing[0]
    text = "\n\n".join([*parts, *_tallies(snapshot, at.unit)])
    return Hover(text, at.offset + subject.start, at.offset + subject.end)


def _is_in_tag(element: Element | None, place: int) -> bool:
    """Whether a place is inside of one of an element's tags, where nothing can be missing."""
    return element is not None and not element.open.end <= place <= element.close.start


def _about_element(snapshot: Snapshot, marks: list[Mark], element: Element | None) -> Iterator[str]:
    if element is None:
        return
    mark = mark_of_element(marks, element)
    if mark is None:
        yield f"`{element.name.upper()}` {_why_unscored(snapshot, element)}"
        return
    fills = list(fills_of_element(marks, element))
    verdict = f"{_verdict(_overall(mark, fills))} {_code(_kind(snapshot, element))}"
    partner = _partner_line(snapshot, mark) if mark.partner else _ALONE.get(mark.status)
    yield f"{verdict}  \n{partner}" if partner else verdict
    if fills:
        yield "\n".join(f"- {_code(fill.label)}" for fill in fills)


def _partner_line(snapshot: Snapshot, mark: Mark) -> str:
    return f"{snapshot.other_role.value}: {_code(_partner_text(mark))}"


def _overall(mark: Mark, fills: list[Mark]) -> Status:
    """The verdict on a tag with its fills: one that is aligned and has a wrong fill is incorrect."""
    statuses = {fill.status for fill in fills}
    if mark.status is not Status.CORRECT or statuses.isdisjoint((*_WRONG, Status.PARTIAL)):
        return mark.status
    return Status.PARTIAL if statuses.isdisjoint(_WRONG) else Status.INCORRECT


def _verdict(status: Status) -> str:
    return f"**{status.value.upper()}** {_WORDS[status]}"


def _kind(snapshot: Snapshot, element: Element) -> str:
    language = snapshot.reading.language
    if not isinstance(language, SgmlLanguage):
        return element.name.upper()
    return described(element.name, type_of(language.syntax, element))


def _why_unscored(snapshot: Snapshot, element: Element) -> str:
    if snapshot.pair is None:
        return "is not scored: the file is in no pair"
    if element.section is None:
        return "is not scored: it stands outside the scored sections"
    if not element.scored:
        return "is not scored: a later dateline takes the place of this one"
    return "has no score yet" if snapshot.pair.stale else "is not scored"


def _about_missing(snapshot: Snapshot, missing: Missing) -> str:
    return f"{_verdict(missing.mark.status)} here  \n{_partner_line(snapshot, missing.mark)}"


def _tallies(snapshot: Snapshot, unit: SgmlUnit) -> Iterator[str]:
    if snapshot.pair is None or unit.document is None:
        return
    totals = snapshot.pair.document_totals(unit.document)
    if totals:
        name = f"document {unit.document}" if unit.document else "this document"
        rows = {name: totals, "all documents": snapshot.pair.totals()}
        figures = snapshot.pair.evaluation.figures
        yield as_table([(name, figures(row)) for name, row in rows.items()])


def _partner_text(mark: Mark) -> str:
    """The tag on the other side, on one line and not too long."""
    if mark.partner is None:
        return ""
    unit, start, end = mark.partner
    text = " ".join(unit.text[start:end].split())
    return text if len(text) <= LONGEST_PARTNER else f"{text[:LONGEST_PARTNER]}…"


def _code(text: str) -> str:
    """Text as Markdown code, whatever back-ticks it holds."""
    runs = re.findall("`+", text)
    if not runs:
        return f"`{text}`"
    fence = "`" * (max(map(len, runs)) + 1)
    return f"{fence} {text} {fence}"
