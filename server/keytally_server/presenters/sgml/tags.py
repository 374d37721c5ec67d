"""Elements and tags at a position, edits of tags, and tags that only the key has."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from keytally.families.contract import Language, Level, Mark
from keytally.families.muc.sgml.structure import Element
from keytally.families.muc.sgml.syntax import DATELINE, Attribute, Sections, SgmlSyntax, Tag, TaskTag
from keytally.families.muc.sgml.unit import SgmlUnit, markup_pieces
from keytally.findings.finding import Edit, Edits, Severity, apply_edits
from keytally.findings.table.sgml import DANGLING_REF, DUPLICATE_ID
from keytally.text.positions import Span

RECENT_UNITS = 4


def tag_at(unit: SgmlUnit, place: int) -> Tag | None:
    """Return the task tag around a position; None outside tags."""
    index = bisect_right(unit.places.starts, place) - 1
    return unit.tags[index] if index >= 0 and place < unit.places.ends[index] else None


def element_at(unit: SgmlUnit, place: int) -> Element | None:
    """Return the innermost element around a position, or None; the tags of an element belong to it."""
    return next(iter(elements_around(unit, place, place)), None)


def elements_around(unit: SgmlUnit, start: int, end: int) -> list[Element]:
    """Return the elements that contain a whole range, the innermost first; the tags of an element belong to
    it.

    Elements that end at the start of the range come after the elements that continue there.
    """
    around = unit.elements.around(start, end)
    return sorted(around, key=lambda element: (element.end <= start, element.end - element.start))


def mark_of_element(marks: list[Mark], element: Element) -> Mark | None:
    """Return the verdict on an element as a whole; None for an element that is not scored."""
    return next(
        (
            mark
            for mark in marks
            if mark.level in (Level.OBJECT, Level.MENTION)
            and (mark.start, mark.end) == (element.start, element.end)
        ),
        None,
    )


def fills_of_element(marks: list[Mark], element: Element) -> Iterator[Mark]:
    """Yield the verdicts on an element's fills: its text, and the values in its open tag."""
    for mark in marks:
        in_tag = element.start <= mark.start and mark.end <= element.open.end
        is_text = (mark.start, mark.end) == (element.open.end, element.close.start)
        if mark.level is Level.FILL and (in_tag or is_text):
            yield mark


def is_scored_place(unit: SgmlUnit, place: int) -> bool:
    """Return whether a tag inserted at a position is scored: in a section, and not in an ignored dateline.

    Tasks may ignore all datelines except the last.
    """
    before = bisect_right(unit.section_tags, place, key=lambda tag: tag.start)
    sections = _sections(unit)
    section = sections.innermost[before - 1] if before else None
    if section is None or section.upper() != DATELINE or not unit.syntax.dd_last_only:
        return section is not None
    return place >= max(each.start for each in sections.in_order() if each.name.upper() == DATELINE)


def has_sections(unit: SgmlUnit) -> bool:
    """Return whether a document has any of the sections that the task reads."""
    return any(section is not None for section in _sections(unit).innermost)


@lru_cache(maxsize=RECENT_UNITS)
def _sections(unit: SgmlUnit) -> Sections:
    """Return a unit's sections; they are cached, because callers look up many positions in one unit."""
    return Sections(unit.section_tags, unit.syntax, len(unit.text))


class MissingTag(NamedTuple):
    """A missing tag: its verdict, the key's element, and the range of the response that it should contain.

    If the response has other text there, the range is only the position of the verdict. `stripped` is the
    range of the key's text in the response, without counting task tags.
    """

    mark: Mark
    element: Element
    start: int
    end: int
    stripped: Span


def missing_tags_around(unit: SgmlUnit, marks: Iterable[Mark], start: int, end: int) -> list[MissingTag]:
    """Return the missing tags of a unit that have text touching a range, in order."""
    found = []
    for mark in marks:
        in_key = _missing_element(mark) if mark.level is Level.OBJECT else None
        if in_key is not None:
            key, element = in_key
            stretch = same_stretch(unit, key, element) or (mark.start, mark.end)
            found.append(MissingTag(mark, element, *stretch, stripped_range(unit, key, element)))
    return [missing for missing in found if _touches(missing, start, end)]


def _touches(missing: MissingTag, start: int, end: int) -> bool:
    """Return whether a missing tag is in a range or at its ends; if the tag's own range is empty, it must
    be before the end.
    """
    if missing.start == missing.end:
        return start <= missing.start < max(end, start + 1)
    return missing.start <= end and missing.end >= start


def missing_extent(mark: Mark) -> tuple[int, int] | None:
    """Return the range of the unit that a missing tag should contain; None if the text differs there."""
    in_key = _missing_element(mark)
    return same_stretch(mark.unit, *in_key) if in_key is not None else None


def _missing_element(mark: Mark) -> tuple[SgmlUnit, Element] | None:
    """Return the missing element of a mark and its unit in the key; None for other marks."""
    if mark.partner is None or mark.level not in (Level.OBJECT, Level.MENTION) or mark.start != mark.end:
        return None
    key, place, _ = mark.partner
    element = element_from(key, place)
    return (key, element) if element is not None else None


def tagged_text(mark: Mark) -> tuple[int, int] | None:
    """Return the range between the tags of the element that a mark concerns; None for other marks."""
    if mark.level not in (Level.OBJECT, Level.MENTION) or mark.start == mark.end:
        return None
    element = element_from(mark.unit, mark.start)
    return (element.open.end, element.close.start) if element is not None else None


def short_label(mark: Mark) -> str:
    """Return the label of a missing tag or link without the text after it: `MIS PERSON`."""
    if mark.level is Level.LINK:
        before, is_link, after = mark.label.partition(' to "')
        return f'{before.partition(" ")[0]} LINK to "{after}' if is_link else mark.label
    return mark.label.partition(' "')[0] if missing_extent(mark) is not None else mark.label


def element_from(unit: SgmlUnit, start: int) -> Element | None:
    """Return the element of a unit whose open tag starts at a position, or None."""
    index = bisect_left(unit.elements, start, key=lambda element: element.start)
    found = unit.elements[index : index + 1]
    return found[0] if found and found[0].start == start else None


def same_stretch(unit: SgmlUnit, key: SgmlUnit, element: Element) -> tuple[int, int] | None:
    """Return the range of the same text, inside the tags at its ends; None if the text differs."""
    first, last = stripped_range(unit, key, element)
    start, end = unit.source_offset(first, after_tags=True), unit.source_offset(last)
    same = unit.stripped(start, end) == key.stripped(element.open.end, element.close.start)
    return (start, end) if start < end and same else None


def stripped_range(unit: SgmlUnit, key: SgmlUnit, element: Element) -> Span:
    """Return the range in a unit that corresponds to the text of the key's element, without counting task
    tags.

    The text may differ.
    """
    places = unit.counterparts_of(key)
    return Span(places.start(element.stripped_start), places.end(element.stripped_end))


def outer_stretch(unit: SgmlUnit, missing: MissingTag) -> tuple[int, int]:
    """Return the range of a missing tag, including the tags at its ends."""
    start, end = unit.stripped_offset(missing.start), unit.stripped_offset(missing.end)
    return unit.source_offset(start), unit.source_offset(end, after_tags=True)


def tag_kinds(syntax: SgmlSyntax) -> Iterator[tuple[str, str]]:
    """Yield every tag of the task with every value of its type, or with "" if any value is allowed."""
    for tag in syntax.tags:
        for value in tag.values(syntax.type) or ("",):
            yield tag.name, value


def task_tag(syntax: SgmlSyntax, name: str) -> TaskTag | None:
    """Return the task tag of this name, in any case; None if the task has no such tag."""
    return next((tag for tag in syntax.tags if tag.name == name.lower()), None)


def type_of(syntax: SgmlSyntax, element: Element) -> str:
    """Return an element's type as written, without surrounding whitespace; "" if it has none."""
    attribute = element.open.attribute(syntax.type)
    return attribute.value.strip() if attribute else ""


def kind_name(name: str, value: str) -> str:
    """Return the name of a kind of tag for a title: `ENAMEX PERSON`."""
    return f"{name.upper()} {value}".rstrip()


def open_tag(syntax: SgmlSyntax, name: str, value: str, others: str = "") -> str:
    """Return the text of an open tag, with `others` as further attributes."""
    kind = f" {syntax.type.upper()}={_quoted(value, syntax.quote_char)}" if value else ""
    return f"<{name.upper()}{kind}{others}>"


def close_tag(name: str) -> str:
    """Return the text of a close tag."""
    return f"</{name.upper()}>"


def _quoted(value: str, quote_char: str) -> str:
    if '"' not in value:
        return f'"{value}"'
    return f"'{value}'" if "'" not in value else f'"{value.replace(chr(34), quote_char)}"'


def wrapped(syntax: SgmlSyntax, start: int, end: int, name: str, value: str) -> Edits:
    """Return the edits that put a pair of tags around a range."""
    return Edit(start, start, open_tag(syntax, name, value)), Edit(end, end, close_tag(name))


def untagged(element: Element) -> Edits:
    """Return the edits that remove an element's tags and keep its text."""
    return _removal(element.open), _removal(element.close)


def retyped(unit: SgmlUnit, syntax: SgmlSyntax, element: Element, name: str, value: str) -> Edits:
    """Return the edits that change a type in place; if the tag's name changes, the tag is rewritten with
    the attributes that it may keep.
    """
    opening, closing = element.open, element.close
    attribute = opening.attribute(syntax.type)
    if element.name == name and attribute and value and not opening.shape.problems:
        start = opening.start
        return (Edit(start + attribute.value_start, start + attribute.value_end, value),)
    written = open_tag(syntax, name, value, _others(unit, syntax, opening, name))
    changed: Edits = (Edit(opening.start, opening.end, written),)
    if element.name != name:
        changed += (Edit(closing.start, closing.end, close_tag(name)),)
    return changed


def _others(unit: SgmlUnit, syntax: SgmlSyntax, tag: Tag, name: str) -> str:
    """Return the valid attributes of a tag, except its type, that a tag with another name may also have,
    as written.
    """
    definition = task_tag(syntax, name)
    kept: dict[str, Attribute] = {}
    for attribute in tag.attributes:
        if not attribute.bare and not attribute.flaw and attribute.name != syntax.type:
            kept.setdefault(attribute.name, attribute)
    may = definition.attributes if definition else ()
    texts = [unit.text[tag.start + a.start : tag.start + a.end] for a in kept.values() if a.name in may]
    return "".join(f" {text}" for text in texts)


def moved(unit: SgmlUnit, tag: Tag, place: int) -> Edits:
    """Return the edits that move a tag to another position."""
    put = Edit(place, place, unit.text[tag.start : tag.end])
    return (put, _removal(tag)) if place < tag.start else (_removal(tag), put)


def _removal(tag: Tag) -> Edit:
    return Edit(tag.start, tag.end, "")


def can_wrap(unit: SgmlUnit, start: int, end: int) -> bool:
    """Return whether a pair of tags fits around a range: the range contains text, cuts no tag, and
    contains none of the text's own markup.
    """
    if start >= end or not unit.text[start:end].strip():
        return False
    first = bisect_right(unit.tags, start, key=lambda tag: tag.end)
    tags = unit.tags[first : bisect_left(unit.tags, end, key=lambda tag: tag.start)]
    if any(tag.start < place < tag.end for tag in tags for place in (start, end)):
        return False
    if tags and 2 * len(unit.elements.within(start, end)) != len(tags):
        return False
    return not _holds_markup(unit, start, end)


def _holds_markup(unit: SgmlUnit, start: int, end: int) -> bool:
    """Return whether a range contains the text's own markup, or starts or ends inside such markup."""
    text = unit.text
    before, after = text.rfind("<", 0, start), text.find(">", end)
    first = before if before >= 0 and ">" not in text[before:start] else start
    last = after + 1 if after >= 0 and "<" not in text[end:after] else end
    near = slice(*(bisect_left(unit.tags, place, key=lambda tag: tag.start) for place in (first, last)))
    own = {tag.start for tag in unit.tags[near]}
    return any(
        is_markup and at not in own and at < end and to > start
        for is_markup, at, to in markup_pieces(text, first, last)
    )


def plain_text_start(unit: SgmlUnit, place: int) -> int:
    """Return the start of the text that extends to a position without markup in between."""
    before = bisect_right(unit.tags, place, key=lambda tag: tag.end)
    first = unit.tags[before - 1].end if before else 0
    given = (end for is_markup, _, end in markup_pieces(unit.text, first, place) if is_markup)
    return max(chain((first,), given))


def plain_text_end(unit: SgmlUnit, place: int) -> int:
    """Return the end of the text that continues from a position without markup in between."""
    after = bisect_left(unit.tags, place, key=lambda tag: tag.start)
    last = unit.tags[after].start if after < len(unit.tags) else len(unit.text)
    return next((start for is_markup, start, _ in markup_pieces(unit.text, place, last) if is_markup), last)


NEIGHBOURS = 4
_ABOUT_OTHERS = (DANGLING_REF, DUPLICATE_ID)
FARTHEST = 4000


def changes_only_tags(unit: SgmlUnit, language: Language, edits: Sequence[Edit], added: int) -> bool:
    """Return whether the text outside tags is unchanged, the number of elements changes by `added`, and no
    error is added.

    Only the tags near the edits are read again: each tag is read independently, so tags further away cannot
    change. Does not check how tags relate to each other.
    """
    low, high = _neighbourhood(unit, edits[0].start, edits[-1].end)
    before = language.read(unit.text[low:high])
    after = language.read(apply_edits(unit.text[low:high], edits, -low))
    return (
        after.stripped() == before.stripped()
        and len(after.elements) == len(before.elements) + added
        and _errors(after) <= _errors(before)
    )


def _neighbourhood(unit: SgmlUnit, start: int, end: int) -> tuple[int, int]:
    """Return the range from some tags before the edits to some tags after them."""
    first = bisect_right(unit.tags, start, key=lambda tag: tag.end) - NEIGHBOURS
    last = bisect_left(unit.tags, end, key=lambda tag: tag.start) + NEIGHBOURS
    low = unit.tags[first].start if first >= 0 else 0
    high = unit.tags[last - 1].end if last <= len(unit.tags) else len(unit.text)
    return max(low, start - FARTHEST), min(high, end + FARTHEST)


def _errors(unit: SgmlUnit) -> int:
    return sum(
        finding.rule.severity is Severity.ERROR and finding.rule not in _ABOUT_OTHERS
        for finding in unit.findings
    )
