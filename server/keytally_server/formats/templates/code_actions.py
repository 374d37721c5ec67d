"""Code actions on a response's records: take over what the key has, remove what the key lacks."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Level, Mark, Role
from keytally.evaluations.muc.annotations.templates.record_edits import (
    added_fill,
    added_record,
    added_slot,
    removed,
)
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry, TemplateUnit
from keytally.findings.edits import Edits, in_order
from keytally.findings.finding import Edit
from keytally.tallies.status import Status
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.formats.templates.key_transfer import KeyTransfer
from keytally_server.formats.templates.marked_record import MarkedRecord, marked_record, partner_record
from keytally_server.formats.templates.places import template_place
from keytally_server.formats.templates.record_titles import identifier, title
from keytally_server.session.snapshot import Snapshot, UnitAt

_WRONG = (Status.INCORRECT, Status.PARTIAL)


def record_actions(snapshot: Snapshot, at: UnitAt) -> Iterator[CodeAction]:
    """The actions at a place of a response: first those on its subject, then insertions."""
    place = template_place(at.unit, at.place) if snapshot.role is Role.RESPONSE else None
    if place is None or place.record.header is None:
        return
    marked = marked_record(snapshot, at.unit, place.record)
    actions = _RecordActions(marked, KeyTransfer(snapshot, at.unit.document or ""))
    if place.slot is not None and place.fill is not None:
        yield from actions.fill_actions(place.slot, place.fill)
    if place.header is not None:
        yield from actions.object_actions()
    yield from actions.insertions(at.place)


class _RecordActions:
    """A record of the response, and the key that scores it."""

    def __init__(self, marked: MarkedRecord, transfer: KeyTransfer) -> None:
        self._marked = marked
        self._unit: TemplateUnit = marked.unit
        self._transfer = transfer

    def fill_actions(self, slot: SlotEntry, fill: SingleFill) -> Iterator[CodeAction]:
        """Change a wrong fill to the key's fill, or remove a spurious fill."""
        mark = self._marked.fill_mark(fill)
        if mark is not None and mark.status in _WRONG and (wanted := self._transfer.written(mark)):
            edits = (Edit(fill.start, fill.end, wanted),)
            title = f"Change to {_shown(wanted)}"
            yield CodeAction(CodeActionKind.RETYPE, title, edits, is_preferred=True)
        if mark is not None and mark.status is Status.SPURIOUS:
            written = self._unit.text[fill.start : fill.end]
            whole = slot if [*slot.fills] == [fill] else None
            edits = (removed(self._unit.text, whole or fill, fill),)
            name = f"Remove {slot.name.upper()} {_shown(written)}"
            yield CodeAction(CodeActionKind.DROP_SPURIOUS, name, edits, is_preferred=True)

    def object_actions(self) -> Iterator[CodeAction]:
        """Remove an object that the key lacks."""
        mark, record = self._marked.object_mark, self._marked.record
        if mark is not None and mark.status is Status.SPURIOUS:
            following = [each.start for each in self._unit.records if each.start > record.start]
            end = min(following, default=len(self._unit.text))
            edits = (Edit(record.start, _end_of_record(self._unit.text, record.end, end), ""),)
            name = f"Remove {_named(record)}"
            yield CodeAction(CodeActionKind.DROP_SPURIOUS, name, edits, is_preferred=True)

    def insertions(self, place: int) -> Iterator[CodeAction]:
        """Insert what this object lacks, one by one and all at once; then insert whole objects.

        What is missing right at the place is preferred.
        """
        marked = [*self._missing_fills()]
        for mark, name, wanted in marked:
            edits: Edits = (self._inserted(name, wanted, is_first=True),)
            title, is_here = f"Insert {name.upper()} {_shown(wanted)}", mark.start == place
            yield CodeAction(CodeActionKind.INSERT_MISSING, title, edits, is_preferred=is_here)
        found = [each[1:] for each in marked]
        if len(found) > 1:
            yield CodeAction(
                CodeActionKind.INSERT_ALL,
                f"Insert all {len(found)} missing fills",
                self._all_inserted(found),
            )
        for mark in self._missing(Level.OBJECT):
            yield from self._insert_object(mark, is_here=mark.start == place)

    def _missing(self, level: Level) -> Sequence[Mark]:
        return [
            mark
            for mark in self._marked.marks
            if mark.level is level and mark.status is Status.MISSING and mark.start == mark.end
        ]

    def _missing_fills(self) -> Iterator[tuple[Mark, str, str]]:
        """Each missing fill with its mark and the name of its slot in lower case."""
        for mark in self._missing(Level.FILL):
            name, wanted = self._transfer.slot_name(mark), self._transfer.written(mark)
            if name and wanted is not None:
                yield mark, name, wanted

    def _all_inserted(self, fills: Sequence[tuple[str, str]]) -> Edits:
        """The edits for several fills; those of existing slots come first.

        For a slot that does not exist, the first fill also adds the name.
        """
        begun: set[str] = set()
        edits = []
        for name, wanted in sorted(fills, key=lambda each: self._marked.record.slot(each[0]) is None):
            edits.append(self._inserted(name, wanted, is_first=name not in begun))
            begun.add(name)
        return in_order(tuple(edits))

    def _inserted(self, name: str, wanted: str, is_first: bool) -> Edit:
        slot = self._marked.record.slot(name)
        if slot is not None:
            return added_fill(self._unit.text, slot, wanted)
        return added_slot(self._unit.text, self._marked.record, name, wanted, is_first)

    def _insert_object(self, mark: Mark, *, is_here: bool) -> Iterator[CodeAction]:
        record = partner_record(mark)
        written = self._transfer.record(record) if record else None
        if record is not None and written is not None:
            edits = (added_record(self._unit.text, self._marked.record, written.text),)
            name = f"Insert {_named(record)}{_without(written.lacking)}"
            yield CodeAction(CodeActionKind.INSERT_MISSING, name, edits, is_preferred=is_here)


def _end_of_record(text: str, end: int, limit: int) -> int:
    """The end of the last line of a record, including the blank lines after it."""
    while end < limit and text[end] not in "\r\n":
        end += 1
    while end < limit and text[end].isspace():
        end += 1
    return end


def _named(record: Record) -> str:
    named = title(record)
    return f'{identifier(record)} "{named}"' if named else identifier(record)


def _without(lacking: Sequence[str]) -> str:
    """Name the slots left out of an inserted object because they would point to nothing."""
    if not lacking:
        return ""
    why = "its object is" if len(lacking) == 1 else "their objects are"
    return f" without {', '.join(lacking)}: {why} missing"


def _shown(written: str) -> str:
    return written if len(written) <= 40 else f"{written[:40]}…"
