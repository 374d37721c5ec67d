"""Applies safe fixes to a text: in each round all that do not overlap, until none is left."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from keytally.engine.findings import Located
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit

MOST_ROUNDS = 50
"""The limit of rounds, for fixes that undo each other."""

Findings = Callable[[str], Sequence[Located]]


class Fixed(NamedTuple):
    """A text after its fixes, and the number of fixes applied."""

    text: str
    fixes: int


def fixed(text: str, findings: Findings) -> Fixed:
    """Apply the fixes of `findings(text)`, and of the findings in the new text, until there are none.

    It stops at a text that has occurred before: its fixes undo each other.
    """
    count, seen = 0, {text}
    for _ in range(MOST_ROUNDS):
        fixes = compatible(findings(text))
        if not fixes:
            break
        text = apply_edits(text, [edit for fix in fixes for edit in fix])
        count += len(fixes)
        if text in seen:
            break
        seen.add(text)
    return Fixed(text, count)


def compatible(found: Iterable[Located]) -> list[list[Edit]]:
    """The fixes that can be applied together, in file order; edits count from the file's start.

    A fix is applied whole or not at all; one that touches an earlier one waits for the next round. A fix that
    removes answers from the key, or is a guess, is left to the user.
    """
    chosen: list[list[Edit]] = []
    taken: list[tuple[int, int]] = []
    for each in found:
        edits = _edits(each)
        if edits and not any(_touches(edit, taken) for edit in edits):
            chosen.append(edits)
            for edit in edits:
                insort(taken, (edit.start, edit.end))
    return chosen


def _edits(found: Located) -> list[Edit]:
    if not found.finding.has_safe_fix:
        return []
    at = found.offset
    edits = (Edit(at + edit.start, at + edit.end, edit.text) for edit in found.finding.edits)
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def _touches(edit: Edit, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether an edit overlaps or touches one of those taken, which are disjoint and in order."""
    index = bisect_left(taken, (edit.start, edit.end))
    before, after = taken[max(index - 1, 0) : index], taken[index : index + 1]
    return any(end >= edit.start for _, end in before) or any(start <= edit.end for start, _ in after)
