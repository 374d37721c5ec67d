"""Records as objects: what the scorer compares.

Most records are plain: one header, then lines of one fill each. Their objects are made straight from
the lines; of all others the tree is made first. Both ways give the same objects.
"""

import re
from collections.abc import Mapping, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import Identity, sound_pieces
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
    document, is_key = unit.document or "", role is not Role.RESPONSE
    plain = _plain_record(unit.text) if not syntax.compound_classes else None
    if plain is not None:
        single = _object(plain, document, syntax, is_key)
        return () if single is None else (single,)
    records = belonging(unit.passing_tree().records, unit.document)
    found = (_object(_written(record), document, syntax, is_key) for record in records)
    return [single for single in found if single is not None]


_Written = tuple[tuple[str, str, str], int, int, dict[str, Slot], Mapping[str, int] | None]
"""A record: the pieces of its header, its start and end, and its slots that have a fill, as a key says them.

Slots have their names in lower case; last comes where their fills count from (MucObject.starts).
"""


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

    def line(self, line: PlainLine, shift: int) -> None:
        """Take a line in that starts so far behind the slot's first."""
        name, slash, fill, _, _ = line
        if name is not None:
            self.is_new = True
        if slash:
            self.slash()
        if fill is not None:
            text, start, end = fill
            self.fill(Fill(text, start + shift, end + shift))

    def slot(self) -> Slot | None:
        """The slot; None where it has no fill."""
        alternatives = tuple([tuple(fills) for fills in self.alternatives if fills])
        return Slot(alternatives, self.optional) if alternatives else None


def _slots(said: Mapping[str, _Said]) -> dict[str, Slot]:
    """The slots that have a fill."""
    return {name: slot for name, each in said.items() if (slot := each.slot()) is not None}


def _plain_record(text: str) -> _Written | None:
    """The record that a text is; None where it is no plain one.

    Nearly all slots have one line, and are taken as that line says them.
    """
    pieces = sound_pieces(text)
    if pieces is None or ("\r" in text and _LONE_RETURN.search(text)):
        return None
    header, *lines = text.split("\n")
    place, end = len(header) + 1, header.index(":=") + 2
    slots, starts, grown = dict[str, Slot](), dict[str, int](), dict[str, _Said]()
    name: str | None = None
    for line in lines:
        if line:
            read = plain_line(line)
            if read is None:
                return None
            begun, _, _, last, slot = read
            if slot is not None and begun is not None and begun not in starts:
                name, end = begun, place + last
                slots[begun] = slot
                starts[begun] = place
            elif read is not NOTHING:
                name, end = begun or name, place + last
                if name is None:
                    return None
                said = grown.get(name) or grown.setdefault(name, _Said(slots.get(name)))
                said.line(read, place - starts.setdefault(name, place))
        place += len(line) + 1
    if grown:
        slots.update(_slots(grown))
    return pieces, 0, end, slots, starts


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
    return identity, start, record.end, _slots(said), None


def _object(record: _Written, document: str, syntax: TemplateSyntax, is_key: bool) -> MucObject | None:
    """The object that a record of a document is; None where its class is not declared."""
    (name, _, one_up), start, end, slots, starts = record
    declared = syntax.declared(name)
    if not name or (declared is None and syntax.classes is not None):
        return None
    class_name = name.lower() if declared is None else declared.name
    optional = False
    if status := slots.get(syntax.status):
        optional = is_key and _says_optional(status)
        if not is_key:
            del slots[syntax.status]
    if declared is not None and not slots.keys() <= declared.kinds.keys():
        slots = {name: slot for name, slot in slots.items() if name in declared.kinds}
    if not is_key:
        slots.update(_without_marks(slots))
    return MucObject(class_name, document, one_up, slots, start, end, optional, None, starts)


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
