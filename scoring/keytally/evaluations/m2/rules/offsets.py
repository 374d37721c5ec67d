"""What can be wrong with the offsets of an annotation."""

from typing import NamedTuple

from keytally.evaluations.m2.formats.gold import NOOP, Annotation
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.m2 import M2_OFFSET
from keytally.text.plural import quantity


class _Problem(NamedTuple):
    told: str
    instead: str = ""


def offset_finding(annotation: Annotation, length: int) -> Finding | None:
    """A finding on the offsets of an annotation of a sentence of so many tokens."""
    problem = _problem(annotation, length)
    if problem is None:
        return None
    field = annotation.fields[0]
    text = field.text
    start = field.start + len(text) - len(text.lstrip())
    end = max(field.start + len(text.rstrip()), start)
    if start == end:
        start, end = annotation.line.start, annotation.line.end
    edits = (Edit(start, end, problem.instead),) if problem.instead else ()
    repair = f"write {problem.instead}" if problem.instead else ""
    return M2_OFFSET.finding(start, end, {"problem": problem.told, "repair": repair}, edits)


def _problem(annotation: Annotation, length: int) -> _Problem | None:
    if annotation.offsets is None:
        return _Problem("the first field has two whole numbers: the tokens from the one to the other")
    start, end = annotation.offsets
    if annotation.kind == NOOP:
        told = "a noop is about the whole sentence: its offsets are -1 -1"
        return None if (start, end) == (-1, -1) else _Problem(told, "-1 -1")
    if (start, end) == (-1, -1):
        told = (
            f"the offsets -1 -1 say that nothing is to be changed; type {annotation.kind!r} is no edit then"
        )
        return _Problem(told) if any(annotation.alternatives) else None
    if start < 0 or end < 0:
        return _Problem("offsets count from 0; -1 -1 alone is negative")
    if start > end:
        return _Problem(f"the edit ends at {end}, before it starts", f"{end} {start}")
    return _outside(annotation, start, end, length)


def _outside(annotation: Annotation, start: int, end: int, length: int) -> _Problem | None:
    if end > length:
        count = quantity(length, "token")
        return _Problem(f"the sentence has {count}, and the edit ends at {end}; it does not count")
    if start == end and not any(annotation.alternatives) and len(annotation.texts) > 2:
        return _Problem(f"nothing stands from {start} to {end}, and nothing is put there")
    return None
