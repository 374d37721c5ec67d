"""Verdicts of task 2: how much the clusters of an item on both sides have in common."""

from collections.abc import Iterator

from keytally.evaluations.cpa.formats.columns import CLUSTER, ID
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.evaluations.cpa.scoring.clustering import Clustered, Share, clusters, item_shares
from keytally.evaluations.cpa.verdicts.compared_sides import CellPlace, ComparedSides, cell, mark
from keytally.evaluations.interface import Mark
from keytally.tallies.status import Status


class ClusteringVerdicts:
    """The verdicts of one side (see compared_sides.CpaVerdicts).

    An item is correct if both sides have the same cluster around it, incorrect if no other item of its
    cluster is with it on the other side, else partially correct.
    """

    def __init__(self, sides: ComparedSides, *, official: bool) -> None:
        self._sides = sides
        mine, theirs = (clusters(side.units, official=official) for side in sides)
        self._mine, self._theirs = ({each.item: each for each in side} for side in (mine, theirs))
        self._shares = item_shares(mine, theirs) if sides.mine.is_key else item_shares(theirs, mine)
        self._lost = {} if sides.mine.is_key else sides.lost_rows()

    def of(self, unit: CpaUnit) -> Iterator[Mark]:
        """The marks in a unit of the side."""
        for row in unit.rows:
            mine = self._mine.get(row.cell(ID))
            if mine is not None and mine.row is row:
                yield self._present(mine)
            elif mine is None and not self._sides.mine.is_key:
                yield from self._lacking(row.cell(ID), (unit, *row.place(CLUSTER)[1:] * 2))
        for identifier, place in self._lost.get(unit, ()):
            yield from self._lacking(identifier, place)

    def _present(self, mine: Clustered) -> Mark:
        place, cluster = cell(mine.unit, mine.row, CLUSTER), mine.row.text(CLUSTER)
        theirs = self._theirs.get(mine.item)
        if theirs is None:
            status = self._sides.alone()
            return mark(place, status, f"cluster {cluster}")
        share = self._shares[mine.item]
        status = _status(share)
        shared = f"precision {share.common}/{share.response_size}, recall {share.common}/{share.key_size}"
        return mark(place, status, f"cluster {cluster}: {shared}", cell(theirs.unit, theirs.row, CLUSTER))

    def _lacking(self, identifier: str, place: CellPlace) -> Iterator[Mark]:
        """The key's items without a cluster in the response, at the places of their lines."""
        theirs = self._theirs.get(identifier)
        if theirs is not None:
            what = f"item {identifier}, cluster {theirs.row.text(CLUSTER)}"
            yield mark(place, Status.MISSING, what, cell(theirs.unit, theirs.row, CLUSTER))


def _status(share: Share) -> Status:
    if share.common == share.key_size == share.response_size:
        return Status.CORRECT
    return Status.INCORRECT if share.common <= 1 else Status.PARTIAL
