"""The language of templates as JSON: how files are cut into records."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.presentation import Proposal
from keytally.evaluations.template_json.formats.boundaries import LOOKAHEAD, starts_of_records
from keytally.evaluations.template_json.formats.held_documents import may_hold
from keytally.evaluations.template_json.formats.records import document_in
from keytally.evaluations.template_json.formats.schema import Schema
from keytally.evaluations.template_json.formats.sound import SoundRecord
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.rules.beside_schema import beside_schema, in_order
from keytally.evaluations.template_json.rules.proposals import proposal
from keytally.evaluations.template_json.rules.records import after_the_end, findings_of, repeated
from keytally.evaluations.template_json.rules.sound_records import is_clean
from keytally.findings.finding import Finding


@dataclass(frozen=True, slots=True)
class TemplateLanguage:
    """Files of templates or roles, cut where records start (formats/boundaries.py).

    `content` is what the task reads, `templates` or `extracts`, or "" where none is known.
    """

    role: Role = Role.UNKNOWN
    content: str = ""
    schema: Schema | None = None
    name: str = "template-json"
    lookahead: int = LOOKAHEAD

    loses_repeated: ClassVar[bool] = True

    def suspects(self, units: Sequence[RecordUnit]) -> Sequence[RecordUnit]:
        """The odd records, and those that lack what the task reads (evaluations.abilities.KnowsLosses)."""
        if self.content:
            return [unit for unit in units if self.content not in unit.sound_content]
        return [unit for unit in units if not unit.sound_content]

    def boundaries(self, text: str) -> list[int]:
        """The offsets where records start, without 0."""
        return starts_of_records(text)

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """The documents that a text may hold (keytally.evaluations.abilities.FindsDocuments)."""
        return may_hold(text, documents)

    def read(self, text: str) -> RecordUnit:
        """The record with that text; never fails."""
        return RecordUnit(text, self)

    def document_of(self, text: str) -> str | None:
        """The document of the record with that text (keytally.evaluations.apart.NamesUnits)."""
        return document_in(text)

    def compare_duplicates(
        self, units: Sequence[RecordUnit], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """A finding on each record but the first of a document."""
        return [(repeated(unit, units[0]),) if at else () for at, unit in enumerate(units)]

    def compare_neighbours(self, before: RecordUnit, unit: RecordUnit) -> tuple[Finding, ...]:
        """A record behind the end of the object of all documents."""
        return after_the_end(before, unit)

    def findings_of(self, unit: RecordUnit) -> tuple[Finding, ...]:
        """The findings of a record alone."""
        own = findings_of(unit, self.content)
        return own if self.schema is None else in_order(own, beside_schema(unit, self.schema))

    def is_judged(self, unit: RecordUnit) -> bool:
        """Whether a unit's findings are known (keytally.evaluations.apart.JudgesElsewhere)."""
        return unit.is_judged

    def found_sound(self, units: Sequence[RecordUnit]) -> None:
        """Take over that units have no findings (keytally.evaluations.apart.JudgesElsewhere)."""
        for unit in units:
            unit.found_sound()

    def is_clean(self, record: SoundRecord) -> bool:
        """Whether a sound record has no finding; one with a text, or beside a schema, is looked at later."""
        return self.schema is None and record.text is None and is_clean(record, self.content)

    def proposal_of(self, unit: RecordUnit, mark: Mark) -> Proposal | None:
        """What the key asks for at a mark of a record."""
        return proposal(unit, mark)
