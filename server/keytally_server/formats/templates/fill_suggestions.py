"""Suggests fills for a slot: values of its set, objects it may point to, and text from the document."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from keytally.evaluations.interface import Level, Role
from keytally.evaluations.muc.formats.bnf.model import BnfSlot, ElementKind
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.evaluations.muc.formats.texts_file import TextsFile, leads_to
from keytally_server.answers.completion import CompletionKind
from keytally_server.cursor.marks import marks_of
from keytally_server.formats.templates.identifiers import has_key_marks, syntax_of
from keytally_server.formats.templates.key_transfer import KeyTransfer
from keytally_server.formats.templates.record_titles import title
from keytally_server.formats.templates.text_phrases import phrases
from keytally_server.session.snapshot import Snapshot

MOST_OBJECTS = 500
MOST_VALUES = 100
MOST_MISSING = 10
OTHERS_ASKED = 50
"""The number of units searched for link information, or for other fills of a slot."""


class FillSuggestion(NamedTuple):
    """A fill as written, with quotes or brackets; the client filters by `sought`.

    `link` is its link information, "" for none.
    """

    label: str
    kind: CompletionKind
    text: str
    sought: str
    detail: str = ""
    link: str = ""


class SlotFills:
    """The fills that a slot of a record may take; `typed` is the part of a fill written so far."""

    def __init__(self, snapshot: Snapshot, unit: TemplateUnit, record: Record, slot: str) -> None:
        self._snapshot = snapshot
        self._unit = unit
        self._record = record
        self._slot = slot
        self._syntax = syntax_of(snapshot.reading)
        self._class = record.header.identity.class_name if record.header else ""
        bnf_class = self._syntax.bnf.of_class(self._class) if self._syntax.bnf else None
        self._defined: BnfSlot | None = bnf_class.slot(slot) if bnf_class else None

    @property
    def kind(self) -> str | None:
        """`set`, `string` or `pointer`, from the BNF or else the configuration; None if unknown."""
        declared = self._syntax.declared(self._class)
        declared_kind = declared.kind(self._slot) if declared else None
        return self._defined.kind if self._defined else declared_kind

    @property
    def takes_more(self) -> bool:
        """Whether another fill may follow the slot's fills, as far as the BNF states it."""
        if self._slot == self._syntax.status:
            return False
        return self._defined is None or self._defined.cardinality.most is None

    def all(self, typed: str) -> Iterator[FillSuggestion]:
        """The possible fills, the likeliest first."""
        if self._slot == self._syntax.status and not has_key_marks(self._snapshot.reading):
            return
        plain = typed.lstrip("\"'")
        quote = typed[: len(typed) - len(plain)][:1]
        if not quote and (self.kind == "pointer" or typed.startswith("<") or self.kind is None):
            yield from self._pointers()
        if not typed.startswith("<"):
            yield from self._values(plain, quote)
            if self.kind in ("string", None) and self._slot != self._syntax.status:
                yield from self._strings(plain, quote)

    def _pointers(self) -> Iterator[FillSuggestion]:
        """The document's objects of a suitable class that the slot does not point to yet."""
        if not self._syntax.takes_pointers(self._class, self._slot):
            return
        targets = self._targets()
        given = {fill.text for slot in self._entries(self._record) for fill in slot.fills}
        count = 0
        for unit in self._snapshot.reading.documents.units_of(self._unit.document or ""):
            for record in unit.scored_records():
                text = f"<{record.header.identity}>" if record.header else ""
                if record is self._record or text in given or not _is_one_of(record, targets):
                    continue
                count += 1
                if count > MOST_OBJECTS:
                    return
                name = title(record)
                yield FillSuggestion(
                    f"{text} {name}".rstrip(), CompletionKind.POINTER, text, f"{text} {name}"
                )

    def _targets(self) -> tuple[str, ...] | None:
        """The classes that the slot may point to, in lower case; None if it may point to any."""
        if self._defined is not None and self._defined.pointers and self._syntax.bnf:
            return self._syntax.bnf.targets(self._defined)
        declared = self._syntax.declared(self._class)
        target = declared.target(self._slot) if declared else None
        return (target,) if target and self._syntax.declared(target) else None

    def _values(self, plain: str, quote: str) -> Iterator[FillSuggestion]:
        """The values of the slot's set, those of the other file's object first.

        Without a BNF, the values that the document already uses.
        """
        values = self._set_values(plain)
        if not values and self.kind == "set":
            values = self._used_values()
        given = {fill.text.upper() for fill in self._fills_of(self._partners())} if values else set()
        for value in sorted(values, key=lambda value: value.upper() not in given):
            yield FillSuggestion(value, CompletionKind.VALUE, f"{quote}{value}{quote}", f"{quote}{value}")

    def _set_values(self, plain: str) -> tuple[str, ...]:
        if self._defined is None:
            return ("OPTIONAL",) if self._slot == self._syntax.status else ()
        head, _, _ = plain.rpartition(" ")
        mixed = [choice for choice in self._defined.choices if len(choice) > 1]
        if head.strip():
            ends = (choice[-1] for choice in mixed if choice[-1].kind is ElementKind.SET)
            behind = tuple(f"{head} {value}" for element in ends for value in element.values)
            alone = tuple(value for value in self._defined.values if value.lower().startswith(head.lower()))
            return (*alone, *behind)
        return self._defined.values

    def _used_values(self) -> tuple[str, ...]:
        """The fills of the slot across the document, in both files."""
        used: dict[str, None] = {}
        for reading in (self._snapshot.reading, self._snapshot.other_reading):
            units = reading.documents.units_of(self._unit.document or "") if reading else ()
            for unit in units[:OTHERS_ASKED]:
                for record in unit.scored_records():
                    used |= {fill.text: None for entry in self._entries(record) for fill in entry.fills}
        return tuple(used)[:MOST_VALUES]

    def _entries(self, record: Record) -> Iterator[SlotEntry]:
        header = record.header
        if header and header.identity.class_name.lower() == self._class.lower():
            yield from (slot for slot in record.slots if slot.name == self._slot)

    def _strings(self, plain: str, quote: str) -> Iterator[FillSuggestion]:
        """Fills of the other file's object, or of those that a response lacks; then phrases of the text."""
        side = "key" if self._snapshot.role is Role.RESPONSE else "response"
        in_text = dict(self._phrases(plain))
        for fill in self._fills_of(self._partners() or self._missing()):
            link = in_text.pop(fill.text, "")
            if fill.link and self._link_name():
                link = f"##{fill.link.first}#{fill.link.last}#{fill.link.texts}"
            yield _string(fill.text, quote, f"in the {side}", link)
        for text, link in in_text.items():
            yield _string(text, quote, "in the text", link)

    def _fills_of(self, records: Iterable[Record]) -> Iterator[SingleFill]:
        """The fills of this slot in objects of the other file, but for pointers."""
        for record in records:
            for entry in self._entries(record):
                yield from (fill for fill in entry.fills if fill.kind is not TemplateTokenKind.POINTER)

    def _partners(self) -> list[Record]:
        """The objects aligned with the record: one, or none."""
        found = []
        for mark in marks_of(self._snapshot, self._unit):
            if mark.level is Level.OBJECT and mark.start == self._record.start and mark.partner:
                unit, start, _ = mark.partner
                records = unit.records if isinstance(unit, TemplateUnit) else ()
                found += [record for record in records if record.start == start]
        return found

    def _missing(self) -> Iterator[Record]:
        if self._snapshot.role is Role.RESPONSE and self._snapshot.pair is not None:
            transfer = KeyTransfer(self._snapshot, self._unit.document or "")
            yield from islice(transfer.missing_records(None), MOST_MISSING)

    def _phrases(self, plain: str) -> Iterator[tuple[str, str]]:
        """Phrases of the document's text, each with its link information if fills have any."""
        texts = self._snapshot.pair.texts if self._snapshot.pair else None
        if texts is None:
            return
        name = self._link_name()
        places = TextsFile(texts.units) if name else None
        for unit in texts.documents.units_of(self._unit.document or ""):
            for phrase in phrases(unit, plain) if isinstance(unit, SgmlUnit) else ():
                link = ""
                if places is not None:
                    first = places.offset(unit, phrase.start)
                    link = f"##{first}#{first + len(unit.stripped(phrase.start, phrase.end))}#{name}"
                yield phrase.text, link

    def _link_name(self) -> str:
        """The name that links in the document use for the texts file; "" without links."""
        texts = self._snapshot.pair.pair.texts if self._snapshot.pair else None
        units = self._snapshot.reading.documents.units_of(self._unit.document or "")[:OTHERS_ASKED]
        for unit in (self._unit, *units):
            for record in unit.records:
                for link in (fill.link for slot in record.slots for fill in slot.fills):
                    if texts and link and leads_to(link, texts.name):
                        return str(link.texts)
        return ""


def _is_one_of(record: Record, targets: tuple[str, ...] | None) -> bool:
    header = record.header
    return header is not None and (targets is None or header.identity.class_name.lower() in targets)


def _string(text: str, quote: str, detail: str, link: str) -> FillSuggestion:
    """A string as a fill, in the quotes already typed, or in quotes that it does not contain."""
    mark = quote or ("'" if '"' in text else '"')
    written = f"{mark}{text}{mark}"
    return FillSuggestion(text, CompletionKind.TEXT, written, written if quote else text, detail, link)
