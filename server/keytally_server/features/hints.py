"""What the key has and the response lacks, shown where it would stand."""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.tallies.status import Status
from keytally_server.session.snapshot import Snapshot


class Hint(NamedTuple):
    """A short text at a place in the file, and a longer one on demand."""

    place: int
    label: str
    tooltip: str


def hints(snapshot: Snapshot, start: int, end: int) -> Iterator[Hint]:
    """What is missing and would stand from `start` to `end`."""
    for placed in snapshot.marks(start, end):
        mark = placed.mark
        if placed.start == placed.end and mark.status is Status.MISSING and _is_hinted_at(mark):
            yield Hint(placed.start, mark.label, _tooltip(mark.partner))


def _is_hinted_at(mark: Mark) -> bool:
    """Whether a missing thing is shown in the text; of tags that are there, fills are not."""
    return not isinstance(mark.unit, SgmlUnit) or mark.level not in (Level.SLOT, Level.FILL)


def _tooltip(partner: tuple[object, int, int] | None) -> str:
    if partner is None:
        return ""
    unit, start, end = partner
    return f"the key has {' '.join(getattr(unit, 'text', '')[start:end].split())}"
