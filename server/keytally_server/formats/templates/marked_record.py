"""A record with its verdicts, and its definitions in the configuration and the BNF."""

from collections.abc import Iterator
from dataclasses import dataclass

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.muc.evaluation.template_tasks import TemplateTask
from keytally.evaluations.muc.formats.bnf.model import BnfSlot
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.model.configuration import SlotDefinition
from keytally_server.formats.templates.identifiers import syntax_of
from keytally_server.session.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class MarkedRecord:
    """A record of a unit of the file, with the verdicts inside the record."""

    snapshot: Snapshot
    unit: TemplateUnit
    record: Record
    marks: tuple[Mark, ...]

    @property
    def class_name(self) -> str:
        """The class in the header, in lower case."""
        return self.record.header.identity.class_name.lower() if self.record.header else ""

    @property
    def task(self) -> TemplateTask | None:
        """The task that scores the file; None if the file is in no pair of a template task."""
        evaluation = self.snapshot.pair.evaluation if self.snapshot.pair else None
        return evaluation if isinstance(evaluation, TemplateTask) else None

    @property
    def object_mark(self) -> Mark | None:
        """The verdict on the object."""
        span = self.record.start, self.record.end
        return next((mark for mark in self._at(Level.OBJECT) if (mark.start, mark.end) == span), None)

    def slot_mark(self, slot: SlotEntry) -> Mark | None:
        """The verdict on a slot as a whole."""
        return next((mark for mark in self._at(Level.SLOT) if mark.slot == slot.name), None)

    def fill_mark(self, fill: SingleFill) -> Mark | None:
        """The verdict on a fill."""
        span = fill.start, fill.end
        return next((mark for mark in self.fill_marks() if (mark.start, mark.end) == span), None)

    def fill_marks(self) -> Iterator[Mark]:
        """The verdicts on all fills of the object, including missing ones."""
        return self._at(Level.FILL)

    def definition(self, slot: SlotEntry) -> SlotDefinition | None:
        """The configuration's definition of a slot."""
        if self.task is None:
            return None
        slots = self.task.configuration.slots_of(self.class_name)
        return next((each for each in slots if each.name == slot.name), None)

    def bnf_slot(self, slot: SlotEntry) -> BnfSlot | None:
        """The BNF's definition of a slot."""
        bnf = syntax_of(self.snapshot.reading).bnf
        owner = bnf.of_class(self.class_name) if bnf else None
        return owner.slot(slot.name) if owner else None

    def _at(self, level: Level) -> Iterator[Mark]:
        return (mark for mark in self.marks if mark.level is level)


def marked_record(snapshot: Snapshot, unit: TemplateUnit, record: Record) -> MarkedRecord:
    """A record with its verdicts."""
    marks = snapshot.pair.marks_of(snapshot.role, unit) if snapshot.pair else []
    inside = tuple(mark for mark in marks if record.start <= mark.start and mark.end <= record.end)
    return MarkedRecord(snapshot, unit, record, inside)


def partner_record(mark: Mark) -> Record | None:
    """The record of the other file that contains a verdict's partner."""
    if mark.partner is None:
        return None
    unit, start, _ = mark.partner
    records = unit.records if isinstance(unit, TemplateUnit) else ()
    return next((each for each in reversed(records) if each.start <= start), None)
