"""From one untagged string to the next that is tagged elsewhere in the file."""

from keytally.text.span import Span
from keytally_server.answers.stop import Stop
from keytally_server.features.way import Way
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
        way = Way(low, high, forwards=forwards)
        for unit, shift in way.units(snapshot.reading.units):
            for each in way.within(candidates_of(unit), shift):
                start, end = shift + each.start, shift + each.end
                return Stop(snapshot.path, start, end, each.message, action=each.action)
    return None
