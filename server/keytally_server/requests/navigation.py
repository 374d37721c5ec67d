"""`keytally/next` and `keytally/progress`: differences, candidates and undecided items."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcRequestCancelled

from keytally.adjudication.choices import claims_in_words
from keytally.adjudication.gold_findings import FollowedAdjudication, GoldPlaces
from keytally.adjudication.states import DocumentState
from keytally.engine.live_pair import LivePair
from keytally.engine.units import Units
from keytally.families.contract import Mark, Role
from keytally.text.positions import Span
from keytally.text.rendering import quantity
from keytally_server.answers import FileProgress, NavigationTarget, Unscored
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.messages import ANNOTATE, NextParams, ProgressParams
from keytally_server.protocol.notifications import Progress
from keytally_server.protocol.server import KeytallyServer
from keytally_server.requests.code_lenses import done_documents
from keytally_server.session.snapshot import Snapshot
from keytally_server.wording import difference

if TYPE_CHECKING:
    from keytally.project.pair import Pair


class _Placed(Protocol):
    """Any object with a range in its unit."""

    @property
    def start(self) -> int: ...


Placed = TypeVar("Placed", bound=_Placed)


class RangeWalk:
    """Iterates over the part of a file from `low` to `high`; without `forwards`, in reverse order."""

    def __init__(self, low: int, high: int, *, forwards: bool) -> None:
        self._low = low
        self._high = high
        self._forwards = forwards

    def units(self, units: Units) -> Iterator[tuple[Any, int]]:
        """Yield the units of the file in the direction of search, each with its offset."""
        if self._low > self._high:
            return iter(())
        found = units.between(max(self._low, 0), self._high)
        return found if self._forwards else reversed(list(found))

    def within(self, found: Iterable[Placed], offset: int) -> Iterator[Placed]:
        """Yield the targets in the unit at an offset that lie within the part, in the direction of search."""
        in_turn = found if self._forwards else reversed(list(found))
        return (each for each in in_turn if self._low <= offset + each.start <= self._high)


LARGEST_COUNTED = 200_000
"""The maximum length of a document whose differences are counted after each edit."""


def differences_ahead(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> Iterator[NavigationTarget | Unscored]:
    """Yield the differences after or before an offset, and the documents that must be scored first.

    The differences in the later files on the same side follow those in the file. With `inclusive`, a
    difference that starts at the offset is included. The caller must score a yielded document before it
    continues; until then, the document is yielded again.
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
) -> Iterator[NavigationTarget | Unscored]:
    """Yield the last differences of a search from an offset, in the same form as `differences_ahead`.

    These are the differences in the earlier files on the same side, then in the rest of the file.
    """
    if snapshot.pair is None:
        return
    walk = _Walk(snapshot.pair, snapshot.role, forwards=forwards)
    edge = _edge(offset, forwards=forwards, inclusive=inclusive)
    low, high = (0, edge - 1) if forwards else (edge + 1, len(snapshot.buffer))
    yield from walk.in_files(walk.before(snapshot.path))
    yield from walk.in_file(snapshot.path, low, high)


def differences_in(snapshot: Snapshot, *, forwards: bool = True) -> Iterator[NavigationTarget | Unscored]:
    """Yield the differences in all files on a file's side of its pair, in the same form as
    `differences_ahead`.
    """
    if snapshot.pair is not None:
        walk = _Walk(snapshot.pair, snapshot.role, forwards=forwards)
        yield from walk.in_files(walk.paths)


def _edge(offset: int, *, forwards: bool, inclusive: bool) -> int:
    """Return the offset at which a search begins."""
    return offset if inclusive else offset + (1 if forwards else -1)


class _Walk:
    """A search through the files of one side of a pair; `paths` are in the order of the search."""

    def __init__(self, pair: LivePair, role: Role, *, forwards: bool) -> None:
        self._pair = pair
        self._side = pair.side(role)
        self._role = role
        self._forwards = forwards
        self.paths: Sequence[Path] = self._side.paths if forwards else self._side.paths[::-1]

    def after(self, path: Path) -> Sequence[Path]:
        """Return the files that come after a file."""
        return self.paths[self.paths.index(path) + 1 :]

    def before(self, path: Path) -> Sequence[Path]:
        """Return the files that come before a file."""
        return self.paths[: self.paths.index(path)]

    def in_files(self, paths: Iterable[Path]) -> Iterator[NavigationTarget | Unscored]:
        """Yield the differences in whole files."""
        for path in paths:
            yield from self.in_file(path, 0, len(self._side.reading(path)))

    def in_file(self, path: Path, low: int, high: int) -> Iterator[NavigationTarget | Unscored]:
        """Yield the differences in a part of a file."""
        reading = self._side.reading(path)
        way = RangeWalk(low, high, forwards=self._forwards)
        for unit, offset in way.units(reading.units):
            document = reading.documents.name_of(unit)
            while document is not None and self._pair.is_stale(document):
                yield Unscored(document)
            for mark in way.within(_differences(self._pair, self._role, path, unit), offset):
                start, end = offset + mark.start, offset + mark.end
                yield NavigationTarget(path, start, end, difference(mark), mark.status.value)


def _differences(pair: LivePair, role: Role, path: Path, unit: object) -> Sequence[Mark]:
    document = pair.side(role).reading(path).documents.name_of(unit)
    return () if document is None else pair.differences(role, document, unit)


def progress(snapshot: Snapshot, offset: int) -> FileProgress | None:
    """Return the progress of the document at an offset; None outside documents.

    The number of differences is None if the document is too large for counting or if scores are stale.
    """
    documents = snapshot.reading.documents
    name = documents.name_of(snapshot.unit_at(offset).unit)
    if name is None:
        return None
    pair = snapshot.pair
    names = list(documents if pair is None else pair.documents)
    number = names.index(name) + 1
    if pair is None:
        return FileProgress(name, number, len(names), None)
    units = documents.units_of(name)
    left = None
    if not pair.stale and sum(len(unit.text) for unit in units) <= LARGEST_COUNTED:
        left = sum(len(_differences(pair, snapshot.role, snapshot.path, unit)) for unit in units)
    return FileProgress(name, number, len(names), left, pair.evaluation.document_name)


_Differences = Callable[[Snapshot], Iterator[NavigationTarget | Unscored]]


async def next_difference(
    server: KeytallyServer, uri: str, position: types.Position, *, forwards: bool, inclusive: bool
) -> NavigationTarget | None:
    """Return the next or the previous difference from a position in a file; None if there is none.

    After the pair, the search continues in the other pairs of the project, whose files are read and scored
    for this purpose, and then at the start of the pair. Documents without a current score are scored first.
    Raises JsonRpcRequestCancelled if the progress is cancelled.
    """
    path = server.path_of(uri)

    def from_here(differences: Callable[..., Iterator[NavigationTarget | Unscored]]) -> _Differences:
        return lambda snapshot: differences(
            snapshot, server.offset(snapshot, position), forwards=forwards, inclusive=inclusive
        )

    return (
        await _first(server, path, from_here(differences_ahead))
        or await _in_other_pairs(server, path, forwards=forwards)
        or await _first(server, path, from_here(differences_behind))
    )


async def _first(server: KeytallyServer, path: Path, differences: _Differences) -> NavigationTarget | None:
    """Return the first difference in a file's pair, or None; the search restarts after each change of a
    file.
    """
    while True:
        await server.until_read(server.uri_of(path))
        snapshot = server.session.snapshot(path)
        if snapshot is None or snapshot.pair is None:
            return None
        changes, found = server.changes, differences(snapshot)
        while changes == server.changes:
            step = next(found, None)
            if step is None or isinstance(step, NavigationTarget):
                return step
            server.score_first(snapshot.pair, step.document)
            await asyncio.sleep(0)


async def _in_other_pairs(server: KeytallyServer, path: Path, *, forwards: bool) -> NavigationTarget | None:
    """Return the first difference in the other pairs of a file's project, on the same side as the file; None
    if there is no difference.

    Only one search runs at a time, because another search would end the pair that this search has made live.
    """
    async with server.search:
        return await _search(server, path, forwards=forwards)


async def _search(server: KeytallyServer, path: Path, *, forwards: bool) -> NavigationTarget | None:
    live = server.session.active_pair(path)
    pairs = [] if live is None else server.session.pairs_after(live.pair, path)
    if live is None or not pairs:
        return None
    role, stop = live.role_of(path), Event()
    progress = Progress(server, "search", "Searching for differences", stop.set)
    found = None
    try:
        for number, pair in enumerate(pairs if forwards else reversed(pairs)):
            progress.report(pair.response.name, 100 * number // len(pairs))
            found = await _visited(server, pair, role, forwards=forwards)
            if found is not None:
                return found
            if stop.is_set():
                raise JsonRpcRequestCancelled
    finally:
        progress.end()
        if found is None:
            _visit(server, None)
    return None


async def _visited(
    server: KeytallyServer, pair: "Pair", role: Role, *, forwards: bool
) -> NavigationTarget | None:
    """Return the first difference on one side of a pair; None if there is no difference. The pair's files
    are read for this purpose.
    """
    files = pair.keys if role is Role.KEY else pair.responses
    if not files:
        return None
    _visit(server, pair)
    return await _first(server, files[0], lambda snapshot: differences_in(snapshot, forwards=forwards))


def _visit(server: KeytallyServer, pair: "Pair | None") -> None:
    """Make a pair live regardless of the open files, and have its files read."""
    server.after_change(server.session.visit(pair))


REACH = 1_000_000
"""The number of characters before and after a position in which strings are searched for."""


def next_candidate(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> NavigationTarget | None:
    """Return the next candidate after an offset, or the previous one before it; None if there is none.

    The search wraps around at the ends of the file or, in a long file, of the part near the offset. With
    `inclusive`, a candidate that starts at the offset is included.
    """
    edge = offset if inclusive else offset + (1 if forwards else -1)
    first, last = max(offset - REACH, 0), min(offset + REACH, len(snapshot.buffer))
    candidates_of = presenter_of(snapshot.reading.language).candidates(snapshot, Span(first, last))
    ahead, behind = ((edge, last), (first, edge - 1)) if forwards else ((first, edge), (edge + 1, last))
    for low, high in (ahead, behind):
        way = RangeWalk(low, high, forwards=forwards)
        for unit, shift in way.units(snapshot.reading.units):
            for each in way.within(candidates_of(unit), shift):
                start, end = shift + each.start, shift + each.end
                return NavigationTarget(snapshot.path, start, end, each.message, action=each.action)
    return None


FIRST_VARIANT = "adjudicate.1"


class _Open(NamedTuple):
    """An open item in a unit of the gold, its message, and its state."""

    start: int
    end: int
    message: str
    status: str


def next_undecided(
    snapshot: Snapshot,
    offset: int,
    others: Sequence[Snapshot],
    *,
    forwards: bool = True,
    inclusive: bool = False,
) -> NavigationTarget | None:
    """Return the next open item after an offset, or the previous one before it; None if there is none.

    After the gold, the search continues in the `others`, in the given order, and then at the start of the
    gold; a backward search does the reverse. With `inclusive`, an item that starts at the offset is included.
    """
    edge = offset if inclusive else offset + (1 if forwards else -1)
    end = len(snapshot.buffer)
    ahead, behind = ((edge, end), (0, edge - 1)) if forwards else ((0, edge), (edge + 1, end))
    parts = [(snapshot, ahead)]
    parts += [(other, (0, len(other.buffer))) for other in (others if forwards else others[::-1])]
    parts.append((snapshot, behind))
    found = (
        stop for each, (low, high) in parts for stop in _stops(each, RangeWalk(low, high, forwards=forwards))
    )
    return next(found, None)


def _stops(snapshot: Snapshot, way: RangeWalk) -> Iterator[NavigationTarget]:
    """Yield the open items of a gold in the direction of search."""
    followed = snapshot.adjudication
    if followed is None or followed.path != snapshot.path or followed.live.gold is None:
        return
    gold = followed.live.gold
    known: dict[str, dict[Any, list[_Open]]] = {}
    last = gold.units.at(len(gold))[0]
    for unit, offset in way.units(gold.units):
        document = gold.documents.name_of(unit)
        if document is not None and document not in known:
            known[document] = _in_document(followed, document)
        here = list(known[document].get(unit, ())) if document is not None else []
        if unit is last:
            here += _absent(followed, len(unit.text))
        for each in way.within(sorted(here, key=lambda item: item.start), offset):
            start, end = offset + each.start, offset + each.end
            yield NavigationTarget(snapshot.path, start, end, each.message, each.status, FIRST_VARIANT)


def _in_document(followed: FollowedAdjudication, document: str) -> dict[Any, list[_Open]]:
    """Return the open items of a document of the gold, by unit."""
    live = followed.live
    state = live.state(document)
    if state is None or live.gold is None:
        return {}
    places = GoldPlaces(live, state, live.gold.documents.units_of(document))
    found: dict[Any, list[_Open]] = {}
    for number in state.open:
        place = places.of(number)
        message = f"{claims_in_words(state.items, number)}: {_named(state, number)}"
        status = state.standings[number].state.value
        found.setdefault(place.unit, []).append(_Open(place.start, place.end, message, status))
    return found


def _named(state: DocumentState, number: int) -> str:
    """Return the name of an item, preceded by the names of its parents."""
    item = state.items.items[number]
    return item.name if item.parent is None else f"{_named(state, item.parent)} > {item.name}"


def _absent(followed: FollowedAdjudication, end: int) -> Iterator[_Open]:
    """Yield a target at the end of the gold for each document with open items that the gold lacks."""
    gold = followed.live.gold
    for document, state in followed.live.states.items():
        if gold is not None and state.open and not gold.documents.units_of(document):
            status = state.standings[state.open[0]].state.value
            items = quantity(len(state.open), "undecided item")
            message = f"the gold has no document {document!r}, which has {items}"
            yield _Open(end, end, message, status)


_KINDS = "difference", "candidate", "undecided"
_DIRECTIONS = {"next": True, "previous": False}


async def answer_next(
    server: KeytallyServer, snapshot: Snapshot, params: NextParams
) -> dict[str, Any] | None:
    """Return the target with its message and the code action for it; None if there is none.

    Raises JsonRpcInvalidParams.
    """
    if params.what not in _KINDS or params.direction not in _DIRECTIONS:
        raise JsonRpcInvalidParams(
            '"what" must be difference, candidate or undecided; "direction" must be next or previous'
        )
    if params.what == "difference":
        stop = await next_difference(server, params.text_document.uri, params.position, **_options(params))
    elif params.what == "candidate":
        stop = next_candidate(snapshot, server.offset(snapshot, params.position), **_options(params))
    else:
        offset, others = server.offset(snapshot, params.position), _other_golds(server, snapshot)
        stop = next_undecided(snapshot, offset, others, **_options(params))
    return None if stop is None else _target_members(server, stop)


def _options(params: NextParams) -> dict[str, bool]:
    return {"forwards": _DIRECTIONS[params.direction], "inclusive": params.inclusive}


def _other_golds(server: KeytallyServer, snapshot: Snapshot) -> list[Snapshot]:
    """Return the other open golds in the order in which they were opened, starting after this gold."""
    paths = list(server.session.open_files)
    place = paths.index(snapshot.path) if snapshot.path in paths else 0
    golds = [
        path for path in (*paths[place + 1 :], *paths[:place]) if server.session.adjudications.is_gold(path)
    ]
    found = (server.session.snapshot(path) for path in golds)
    return [each for each in found if each is not None]


def _target_members(server: KeytallyServer, stop: NavigationTarget) -> dict[str, Any]:
    location = server.location(stop.path, stop.start, stop.end)
    return {
        "uri": location.uri,
        "range": location.range,
        "status": stop.status or None,
        "message": stop.message,
        "action": f"{ANNOTATE}.{stop.action}" if stop.action else None,
    }


def answer_progress(
    server: KeytallyServer, snapshot: Snapshot, params: ProgressParams
) -> dict[str, Any] | None:
    """Return the name and number of the document, the numbers of its differences and of finished documents,
    and the same information in words.

    The result is None outside documents.
    """
    found = progress(snapshot, server.offset(snapshot, params.position))
    if found is None:
        return None
    file = server.session.annotators_files.of(snapshot.path, snapshot.reading)
    found = found._replace(done=done_documents(snapshot, file))
    return {
        "document": found.document,
        "number": found.number,
        "documents": found.documents,
        "differences": found.differences,
        "done": None if found.done is None else found.done[0],
        "text": found.text,
    }
