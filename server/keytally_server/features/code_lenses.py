"""Code lenses: figures above each document, and above the file."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from keytally.engine.live_pair import LivePair
from keytally.text.lines import count_line_ends
from keytally.text.plural import plural
from keytally_server.answers.code_lens import CodeLens, LensKind
from keytally_server.features.adjudicated_lenses import adjudicated_lenses
from keytally_server.features.done_documents import done_lens
from keytally_server.features.near import Part, part_near
from keytally_server.formats.registry import presenter_of
from keytally_server.session.annotators_file import AnnotatorsFile
from keytally_server.session.snapshot import Snapshot

MOST_DOCUMENTS = 30
"""The number of documents of a large file that have a lens."""

REACH = 12_000
"""How far from the document that is looked at such a document begins, in code points: several screens."""


Beginning = tuple[Any, str, int]
"""The first unit of a document, its name, and where it starts."""


def code_lenses(snapshot: Snapshot, place: int = 0) -> Iterator[CodeLens]:
    """The file's figures at its start, and each document's at the start of its first unit.

    A document of one line has no lens: there would be a lens for each line. In a large file the documents
    near a place have lenses.
    """
    begin = list(beginnings(snapshot, lens_part(snapshot, place)))
    yield from adjudicated_lenses(snapshot, begin)
    yield from _scored_lenses(snapshot, begin)


def lens_now(
    snapshot: Snapshot, file: AnnotatorsFile | None, kind: str, document: str | None
) -> CodeLens | None:
    """The lens of a kind and a document as the file is now, at no place; None where there is none of it."""
    units = () if document is None else snapshot.reading.documents.units_of(document)
    begin = [(units[0], document, 0)] if document is not None and units else []
    of_each = (
        done_lens(snapshot, file),
        adjudicated_lenses(snapshot, begin),
        _scored_lenses(snapshot, begin),
    )
    return next((lens for lens in chain(*of_each) if (lens.kind, lens.document) == (kind, document)), None)


def _scored_lenses(snapshot: Snapshot, begin: Iterable[Beginning]) -> Iterator[CodeLens]:
    pair = snapshot.pair
    if pair is None:
        return
    if pair.totals():
        yield CodeLens(0, LensKind.SCORED, None, partial(_file_title, pair))
    for unit, document, offset in begin:
        if pair.document_totals(document):
            title = partial(_document_title, snapshot, pair, unit, document)
            yield CodeLens(offset, LensKind.SCORED, document, title)


def _file_title(pair: LivePair) -> str:
    return f"all {plural(pair.evaluation.document_name)}: {pair.evaluation.in_short(pair.totals())}"


def _document_title(snapshot: Snapshot, pair: LivePair, unit: Any, document: str) -> str:
    title = presenter_of(snapshot.reading.language).document_title(unit, document) or "no number"
    return f"{title}: {pair.evaluation.in_short(pair.document_totals(document))}"


def lens_part(snapshot: Snapshot, place: int) -> Part:
    """The part of a file whose documents have lenses."""
    return part_near(snapshot.reading, place, MOST_DOCUMENTS, REACH)


def beginnings(snapshot: Snapshot, part: Part) -> Iterable[Beginning]:
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
