"""Checks edits of tags: the text outside the tags must stay the same, and no tag may break."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from keytally.evaluations.interface import Language
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit
from keytally.findings.rule import Severity
from keytally.findings.table.coreference import DANGLING_REF, DUPLICATE_ID

NEIGHBOURS = 4
_ABOUT_OTHERS = (DANGLING_REF, DUPLICATE_ID)
FARTHEST = 4000


def changes_only_tags(unit: SgmlUnit, language: Language, edits: Sequence[Edit], added: int) -> bool:
    """Whether the text outside the tags stays and the number of elements changes by `added`.

    Reads only the tags near the edits again: each tag is read by itself, so tags further away cannot
    change. Does not check how tags relate to each other.
    """
    low, high = _neighbourhood(unit, edits[0].start, edits[-1].end)
    before = language.read(unit.text[low:high])
    after = language.read(apply_edits(unit.text[low:high], edits, -low))
    return (
        after.stripped() == before.stripped()
        and len(after.elements) == len(before.elements) + added
        and _errors(after) <= _errors(before)
    )


def _neighbourhood(unit: SgmlUnit, start: int, end: int) -> tuple[int, int]:
    """The range from some tags before the edits to some tags after them."""
    first = bisect_right(unit.tags, start, key=lambda tag: tag.end) - NEIGHBOURS
    last = bisect_left(unit.tags, end, key=lambda tag: tag.start) + NEIGHBOURS
    low = unit.tags[first].start if first >= 0 else 0
    high = unit.tags[last - 1].end if last <= len(unit.tags) else len(unit.text)
    return max(low, start - FARTHEST), min(high, end + FARTHEST)


def _errors(unit: SgmlUnit) -> int:
    return sum(
        finding.rule.severity is Severity.ERROR and finding.rule not in _ABOUT_OTHERS
        for finding in unit.findings
    )
