"""Verdicts of task 2: how much of an item's cluster both sides have in common."""

from collections.abc import Iterator

from keytally.evaluations.cpa.formats.columns import CLUSTER, ID
from keytally.evaluations.cpa.formats.rows import Row
from keytally.evaluations.cpa.scoring.clustering import Share, clustered, clusters, item_shares
from keytally.evaluations.cpa.verdicts.sides import Sides, mark
from keytally.evaluations.interface import Mark
from keytally.tallies.status import Status


def clustering_marks(sides: Sides, *, official: bool) -> Iterator[Mark]:
    """The marks of one side.

    An item is correct where both sides have the same cluster around it, incorrect where no other item of
    its cluster is with it on the other side, else partially correct.
    """
    mine, theirs = ({row.cell(ID): row for row in clustered(side.rows, official=official)} for side in sides)
    key, response = sides if sides.mine.is_key else reversed(sides)
    shares = item_shares(clusters(key.rows, official=official), clusters(response.rows, official=official))
    for identifier, row in mine.items():
        yield _present(sides, row, theirs.get(identifier), shares[identifier])
    if not sides.mine.is_key:
        yield from _lacking(sides, mine, theirs)


def _present(sides: Sides, row: Row, other: Row | None, share: Share) -> Mark:
    place, cluster = sides.mine.place(row, CLUSTER), row.text(CLUSTER)
    if other is None:
        status = sides.alone()
        return mark(place, status, sides.label(status, f"cluster {cluster}"))
    status = _status(share)
    shared = f"precision {share.common}/{share.response_size}, recall {share.common}/{share.key_size}"
    label = f"{status.value.upper()} cluster {cluster}: {shared}"
    return mark(place, status, label, sides.other.place(other, CLUSTER))


def _status(share: Share) -> Status:
    if share.common == share.key_size == share.response_size:
        return Status.CORRECT
    return Status.INCORRECT if share.common <= 1 else Status.PARTIAL


def _lacking(sides: Sides, mine: dict[str, Row], theirs: dict[str, Row]) -> Iterator[Mark]:
    """The key's items without a cluster in the response, where their lines would stand."""
    own = {row.cell(ID): row for row in reversed(sides.mine.rows)}
    gaps = sides.mine.gaps_beside(sides.other.rows)
    for identifier, row in theirs.items():
        there = own.get(identifier)
        place = sides.mine.gap(there, CLUSTER) if there else gaps.get(identifier)
        if identifier not in mine and place is not None:
            label = sides.label(Status.MISSING, f"item {identifier}, cluster {row.text(CLUSTER)}")
            yield mark(place, Status.MISSING, label, sides.other.place(row, CLUSTER))
