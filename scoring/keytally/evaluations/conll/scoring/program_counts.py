"""All that scorer.pl 8.01 counts in a document, so that the document is read once."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.conll.model import Chain
from keytally.evaluations.conll.scoring import program
from keytally.evaluations.conll.scoring.program import Fractions, Identified, Links, RepeatedLine

METRICS: Mapping[str, Callable[[Identified], Fractions]] = {
    "muc": program.muc,
    "bcub": program.b_cubed,
    "ceafm": program.ceaf_m,
    "ceafe": program.ceaf_e,
}
"""The metrics of two fractions, by their names in the output."""


class ProgramCounts(NamedTuple):
    """How many mentions each side and both have, the metrics, and BLANC's links; see `Identified`."""

    in_key: int
    in_response: int
    common: int
    invented: int
    repeated: Sequence[RepeatedLine]
    metrics: Mapping[str, Fractions]
    links: Links


def program_counts(key: Sequence[Chain], response: Sequence[Chain]) -> ProgramCounts:
    """The counts of a document by its chains."""
    seen = program.identified(key, response)
    metrics = {name: metric(seen) for name, metric in METRICS.items()}
    return ProgramCounts(
        seen.in_key,
        seen.in_response,
        seen.common,
        seen.invented,
        seen.repeated,
        metrics,
        program.blanc(seen),
    )
