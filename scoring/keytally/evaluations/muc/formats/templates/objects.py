"""Records as objects: what the scorer compares.

Most records are plain: one header, then lines of one fill each. Their objects are made straight from
the lines; of all others the tree is made first. Both ways give the same objects.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import Identity, sound_header
from keytally.evaluations.muc.formats.templates.plain_lines import NOTHING, PlainLine, plain_line
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, TemplateUnit, belonging
from keytally.evaluations.muc.model import Fill, MucObject, Slot

_LONE_RETURN = re.compile(r"\r(?!\n)")


def objects(unit: TemplateUnit, syntax: TemplateSyntax, role: Role) -> Sequence[MucObject]:
    """The objects of a unit's document in file order: one, where headers stand on their own lines.

    Fills of a slot that is given twice go on where the first entry ended. In the role of a
    response the marks that only keys may use are left out: no slot or object is optional, and only
    the first alternative counts. Classes and slots that the configuration does not declare are
    left out. Fills take in their quotes and brackets; the text of a pointer has its brackets.
    """
    plain = _plain_record(unit.text) if not syntax.compound_classes else None
    if plain is not None:
        written = [plain]
    else:
        written = [_written(each) for each in belonging(unit.passing_tree().records, unit.document)]
    found = (_object(record, unit.document or "", syntax, role is not Role.RESPONSE) for record in written)
    return [single for single in found if single is not None]


class _Written(NamedTuple):
    """A record: its header, where it stands, and its slots that have a fill, as a key says them.

    Slots have their names in lower case; `starts` is where their fills count from.
    """

    identity: Identity
    start: int
    end: int
    slots: dict[str, Slot]
    starts: Mapping[str, int] | None = None


class _Said:
    """What a slot says: the fills of its alternatives, and whether a slash makes it optional.

    `before` is what one line has said of it.
    """

    __slots__ = ("alternatives", "is_new", "optional")

    def __init__(self, before: Slot | None = None) -> None:
        self.alternatives = [[]] if before is None else [[*fills] for fills in before.alternatives]
        self.optional = False
        self.is_new = before is None

    def slash(self) -> None:
        """A slash before the first fill of an entry makes the slot optional; others part alternatives."""
        if self.is_new:
            self.optional, self.is_new = True, False
        else:
            self.alternatives.append([])

    def fill(self, fill: Fill) -> None:
        """Take a fill in."""
        self.is_new = False
        self.alternatives[-1].append(fill)

    def slot(self) -> Slot | None:
        """The slot; None where it has no fill."""
        alternatives = tuple([tuple(fills) for fills in self.alternatives if fills])
        return Slot(alternatives, self.optional) if alternatives else None


def _plain_record(text: str) -> _Written | None:
    """The record that a text is; None where it is no plain one."""
    identity = sound_header(text)
    if identity is None or ("\r" in text and _LONE_RETURN.search(text)):
        return None
    header, *lines = text.split("\n")
    record = _PlainRecord(identity, header)
    place = len(header) + 1
    for line in lines:
        if line:
            read = plain_line(line)
            if read is None or not record.goes_on(place, read):
                return None
        place += len(line) + 1
    return record.written()


class _PlainRecord:
    """A plain record on its way, line by line.

    Nearly all slots have one line, and are taken as that line says them; `_grown` has those of more lines,
    and with slashes.
    """

    __slots__ = ("_end", "_grown", "_identity", "_name", "_slots", "_starts")

    def __init__(self, identity: Identity, header: str) -> None:
        self._identity = identity
        self._end = header.index(":=") + 2
        self._name: str | None = None
        self._slots: dict[str, Slot] = {}
        self._starts: dict[str, int] = {}
        self._grown: dict[str, _Said] = {}

    def goes_on(self, place: int, read: PlainLine) -> bool:
        """Take in the line that starts at a place; False for a fill that no slot holds."""
        name, _, _, end, slot = read
        if read is NOTHING:
            return True
        self._end = place + end
        if name is not None:
            self._name = name
            if slot is not None and name not in self._starts:
                self._slots[name] = slot
                self._starts[name] = place
                return True
        return self._name is not None and self._grow(self._name, place, read)

    def _grow(self, name: str, place: int, read: PlainLine) -> bool:
        said = self._grown.get(name)
        if said is None:
            said = self._grown[name] = _Said(self._slots.get(name))
        if read.name is not None:
            said.is_new = True
        if read.slash:
            said.slash()
        shift = place - self._starts.setdefault(name, place)
        if read.fill is not None:
            text, start, end = read.fill
            said.fill(Fill(text, start + shift, end + shift))
        return True

    def written(self) -> _Written:
        """The record, after all lines."""
        for name, said in self._grown.items():
            slot = said.slot()
            if slot is not None:
                self._slots[name] = slot
        return _Written(self._identity, 0, self._end, self._slots, self._starts)


def _written(record: Record) -> _Written:
    """A record as its tree has it."""
    said: dict[str, _Said] = {}
    for entry in record.slots:
        now = said.setdefault(entry.name, _Said())
        now.is_new = True
        for alternative in entry.alternatives:
            if entry.slash is not None and alternative is entry.alternatives[0]:
                now.slash()
            if alternative.slash is not None:
                now.is_new = False
                now.slash()
            for fill in alternative.fills:
                now.fill(Fill(fill.text, fill.start, fill.end))
    header = record.header
    identity, start = (header.identity, header.start) if header else (Identity("", "", ""), 0)
    slots = {name: slot for name, each in said.items() if (slot := each.slot()) is not None}
    return _Written(identity, start, record.end, slots)


def _object(record: _Written, document: str, syntax: TemplateSyntax, is_key: bool) -> MucObject | None:
    """The object that a record of a document is; None where its class is not declared."""
    identity, start, end, slots, starts = record
    declared = syntax.declared(identity.class_name)
    if not identity.class_name or (declared is None and syntax.classes is not None):
        return None
    optional = False
    if status := slots.get(syntax.status):
        optional = is_key and _says_optional(status)
        if not is_key:
            del slots[syntax.status]
    if declared is not None and not slots.keys() <= declared.kinds.keys():
        slots = {name: slot for name, slot in slots.items() if name in declared.kinds}
    if not is_key:
        slots.update(_without_marks(slots))
    return MucObject(
        identity.class_name.lower(), document, identity.one_up, slots, start, end, optional, None, starts
    )


def _without_marks(slots: Mapping[str, Slot]) -> dict[str, Slot]:
    """Those slots that have marks of a key, as a response says them."""
    return {
        name: Slot(alternatives[:1])
        for name, (alternatives, optional) in slots.items()
        if optional or len(alternatives) > 1
    }


def _says_optional(status: Slot) -> bool:
    return any(
        fill.text.strip().upper() in OPTIONAL_VALUES for fills in status.alternatives for fill in fills
    )
