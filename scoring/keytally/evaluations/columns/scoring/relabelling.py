"""Other entities for a sentence, and the edits of its labels that write them."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.columns.formats.unit import LAST, SentenceUnit
from keytally.evaluations.columns.model import Entity, Scheme
from keytally.evaluations.columns.scoring.encoding import labels_in
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.schemes import told_scheme
from keytally.findings.edits import Edits
from keytally.findings.finding import Edit


def with_entity(present: Sequence[Entity], new: Entity) -> tuple[Entity, ...]:
    """Entities with a new one in place of those that share a token with it."""
    return tuple(sorted([*without(present, new.start, new.end), new]))


def without(present: Sequence[Entity], start: int, end: int) -> tuple[Entity, ...]:
    """Entities without those that have a token from `start` to `end`."""
    return tuple([each for each in present if each.end <= start or each.start >= end])


def relabelled(unit: SentenceUnit, wanted: Sequence[Entity], scheme: Scheme | None) -> Edits | None:
    """The edits by which a sentence has the wanted entities and no others; none if it has them.

    Only labels change that the entities or the scheme ask for; the sentence's own labels tell a scheme that
    is None, else it is IOB2. The result is None for entities beyond the last token, and where a label has no
    column to stand in.
    """
    labels = unit.labels()
    present = entities(labels)
    if tuple(wanted) == present:
        return ()
    if any(each.end > len(labels) for each in wanted):
        return None
    scheme = scheme or told_scheme([labels]) or Scheme.IOB2
    new = _rewritten(labels, present, wanted, scheme)
    return label_edits(unit, new)


def label_edits(unit: SentenceUnit, new: Sequence[str]) -> Edits | None:
    """The edits by which a sentence has other labels; None where one has no column to stand in."""
    edits = [_edit(unit, number, label) for number, label in _changes(unit.labels(), new)]
    possible = tuple(edit for edit in edits if edit is not None)
    return possible if len(possible) == len(edits) else None


def _rewritten(
    labels: Sequence[str], present: Sequence[Entity], wanted: Sequence[Entity], scheme: Scheme
) -> Sequence[str]:
    """The labels with those changed that differ in the scheme; all of them if others stand in the way."""
    before, after = (labels_in(scheme, each, len(labels)) for each in (present, wanted))
    changed = [label if old == new else new for label, old, new in zip(labels, before, after, strict=True)]
    return changed if entities(changed) == tuple(wanted) else after


def _changes(labels: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, str]]:
    pairs = enumerate(zip(labels, new, strict=True))
    return ((number, label) for number, (old, label) in pairs if old != label)


def _edit(unit: SentenceUnit, number: int, label: str) -> Edit | None:
    """The edit that writes a token's label; None where the column is missing before the last one."""
    cell = unit.label_cell(number)
    if cell.text:
        return Edit(cell.start, cell.end, label)
    return Edit(cell.start, cell.end, f"{unit.separator}{label}") if unit.column == LAST else None
