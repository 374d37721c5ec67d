"""What is said besides a score where a ratio is one over nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keytally.evaluations.lexsub.measures import Mode
from keytally.evaluations.lexsub.scoring.result import ItemScore

_ENDS = "; score.pl ends here with an illegal division by zero"


def remarks(totals: Mapping[str, Any], scores: Sequence[ItemScore], mode: Mode) -> Iterator[str]:
    """One line for each ratio that is zero since there is nothing to divide by."""
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
