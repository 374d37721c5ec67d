"""Code lenses: figures above each document, and above the file."""

from collections.abc import Iterator

from keytally.text.lines import count_line_ends
from keytally.text.plural import plural
from keytally_server.answers.code_lens import CodeLens
from keytally_server.session.snapshot import Snapshot


def code_lenses(snapshot: Snapshot) -> Iterator[CodeLens]:
    """The file's figures at its start, and each document's at the start of its first unit.

    A document of one line has no lens: there would be a lens for each line.
    """
    pair = snapshot.pair
    if pair is None:
        return
    in_short, name = pair.evaluation.in_short, pair.evaluation.document_name
    if totals := pair.totals():
        yield CodeLens(0, f"all {plural(name)}: {in_short(totals)}")
    for document, offset in _beginnings(snapshot):
        if totals := pair.document_totals(document):
            yield CodeLens(offset, f"{document or 'no number'}: {in_short(totals)}")


def _beginnings(snapshot: Snapshot) -> Iterator[tuple[str, int]]:
    """The documents that have a lens, with the offsets of their starts."""
    reading = snapshot.reading
    seen = set()
    for unit, offset in reading.units.between(0, len(reading)):
        document = reading.documents.name_of(unit)
        if document is not None and document not in seen:
            seen.add(document)
            if count_line_ends(unit.text.strip()) or len(reading.documents.units_of(document)) > 1:
                yield document, offset
