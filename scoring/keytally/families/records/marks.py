"""The marks of a document: the verdict on each leaf and on each item without a partner."""

from collections.abc import Iterator

from keytally.families.contract import Level, Mark, Role
from keytally.families.presentation import Proposal
from keytally.families.records.comparators import plain_text
from keytally.families.records.compiled import Compiled, Leaf
from keytally.families.records.json_tree import Node, NotPlainError, plain_value
from keytally.families.records.reading import RecordUnit
from keytally.families.records.scoring import Comparison, ItemVerdict, RecordScore, Verdict
from keytally.findings.finding import Edit
from keytally.findings.spelling import short_text
from keytally.tallies.status import Status


def marks_of(comparison: Comparison, score: RecordScore, side: Role) -> Iterator[Mark]:
    """Yield the marks on one side, in text order."""
    mine, other = (score.key, score.response) if side is Role.KEY else (score.response, score.key)
    if mine is None:
        return
    found = [
        mark
        for verdict in comparison.verdicts()
        if (mark := _mark_of(verdict, mine, other, on_key=side is Role.KEY)) is not None
    ]
    yield from sorted(found, key=lambda mark: (mark.start, mark.end))


def _mark_of(
    verdict: Verdict | ItemVerdict, mine: RecordUnit, other: RecordUnit | None, *, on_key: bool
) -> Mark | None:
    own, its = (verdict.key, verdict.response) if on_key else (verdict.response, verdict.key)
    there = _place(its)
    partner = (other, *there) if other is not None and there is not None else None
    if isinstance(verdict, ItemVerdict):
        place = _place(own)
        if place is None or its is not None:
            return None
        status = Status.MISSING if on_key else Status.SPURIOUS
        label = f"{status.value.upper()} {verdict.path}"
        return Mark(mine, *place, status, Level.OBJECT, label, None, verdict.path)
    place = _place(own)
    if place is None:
        if on_key or own is not None:
            return None
        place = gap_in(verdict.response_parent, mine)
    shown = verdict.key if verdict.response is None or on_key else verdict.response
    subject = f"{verdict.field.path} {_text(shown)}"
    if verdict.status in (Status.INCORRECT, Status.PARTIAL) and its is not None:
        subject += f" ({'response' if on_key else 'key'}: {_text(its)})"
    label = f"{verdict.status.value.upper()} {subject}"
    slot = verdict.field.path.lower()
    return Mark(mine, *place, verdict.status, Level.FILL, label, partner, subject, slot)


def _place(value: Compiled | None) -> tuple[int, int] | None:
    node = None if value is None else value.node
    return None if node is None else (node.start, node.end)


def gap_in(parent: Compiled | None, unit: RecordUnit) -> tuple[int, int]:
    """Return the place for a missing field: before the closing bracket of the object that lacks it."""
    node: Node | None = unit.record_node() if parent is None else parent.node
    end = len(unit.text.rstrip()) if node is None else node.end
    if node is not None and unit.text[end - 1 : end] in ("}", "]"):
        end -= 1
    return end, end


def _text(leaf: Compiled | None) -> str:
    return short_text(plain_text(leaf.value)) if isinstance(leaf, Leaf) else ""


def proposal_of(unit: RecordUnit, mark: Mark) -> Proposal | None:
    """Return the edit that writes the key's value at a mark, or that deletes a spurious value."""
    if mark.status is Status.SPURIOUS:
        place = _with_comma(unit, mark.start, mark.end)
        title = f"Delete the spurious {mark.subject or 'value'}"
        return None if place is None else Proposal(title, Edit(*place, ""), drops=True)
    if mark.status not in (Status.INCORRECT, Status.PARTIAL) or mark.partner is None:
        return None
    other, start, end = mark.partner
    written = other.text[start:end]
    if not (_is_json(written) and _is_json(unit.text[mark.start : mark.end])):
        return None
    return Proposal(f"Accept the key's {short_text(written)}", Edit(mark.start, mark.end, written))


def _is_json(written: str) -> bool:
    """Return whether a text is one JSON value; a record inside a string may contain values that are not
    JSON.
    """
    try:
        return plain_value(written)[1] == len(written)
    except NotPlainError:
        return False


def _with_comma(unit: RecordUnit, start: int, end: int) -> tuple[int, int] | None:
    """Return the range of a field or an item with one comma next to it; None for any other value."""
    root = unit.tree().root
    for node in root.walk() if root is not None else ():
        members = [(member.start, member.node.end) for member in node.members or ()]
        values = [(member.node.start, member.node.end) for member in node.members or ()]
        items = [(item.start, item.end) for item in node.items or ()]
        whole = members or items
        if (start, end) not in (values or items):
            continue
        at = (values or items).index((start, end))
        if at:
            return whole[at - 1][1], whole[at][1]
        return (whole[0][0], whole[1][0]) if len(whole) > 1 else whole[0]
    return None
