"""Task 2: the B-cubed F-score of two clusterings (the document's "Task 2")."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import CLUSTER, ID
from keytally.evaluations.cpa.formats.rows import Row
from keytally.evaluations.cpa.rules.lines import INTEGER
from keytally.evaluations.cpa.scoring.ratios import f_score, ratio

Clusters = Sequence[tuple[str, str]]
"""Items with the cluster of each; in the official program an item may stand twice."""


class ClusteringResult(NamedTuple):
    """B-cubed precision and recall of a verb, and how many items and clusters each side has."""

    precision: float
    recall: float
    key_items: int
    response_items: int
    key_clusters: int
    response_clusters: int

    @property
    def value(self) -> float:
        """F_C_verb."""
        return f_score(self.precision, self.recall)


def score_clustering(key: Sequence[Row], response: Sequence[Row], *, official: bool) -> ClusteringResult:
    """A verb's B-cubed figures. An item that the other side lacks is in no pair there."""
    mine, theirs = clusters(key, official=official), clusters(response, official=official)
    return ClusteringResult(
        b_cubed(theirs, mine),
        b_cubed(mine, theirs),
        len(mine),
        len(theirs),
        len({cluster for _, cluster in mine}),
        len({cluster for _, cluster in theirs}),
    )


def clusters(rows: Iterable[Row], *, official: bool) -> Clusters:
    """The items with their clusters, in file order.

    The official program takes `1` and `01` for two clusters.
    """
    counted = clustered(rows, official=official)
    if official:
        return [(row.cell(ID), row.text(CLUSTER, official=True)) for row in counted]
    return [(row.cell(ID), str(int(row.text(CLUSTER)))) for row in counted]


def clustered(rows: Iterable[Row], *, official: bool) -> Iterator[Row]:
    """The lines that count: those whose cluster is an integer; others (x, u) are skipped.

    Of lines with one id the first counts, in the official program every one.
    """
    seen: set[str] = set()
    for row in rows:
        if row.cell(ID) not in seen or official:
            seen.add(row.cell(ID))
            if INTEGER.fullmatch(row.text(CLUSTER)):
                yield row


def b_cubed(run: Clusters, gold: Clusters) -> float:
    """The average over the items of `run` of the share of their cluster's pairs that `gold` has too.

    A pair of an item with itself counts, where `gold` has the item.
    """
    known = dict(gold)
    shares = (_common_pairs(members, known) / len(members) for members in _members(run).values())
    return ratio(fsum(shares), len(run))


def _members(run: Clusters) -> Mapping[str, list[str]]:
    members: dict[str, list[str]] = {}
    for item, cluster in run:
        members.setdefault(cluster, []).append(item)
    return members


def _common_pairs(members: Iterable[str], known: Mapping[str, str]) -> int:
    """How many ordered pairs of a cluster's items stand together on the other side."""
    together = Counter(known[item] for item in members if item in known)
    return sum(count * count for count in together.values())


class Share(NamedTuple):
    """An item's cluster on both sides: what they have in common, and their sizes; 0 where it is in none."""

    common: int
    key_size: int
    response_size: int


def item_shares(key: Clusters, response: Clusters) -> dict[str, Share]:
    """The clusters of each item, by its id."""
    mine, theirs = dict(key), dict(response)
    sizes = Counter(mine.values()), Counter(theirs.values())
    common = Counter((mine[item], theirs[item]) for item in mine.keys() & theirs.keys())
    return {
        item: Share(
            common[mine.get(item, ""), theirs.get(item, "")],
            sizes[0][mine.get(item, "")],
            sizes[1][theirs.get(item, "")],
        )
        for item in {**mine, **theirs}
    }
