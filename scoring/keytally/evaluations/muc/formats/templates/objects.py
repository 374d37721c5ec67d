"""Records as objects: what the scorer compares."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, SlotEntry, TemplateUnit
from keytally.evaluations.muc.model import Fill, MucObject, MultiFill, Slot


def objects(unit: TemplateUnit, syntax: TemplateSyntax, role: Role) -> Sequence[MucObject]:
    """The objects of a unit's document in file order: one, where headers stand on their own lines.

    Fills of a slot that is given twice go on where the first entry ended. In the role of a
    response the marks that only keys may use are left out: no slot or object is optional, and only
    the first alternative counts. Classes and slots that the configuration does not declare are
    left out. Fills take in their quotes and brackets; the text of a pointer has its brackets.
    """
    reader = _ObjectReader(unit.document or "", syntax, role is not Role.RESPONSE)
    return [each for record in unit.scored_records() if (each := reader.read(record)) is not None]


class _ObjectReader:
    def __init__(self, document: str, syntax: TemplateSyntax, is_key: bool) -> None:
        self._document = document
        self._syntax = syntax
        self._is_key = is_key

    def read(self, record: Record) -> MucObject | None:
        """The object that a record is; None where its class is not declared."""
        header = record.header
        if header is None or not header.identity.class_name:
            return None
        declared = self._syntax.declared(header.identity.class_name)
        if self._syntax.classes is not None and declared is None:
            return None
        entries: dict[str, list[SlotEntry]] = {}
        for entry in record.slots:
            entries.setdefault(entry.name, []).append(entry)
        optional = self._is_key and any(map(_says_optional, entries.get(self._syntax.status, ())))
        if not self._is_key:
            entries.pop(self._syntax.status, None)
        slots = {}
        for name, given in entries.items():
            if (declared is None or declared.kind(name) is not None) and (slot := self._slot(given)):
                slots[name] = slot
        class_name, _, one_up = header.identity
        return MucObject(
            class_name.lower(), self._document, one_up, slots, header.start, record.end, optional
        )

    def _slot(self, entries: Sequence[SlotEntry]) -> Slot | None:
        """A slot's fills; None where it has none."""
        alternatives = [fills for fills in _alternatives(entries) if fills]
        if not alternatives:
            return None
        if not self._is_key:
            return Slot((alternatives[0],))
        return Slot(tuple(alternatives), any(entry.slash is not None for entry in entries))


def _alternatives(entries: Sequence[SlotEntry]) -> Iterator[MultiFill]:
    """The multi-fills of a slot, in order."""
    fills: MultiFill = ()
    for entry in entries:
        for alternative in entry.alternatives:
            if alternative.slash is not None:
                yield fills
                fills = ()
            fills += tuple(Fill(fill.text, fill.start, fill.end) for fill in alternative.fills)
    yield fills


def _says_optional(entry: SlotEntry) -> bool:
    return any(fill.text.strip().upper() in OPTIONAL_VALUES for fill in entry.fills)
