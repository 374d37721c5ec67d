"""Likely repairs of attributes of task tags: other values, and attributes that are missing."""

from collections.abc import Iterator

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.objects import alternatives_of
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Attribute, Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.finding import Edit, Finding
from keytally_server.answers.quick_fix import Repair
from keytally_server.cursor.marks import marks_near
from keytally_server.formats.sgml.element_lookup import mark_of_element
from keytally_server.formats.sgml.missing_tags import element_from
from keytally_server.session.snapshot import Snapshot

LONGEST_NUMBER = 9


class AttributeRepairs:
    """The repairs of the findings about one task tag's attributes."""

    def __init__(self, snapshot: Snapshot, unit: SgmlUnit, syntax: SgmlSyntax, tag: Tag) -> None:
        self._snapshot = snapshot
        self._unit = unit
        self._syntax = syntax
        self._tag = tag

    def of_value(self, finding: Finding) -> Iterator[Repair]:
        """Other values for one that the task does not define."""
        attribute = self._attribute_at(finding.start)
        if attribute is None:
            return
        start, end = finding.start, finding.end
        if (start, end) == (self._tag.start + attribute.start, self._tag.start + attribute.end):
            start, end = self._tag.start + attribute.value_start, self._tag.start + attribute.value_end
        for value, is_key in self._values(attribute.name):
            yield Repair(f'change it to "{value}"', (Edit(start, end, value),), is_key)

    def of_missing(self, finding: Finding) -> Iterator[Repair]:
        """Values for an attribute that the task demands: those that it may have, or a free ID."""
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
        return next((each for each in self._tag.attributes if each.start <= within <= each.end), None)

    def _values(self, name: str) -> Iterator[tuple[str, bool]]:
        """The values that an attribute may take, and whether the key's tag has it; the key's come first."""
        known = self._syntax.tag(self._tag.name).values(name) or ()
        in_key = self._in_key(name)
        for value in sorted(known, key=lambda value: value.upper() not in in_key):
            yield value, value.upper() in in_key

    def _in_key(self, name: str) -> tuple[str, ...]:
        """The values of the attribute of the key's tag, in capital letters."""
        element = element_from(self._unit, self._tag.start)
        marks = marks_near(self._snapshot, self._unit, self._tag.start, self._tag.end) if element else []
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
        """The ID that a REF of the document names and no mention has, if there is one only."""
        wanted = self._written(self._syntax.reference) - self._written(self._syntax.identifier)
        if len(wanted) == 1:
            yield from wanted

    def _free_identifier(self) -> str:
        """The first number above all IDs of the document."""
        names = self._written(self._syntax.identifier) | self._written(self._syntax.reference)
        numbers = (int(name) for name in names if name.isdecimal() and len(name) <= LONGEST_NUMBER)
        return str(max(numbers, default=0) + 1)

    def _written(self, name: str) -> set[str]:
        """The values of an attribute in the document."""
        attributes = (tag.attribute(name) for tag in self._unit.tags)
        values = (attribute.value.strip() for attribute in attributes if attribute is not None)
        return {value for value in values if value}
