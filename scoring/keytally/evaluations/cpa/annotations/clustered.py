"""The lines of a clustering as annotations: each refers to the line before it in its cluster."""

from collections.abc import Sequence

from keytally.evaluations.annotated import Annotation, Reference
from keytally.evaluations.cpa.formats.columns import CLUSTER, ID
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.clustering import clusters

ITEM = "item"
CLUSTERED = "clustered"
"""The value of an item that is in a cluster; of another one it is what its line has, such as `x`."""

_DIGITS = 18


def clustered_items(units: Sequence[CpaUnit], *, official: bool) -> list[Annotation]:
    """The items of a verb by their ids; of several lines with one id the first counts."""
    first: dict[str, tuple[CpaUnit, CpaRow]] = {}
    for unit in units:
        for row in unit.rows:
            first.setdefault(row.cell(ID), (unit, row))
    cluster_of = {each.item: each.cluster for each in reversed(clusters(units, official=official))}
    found, last = list[Annotation](), dict[str, int]()
    for item in sorted(first, key=_place):
        unit, row = first[item]
        cluster = cluster_of.get(item)
        before = () if cluster is None or cluster not in last else (Reference(last[cluster]),)
        value = (row.text(CLUSTER),) if cluster is None else (CLUSTERED, *before)
        if cluster is not None:
            last[cluster] = len(found)
        found.append(Annotation(unit, row.start, row.end, ITEM, item.strip(), _place(item), value))
    return found


def _place(item: str) -> tuple[int, str]:
    """The order of ids: numbers by their value."""
    item = item.strip()
    is_number = item.isascii() and item.isdigit() and len(item) <= _DIGITS
    return (int(item) if is_number else 0, item)
