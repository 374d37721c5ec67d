"""What is said besides a score: lines that do not count, ratios over nothing."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.lexsub.measures import Measure, Mode
from keytally.evaluations.lexsub.scoring.result import ItemScore

_ENDS = "; score.pl ends here with an illegal division by zero"


def remarks(scores: Sequence[ItemScore], measure: Measure, mode: Mode, left_out: int) -> Iterator[str]:
    """One line on lines of the response that are no answers, and for each ratio that is one over nothing."""
    if left_out:
        lines = "1 line of the response is" if left_out == 1 else f"{left_out} lines of the response are"
        yield f"{lines} not of the task's form and left out; see keytally check"
    yield from (
        f"item {score.document}: its frequencies in the gold standard are all 0{_ENDS}"
        for score in scores
        if score.breaks
    )
    ends = "" if mode is Mode.DOCUMENT else _ENDS
    if measure is Measure.MW:
        if not any(score.counts.total for score in scores):
            yield f"no multiword of the gold standard is one that two annotators gave: ratios are zero{ends}"
    elif not any(score.counts.total for score in scores):
        yield f"no item of the gold standard has two responses: ratios are zero{ends}"
    elif not any(score.counts.attempted for score in scores):
        yield f"no item of the gold standard was attempted: ratios are zero{ends}"
    elif not any(score.counts.attempted_with_mode for score in scores):
        yield f"no item with a mode was attempted: its ratios are zero{ends}"
