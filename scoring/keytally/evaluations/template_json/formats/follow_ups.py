"""Which breaches of syntax are told: not those that only follow from a quote or a bracket that is missing."""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from keytally.evaluations.template_json.formats.tree import Fault, Problem

_LINE_ENDS = "\r\n"

Stretch = tuple[int, int]


def told(text: str, problems: Sequence[Problem]) -> list[Problem]:
    """The problems of a text without those that follow from others."""
    if not any(each.fault in (Fault.NO_END, Fault.BRACKET) for each in problems):
        return [*problems]
    ends = [each for each in problems if each.fault is Fault.NO_END]
    bare = sorted((each for each in problems if each.fault is Fault.BARE), key=lambda each: each.start)
    firsts = [_first_bare(text, bare, end) or end for end in ends]
    behind = merged((first.start, end.end + 1) for first, end in zip(firsts, ends, strict=True))
    follow = (Fault.NO_END, Fault.BRACKET, Fault.LEFTOVER) if ends else (Fault.LEFTOVER,)
    left = [each for each in problems if each.fault not in follow and not is_within(behind, each.start)]
    left += [_quote_missing(first, end) for first, end in zip(firsts, ends, strict=True)]
    return sorted(left, key=lambda each: (each.start, each.end))


def held(problems: Iterable[Problem]) -> list[Stretch]:
    """The stretches in which nothing but syntax is told, as it may be meant in another way."""
    return merged((each.start, each.reach) for each in problems if each.reach > each.start)


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, of which those that overlap are one."""
    found = list[Stretch]()
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def is_within(stretches: Sequence[Stretch], place: int) -> bool:
    """Whether a place is in one of merged stretches."""
    at = bisect_right(stretches, (place, sys.maxsize)) - 1
    return at >= 0 and place < stretches[at][1]


def _quote_missing(first: Problem, end: Problem) -> Problem:
    """What is told of a line with a quote too few: at its first word without quotes, if it has one."""
    if first is end:
        return end
    return Problem(
        first.start, first.end, "a quote is missing here or before this", (), Fault.NO_END, end.end
    )


def _first_bare(text: str, bare: Sequence[Problem], end: Problem) -> Problem | None:
    """The first word without quotes in the line of a string without an end."""
    line = 1 + max(text.rfind(each, 0, end.start) for each in _LINE_ENDS)
    at = bisect_left(bare, line, key=lambda each: each.start)
    return bare[at] if at < len(bare) and bare[at].start < end.start else None
