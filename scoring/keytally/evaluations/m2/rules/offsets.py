"""Rules for the offsets of an annotation."""

from collections.abc import Callable

from keytally.evaluations.m2.formats.gold import NOOP, Annotation
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.m2 import (
    M2_BACKWARDS,
    M2_BACKWARDS_BEYOND,
    M2_BEYOND_SENTENCE,
    M2_EMPTY_EDIT,
    M2_NEGATIVE_OFFSET,
    M2_NOOP_OFFSETS,
    M2_OFFSET,
    M2_OFFSETS_OF_NOOP,
)
from keytally.text.plural import quantity

_Problem = Callable[[int, int], Finding]
"""The problem, as a finding at the place of the offsets."""


def offset_finding(annotation: Annotation, length: int) -> Finding | None:
    """A finding on the offsets of an annotation, given the number of tokens of its sentence."""
    problem = _problem(annotation, length)
    if problem is None:
        return None
    field = annotation.fields[0]
    text = field.text
    start = field.start + len(text) - len(text.lstrip())
    end = max(field.start + len(text.rstrip()), start)
    if start == end:
        start, end = annotation.line.start, annotation.line.end
    return problem(start, end)


def _problem(annotation: Annotation, length: int) -> _Problem | None:
    if annotation.offsets is None:
        return lambda at, to: M2_OFFSET.finding(at, to, {})
    start, end = annotation.offsets
    if annotation.kind == NOOP:
        return None if (start, end) == (-1, -1) else _noop
    if (start, end) == (-1, -1):
        kind = repr(annotation.kind)
        is_edit = any(annotation.alternatives)
        return (lambda at, to: M2_OFFSETS_OF_NOOP.finding(at, to, {"kind": kind})) if is_edit else None
    if start < 0 or end < 0:
        return lambda at, to: M2_NEGATIVE_OFFSET.finding(at, to, {})
    if start > end:
        return _backwards(start, end, length)
    return _outside(annotation, start, end, length)


def _noop(at: int, to: int) -> Finding:
    return M2_NOOP_OFFSETS.finding(at, to, {}, (Edit(at, to, "-1 -1"),))


def _backwards(start: int, end: int, length: int) -> _Problem:
    message = M2_BACKWARDS if start <= length else M2_BACKWARDS_BEYOND
    return lambda at, to: message.finding(
        at, to, {"start": str(start), "end": str(end)}, (Edit(at, to, f"{end} {start}"),)
    )


def _outside(annotation: Annotation, start: int, end: int, length: int) -> _Problem | None:
    if end > length:
        tokens = quantity(length, "token")
        return lambda at, to: M2_BEYOND_SENTENCE.finding(at, to, {"tokens": tokens, "end": str(end)})
    if start == end and not any(annotation.alternatives) and len(annotation.texts) > 2:
        return lambda at, to: M2_EMPTY_EDIT.finding(at, to, {"start": str(start), "end": str(end)})
    return None
