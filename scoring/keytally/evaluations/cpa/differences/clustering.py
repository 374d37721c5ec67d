"""The differences of task 2: the items whose cluster is another than that which stands for the key's.

Clusters of the two sides stand for each other one to one, so that most items are in the right one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from keytally.evaluations.classified import Difference
from keytally.evaluations.cpa.differences.cells import (
    MISSED,
    SPURIOUS,
    WRONG_CLUSTER,
    CellSubject,
    Line,
    Said,
    Sides,
    first_lines,
)
from keytally.evaluations.cpa.formats.columns import CLUSTER
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.clustering import Clustered, clusters
from keytally.measures.assignment import best_assignment

CLASSES = (MISSED, SPURIOUS, WRONG_CLUSTER)

NONE = "x"
"""The value of an item that is in no cluster."""

Items = Mapping[str, Clustered]


def counts_of(sides: Sides) -> Mapping[str, int]:
    """The items that only one side has, and those in both that are in the wrong cluster."""
    mine, theirs = map(_items, sides)
    partners = _partners(mine, theirs)
    common = mine.keys() & theirs.keys()
    right = sum(partners.get(mine[item].cluster) == theirs[item].cluster for item in common)
    return {"inc": len(common) - right, "mis": len(mine) - len(common), "spu": len(theirs) - len(common)}


def differences(sides: Sides) -> Iterator[Difference]:
    """The items of the key that are missing or in the wrong cluster, then those of the response alone."""
    mine, theirs = map(_items, sides)
    lines = first_lines(sides.response)
    partners = _partners(mine, theirs)
    names = _names(mine, theirs, partners)
    for item, each in mine.items():
        wanted, other = names[each.cluster], theirs.get(item)
        if other is None or partners.get(each.cluster) != other.cluster:
            name, outcome = (MISSED, "mis") if other is None else (WRONG_CLUSTER, "inc")
            subject = CellSubject(Line(each.unit, each.row), lines.get(item), {CLUSTER: wanted})
            told = "" if other is None else f"cluster {other.cluster}"
            said = Said(f"item {item}, cluster {each.cluster}", told)
            yield sides.difference(name, subject, CLUSTER, said, {outcome: 1})
    for item, each in theirs.items():
        if item not in mine:
            subject = CellSubject(None, Line(each.unit, each.row), {CLUSTER: NONE})
            said = Said("", f"item {item}, cluster {each.cluster}")
            yield sides.difference(SPURIOUS, subject, CLUSTER, said, {"spu": 1})


def _items(units: Sequence[CpaUnit]) -> Items:
    return {each.item: each for each in clusters(units, official=False)}


def _partners(key: Items, response: Items) -> Mapping[str, str]:
    """The cluster of the response that stands for each of the key's, so that most items agree."""
    common = Counter((each.cluster, response[item].cluster) for item, each in key.items() if item in response)
    mine = list(dict.fromkeys(each.cluster for each in key.values()))
    theirs = list(dict.fromkeys(each.cluster for each in response.values()))
    at = {cluster: number for number, cluster in enumerate(theirs)}
    worths: list[dict[int, int]] = [{} for _ in mine]
    rows = {cluster: number for number, cluster in enumerate(mine)}
    for (one, other), times in common.items():
        worths[rows[one]][at[other]] = times
    chosen = best_assignment(worths)
    return {
        mine[row]: theirs[column]
        for row, column in enumerate(chosen)
        if column is not None and worths[row].get(column)
    }


def _names(key: Items, response: Items, partners: Mapping[str, str]) -> Mapping[str, str]:
    """What the response is to call each cluster of the key: its partner's name, else a new number."""
    used = {each.cluster for each in response.values()}
    free = (str(number) for number in count(1) if str(number) not in used)
    return {
        cluster: partners.get(cluster) or next(free)
        for cluster in dict.fromkeys(each.cluster for each in key.values())
    }
