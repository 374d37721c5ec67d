"""Renames a type: in all labels of the file, so that its entities stay apart."""

import re
from collections.abc import Iterator

from keytally.evaluations.columns.formats.labels import label_of
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import OUTSIDE, Scheme
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.relabelling import relabelled
from keytally.findings.finding import Edit
from keytally.findings.spelling import shown
from keytally.text.span import Span
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.formats.columns.surroundings import scheme_at
from keytally_server.session.snapshot import Snapshot, UnitAt

_TYPE = re.compile(r"[^\s]+")


def renamable_type(at: UnitAt) -> Renamable | None:
    """The type in the label at a place; None anywhere else."""
    unit: SentenceUnit = at.unit
    number, end = unit.tokens_at(at.place, at.place)
    if number >= end:
        return None
    cell = unit.label_cell(number)
    if not cell.start <= at.place <= cell.end or label_of(cell.text).prefix == OUTSIDE:
        return None
    return Renamable(at.offset + cell.start + 2, at.offset + cell.end, label_of(cell.text).type)


def rename_type(snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
    """The edits that give all entities of the type at a place another type. Raises RenameError."""
    found = renamable_type(at)
    if found is None:
        raise RenameError("there is no type here")
    if not _TYPE.fullmatch(new_name):
        raise RenameError(f"{shown(new_name)} is no type: it must be one word without blanks")
    scheme, edits = scheme_at(snapshot, at), list[Edit]()
    for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
        for edit in _renamed(unit, found.name, new_name, scheme):
            edits.append(Edit(offset + edit.start, offset + edit.end, edit.text))
    return edits


def type_places(unit: SentenceUnit, offset: int, name: str) -> Iterator[Span]:
    """The places of a type in the labels of a sentence."""
    for number, text in enumerate(unit.labels()):
        if label_of(text).type == name:
            cell = unit.label_cell(number)
            yield Span(offset + cell.start + 2, offset + cell.end)


def _renamed(unit: SentenceUnit, name: str, new_name: str, scheme: Scheme) -> tuple[Edit, ...]:
    """The edits of a sentence; entities that would run together are kept apart as the scheme does it."""
    present = entities(unit.labels())
    if all(each.type != name for each in present):
        return ()
    wanted = [each._replace(type=new_name) if each.type == name else each for each in present]
    return relabelled(unit, wanted, scheme) or ()
