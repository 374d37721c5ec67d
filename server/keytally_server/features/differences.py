"""From difference to difference, over the documents and the files of a pair; and how many are left."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from keytally.engine.live_pair import LivePair
from keytally.evaluations.interface import Mark, Role
from keytally_server.answers.progress import Progress
from keytally_server.answers.stop import Stop, Unscored
from keytally_server.features.way import Way
from keytally_server.session.snapshot import Snapshot
from keytally_server.wording.verdicts import difference

LARGEST_COUNTED = 200_000
"""The number of characters of a document up to which its differences are counted anew after each edit."""


def differences_ahead(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> Iterator[Stop | Unscored]:
    """The differences from an offset on, or from there back, and the documents that must be scored before.

    After the last one of the file come those of the later files on the same side. With `inclusive` one that
    starts at the offset counts too. Whoever asks for more after a document has it scored first: it is named
    until it is.
    """
    if snapshot.pair is None:
        return
    walk = _Walk(snapshot.pair, snapshot.role, forwards=forwards)
    edge = _edge(offset, forwards=forwards, inclusive=inclusive)
    low, high = (edge, len(snapshot.buffer)) if forwards else (0, edge)
    yield from walk.in_file(snapshot.path, low, high)
    yield from walk.in_files(walk.after(snapshot.path))


def differences_behind(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> Iterator[Stop | Unscored]:
    """The differences that the way from an offset on comes to last, as `differences_ahead` tells the first.

    They are those of the earlier files on the same side, then those of the file's other part.
    """
    if snapshot.pair is None:
        return
    walk = _Walk(snapshot.pair, snapshot.role, forwards=forwards)
    edge = _edge(offset, forwards=forwards, inclusive=inclusive)
    low, high = (0, edge - 1) if forwards else (edge + 1, len(snapshot.buffer))
    yield from walk.in_files(walk.before(snapshot.path))
    yield from walk.in_file(snapshot.path, low, high)


def differences_in(snapshot: Snapshot, *, forwards: bool = True) -> Iterator[Stop | Unscored]:
    """The differences of all files on a file's side of its pair, told as those of `differences_ahead`."""
    if snapshot.pair is not None:
        walk = _Walk(snapshot.pair, snapshot.role, forwards=forwards)
        yield from walk.in_files(walk.paths)


def _edge(offset: int, *, forwards: bool, inclusive: bool) -> int:
    """Where the way begins."""
    return offset if inclusive else offset + (1 if forwards else -1)


class _Walk:
    """A way through the files of one side of a pair, `paths` in the order of the way."""

    def __init__(self, pair: LivePair, role: Role, *, forwards: bool) -> None:
        self._pair = pair
        self._side = pair.side(role)
        self._role = role
        self._forwards = forwards
        self.paths: Sequence[Path] = self._side.paths if forwards else self._side.paths[::-1]

    def after(self, path: Path) -> Sequence[Path]:
        """The files that come after one."""
        return self.paths[self.paths.index(path) + 1 :]

    def before(self, path: Path) -> Sequence[Path]:
        """The files that come before one."""
        return self.paths[: self.paths.index(path)]

    def in_files(self, paths: Iterable[Path]) -> Iterator[Stop | Unscored]:
        """The differences of whole files."""
        for path in paths:
            yield from self.in_file(path, 0, len(self._side.reading(path)))

    def in_file(self, path: Path, low: int, high: int) -> Iterator[Stop | Unscored]:
        """The differences of a part of a file."""
        reading = self._side.reading(path)
        way = Way(low, high, forwards=self._forwards)
        for unit, offset in way.units(reading.units):
            document = reading.documents.name_of(unit)
            while document is not None and self._pair.is_stale(document):
                yield Unscored(document)
            for mark in way.within(_differences(self._pair, self._role, path, unit), offset):
                start, end = offset + mark.start, offset + mark.end
                yield Stop(path, start, end, difference(mark), mark.status.value)


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
