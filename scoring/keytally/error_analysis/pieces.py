"""Large documents in pieces: a repair is then scored within its piece alone."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference, Piece, Place
from keytally.findings.finding import Edit


class InPiece(NamedTuple):
    """What a repair needs of a difference in a piece: the piece's number, and the difference there."""

    number: int
    difference: Difference


class ScoredPiece(NamedTuple):
    """A piece of a document, its scores, and its differences."""

    piece: Piece
    scores: Sequence[Any]
    differences: Sequence[Difference]


def in_document(number: int, piece: Piece, difference: Difference) -> Difference:
    """A difference of a piece as one of the document."""
    key = tuple(_moved(piece, place) for place in difference.key)
    response = tuple(_moved(piece, place) for place in difference.response)
    return difference._replace(key=key, response=response, subject=InPiece(number, difference))


def by_piece(differences: Sequence[Difference]) -> dict[int, dict[int, Difference]]:
    """Differences by the numbers of their pieces, as told there, each with its index."""
    found: dict[int, dict[int, Difference]] = {}
    for index, each in enumerate(differences):
        inner: InPiece = each.subject
        found.setdefault(inner.number, {})[index] = inner.difference
    return found


def edits_in_document(piece: Piece, rewriting: Rewriting) -> Iterator[tuple[Any, Edit]]:
    """The edits of a piece as edits of the document's units."""
    for unit, edit in rewriting.edits:
        origin, shift = _origin(piece, unit)
        yield origin, Edit(edit.start + shift, edit.end + shift, edit.text)


def _moved(piece: Piece, place: Place) -> Place:
    unit, shift = _origin(piece, place.unit)
    return Place(unit, place.start + shift, place.end + shift)


def _origin(piece: Piece, unit: Any) -> tuple[Any, int]:
    return next((origin, shift) for each, origin, shift in piece.origins if each is unit)
