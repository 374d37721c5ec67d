"""From one untagged string to the next that is tagged elsewhere in the file."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from keytally.text.span import Span
from keytally_server.answers.stop import Candidate, Stop
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

REACH = 1_000_000
"""The number of characters before and after a place in which strings are looked for."""


def next_candidate(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> Stop | None:
    """The next candidate after an offset, or the previous one before it; None without one.

    The search goes round the file, or the part of a long file that is near. With `inclusive` one that starts
    at the offset counts too.
    """
    edge = offset if inclusive else offset + (1 if forwards else -1)
    first, last = max(offset - REACH, 0), min(offset + REACH, len(snapshot.buffer))
    candidates_of = presenter_of(snapshot.reading.language).candidates(snapshot, Span(first, last))
    ahead, behind = ((edge, last), (first, edge - 1)) if forwards else ((first, edge), (edge + 1, last))
    for low, high in (ahead, behind):
        for start, stop, message, action in _between(snapshot, candidates_of, low, high, forwards=forwards):
            return Stop(snapshot.path, start, stop, message, action=action)
    return None


def _between(
    snapshot: Snapshot,
    candidates_of: Callable[[Any], Iterable[Candidate]],
    low: int,
    high: int,
    *,
    forwards: bool,
) -> Iterator[Candidate]:
    if low > high:
        return
    units = snapshot.reading.units.between(max(low, 0), high)
    for unit, offset in units if forwards else reversed(list(units)):
        found = [each.moved(offset) for each in candidates_of(unit)]
        for candidate in found if forwards else reversed(found):
            if low <= candidate.start <= high:
                yield candidate
