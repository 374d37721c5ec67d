"""The outline of a file."""

from collections.abc import Iterable, Iterator, Sequence

from keytally.text.plural import quantity
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.features.near import WHOLE, Part, at_most, is_medium, is_small, part_near
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

WHOLE_OUTLINE = 24_000
"""Up to this weight an outline is answered whole: clients ask for it again after each edit."""

LISTED = 18_000
"""The weight of the documents that are listed where the whole outline is heavier."""

MOST_DOCUMENTS = 12
"""The number of documents in the outline of a large file, besides the one at the cursor."""

MOST_PARTS = 12
"""The number of parts of one document, or of one of its parts, in such an outline."""

MORE_PARTS = 30
"""The same in the outline of a file that is not large."""

MOST_UNITS_OF_ONE = 2000
"""A document of more units, or of more code points than a small file, is listed without its parts."""

_SYMBOL = 180
"""The weight of a symbol without its texts: about its bytes in JSON."""

_BLANKS = 1000
"""How far behind a document something else is looked for."""


def document_symbols(snapshot: Snapshot, place: int = 0) -> Iterable[Symbol]:
    """The outline; where that is heavy the documents near a place, and the parts of the one at the place.

    Clients ask for the whole outline again after each edit. What is left out has an entry that says so.
    """
    reading, presenter = snapshot.reading, presenter_of(snapshot.reading.language)
    part = part_near(reading, place, MOST_DOCUMENTS)
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


def _most_listed(symbols: Sequence[Symbol], most: int) -> int:
    """How many documents are listed: `most` besides that at the place, fewer where they are heavy."""
    fitting = LISTED * len(symbols) // sum(map(_weight, symbols))
    return min(most + 1, max(fitting, MOST_DOCUMENTS + 1))


def _weight(symbol: Symbol) -> int:
    """About how many bytes a symbol takes with its parts."""
    return _SYMBOL + len(symbol.name) + len(symbol.detail) + sum(map(_weight, symbol.children))


def _with_parts(snapshot: Snapshot, part: Part, symbol: Symbol, place: int, most: int) -> Symbol:
    """A symbol with the parts that are near a place within it, at most so many of each."""
    if not _holds(symbol, place):
        return symbol
    units = [each for each in part.units if symbol.start <= each[1] < symbol.end]
    if len(units) > MOST_UNITS_OF_ONE or sum(len(unit.text) for unit, _ in units) > WHOLE:
        return symbol
    presenter = presenter_of(snapshot.reading.language)
    for each in presenter.document_symbols(snapshot, units, with_parts=True):
        if _holds(each, place):
            return _trimmed(each, place, most)
    return symbol


def _trimmed(symbol: Symbol, place: int, most: int) -> Symbol:
    """A symbol with the children nearest to a place, of which only that at the place has children."""
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
    """The entry for what stands before a symbol; it leads to the end of that."""
    if first.start:
        yield _left_out(snapshot, f"… before {first.name}", 0, first.start, first.start - 1)


def _behind(snapshot: Snapshot, last: Symbol) -> Iterator[Symbol]:
    """The entry for what stands behind a symbol; it leads to the start of that."""
    end = len(snapshot.reading)
    if snapshot.buffer.slice(last.end, last.end + _BLANKS).strip():
        yield _left_out(snapshot, f"… after {last.name}", last.end, end, last.end)


def _left_out(snapshot: Snapshot, name: str, start: int, end: int, place: int) -> Symbol:
    noun = snapshot.pair.evaluation.document_name if snapshot.pair else "document"
    detail = f"of {quantity(len(snapshot.reading.documents), noun)}; the outline shows those near the cursor"
    return Symbol(name, detail, SymbolKind.HEADING, start, end, place, place)
