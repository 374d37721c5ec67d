"""What is left out of a page on request: documents that agree, and what would make it longer than wanted."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keytally.report_page.values import Document, Side, View
from keytally.text.plural import quantity

MOST_CHARACTERS = 4_400_000
"""How long documents may be in a page without agreeing texts, so that the page stays under 5 MB."""

_ENTRY, _STANDING, _SIDE, _MARK = 170, 170, 250, 45
"""About how many characters the page takes for an entry of a document, each of its standings, each side of
a row, and each mark, besides their texts."""


class Shown(NamedTuple):
    """The documents that are shown, and lines that say what is not."""

    documents: Sequence[Document]
    notes: Sequence[str]


def differing(documents: Sequence[Document], document_name: str, most: int = MOST_CHARACTERS) -> Shown:
    """Only documents that differ; the last ones without their texts or entries where they grow too long."""
    found = [document for document in documents if document.differs]
    listed = _listed(found, most // 2)
    room = most - sum(map(_entry, listed))
    shown = []
    for document in listed:
        room -= (size := sum(map(_length, document.views)))
        shown.append(document if room >= 0 else document._replace(views=()))
        room += size if room < 0 else 0
    texts = sum(bool(before.views) and not after.views for before, after in zip(listed, shown, strict=True))
    counts = {
        "no response differs from the key: left out": len(documents) - len(found),
        "left out of the table to keep the page short": len(found) - len(listed),
        "shown without texts to keep the page short": texts,
    }
    return Shown(shown, [f"{quantity(n, document_name)}: {why}." for why, n in counts.items() if n])


def _listed(documents: Sequence[Document], most: int) -> list[Document]:
    """The first documents, as many as have room in the table."""
    found = []
    for document in documents:
        most -= _entry(document)
        if most < 0:
            break
        found.append(document)
    return found


def _entry(document: Document) -> int:
    return _ENTRY + len(document.title) + _STANDING * len(document.standings)


def _length(view: View) -> int:
    sides = (side for row in view.rows for side in (row.key, row.response) if side is not None)
    return sum(map(_side, sides))


def _side(side: Side) -> int:
    return (
        _SIDE
        + _bytes(piece.text for piece in side.pieces)
        + sum(
            _MARK + _bytes((piece.opened.title, piece.opened.words)) for piece in side.pieces if piece.opened
        )
    )


def _bytes(texts: Iterable[str]) -> int:
    """The bytes of texts in UTF-8, when `<`, `>`, `&` and quotes are escaped."""
    joined = "".join(texts)
    return len(joined.encode("utf-8", "replace")) + sum(4 * joined.count(letter) for letter in "<>&\"'")
