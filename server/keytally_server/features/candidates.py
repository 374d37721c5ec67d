"""From one untagged string to the next that is tagged elsewhere in the file."""

from collections.abc import Iterator

from keytally_server.answers.stop import Candidate, Stop
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def next_candidate(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> Stop | None:
    """The next candidate after an offset, or the previous one before it, round the file; None without one.

    With `inclusive` one that starts at the offset counts too.
    """
    edge = offset if inclusive else offset + (1 if forwards else -1)
    end = len(snapshot.buffer)
    ahead, behind = ((edge, end), (0, edge - 1)) if forwards else ((0, edge), (edge + 1, end))
    for low, high in (ahead, behind):
        for start, stop, message, action in _between(snapshot, low, high, forwards=forwards):
            return Stop(snapshot.path, start, stop, message, action=action)
    return None


def _between(snapshot: Snapshot, low: int, high: int, *, forwards: bool) -> Iterator[Candidate]:
    if low > high:
        return
    candidates_of = presenter_of(snapshot.reading.language).candidates(snapshot)
    units = snapshot.reading.units.between(max(low, 0), high)
    for unit, offset in units if forwards else reversed(list(units)):
        found = [each.moved(offset) for each in candidates_of(unit)]
        for candidate in found if forwards else reversed(found):
            if low <= candidate.start <= high:
                yield candidate
