"""Plain bodies: the content of the lines after a record's header, if each line is plain.

Many records differ only in the number of their document, which their pointers contain: most content of a
response is in its key too, and in objects of other documents. Such bodies are parsed once, with zeros in
place of that number.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.plain_lines import LONG_LINE, NOTHING, known_line, plain_line
from keytally.evaluations.muc.formats.templates.slot_builder import SlotBuilder, slots_of
from keytally.evaluations.muc.model.objects import Fill, Slot

REMEMBERED_BODIES = 1 << 12
"""The size of the cache: bodies of the current documents, and frequent ones."""

LONG_BODY = 10_000
"""Longer bodies are not cached, so that long records take little memory."""


REMEMBERED_NUMBERS = 16
"""The documents whose records are read by turns: those of both sides."""


class Body(NamedTuple):
    """The content of lines: their slots that have a fill, as in a key, with names in lower case.

    `starts` has the offset that the fills of each slot count from, and `end` is that of the last token; these
    count from the first line. `naming` are the slots whose fills contain the document's number; `is_marked`
    says whether any slot has marks that only a key may have.
    """

    slots: Mapping[str, Slot]
    starts: Mapping[str, int]
    end: int
    is_marked: bool
    naming: tuple[str, ...] = ()


def plain_body(lines: str, document: str) -> Body | None:
    """The content of the lines of a record of that document; None if one of them is not plain.

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
    """The number of a document as pointers have it, and zeros in its place; none for other than digits."""
    zeros = f"-{'0' * len(document)}-" if document.isascii() and document.isdecimal() else ""
    return f"-{document}-", zeros


def are_marked(slots: Mapping[str, Slot]) -> bool:
    """Whether any of these slots has marks of a key: an optional slot, or further alternatives."""
    return any(optional or len(alternatives) > 1 for alternatives, optional in slots.values())


def _known_body(lines: str, zeros: str) -> Body | None:
    return _remembered(lines, zeros) if len(lines) <= LONG_BODY else _body(lines, zeros)


@lru_cache(REMEMBERED_BODIES)
def _remembered(lines: str, zeros: str) -> Body | None:
    return _body(lines, zeros)


def _body(lines: str, zeros: str) -> Body | None:
    """The content of lines; `zeros` replace the document's number if they are not empty.

    Nearly all slots have one line, whose content is used as it is.
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
    if zeros and any(zeros in each for each in starts):
        return None
    return Body(slots, starts, end, is_marked, _naming(slots, zeros) if zeros else ())


def _naming(slots: Mapping[str, Slot], zeros: str) -> tuple[str, ...]:
    """The slots that have those zeros in a fill."""
    return tuple(
        [
            name
            for name, slot in slots.items()
            if any(zeros in fill.text for fills in slot.alternatives for fill in fills)
        ]
    )


def _renamed(slot: Slot, zeros: str, named: str) -> Slot:
    """A slot with the document's number instead of zeros; nearly all have one fill."""
    if len(slot.alternatives) == 1 == len(slot.alternatives[0]):
        text, start, end = slot.alternatives[0][0]
        fill = tuple.__new__(Fill, (text.replace(zeros, named), start, end))
        return tuple.__new__(Slot, (((fill,),), slot.optional))
    alternatives = [
        tuple([Fill(text.replace(zeros, named), start, end) for text, start, end in fills])
        for fills in slot.alternatives
    ]
    return Slot(tuple(alternatives), slot.optional)
