"""What is said besides a score: lines that do not count, ratios over nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keytally.evaluations.lexsub.measures import Mode
from keytally.evaluations.lexsub.scoring.result import ItemScore

_ENDS = "; score.pl ends here with an illegal division by zero"


def remarks(
    totals: Mapping[str, Any], scores: Sequence[ItemScore], mode: Mode, left_out: int
) -> Iterator[str]:
    """One line on lines of the response that are no answers, and for each ratio that is one over nothing."""
    if left_out:
        lines = "1 line of the response is" if left_out == 1 else f"{left_out} lines of the response are"
        yield f"{lines} not of the task's form and left out; see keytally check"
    ends = "" if mode is Mode.DOCUMENT else _ENDS
    yield from (
        f"item {score.document}: its frequencies in the gold standard are all 0{_ENDS}"
        for score in scores
        if score.breaks
    )
    if "found" in totals:
        if not totals["total"]:
            yield f"no multiword of the gold standard is one that two annotators gave: ratios are zero{ends}"
    elif not totals["attempted"]:
        yield f"no item of the gold standard was attempted: ratios are zero{ends}"
    elif not totals["attempted_with_mode"]:
        yield f"no item with a mode was attempted: its ratios are zero{ends}"
