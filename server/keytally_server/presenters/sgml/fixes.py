"""Likely fixes of findings in tagged documents."""

from bisect import bisect_left
from collections.abc import Iterator

from keytally.families.contract import Role
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.syntax import Attribute, SgmlSyntax, Tag
from keytally.families.muc.sgml.unit import SgmlUnit, alternatives_of, one_line
from keytally.findings.finding import Edit, Finding
from keytally.findings.table import sgml
from keytally.text.positions import BLANK_LINE
from keytally_server import cursor
from keytally_server.cursor import marks_around
from keytally_server.presenters.safe_fixes import Repair, safe_repairs
from keytally_server.presenters.sgml.tags import (
    element_from,
    mark_of_element,
    missing_tags_around,
    plain_text_end,
    tag_at,
)
from keytally_server.session.snapshot import Snapshot, UnitAt

LONGEST_NUMBER = 9


class AttributeRepairs:
    """The repairs of the findings about one task tag's attributes."""

    def __init__(self, snapshot: Snapshot, unit: SgmlUnit, syntax: SgmlSyntax, tag: Tag) -> None:
        self._snapshot = snapshot
        self._unit = unit
        self._syntax = syntax
        self._tag = tag

    def of_value(self, finding: Finding) -> Iterator[Repair]:
        """Yield other values to replace a value that the task does not define."""
        attribute = self._attribute_at(finding.start)
        if attribute is None:
            return
        start, end = finding.start, finding.end
        if (start, end) == (self._tag.start + attribute.start, self._tag.start + attribute.end):
            start, end = self._tag.start + attribute.value_start, self._tag.start + attribute.value_end
        for value, is_key in self._values(attribute.name):
            yield Repair(f'change it to "{value}"', (Edit(start, end, value),), is_key)

    def of_missing(self, finding: Finding) -> Iterator[Repair]:
        """Yield values for an attribute that the task requires: its permitted values, or a free ID."""
        name = str(finding.arguments["attribute"]).lower()
        written = self._tag.attribute(name)
        if name == self._syntax.identifier:
            values = [(value, True) for value in (*self._wanted_identifiers(), self._free_identifier())]
        else:
            values = list(self._values(name))
        for value, is_preferred in values:
            if written is not None:
                start, end = self._tag.start + written.value_start, self._tag.start + written.value_end
                edit = Edit(start, end, value)
            else:
                place = self._tag.start + 1 + len(self._tag.name)
                edit = Edit(place, place, f' {name.upper()}="{value}"')
            yield Repair(f'add {name.upper()}="{value}"', (edit,), is_preferred)

    def _attribute_at(self, place: int) -> Attribute | None:
        within = place - self._tag.start
        return next(
            (attribute for attribute in self._tag.attributes if attribute.start <= within <= attribute.end),
            None,
        )

    def _values(self, name: str) -> Iterator[tuple[str, bool]]:
        """Yield the permitted values of an attribute, the key's first, each with a flag that is True if it
        is the key's.
        """
        known = self._syntax.tag(self._tag.name).values(name) or ()
        in_key = self._in_key(name)
        for value in sorted(known, key=lambda value: value.upper() not in in_key):
            yield value, value.upper() in in_key

    def _in_key(self, name: str) -> tuple[str, ...]:
        """Return the values that the attribute has in the key's tag, in capital letters."""
        element = element_from(self._unit, self._tag.start)
        marks = marks_around(self._snapshot, self._unit, self._tag.start, self._tag.end) if element else []
        mark = mark_of_element(marks, element) if element else None
        if self._snapshot.role is not Role.RESPONSE or mark is None or mark.partner is None:
            return ()
        key, start, _ = mark.partner
        found = element_from(key, start)
        is_same = found is not None and found.name == self._tag.name
        attribute = found.open.attribute(name) if found and is_same else None
        values = alternatives_of(attribute, self._syntax.separator) if attribute else []
        return tuple(value.strip().upper() for value, _ in values)

    def _wanted_identifiers(self) -> Iterator[str]:
        """Yield the ID that a REF in the document names but no mention has, if there is only one."""
        wanted = self._written(self._syntax.reference) - self._written(self._syntax.identifier)
        if len(wanted) == 1:
            yield from wanted

    def _free_identifier(self) -> str:
        """Return the first number greater than all IDs in the document."""
        names = self._written(self._syntax.identifier) | self._written(self._syntax.reference)
        numbers = (int(name) for name in names if name.isdecimal() and len(name) <= LONGEST_NUMBER)
        return str(max(numbers, default=0) + 1)

    def _written(self, name: str) -> set[str]:
        """Return the values of an attribute in the document."""
        attributes = (tag.attribute(name) for tag in self._unit.tags)
        values = (attribute.value.strip() for attribute in attributes if attribute is not None)
        return {value for value in values if value}


LONGEST_SHOWN = 40


def closings(snapshot: Snapshot, unit: SgmlUnit, tag: Tag) -> Iterator[Repair]:
    """Yield repairs that close a tag where the key's tag ends, after the next word, or at the end of the
    text before the next markup or empty line, or that delete the tag.
    """
    name = _written(unit, tag)
    in_key = _end_in_key(snapshot, unit, tag)
    if in_key is not None:
        title = f"close it after {_quoted(unit, tag.end, in_key)}, as the key does"
        yield Repair(title, (Edit(in_key, in_key, f"</{name}>"),), is_preferred=True)
    for place in _ends(unit, tag):
        if place != in_key:
            title = f"close it after {_quoted(unit, tag.end, place)}"
            yield Repair(title, (Edit(place, place, f"</{name}>"),))
    yield Repair(f"remove <{name}>", (Edit(tag.start, tag.end, ""),))


def unclosed_before(unit: SgmlUnit, name: str, start: int) -> Tag | None:
    """Return the unclosed tag of this name directly before a position; None if there is none."""
    at = bisect_left(unit.tags, start, key=lambda tag: tag.end)
    before = unit.tags[at] if at < len(unit.tags) else None
    is_unclosed = at in unit.structure.pairing.unclosed
    return before if before and before.end == start and before.name == name and is_unclosed else None


def uncrossed(unit: SgmlUnit, finding: Finding) -> Iterator[Repair]:
    """Yield repairs of two crossing elements: swap their close tags, or move one close tag directly before
    or after the other.
    """
    found = _crossing(unit, finding)
    if found is None:
        return
    close, other = found
    texts = unit.text[close.start : close.end], unit.text[other.start : other.end]
    swapped = Edit(close.start, close.end, texts[1]), Edit(other.start, other.end, texts[0])
    yield Repair(f"close {texts[1]} here and {texts[0]} after it", swapped)
    before = Edit(close.start, close.start, texts[1]), Edit(other.start, other.end, "")
    yield Repair(f"move {texts[1]} before {texts[0]}", before)
    behind = Edit(close.start, close.end, ""), Edit(other.end, other.end, texts[0])
    yield Repair(f"move {texts[0]} after {texts[1]}", behind)


def _crossing(unit: SgmlUnit, finding: Finding) -> tuple[Tag, Tag] | None:
    """Return the close tag of a finding, and the close tag of the element that it crosses; None if there
    is none.
    """
    pairing, tags = unit.structure.pairing, unit.tags
    for close, inner in pairing.crossings:
        if tags[close].start == finding.start:
            pairs = zip(pairing.opens, pairing.closes, strict=True)
            other = next((end for begin, end in pairs if begin == inner), None)
            return None if other is None else (tags[close], tags[other])
    return None


def _end_in_key(snapshot: Snapshot, unit: SgmlUnit, tag: Tag) -> int | None:
    """Return the position at which the key's tag with this name ends, if the text is the same; otherwise
    None.
    """
    begins = unit.stripped_offset(tag.end)
    marks = marks_around(snapshot, unit, tag.start, tag.end)
    for missing in missing_tags_around(unit, marks, tag.start, tag.end):
        if missing.element.name == tag.name and missing.stripped.start == begins:
            return missing.end if missing.end > tag.end else None
    return None


def _ends(unit: SgmlUnit, tag: Tag) -> Iterator[int]:
    """Yield the end of the next word, and the end of the text before the next markup or empty line."""
    text = unit.text
    blank_line = BLANK_LINE.search(text, tag.end)
    stop = plain_text_end(unit, tag.end)
    limit = min(stop, blank_line.start()) if blank_line else stop
    word = cursor.after_next_word(text, tag.end, limit)
    if word is not None:
        yield cursor.word_at(text, word)[1]
    last = tag.end + len(text[tag.end : limit].rstrip())
    if last > tag.end:
        yield last


def _quoted(unit: SgmlUnit, start: int, end: int) -> str:
    text = one_line(unit.stripped(start, end))
    return (
        f'"{text}"'
        if len(text) <= LONGEST_SHOWN
        else f'"{text[: LONGEST_SHOWN // 2].rstrip("… ")}…{text[-LONGEST_SHOWN // 2 :].lstrip("… ")}"'
    )


def _written(unit: SgmlUnit, tag: Tag) -> str:
    return unit.text[tag.start + 1 : tag.start + 1 + len(tag.name)]


def tag_repairs(snapshot: Snapshot, at: UnitAt, finding: Finding, language: SgmlLanguage) -> Iterator[Repair]:
    """Yield the repairs of a finding that change only the tags of a unit, in offsets of the file."""
    attempts = _attempts(snapshot, at.unit, finding, language)
    for repair in safe_repairs(at.unit, language, finding, attempts):
        yield repair.moved(at.offset)


def _attempts(
    snapshot: Snapshot, unit: SgmlUnit, finding: Finding, language: SgmlLanguage
) -> Iterator[Repair]:
    name, tag = finding.rule.name, tag_at(unit, finding.start)
    if tag is None:
        return
    attributes = AttributeRepairs(snapshot, unit, language.syntax, tag)
    if name == sgml.ATTRIBUTE_VALUE.name:
        yield from attributes.of_value(finding)
    elif name == sgml.MISSING_ATTRIBUTE.name:
        yield from attributes.of_missing(finding)
    elif name == sgml.UNCLOSED_TAG.name and tag.shape.complete and not finding.edits:
        yield from closings(snapshot, unit, tag)
    elif name == sgml.CROSSING_TAGS.name:
        yield from uncrossed(unit, finding)
