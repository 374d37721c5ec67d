"""Conversion of records to objects for the scorer, with a fast path for plain lines."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.families.contract import Role
from keytally.families.muc.model import Fill, MucObject, Slot
from keytally.families.muc.templates.scanner import (
    BLANKS,
    COMMENT_MARKS,
    PLAIN_LINE,
    Identity,
    PlainGroup,
    may_be_header,
    sound_pieces,
)
from keytally.families.muc.templates.unit import (
    OPTIONAL_VALUES,
    Record,
    TemplateSyntax,
    TemplateUnit,
    records_of_document,
)

# Plain lines: the content of a line of a record that one expression matches as a whole.
#
# Lines are parsed once for each spelling: most content of a response is in its key too.


REMEMBERED_LINES = 1 << 12
"""The size of the cache, which contains the lines of both sides of a document and frequent lines."""

LONG_LINE = 500
"""The length above which lines are not cached, to save memory."""


class PlainLine(NamedTuple):
    """The content of a line; positions count from its start, and `end` is the end of its last token.

    `name` is the slot's name in lower case, or None if the line continues the previous slot. `slot` is the
    slot if it consists of this line alone; None if the line has a slash or no fill.
    """

    name: str | None
    slash: bool
    fill: Fill | None
    end: int
    slot: Slot | None


NOTHING = PlainLine(None, False, None, 0, None)
"""The content of a blank line or a comment."""


def plain_line(text: str) -> PlainLine | None:
    """Return the content of a line, with or without its line end.

    The result is None for headers, and for lines that are not plain.
    """
    return known_line(text) if len(text) <= LONG_LINE else _read(text)


@lru_cache(REMEMBERED_LINES)
def known_line(text: str) -> PlainLine | None:
    """Return the content of a line with at most LONG_LINE characters, from the cache if possible."""
    return _read(text)


def _read(text: str) -> PlainLine | None:
    line = PLAIN_LINE.match(text)
    if line is None or line.end() < len(text) or line.lastindex == PlainGroup.HEADER:
        return None
    if line.lastindex is None:
        return NOTHING
    if line.lastindex == PlainGroup.ODD:
        return NOTHING if text.startswith(COMMENT_MARKS) else None
    if may_be_header(line):
        return None
    _, name, slash, quoted, bare, pointer, link, _ = line.groups()
    fill: Fill | None = None
    if quoted is not None:
        fill = Fill(quoted[1:-1], *line.span(PlainGroup.QUOTED))
    elif bare is not None:
        start, trimmed = line.start(PlainGroup.BARE), bare.rstrip(BLANKS)
        fill = Fill(trimmed, start, start + len(trimmed))
    elif pointer is not None:
        fill = Fill(pointer, *line.span(PlainGroup.POINTER))
    end = fill.end if fill is not None and link is None else line.end(line.lastindex)
    slot = Slot(((fill,),)) if fill is not None and slash is None else None
    return PlainLine(None if name is None else name[:-1].lower(), slash is not None, fill, end, slot)


class SlotBuilder:
    """Builds the content of a slot: the fills of its alternatives, and whether a slash makes it optional.

    `before` is the slot's content from earlier lines.
    """

    __slots__ = ("alternatives", "is_new", "optional")

    def __init__(self, before: Slot | None = None) -> None:
        self.alternatives = [[]] if before is None else [[*fills] for fills in before.alternatives]
        self.optional = False
        self.is_new = before is None

    def slash(self) -> None:
        """Read a slash: at the start of an entry it may make the slot optional; elsewhere it separates
        alternatives.
        """
        if self.is_new:
            self.optional, self.is_new = True, False
        else:
            self.alternatives.append([])

    def fill(self, fill: Fill) -> None:
        """Add a fill."""
        self.is_new = False
        self.alternatives[-1].append(fill)

    def line(self, line: PlainLine, shift: int) -> None:
        """Add a line at the given distance from the slot's first line."""
        name, slash, fill, _, _ = line
        if name is not None:
            self.is_new = True
        if slash:
            self.slash()
        if fill is not None:
            text, start, end = fill
            self.fill(Fill(text, start + shift, end + shift))

    def slot(self) -> Slot | None:
        """Return the slot, or None if it has no fill."""
        alternatives = tuple([tuple(fills) for fills in self.alternatives if fills])
        return Slot(alternatives, self.optional) if alternatives else None


def slots_of(builders: Mapping[str, SlotBuilder]) -> dict[str, Slot]:
    """Return the slots that have a fill."""
    return {name: slot for name, each in builders.items() if (slot := each.slot()) is not None}


# Plain bodies: the content of the lines after a record's header, if each line is plain.
#
# Many records differ only in the number of their document, which their pointers contain: most content of a
# response is in its key too, and in objects of other documents. Such bodies are parsed once, with zeros in
# place of that number.


REMEMBERED_BODIES = 1 << 12
"""The size of the cache, which contains the bodies of current documents and frequent bodies."""

LONG_BODY = 10_000
"""The length above which bodies are not cached, to save memory."""


REMEMBERED_NUMBERS = 16
"""The number of document numbers whose spellings are cached, because records of several documents are read
alternately.
"""


class Body(NamedTuple):
    """The content of lines: the slots that have a fill, read as in a key, with names in lower case.

    `starts` contains the offset from which the fills of each slot count, and `end` is the end of the last
    token; both count from the first line. `naming` contains the slots with fills that contain the document's
    number; `is_marked` is true if any slot has marks that only keys may have.
    """

    slots: Mapping[str, Slot]
    starts: Mapping[str, int]
    end: int
    is_marked: bool
    naming: tuple[str, ...] = ()


def plain_body(lines: str, document: str) -> Body | None:
    """Return the content of the lines of a record; None if a line is not plain.

    Bodies with equal content share their values.
    """
    named, zeros = _numbers(document)
    if named not in lines or not zeros or zeros in lines:
        return _known_body(lines, "")
    # No digit means anything else than another, so both texts are read alike.
    body = _known_body(lines.replace(named, zeros), zeros)
    if body is None or not body.naming:
        return body
    slots = {**body.slots}
    for name in body.naming:
        slots[name] = _renamed(slots[name], zeros, named)
    return Body(slots, body.starts, body.end, body.is_marked)


@lru_cache(REMEMBERED_NUMBERS)
def _numbers(document: str) -> tuple[str, str]:
    """Return a document's number as in pointers, and zeros of the same length; the zeros are "" unless the
    number consists of digits.
    """
    zeros = f"-{'0' * len(document)}-" if document.isascii() and document.isdecimal() else ""
    return f"-{document}-", zeros


def are_marked(slots: Mapping[str, Slot]) -> bool:
    """Return whether any of these slots has marks that only keys may have: it is optional or has several
    alternatives.
    """
    return any(optional or len(alternatives) > 1 for alternatives, optional in slots.values())


def _known_body(lines: str, zeros: str) -> Body | None:
    return _remembered(lines, zeros) if len(lines) <= LONG_BODY else _body(lines, zeros)


@lru_cache(REMEMBERED_BODIES)
def _remembered(lines: str, zeros: str) -> Body | None:
    return _body(lines, zeros)


def _body(lines: str, zeros: str) -> Body | None:
    """Return the content of lines; if `zeros` is not empty, it replaces the document's number.

    Nearly all slots consist of one line, whose content is used unchanged.
    """
    slots, starts, grown = dict[str, Slot](), dict[str, int](), dict[str, SlotBuilder]()
    name: str | None = None
    place = end = 0
    for line in lines.split("\n"):
        if line:
            read = known_line(line) if len(line) <= LONG_LINE else plain_line(line)
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
                builder = grown.get(name) or grown.setdefault(name, SlotBuilder(slots.get(name)))
                builder.line(read, place - starts.setdefault(name, place))
        place += len(line) + 1
    is_marked = False
    if grown:
        built = slots_of(grown)
        slots.update(built)
        is_marked = are_marked(built)
    if zeros and any(zeros in start for start in starts):
        return None
    return Body(slots, starts, end, is_marked, _naming(slots, zeros) if zeros else ())


def _naming(slots: Mapping[str, Slot], zeros: str) -> tuple[str, ...]:
    """Return the slots that contain these zeros in a fill."""
    return tuple(
        [
            name
            for name, slot in slots.items()
            if any(zeros in fill.text for fills in slot.alternatives for fill in fills)
        ]
    )


def _renamed(slot: Slot, zeros: str, named: str) -> Slot:
    """Return a slot with zeros replaced by the document's number; nearly all slots have one fill."""
    if len(slot.alternatives) == 1 == len(slot.alternatives[0]):
        text, start, end = slot.alternatives[0][0]
        fill = tuple.__new__(Fill, (text.replace(zeros, named), start, end))
        return tuple.__new__(Slot, (((fill,),), slot.optional))
    alternatives = [
        tuple([Fill(text.replace(zeros, named), start, end) for text, start, end in fills])
        for fills in slot.alternatives
    ]
    return Slot(tuple(alternatives), slot.optional)


# Converts records to objects, which the scorer compares.
#
# Most records are plain: one header, then lines of one fill each. Their objects are made directly from the
# lines; for all others the tree is made first. Both ways give the same objects.


_LONE_RETURN = re.compile(r"\r(?!\n)")


def record_objects(unit: TemplateUnit, syntax: TemplateSyntax, role: Role) -> Sequence[MucObject]:
    """Return the objects of a unit's document in file order; there is only one object if each header is on
    its own line.

    Fills of a repeated slot continue those of its first entry. When a unit is read as a response, marks that
    only keys may use are ignored: no slot or object is optional, and only the first alternative is used.
    Undeclared classes and slots are omitted. The range of a fill includes its quotes or brackets; its text
    includes the brackets of a pointer, but not quotes.
    """
    is_key = role is not Role.RESPONSE
    plain = _plain_record(unit.text) if not syntax.compound_classes else None
    if plain is not None:
        obj = _object(unit, plain, syntax, is_key)
        return () if obj is None else (obj,)
    unit.may_lose = True
    records = map(_written, records_of_document(unit.passing_tree().records, unit.document))
    found = [_object(unit, record, syntax, is_key) for record in records]
    return [obj for obj in found if obj is not None]


_Written = tuple[tuple[str, str, str], int, int, Body, int]
"""A record: the parts of its header, its start and end, the content of its lines, and the start of these
lines.
"""


def _object(unit: TemplateUnit, record: _Written, syntax: TemplateSyntax, is_key: bool) -> MucObject | None:
    """Return the object of a record; None if its class is not declared."""
    (name, _, one_up), start, end, body, lines = record
    content = _content(name, body, syntax, is_key)
    if content is None:
        unit.may_lose = True
        return None
    class_name, slots, optional = content
    if len(slots) < len(body.slots):
        unit.may_lose = True
    document = unit.document or ""
    return MucObject(class_name, document, one_up, slots, start, end, optional, None, body.starts, lines)


def _plain_record(text: str) -> _Written | None:
    """Return the plain record in a text; None if it is not plain."""
    pieces = sound_pieces(text)
    if pieces is None or ("\r" in text and _LONE_RETURN.search(text)):
        return None
    header, _, lines = text.partition("\n")
    body = plain_body(lines, pieces[1])
    if body is None:
        return None
    first = len(header) + 1
    end = first + body.end if body.end else header.index(":=") + 2
    return pieces, 0, end, body, first


def _written(record: Record) -> _Written:
    """Convert a record to a `_Written` tuple, given its tree."""
    builders: dict[str, SlotBuilder] = {}
    for entry in record.slots:
        builder = builders.setdefault(entry.name, SlotBuilder())
        builder.is_new = True
        for alternative in entry.alternatives:
            if entry.slash is not None and alternative is entry.alternatives[0]:
                builder.slash()
            if alternative.slash is not None:
                builder.is_new = False
                builder.slash()
            for fill in alternative.fills:
                builder.fill(Fill(fill.text, fill.start, fill.end))
    header = record.header
    identity, start = (header.identity, header.start) if header else (Identity("", "", ""), 0)
    slots = slots_of(builders)
    return identity, start, record.end, Body(slots, {}, record.end, are_marked(slots)), 0


def _content(
    name: str, body: Body, syntax: TemplateSyntax, is_key: bool
) -> tuple[str, Mapping[str, Slot], bool] | None:
    """Return the class of a record, its slots and whether it is optional.

    The result is None if the class is not declared.
    """
    declared = syntax.declared(name)
    if not name or (declared is None and syntax.classes is not None):
        return None
    slots, optional = body.slots, False
    if status := slots.get(syntax.status):
        optional = is_key and _says_optional(status)
        if not is_key:
            slots = {name: slot for name, slot in slots.items() if name != syntax.status}
    if declared is not None and not slots.keys() <= declared.kinds.keys():
        slots = {name: slot for name, slot in slots.items() if name in declared.kinds}
    if not is_key and body.is_marked:
        slots = {**slots, **_without_marks(slots)}
    return name.lower() if declared is None else declared.name, slots, optional


def _without_marks(slots: Mapping[str, Slot]) -> dict[str, Slot]:
    """Return the slots that have marks of a key, with these marks ignored as in a response."""
    return {
        name: Slot(alternatives[:1])
        for name, (alternatives, optional) in slots.items()
        if optional or len(alternatives) > 1
    }


def _says_optional(status: Slot) -> bool:
    return any(
        fill.text.strip().upper() in OPTIONAL_VALUES for fills in status.alternatives for fill in fills
    )
