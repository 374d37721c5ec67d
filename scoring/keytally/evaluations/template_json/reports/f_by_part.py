"""F of one measure in all, by document and by role."""

from collections.abc import Sequence
from typing import Any

from keytally.evaluations.template_json.scoring.result import DocumentScore
from keytally.measures.templates.counts import Counts, RoleCounts, total
from keytally.measures.templates.sums import MeasureSums


def f_by_part(scores: Sequence[DocumentScore], measure: str) -> dict[str, Any]:
    """Tallies as `keytally.tallies.tally_trees` reads them; F in percent."""
    sums = MeasureSums([measure])
    sums.put_all({measure: score.measures[measure]} for score in scores)
    roles: RoleCounts = sums.measures()[measure]
    return {
        "totals": _tally(total(roles)),
        "documents": {score.document: _tally(total(score.measures[measure])) for score in scores},
        "slots": {role: _tally(counts) for role, counts in roles.items()},
    }


def _tally(counts: Counts) -> dict[str, Any]:
    return {"f": counts.f, "pos": counts.gold, "act": counts.proposed}
