"""Code lenses: scores, adjudication counts and documents marked as done."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, combinations
from pathlib import Path
from typing import Any

from lsprotocol import types

from keytally.adjudication.annotator_files import document_label
from keytally.adjudication.compared_documents import f_in_document
from keytally.adjudication.gold_findings import FollowedAdjudication
from keytally.adjudication.states import Count
from keytally.engine.live_pair import LivePair
from keytally.findings.finding import Edit, Edits, combined_edits
from keytally.project.reach import section_of
from keytally.project.toml_edits import mark_done_edits, unmark_done_edits
from keytally.project.toml_values import EntryPath
from keytally.text.positions import count_line_ends
from keytally.text.rendering import plural, quantity
from keytally_server.answers import CodeLens, LensKind, MarkingDone
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.request_table import lens_data, subject_of_lens
from keytally_server.protocol.server import KeytallyServer
from keytally_server.requests.viewport import Part, part_around
from keytally_server.session.adjudications import AnnotatorsFile
from keytally_server.session.snapshot import Snapshot


def adjudicated_lenses(snapshot: Snapshot, beginnings: Iterable[tuple[Any, str, int]]) -> Iterator[CodeLens]:
    """Yield the lens of the file and of each document; documents are given as first unit, name and offset."""
    followed = snapshot.adjudication
    if followed is None or followed.path != snapshot.path:
        return
    if sum(followed.counts.sum):
        yield CodeLens(0, LensKind.ADJUDICATED, None, partial(_gold_title, followed))
    for _, document, offset in beginnings:
        if sum(followed.counts.of(document)):
            title = partial(_gold_document_title, followed, document)
            yield CodeLens(offset, LensKind.ADJUDICATED, document, title)


def _gold_title(followed: FollowedAdjudication) -> str:
    return f"all: {_open_and_decided(followed.counts.sum)}"


def _gold_document_title(followed: FollowedAdjudication, document: str) -> str:
    """Return the counts of open and decided items, and pairwise F of the annotators."""
    state = followed.live.state(document)
    names = [] if state is None else list(state.items.annotations)
    pairs = [
        f"{first}-{second} {f:.1f}"
        for first, second in combinations(names, 2)
        if state is not None and (f := f_in_document(state.items, first, second)) is not None
    ]
    figures = f"; F {', '.join(pairs)}" if pairs else ""
    return f"{_open_and_decided(followed.counts.of(document))}{figures}"


def _open_and_decided(count: Count) -> str:
    return f"{count.open} open, {count.decided} decided"


TextOf = Callable[[Path], str | None]
"""A function that returns the text of a keytally.toml; None if it cannot be read."""

_LINE_END = re.compile(r"\r\n?|\n")


def done_lens(snapshot: Snapshot, file: AnnotatorsFile | None) -> Iterator[CodeLens]:
    """Yield the lens with the number of finished documents of a file, if known."""
    if file is not None and file.is_stated:
        yield CodeLens(0, LensKind.DONE, None, partial(_done_title, snapshot, file))


def _done_title(snapshot: Snapshot, file: AnnotatorsFile) -> str:
    done, documents = _done_and_all(snapshot, file)
    return f"{done} of {quantity(documents, file.evaluation.document_name)} done"


def done_documents(snapshot: Snapshot, file: AnnotatorsFile | None) -> tuple[int, int] | None:
    """Return the numbers of finished and of all documents of a file; None if unknown."""
    return _done_and_all(snapshot, file) if file is not None and file.is_stated else None


def _done_and_all(snapshot: Snapshot, file: AnnotatorsFile) -> tuple[int, int]:
    documents = list(snapshot.reading.documents)
    return sum(map(file.has_done, documents)), len(documents)


def marking_done(
    snapshot: Snapshot, file: AnnotatorsFile | None, place: int, text_of: TextOf
) -> MarkingDone | None:
    """Return the edits that mark the document at a position as done, or remove its marks; None if no edits
    are possible.

    The mark is a comment in the file, or an entry in keytally.toml if the format has no comments.
    """
    document = snapshot.reading.documents.name_of(snapshot.unit_at(place).unit)
    if file is None or document is None:
        return None
    is_done = file.is_stated and file.has_done(document)
    made = (_unmarking if is_done else _marking)(snapshot, file, document, text_of)
    if not made.edits and made.project is None:
        return None
    return made


def _marking(snapshot: Snapshot, file: AnnotatorsFile, document: str, text_of: TextOf) -> MarkingDone:
    title = f"Mark this {file.evaluation.document_name} as done"
    comment = file.comments.written(document)
    if comment is not None:
        return MarkingDone(title, (_comment(snapshot, comment),))
    written = document_label(file.evaluation, document, snapshot.reading.documents.units_of(document))
    return MarkingDone(title, project=_in_project(file, text_of, partial(_mark_done, written)))


def _unmarking(snapshot: Snapshot, file: AnnotatorsFile, document: str, text_of: TextOf) -> MarkingDone:
    offset_of = snapshot.reading.units.offset_of
    found = ((offset_of(unit), each) for unit, each in file.comments.of(document))
    edits = combined_edits(tuple(Edit(start + each.start, start + each.end, "") for start, each in found))
    title = f"Mark this {file.evaluation.document_name} as not done"
    return MarkingDone(title, edits, _in_project(file, text_of, partial(_unmark_done, document)))


def _in_project(
    file: AnnotatorsFile, text_of: TextOf, edits_of: Callable[[AnnotatorsFile, EntryPath, str], Edits | None]
) -> tuple[Path, str, Edits] | None:
    """Return the edits of the keytally.toml that declares the adjudication; None if there are none."""
    if file.adjudication.stated_in is None:
        return None
    path, number = file.adjudication.stated_in
    table: EntryPath = (*section_of(path), "adjudication", number)
    text = text_of(path)
    edits = None if text is None else edits_of(file, table, text)
    return (path, text, edits) if text is not None and edits else None


def _mark_done(document: str, file: AnnotatorsFile, table: EntryPath, text: str) -> Edits | None:
    return mark_done_edits(text, table, file.name, document)


def _unmark_done(document: str, file: AnnotatorsFile, table: EntryPath, text: str) -> Edits | None:
    return unmark_done_edits(text, table, file.name, document, file.adjudication.document_of)


def _comment(snapshot: Snapshot, comment: str) -> Edit:
    """Return the edit that inserts a comment before the first document, after any other text there."""
    first = next(iter(snapshot.reading.units))
    is_opening = snapshot.reading.documents.name_of(first) is None
    place = len(first.text) if is_opening else 0
    end = _LINE_END.search(first.text)
    return Edit(place, place, comment + (end.group() if end else "\n"))


MOST_DOCUMENTS = 30
"""The maximum number of documents of a large file that have a lens."""

REACH = 12_000
"""The maximum distance between the viewed position and a document that has a lens, in code points: several
screens.
"""


Beginning = tuple[Any, str, int]
"""The first unit of a document, its name, and its start."""


def code_lenses(snapshot: Snapshot, place: int = 0) -> Iterator[CodeLens]:
    """Yield lenses with the file's figures at its start, and each document's figures at the start of its
    first unit.

    A document of one line has no lens, because each line of the file would then have one. In a large file,
    only documents near a position have lenses.
    """
    begin = list(beginnings(snapshot, lens_part(snapshot, place)))
    yield from adjudicated_lenses(snapshot, begin)
    yield from _scored_lenses(snapshot, begin)


def lens_now(
    snapshot: Snapshot, file: AnnotatorsFile | None, kind: str, document: str | None
) -> CodeLens | None:
    """Return the current lens of a kind and a document, without a position; None if there is none."""
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
    """Return the part of a file for which lenses are returned."""
    return part_around(snapshot.reading, place, MOST_DOCUMENTS, REACH)


def beginnings(snapshot: Snapshot, part: Part) -> Iterable[Beginning]:
    """Yield the documents that have a lens: the first unit, the name, and the start offset."""
    reading = snapshot.reading
    seen = set()
    for unit, offset in part.units:
        document = reading.documents.name_of(unit)
        if document is not None and document not in seen:
            seen.add(document)
            units = reading.documents.units_of(document)
            if units[0] is unit and (len(units) > 1 or count_line_ends(unit.text.strip())):
                yield unit, document, offset


AT_ONCE = 50
"""The maximum number of lenses for which titles are sent immediately."""


def answer_code_lenses(
    server: KeytallyServer, snapshot: Snapshot, params: types.CodeLensParams
) -> list[types.CodeLens]:
    """Return the tallies above the file and each document; in a large file, only the tallies above the
    file and above documents near the viewed position.
    """
    place = server.views.place(snapshot.path)
    server.views.answered(snapshot.path, *lens_part(snapshot, place)[1:])
    found = [*done_lens(snapshot, _annotators_file(server, snapshot)), *code_lenses(snapshot, place)]
    shown = [types.CodeLens(server.range(snapshot, lens.start, lens.start)) for lens in found]
    if server.client.resolves_titles and len(found) > AT_ONCE:
        for each, lens in zip(shown, found, strict=True):
            each.data = lens_data(params.text_document.uri, lens)
    else:
        for each, lens in zip(shown, found, strict=True):
            each.command = _titled(lens)
    return shown


def resolve_code_lens(server: KeytallyServer, snapshot: Snapshot, params: types.CodeLens) -> types.CodeLens:
    """Return a lens with its current title; unchanged if the file no longer has the lens."""
    lens = lens_now(snapshot, _annotators_file(server, snapshot), *subject_of_lens(params))
    if lens is not None:
        params.command = _titled(lens)
    return params


def _annotators_file(server: KeytallyServer, snapshot: Snapshot) -> AnnotatorsFile | None:
    return server.session.annotators_files.of(snapshot.path, snapshot.reading)


def _titled(lens: CodeLens) -> types.Command:
    return types.Command(lens.title, "")
