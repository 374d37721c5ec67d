"""From difference to difference, over the documents and the files of a pair; and how many are left."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from keytally.engine.live_pair import LivePair
from keytally.evaluations.interface import Mark, Role
from keytally_server.answers.progress import Progress
from keytally_server.answers.stop import Stop, Unscored
from keytally_server.features.way import Way
from keytally_server.session.snapshot import Snapshot
from keytally_server.wording.verdicts import difference

LARGEST_COUNTED = 200_000
"""The number of characters of a document up to which its differences are counted anew after each edit."""

T = TypeVar("T")


def differences_from(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> Iterator[Stop | Unscored]:
    """The differences from an offset on, or from there back, and the documents that must be scored before.

    After the last one of the file come those of the next file on the same side, and after the last file
    those of the first. With `inclusive` one that starts at the offset counts too. Whoever asks for more after
    a document has it scored first: it is named until it is.
    """
    if snapshot.pair is None:
        return iter(())
    walk = _Walk(snapshot.pair, snapshot.role, forwards=forwards)
    edge = offset if inclusive else offset + (1 if forwards else -1)
    end = len(snapshot.buffer)
    ahead, behind = ((edge, end), (0, edge - 1)) if forwards else ((0, edge), (edge + 1, end))
    return walk.stops(snapshot.path, ahead, behind)


class _Walk:
    """A way through the files of one side of a pair."""

    def __init__(self, pair: LivePair, role: Role, *, forwards: bool) -> None:
        self._pair = pair
        self._side = pair.side(role)
        self._role = role
        self._forwards = forwards

    def stops(self, path: Path, ahead: tuple[int, int], behind: tuple[int, int]) -> Iterator[Stop | Unscored]:
        """The differences of a part of a file, of the other files in turn, and of the file's other part."""
        yield from self._in_file(path, *ahead)
        paths = self._in_turn(self._side.paths)
        place = paths.index(path)
        for other in (*paths[place + 1 :], *paths[:place]):
            yield from self._in_file(other, 0, len(self._side.reading(other)))
        yield from self._in_file(path, *behind)

    def _in_file(self, path: Path, low: int, high: int) -> Iterator[Stop | Unscored]:
        reading = self._side.reading(path)
        way = Way(low, high, forwards=self._forwards)
        for unit, offset in way.units(reading.units):
            document = reading.documents.name_of(unit)
            while document is not None and self._pair.is_stale(document):
                yield Unscored(document)
            for mark in way.within(_differences(self._pair, self._role, path, unit), offset):
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
