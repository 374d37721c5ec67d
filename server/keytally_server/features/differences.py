"""From difference to difference, over the documents and the files of a pair; and how many are left."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from keytally.engine.live_pair import LivePair
from keytally.evaluations.interface import Mark, Role
from keytally_server.answers.progress import Progress
from keytally_server.answers.stop import Stop
from keytally_server.features.way import on_the_way
from keytally_server.session.snapshot import Snapshot
from keytally_server.wording.verdicts import difference

LARGEST_COUNTED = 200_000
"""The number of characters of a document up to which its differences are counted anew after each edit."""

T = TypeVar("T")


def next_difference(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> Stop | None:
    """The next difference after an offset, or the previous one before it; None if there is none.

    After the last one of the file come those of the next file on the same side, and after the last file
    those of the first. With `inclusive` one that starts at the offset counts too.
    """
    if snapshot.pair is None:
        return None
    walk = _Walk(snapshot.pair, snapshot.role, forwards=forwards)
    edge = offset if inclusive else offset + (1 if forwards else -1)
    end = len(snapshot.buffer)
    ahead, behind = ((edge, end), (0, edge - 1)) if forwards else ((0, edge), (edge + 1, end))
    return next(walk.stops(snapshot.path, ahead, behind), None)


class _Walk:
    """A way through the files of one side of a pair."""

    def __init__(self, pair: LivePair, role: Role, *, forwards: bool) -> None:
        self._pair = pair
        self._side = pair.side(role)
        self._role = role
        self._forwards = forwards

    def stops(self, path: Path, ahead: tuple[int, int], behind: tuple[int, int]) -> Iterator[Stop]:
        """The differences of a part of a file, of the other files in turn, and of the file's other part."""
        yield from self._in_file(path, *ahead)
        paths = self._in_turn(self._side.paths)
        place = paths.index(path)
        for other in (*paths[place + 1 :], *paths[:place]):
            yield from self._in_file(other, 0, len(self._side.reading(other)))
        yield from self._in_file(path, *behind)

    def _in_file(self, path: Path, low: int, high: int) -> Iterator[Stop]:
        units = self._side.reading(path).units
        found_in = partial(_differences, self._pair, self._role, path)
        for mark, offset in on_the_way(units, found_in, low, high, forwards=self._forwards):
            start, end = offset + mark.start, offset + mark.end
            yield Stop(path, start, end, difference(mark), mark.status.value)

    def _in_turn(self, items: Sequence[T]) -> Sequence[T]:
        return items if self._forwards else items[::-1]


def _differences(pair: LivePair, role: Role, path: Path, unit: object) -> Sequence[Mark]:
    document = pair.side(role).reading(path).documents.name_of(unit)
    return () if document is None else pair.differences(role, document, unit)


def progress(snapshot: Snapshot, offset: int) -> Progress | None:
    """How far the document at an offset has come; None outside documents.

    The differences are None of a document that is too large to be counted, and while scores are old.
    """
    documents = snapshot.reading.documents
    name = documents.name_of(snapshot.unit_at(offset).unit)
    if name is None:
        return None
    pair = snapshot.pair
    names = list(documents if pair is None else pair.documents)
    number = names.index(name) + 1
    if pair is None:
        return Progress(name, number, len(names), None)
    units = documents.units_of(name)
    left = None
    if not pair.stale and sum(len(unit.text) for unit in units) <= LARGEST_COUNTED:
        left = sum(len(_differences(pair, snapshot.role, snapshot.path, unit)) for unit in units)
    return Progress(name, number, len(names), left, pair.evaluation.document_name)
