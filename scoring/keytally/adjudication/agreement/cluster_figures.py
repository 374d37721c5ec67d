"""Agreement on clusterings: alpha over items, each with its cluster as a set."""

from collections import Counter
from collections.abc import Iterator, Sequence

from keytally.adjudication.agreement.chains import chained_kinds, chains_of
from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.agreement.figures import Figure
from keytally.measures.agreement.alpha import krippendorffs_alpha
from keytally.measures.agreement.coefficient import Row
from keytally.measures.agreement.distance import PASSONNEAU

_ALPHA = "Krippendorff's alpha, clusters by Passonneau's distance"
_ITEM = "item that all have who have done the document, with its cluster as a set; alone where it is in none"


def cluster_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Alpha of all annotators with Passonneau's distance between clusters.

    Nothing is given where no cluster has two items.
    """
    kinds = {kind for document in documents for kind in chained_kinds(document)}
    if not kinds:
        return []
    rows = Counter(row for document in documents for row in _rows(document, annotators, kinds))
    return [Figure(_ALPHA, krippendorffs_alpha(rows, PASSONNEAU), _ITEM, tuple(annotators))]


def _rows(document: ComparedDocument, annotators: Sequence[str], kinds: set[str]) -> Iterator[Row]:
    """For each item the cluster of each annotator as a set, None where the document is not done."""
    shared = {
        number
        for number, item in enumerate(document.items.items)
        if item.kind in kinds and len(item.members) == len(document.said)
    }
    sets = dict[str, dict[int, frozenset[tuple[str, int]]]]()
    for annotator in document.said:
        clusters = (shared.intersection(members) for members in chains_of(document, annotator, kinds))
        sets[annotator] = {
            item: frozenset((document.name, each) for each in members)
            for members in clusters
            for item in members
        }
    for item in sorted(shared):
        yield tuple(sets[annotator][item] if annotator in sets else None for annotator in annotators)
