"""Task 2: the B-cubed F-score of two clusterings (the document's "Task 2")."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import CLUSTER, ID, INTEGER
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.measures.ratios import f_measure, ratio


class Clustered(NamedTuple):
    """An item's cluster by name, and the row that gives it."""

    item: str
    cluster: str
    unit: CpaUnit
    row: CpaRow


Clusters = Sequence[Clustered]
"""The cluster of each item; in the official program an item may occur twice."""


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
        return f_measure(self.precision, self.recall)


def score_clustering(
    key: Sequence[CpaUnit], response: Sequence[CpaUnit], *, official: bool
) -> ClusteringResult:
    """A verb's B-cubed figures. An item that the other side lacks is in no pair there."""
    mine, theirs = clusters(key, official=official), clusters(response, official=official)
    return ClusteringResult(
        b_cubed(theirs, mine),
        b_cubed(mine, theirs),
        len(mine),
        len(theirs),
        len({each.cluster for each in mine}),
        len({each.cluster for each in theirs}),
    )


def clusters(units: Iterable[CpaUnit], *, official: bool) -> Clusters:
    """The items whose cluster is an integer, in file order; other lines (x, u) are skipped.

    Of several lines with one id the first counts, in the official program every one. That program treats `1`
    and `01` as two clusters.
    """
    seen: set[str] = set()
    found: list[Clustered] = []
    for unit in units:
        for row, cluster in _clustered_in(unit, official=official):
            if official or row.cells[ID] not in seen:
                seen.add(row.cells[ID])
                if cluster is not None:
                    found.append(Clustered(row.cells[ID], cluster, unit, row))
    return found


def _clustered_in(unit: CpaUnit, *, official: bool) -> Sequence[tuple[CpaRow, str | None]]:
    """The rows of a unit with their clusters; cached."""
    known: Sequence[tuple[CpaRow, str | None]] | None = unit.memo.get(official)
    if known is None:
        known = unit.memo[official] = [(row, _cluster(row, official=official)) for row in unit.rows]
    return known


def _cluster(row: CpaRow, *, official: bool) -> str | None:
    cluster = row.text(CLUSTER)
    if INTEGER.fullmatch(cluster) is None:
        return None
    return row.text(CLUSTER, official=True) if official else _number(cluster)


def _number(integer: str) -> str:
    """An integer in one spelling, however long it is."""
    digits = integer.lstrip("+-").lstrip("0") or "0"
    return f"-{digits}" if integer.startswith("-") and digits != "0" else digits


def b_cubed(run: Clusters, gold: Clusters) -> float:
    """The average, over the items of `run`, of the share of their cluster's pairs that `gold` has too.

    A pair of an item with itself counts if `gold` has the item.
    """
    known = {each.item: each.cluster for each in gold}
    shares = (_common_pairs(members, known) / len(members) for members in _members(run).values())
    return ratio(fsum(shares), len(run))


def _members(run: Clusters) -> Mapping[str, list[str]]:
    members: dict[str, list[str]] = {}
    for each in run:
        members.setdefault(each.cluster, []).append(each.item)
    return members


def _common_pairs(members: Iterable[str], known: Mapping[str, str]) -> int:
    """The number of ordered pairs of a cluster's items that are together on the other side."""
    together = Counter(known[item] for item in members if item in known)
    return sum(count * count for count in together.values())


class Share(NamedTuple):
    """An item's cluster on both sides: the number of common items, and the sizes; 0 without a cluster."""

    common: int
    key_size: int
    response_size: int


def item_shares(key: Clusters, response: Clusters) -> dict[str, Share]:
    """The clusters of each item, by its id."""
    mine, theirs = ({each.item: each.cluster for each in side} for side in (key, response))
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
