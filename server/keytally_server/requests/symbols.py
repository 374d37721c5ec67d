"""Document symbols, workspace symbols and the type hierarchy."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nsmallest
from operator import itemgetter
from pathlib import Path

from lsprotocol import types

from keytally.engine.reading import Reading
from keytally.text.positions import Span
from keytally.text.rendering import quantity
from keytally_server.answers import Symbol, SymbolKind, WorkspaceSymbol
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.server import KeytallyServer
from keytally_server.requests.viewport import WHOLE, Part, at_most, is_medium, is_small, part_around
from keytally_server.session.snapshot import Snapshot

WHOLE_OUTLINE = 24_000
"""The maximum weight of an outline that is returned completely, because clients request it again after
each edit.
"""

LISTED = 18_000
"""The maximum weight of a shortened outline; if the whole outline is heavier, fewer documents are listed."""

MOST_DOCUMENTS = 12
"""The maximum number of documents in the outline of a large file, in addition to the document at the
cursor.
"""

MOST_PARTS = 12
"""The maximum number of parts of a document, or of one of its parts, in the outline of a large file."""

MORE_PARTS = 30
"""The maximum number of parts of a document, or of one of its parts, in the outline of a file that is not
large.
"""

MOST_UNITS_OF_ONE = 2000
"""The maximum number of units of a document that is listed with its parts; a document longer than a small
file is also listed without them.
"""

_SYMBOL = 180
"""The weight of a symbol without its texts: approximately its size in JSON, in bytes."""

_BLANKS = 1000
"""The number of characters after a document that are searched for other text."""


def document_symbols(snapshot: Snapshot, place: int = 0) -> Iterable[Symbol]:
    """Return the outline; for a large file, only documents near a position, and the parts of the document at
    the position.

    Clients request the whole outline again after each edit. Entries represent the omitted documents.
    """
    reading, presenter = snapshot.reading, presenter_of(snapshot.reading.language)
    part = part_around(reading, place, MOST_DOCUMENTS)
    if is_small(reading):
        whole = list(presenter.document_symbols(snapshot, part.units, with_parts=True))
        if sum(map(_weight, whole)) <= WHOLE_OUTLINE:
            return whole
    found = list(presenter.document_symbols(snapshot, part.units, with_parts=False))
    if not found:
        return found
    found = list(_nearest(found, place, _most_listed(found, at_most(len(reading), MOST_DOCUMENTS))))
    most_parts = MORE_PARTS if is_medium(reading) else MOST_PARTS
    near = (_with_parts(snapshot, part, symbol, place, most_parts) for symbol in found)
    return [*_before(snapshot, found[0]), *near, *_behind(snapshot, found[-1])]


def listed_part(symbols: Sequence[Symbol]) -> Span | None:
    """Return the part of a file covered by an outline; None if it is complete."""
    listed = [symbol for symbol in symbols if symbol.kind is not SymbolKind.LEFT_OUT]
    return Span(listed[0].start, listed[-1].end) if len(listed) < len(symbols) else None


def _most_listed(symbols: Sequence[Symbol], most: int) -> int:
    """Return the number of documents to list in addition to the current one; the number is lower if they
    are large.
    """
    fitting = LISTED * len(symbols) // sum(map(_weight, symbols))
    return min(most + 1, max(fitting, MOST_DOCUMENTS + 1))


def _weight(symbol: Symbol) -> int:
    """Return the approximate size of a symbol with its parts, in bytes."""
    return _SYMBOL + len(symbol.name) + len(symbol.detail) + sum(map(_weight, symbol.children))


def _with_parts(snapshot: Snapshot, part: Part, symbol: Symbol, place: int, most: int) -> Symbol:
    """If a position is in a document's symbol, return the symbol with its parts nearest to the position,
    up to `most` at each level; otherwise, return it unchanged.
    """
    if not _holds(symbol, place):
        return symbol
    units = [each for each in part.units if symbol.start <= each[1] < symbol.end]
    if len(units) > MOST_UNITS_OF_ONE or sum(len(unit.text) for unit, _ in units) > WHOLE:
        return symbol
    presenter = presenter_of(snapshot.reading.language)
    for document_symbol in presenter.document_symbols(snapshot, units, with_parts=True):
        if _holds(document_symbol, place):
            return _trimmed(document_symbol, place, most)
    return symbol


def _trimmed(symbol: Symbol, place: int, most: int) -> Symbol:
    """Return a symbol with the children nearest to a position; only the child at the position has
    children.
    """
    near = _nearest(symbol.children, place, most)
    children = (
        _trimmed(each, place, most) if _holds(each, place) else each._replace(children=()) for each in near
    )
    return symbol._replace(children=tuple(children))


def _nearest(symbols: Sequence[Symbol], place: int, most: int) -> Sequence[Symbol]:
    at = sum(symbol.end <= place for symbol in symbols)
    first = max(0, min(at - most // 2, len(symbols) - most))
    return symbols[first : first + most]


def _holds(symbol: Symbol, place: int) -> bool:
    return symbol.start <= place <= symbol.end


def _before(snapshot: Snapshot, first: Symbol) -> Iterator[Symbol]:
    """Yield the entry for the omitted documents before a symbol; it links to their end."""
    if first.start:
        yield _left_out(snapshot, f"… before {first.name}", 0, first.start, first.start - 1)


def _behind(snapshot: Snapshot, last: Symbol) -> Iterator[Symbol]:
    """Yield the entry for the omitted documents after a symbol; it links to their start."""
    end = len(snapshot.reading)
    if snapshot.buffer.slice(last.end, last.end + _BLANKS).strip():
        yield _left_out(snapshot, f"… after {last.name}", last.end, end, last.end)


def _left_out(snapshot: Snapshot, name: str, start: int, end: int, place: int) -> Symbol:
    noun = snapshot.pair.evaluation.document_name if snapshot.pair else "document"
    detail = f"of {quantity(len(snapshot.reading.documents), noun)}; the outline shows those near the cursor"
    return Symbol(name, detail, SymbolKind.LEFT_OUT, start, end, place, place)


_KINDS = {
    SymbolKind.DOCUMENT: types.SymbolKind.File,
    SymbolKind.ELEMENT: types.SymbolKind.Field,
    SymbolKind.OPTION: types.SymbolKind.Property,
    SymbolKind.HEADING: types.SymbolKind.Object,
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.OBJECT: types.SymbolKind.Object,
    SymbolKind.SLOT: types.SymbolKind.Field,
    SymbolKind.SET: types.SymbolKind.Enum,
    SymbolKind.CHAIN: types.SymbolKind.Class,
    SymbolKind.LEFT_OUT: types.SymbolKind.Object,
}


def answer_document_symbols(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    """Return a file's outline; for a large file, only the part near the viewed position."""
    symbols = list(document_symbols(snapshot, server.views.place(snapshot.path)))
    server.views.outline_answered(snapshot.path, listed_part(symbols))
    return [_converted(server, snapshot, symbol) for symbol in symbols]


def _converted(server: KeytallyServer, snapshot: Snapshot, symbol: Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        symbol.name,
        _KINDS[symbol.kind],
        server.range(snapshot, symbol.start, symbol.end),
        server.range(snapshot, symbol.name_start, symbol.name_end),
        detail=symbol.detail,
        children=[_converted(server, snapshot, child) for child in symbol.children] or None,
    )


MOST_SYMBOLS = 200
"""The maximum number of documents, and of other symbols, that a search returns."""

Files = Sequence[tuple[Path, Reading]]
Matches = Callable[[str], bool]


def workspace_symbols(files: Iterable[tuple[Path, Reading]], query: str) -> list[WorkspaceSymbol]:
    """Return the symbols with all words of a query in their names, ignoring case; documents come first,
    sorted by quality of match.

    A document is a better match if its name is equal to the query or begins with it.
    """
    words, read = query.lower().split(), list(files)
    return [*_documents(read, " ".join(words), _matching(words)), *_others(read, _matching(words))]


def files_named(paths: Iterable[Path], query: str) -> list[Path]:
    """Return the files with all words of a query in their names, ignoring case."""
    matches = _matching(query.lower().split())
    return [path for path in paths if matches(path.name)][:MOST_SYMBOLS]


def _matching(words: Sequence[str]) -> Matches:
    def matches(text: str) -> bool:
        lower = text.lower()
        return all(word in lower for word in words)

    return matches


def _documents(files: Files, query: str, matches: Matches) -> Iterator[WorkspaceSymbol]:
    """Yield the best matches among documents; of equally good matches, those that come first in their
    files.
    """
    found = (
        ((_rank(title.lower(), query), place, number), (path, reading, name, title))
        for number, (path, reading) in enumerate(files)
        for place, (name, title) in enumerate(_titles(reading))
        if matches(title) or matches(name)
    )
    for _, (path, reading, name, title) in nsmallest(MOST_SYMBOLS, found, key=itemgetter(0)):
        unit = reading.documents.units_of(name)[0]
        offset = reading.units.offset_of(unit)
        start, end = presenter_of(reading.language).document_heading(unit)
        yield WorkspaceSymbol(title, SymbolKind.DOCUMENT, path, offset + start, offset + end)


def _titles(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the name of each document, and its spelling in the file."""
    presenter, named = presenter_of(reading.language), reading.documents.named
    for name in reading.documents:
        yield name, presenter.document_title(named[name][0], name) if name in named else name


def _rank(title: str, query: str) -> int:
    return 0 if title == query else 1 if title.startswith(query) else 2


def _others(files: Files, matches: Matches) -> list[WorkspaceSymbol]:
    """Return the first symbols that are not documents."""
    found: list[WorkspaceSymbol] = []
    for path, reading in files:
        presenter, offset = presenter_of(reading.language), 0
        for unit in reading.units:
            for symbol in presenter.workspace_symbols(path, unit, offset, matches):
                if len(found) >= MOST_SYMBOLS:
                    return found
                found.append(symbol)
            offset += len(unit.text)
    return found


_WORKSPACE_KINDS = {
    SymbolKind.DOCUMENT: types.SymbolKind.File,
    SymbolKind.ELEMENT: types.SymbolKind.Field,
    SymbolKind.OBJECT: types.SymbolKind.Object,
}
_START = types.Range(types.Position(0, 0), types.Position(0, 0))


async def answer_workspace_symbols(
    server: KeytallyServer, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """Return the symbols that match a query, and the matching files of pairs that contain open files; the
    container name of a symbol is the name of its file.

    The request waits for files that are being loaded.
    """
    session = server.session
    for path in sorted(session.engine.paths):
        await server.until_read(server.uri_of(path))
    paths = (path for path in sorted(session.engine.paths) if not session.is_loading(path))
    readings = ((path, session.engine.reading(path)) for path in paths)
    files = ((path, reading) for path, reading in readings if reading is not None)
    found = [
        types.WorkspaceSymbol(
            server.location(workspace_symbol.path, workspace_symbol.start, workspace_symbol.end),
            workspace_symbol.name,
            _WORKSPACE_KINDS[workspace_symbol.kind],
            container_name=workspace_symbol.path.name,
        )
        for workspace_symbol in workspace_symbols(files, params.query)
    ]
    return [*found, *(_file(server, path) for path in files_named(_project_files(server), params.query))]


def _project_files(server: KeytallyServer) -> list[Path]:
    """Return the files of all pairs that contain an open file, including files that are not open."""
    pairs = server.session.known_pairs([])
    return list(dict.fromkeys(path for pair in pairs for path in pair.files))


def _file(server: KeytallyServer, path: Path) -> types.WorkspaceSymbol:
    location = types.Location(server.uri_of(path), _START)
    return types.WorkspaceSymbol(
        location, path.name, types.SymbolKind.Module, container_name=path.parent.name
    )


def hierarchy_item(snapshot: Snapshot, offset: int) -> Symbol | None:
    """Return the item at an offset, such as a mention, or None."""
    return presenter_of(snapshot.reading.language).hierarchy_item(snapshot, snapshot.unit_at(offset))


def supertypes(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """Return the items that the item at an offset points to."""
    return list(presenter_of(snapshot.reading.language).supertypes(snapshot, snapshot.unit_at(offset)))


def subtypes(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """Return the items that point to the item at an offset."""
    return list(presenter_of(snapshot.reading.language).subtypes(snapshot, snapshot.unit_at(offset)))


def prepare_type_hierarchy(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem] | None:
    """Return the mention at a position, or None."""
    found = hierarchy_item(snapshot, server.offset(snapshot, params.position))
    return None if found is None else _items(server, snapshot, [found])


def answer_supertypes(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeHierarchySupertypesParams
) -> list[types.TypeHierarchyItem]:
    """Return the mention to which a mention points."""
    return _related(server, snapshot, params.item, supertypes)


def answer_subtypes(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeHierarchySubtypesParams
) -> list[types.TypeHierarchyItem]:
    """Return the mentions that point to a mention."""
    return _related(server, snapshot, params.item, subtypes)


def _related(
    server: KeytallyServer,
    snapshot: Snapshot,
    item: types.TypeHierarchyItem,
    found: Callable[[Snapshot, int], list[Symbol]],
) -> list[types.TypeHierarchyItem]:
    place = server.offset(snapshot, item.selection_range.start)
    return _items(server, snapshot, found(snapshot, place))


def _items(
    server: KeytallyServer, snapshot: Snapshot, symbols: Iterable[Symbol]
) -> list[types.TypeHierarchyItem]:
    return [
        types.TypeHierarchyItem(
            symbol.name,
            types.SymbolKind.Field,
            server.uri_of(snapshot.path),
            server.range(snapshot, symbol.start, symbol.end),
            server.range(snapshot, symbol.name_start, symbol.name_end),
            detail=symbol.detail,
        )
        for symbol in symbols
    ]
