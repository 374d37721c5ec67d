"""Code lenses: figures above each document, and above the file."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from keytally.engine.live_pair import LivePair
from keytally.text.lines import count_line_ends
from keytally.text.plural import plural
from keytally_server.answers.code_lens import CodeLens
from keytally_server.features.adjudicated_lenses import adjudicated_lenses
from keytally_server.features.near import Part, part_near
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

MOST_DOCUMENTS = 30
"""The number of documents of a large file that have a lens."""

REACH = 12_000
"""How far from the document that is looked at such a document begins, in code points: several screens."""


def code_lenses(snapshot: Snapshot, place: int = 0) -> Iterator[CodeLens]:
    """The file's figures at its start, and each document's at the start of its first unit.

    A document of one line has no lens: there would be a lens for each line. In a large file the documents
    near a place have lenses.
    """
    yield from adjudicated_lenses(snapshot, beginnings(snapshot, lens_part(snapshot, place)))
    pair = snapshot.pair
    if pair is None:
        return
    if pair.totals():
        yield CodeLens(0, partial(_file_title, pair))
    for unit, document, offset in beginnings(snapshot, lens_part(snapshot, place)):
        if pair.document_totals(document):
            yield CodeLens(offset, partial(_document_title, snapshot, pair, unit, document))


def _file_title(pair: LivePair) -> str:
    return f"all {plural(pair.evaluation.document_name)}: {pair.evaluation.in_short(pair.totals())}"


def _document_title(snapshot: Snapshot, pair: LivePair, unit: Any, document: str) -> str:
    title = presenter_of(snapshot.reading.language).document_title(unit, document) or "no number"
    return f"{title}: {pair.evaluation.in_short(pair.document_totals(document))}"


def lens_part(snapshot: Snapshot, place: int) -> Part:
    """The part of a file whose documents have lenses."""
    return part_near(snapshot.reading, place, MOST_DOCUMENTS, REACH)


def beginnings(snapshot: Snapshot, part: Part) -> Iterable[tuple[Any, str, int]]:
    """The documents that have a lens: the first unit, the name, and the offset of the start."""
    reading = snapshot.reading
    seen = set()
    for unit, offset in part.units:
        document = reading.documents.name_of(unit)
        if document is not None and document not in seen:
            seen.add(document)
            units = reading.documents.units_of(document)
            if units[0] is unit and (len(units) > 1 or count_line_ends(unit.text.strip())):
                yield unit, document, offset
