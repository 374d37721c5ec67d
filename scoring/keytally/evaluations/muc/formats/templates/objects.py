"""Records as objects: what the scorer compares.

Most records are plain: one header, then lines of one fill each. Their objects are made straight from
the lines; of all others the tree is made first. Both ways give the same objects.
"""

import re
from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import BLANKS, Identity, sound_header
from keytally.evaluations.muc.formats.templates.scanner import PlainGroup, plain_lines
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, DeclaredClass, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import Record, TemplateUnit, belonging
from keytally.evaluations.muc.model import Fill, MucObject, Slot


def objects(unit: TemplateUnit, syntax: TemplateSyntax, role: Role) -> Sequence[MucObject]:
    """The objects of a unit's document in file order: one, where headers stand on their own lines.

    Fills of a slot that is given twice go on where the first entry ended. In the role of a
    response the marks that only keys may use are left out: no slot or object is optional, and only
    the first alternative counts. Classes and slots that the configuration does not declare are
    left out. Fills take in their quotes and brackets; the text of a pointer has its brackets.
    """
    reader = _ObjectReader(unit.document or "", syntax, role is not Role.RESPONSE)
    plain = _plain_record(unit.text) if not syntax.compound_classes else None
    if plain is not None:
        return list(reader.read(plain))
    records = belonging(unit.passing_tree().records, unit.document)
    return [single for record in records for single in reader.read(_written(record))]


class _Said:
    """What a slot says: the fills of its alternatives, and whether a slash makes it optional."""

    __slots__ = ("alternatives", "is_new", "optional")

    def __init__(self) -> None:
        self.alternatives: list[list[Fill]] = [[]]
        self.optional = False
        self.is_new = True

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


class _Written:
    """A record's header, where it stands, and its slots by their names in lower case."""

    __slots__ = ("end", "identity", "slots", "start")

    def __init__(self, identity: Identity, start: int, end: int) -> None:
        self.identity = identity
        self.start = start
        self.end = end
        self.slots: dict[str, _Said] = {}

    def slot(self, name: str) -> _Said:
        """A slot at a new entry of it."""
        said = self.slots.get(name)
        if said is None:
            said = self.slots[name] = _Said()
        said.is_new = True
        return said


def _plain_record(text: str) -> _Written | None:
    """The record that a text is; None where it is no plain one."""
    identity = sound_header(text)
    lines = plain_lines(text) if identity else None
    if identity is None or lines is None:
        return None
    record = _Written(identity, 0, text.index(":=") + 2)
    said: _Said | None = None
    for line in lines:
        _, name, slash, quoted, bare, pointer, link, _ = line.groups()
        if name is not None:
            said = record.slot(name[:-1].lower())
        if said is None:
            return None
        if slash is not None:
            said.slash()
        fill = _fill(line, quoted, bare, pointer)
        if fill is not None:
            said.is_new = False
            said.alternatives[-1].append(fill)
        record.end = fill.end if fill is not None and link is None else line.end(line.lastindex or 0)
    return record


def _fill(line: re.Match[str], quoted: str | None, bare: str | None, pointer: str | None) -> Fill | None:
    """The fill of a plain line, if it has one."""
    if quoted is not None:
        start = line.start(PlainGroup.QUOTED)
        return Fill(quoted[1:-1], start, start + len(quoted))
    if bare is not None:
        start, text = line.start(PlainGroup.BARE), bare.rstrip(BLANKS)
        return Fill(text, start, start + len(text))
    if pointer is not None:
        start = line.start(PlainGroup.POINTER)
        return Fill(pointer, start, start + len(pointer))
    return None


def _written(record: Record) -> _Written:
    """A record as its tree has it."""
    header = record.header
    identity, start = (header.identity, header.start) if header else (Identity("", "", ""), 0)
    found = _Written(identity, start, record.end)
    for entry in record.slots:
        said = found.slot(entry.name)
        for alternative in entry.alternatives:
            if entry.slash is not None and alternative is entry.alternatives[0]:
                said.slash()
            if alternative.slash is not None:
                said.is_new = False
                said.slash()
            for fill in alternative.fills:
                said.fill(Fill(fill.text, fill.start, fill.end))
    return found


class _ObjectReader:
    """Makes objects of the records of one document and role."""

    def __init__(self, document: str, syntax: TemplateSyntax, is_key: bool) -> None:
        self._document = document
        self._syntax = syntax
        self._is_key = is_key

    def read(self, record: _Written) -> Iterator[MucObject]:
        """The object that a record is, if its class is declared."""
        class_name, _, one_up = record.identity
        declared = self._syntax.declared(class_name)
        if not class_name or (declared is None and self._syntax.classes is not None):
            return
        optional = False
        if status := record.slots.get(self._syntax.status):
            optional = self._is_key and _says_optional(status)
            if not self._is_key:
                del record.slots[self._syntax.status]
        slots = self._slots(record, declared)
        yield MucObject(class_name.lower(), self._document, one_up, slots, record.start, record.end, optional)

    def _slots(self, record: _Written, declared: DeclaredClass | None) -> dict[str, Slot]:
        """The slots that are declared and have a fill."""
        kinds, is_key = None if declared is None else declared.kinds, self._is_key
        slots: dict[str, Slot] = {}
        for name, said in record.slots.items():
            if kinds is not None and name not in kinds:
                continue
            alternatives = tuple([tuple(fills) for fills in said.alternatives if fills])
            if alternatives:
                slots[name] = Slot(alternatives, said.optional) if is_key else Slot(alternatives[:1])
        return slots


def _says_optional(said: _Said) -> bool:
    return any(fill.text.strip().upper() in OPTIONAL_VALUES for fills in said.alternatives for fill in fills)
