"""The score of a document: the compared objects and fills, and their verdicts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.objects import MucObject
from keytally.tallies.status import Status
from keytally.tallies.tabulation import Tabulation
from keytally.tallies.tally import Tally


class FillPlace(NamedTuple):
    """A single fill of a slot: the index of its alternative, and its index in that."""

    alternative: int
    fill: int


class FillPair(NamedTuple):
    """Two compared fills, or one without a counterpart; None for the side that has none."""

    status: Status
    key: FillPlace | None
    response: FillPlace | None


class SlotPair(NamedTuple):
    """Two compared slots: the aligned alternatives, every single fill, and the counts.

    `key` and `response` are the indices of the chosen alternatives (None: none was chosen). Every single fill
    of both slots occurs in `fills` exactly once; the fills of unused alternatives are `NONCOMMITTAL`. Values
    hold no position, so equal comparisons share one SlotPair.
    """

    tally: Tally
    fills: tuple[FillPair, ...]
    key: int | None = None
    response: int | None = None


_COUNTED_AS = {
    Status.CORRECT: "cor",
    Status.PARTIAL: "par",
    Status.INCORRECT: "inc",
    Status.MISSING: "mis",
    Status.SPURIOUS: "spu",
}


def tally_of(fills: Iterable[FillPair], removed_count: bool = True) -> Tally:
    """The counts of fill comparisons; all statuses that are no outcome of scoring count as NON.

    `removed_count` says whether removed pointers count at all (`rem_tally`).
    """
    counts = dict.fromkeys(Tally._fields, 0)
    for fill in fills:
        if removed_count or fill.status is not Status.REMOVED:
            counts[_COUNTED_AS.get(fill.status, "non")] += 1
    return Tally(**counts)


# Not frozen, for the same reason as MucObject.
class ObjectPair:
    """Two aligned objects, or an unaligned one (the other side is None); immutable.

    `status` is the verdict on the objects; `slots` has an entry for each slot of the class's definition that
    either object fills, by lower-case name, in the order of the definitions.
    """

    __slots__ = ("key", "response", "slots", "status")

    def __init__(
        self,
        status: Status,
        key: MucObject | None,
        response: MucObject | None,
        slots: Mapping[str, SlotPair],
    ) -> None:
        self.status = status
        self.key = key
        self.response = response
        self.slots = slots


class DocumentScore:
    """The score of one document: every object pair by class, and the rows of its report page.

    `classes` is in the order of the class definitions. Within a class pairs are in the key's file order, then
    the unaligned response objects in theirs. `representatives` maps each object that is identical to an
    earlier one of its side to the first such object (`equatable_objects`).
    """

    __slots__ = ("classes", "document", "representatives", "tabulation")

    def __init__(
        self,
        document: str,
        classes: Mapping[str, Sequence[ObjectPair]],
        tabulation: Tabulation,
        *,
        representatives: Mapping[MucObject, MucObject] = {},
    ) -> None:
        self.document = document
        self.classes = classes
        self.tabulation = tabulation
        self.representatives = representatives
