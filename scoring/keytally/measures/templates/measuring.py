"""Measures of a document's templates, by name."""

from collections.abc import Callable, Collection, Mapping, Sequence

from keytally.measures.templates.best_map import BestMap
from keytally.measures.templates.ceaf_rme import phi3_counts, subset_counts
from keytally.measures.templates.compared import Compared
from keytally.measures.templates.counts import RoleCounts
from keytally.measures.templates.gtt import gtt_counts
from keytally.measures.templates.sums import Measures

GTT, SUBSET, PHI3 = "gtt", "ceaf_rme_subset", "ceaf_rme_phi3"
MEASURES = (GTT, SUBSET, PHI3)

_ALIGNED: Mapping[str, Callable[[Sequence[Compared], Sequence[Compared]], RoleCounts]] = {
    SUBSET: subset_counts,
    PHI3: phi3_counts,
}


def measured(
    key: Sequence[Compared], response: Sequence[Compared], names: Collection[str] = MEASURES
) -> tuple[Measures, BestMap]:
    """The counts of measures, and the best map of templates, which GTT needs."""
    counts = {name: count(key, response) for name, count in _ALIGNED.items() if name in names}
    if GTT not in names:
        return counts, BestMap(())
    of_gtt, chosen = gtt_counts(key, response)
    return {GTT: of_gtt, **counts}, chosen
