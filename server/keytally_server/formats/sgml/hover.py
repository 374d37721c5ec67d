"""Hovers of tags: the verdict, the partner, and the fills."""

from collections.abc import Iterator

from keytally.evaluations.interface import Mark
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.tallies.status import Status
from keytally.text.markdown import code
from keytally_server.answers.hover import Hover
from keytally_server.cursor.marks import marks_of
from keytally_server.cursor.word_boundaries import word_at
from keytally_server.formats.sgml.element_lookup import element_at, fills_of_element, mark_of_element
from keytally_server.formats.sgml.missing_tags import MissingTag, missing_tags_around
from keytally_server.formats.sgml.tag_edits import kind_name, type_of
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.tallies import tallies
from keytally_server.wording.verdicts import partner_line, verdict

_ALONE = {
    Status.MISSING: "the response has no such tag",
    Status.SPURIOUS: "the key has no such tag",
}


def tag_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Describe the tag at a place, the elements missing there, and the tallies of the document."""
    marks = marks_of(snapshot, at.unit)
    element = element_at(at.unit, at.place)
    word = word_at(at.unit.text, at.place)
    missing = [] if _is_in_tag(element, at.place) else missing_tags_around(at.unit, marks, *word)
    absent = (_about_missing(snapshot, each) for each in missing)
    parts = [*_about_element(snapshot, marks, element), *absent]
    if not parts:
        return None
    subject = element or missing[0]
    text = "\n\n".join([*parts, *tallies(snapshot, at.unit)])
    return Hover(text, at.offset + subject.start, at.offset + subject.end)


def _is_in_tag(element: Element | None, place: int) -> bool:
    """Whether a place is inside one of an element's tags, where nothing can be missing."""
    return element is not None and not element.open.end <= place <= element.close.start


def _about_element(snapshot: Snapshot, marks: list[Mark], element: Element | None) -> Iterator[str]:
    if element is None:
        return
    mark = mark_of_element(marks, element)
    if mark is None:
        yield f"{code(element.name.upper())} {_why_unscored(snapshot, element)}"
        return
    fills = list(fills_of_element(marks, element))
    headline = f"{verdict(mark.verdict)} {code(_kind(snapshot, element))}"
    partner = partner_line(snapshot, mark) if mark.partner else _ALONE.get(mark.status)
    yield f"{headline}  \n{partner}" if partner else headline
    if fills:
        yield "\n".join(f"- {code(fill.label)}" for fill in fills)


def _kind(snapshot: Snapshot, element: Element) -> str:
    language = snapshot.reading.language
    if not isinstance(language, SgmlLanguage):
        return element.name.upper()
    return kind_name(element.name, type_of(language.syntax, element))


def _why_unscored(snapshot: Snapshot, element: Element) -> str:
    if snapshot.pair is None:
        return "is not scored: the file is in no pair"
    if element.section is None:
        return "is not scored: it stands outside the scored sections"
    if not element.scored:
        return "is not scored: a later dateline takes the place of this one"
    return "has no score yet" if snapshot.pair.stale else "is not scored"


def _about_missing(snapshot: Snapshot, missing: MissingTag) -> str:
    return f"{verdict(missing.mark.status)} here  \n{partner_line(snapshot, missing.mark)}"
