"""Remarks on a score: lines that do not count, ratios with a denominator of 0."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from keytally.evaluations.lexsub.formats.line import line_of
from keytally.evaluations.lexsub.model import COLONS, LexsubMeasure, ScoringMode
from keytally.evaluations.lexsub.scoring.result import ItemCounts, ItemScore, added
from keytally.text.plural import quantity

_ENDS = "; score.pl ends here with an illegal division by zero"


_OTHER = {LexsubMeasure.BEST: LexsubMeasure.OOT, LexsubMeasure.OOT: LexsubMeasure.BEST}
"""The measure that uses the same gold standard, and answers with another number of colons."""


class Grounds(NamedTuple):
    """What remarks rest on in some items: their sum, and where a program divides by zero.

    `left_out` are the lines of the response that are no answers.
    """

    counts: ItemCounts
    breaks: Sequence[str]
    left_out: Sequence[str]


def grounds_of(scores: Sequence[ItemScore], left_out: Sequence[str]) -> Grounds:
    """The grounds of some items."""
    counts = added(Counter(score.counts for score in scores))
    return Grounds(counts, [score.document for score in scores if score.breaks], left_out)


def remarks(parts: Sequence[Grounds], measure: LexsubMeasure, mode: ScoringMode) -> Iterator[str]:
    """One line on lines of the response that are no answers, and one for each ratio over 0."""
    left_out = [text for part in parts for text in part.left_out]
    if left_out:
        yield _left_out(left_out, measure)
    broken = chain.from_iterable(part.breaks for part in parts)
    yield from (f"item {item}: its frequencies in the gold standard are all 0{_ENDS}" for item in broken)
    counts = added(Counter(part.counts for part in parts))
    ends = "" if mode is ScoringMode.DOCUMENT else _ENDS
    if measure is LexsubMeasure.MW:
        if not counts.total:
            yield f"no multiword of the gold standard is one that two annotators gave: ratios are zero{ends}"
    elif not counts.total:
        yield f"no item of the gold standard has two responses: ratios are zero{ends}"
    elif not counts.attempted:
        yield f"no item of the gold standard was attempted: ratios are zero{ends}"
    elif not counts.attempted_with_mode:
        yield f"no item with a mode was attempted: its ratios are zero{ends}"


def _left_out(texts: Sequence[str], measure: LexsubMeasure) -> str:
    """The number of lines that are left out, and the task that they may belong to."""
    lines = f"{quantity(len(texts), 'line')} of the response {'is' if len(texts) == 1 else 'are'}"
    other = _OTHER.get(measure)
    if other is not None and all(_has_colons(text, COLONS[other]) for text in texts):
        return f"{lines} in the form of {other.value} and left out; did you mean --task {other.value}?"
    return f"{lines} not of the task's form and left out; see keytally check"


def _has_colons(text: str, number: int) -> bool:
    line = line_of(text)
    return line is not None and line.colons == number
