"""The documents that an annotator has done: how many they are, and the marks of the one at a place."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from keytally.adjudication.titles import title_of
from keytally.findings.edits import Edits, in_order
from keytally.findings.finding import Edit
from keytally.project.stating_done import stating_done, stating_undone
from keytally.text.plural import quantity
from keytally_server.answers.code_lens import CodeLens, LensKind
from keytally_server.answers.marking_done import MarkingDone
from keytally_server.session.annotators_file import AnnotatorsFile
from keytally_server.session.snapshot import Snapshot

TextOf = Callable[[Path], str | None]
"""The text of a keytally.toml; None for one that is not read."""

_LINE_END = re.compile(r"\r\n?|\n")


def done_lens(snapshot: Snapshot, file: AnnotatorsFile | None) -> Iterator[CodeLens]:
    """How many documents of a file are done, above it, where anything tells that."""
    if file is not None and file.is_stated:
        yield CodeLens(0, LensKind.DONE, None, partial(_title, snapshot, file))


def _title(snapshot: Snapshot, file: AnnotatorsFile) -> str:
    done, documents = _counted(snapshot, file)
    return f"{done} of {quantity(documents, file.evaluation.document_name)} done"


def done_documents(snapshot: Snapshot, file: AnnotatorsFile | None) -> tuple[int, int] | None:
    """How many documents of a file are done, and how many it has; None where nothing tells that."""
    return _counted(snapshot, file) if file is not None and file.is_stated else None


def _counted(snapshot: Snapshot, file: AnnotatorsFile) -> tuple[int, int]:
    documents = list(snapshot.reading.documents)
    return sum(map(file.has_done, documents)), len(documents)


def marking_done(
    snapshot: Snapshot, file: AnnotatorsFile | None, place: int, text_of: TextOf
) -> MarkingDone | None:
    """What marks the document at a place as done, or where it is marked takes the marks away.

    A comment in the file marks it, or in a file that has no place for comments the keytally.toml.
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
    written = title_of(file.evaluation, document, snapshot.reading.documents.units_of(document))
    return MarkingDone(title, project=_in_project(file, text_of, partial(_stated, written)))


def _unmarking(snapshot: Snapshot, file: AnnotatorsFile, document: str, text_of: TextOf) -> MarkingDone:
    offset_of = snapshot.reading.units.offset_of
    found = ((offset_of(unit), each) for unit, each in file.comments.of(document))
    edits = in_order(tuple(Edit(start + each.start, start + each.end, "") for start, each in found))
    title = f"Mark this {file.evaluation.document_name} as not done"
    return MarkingDone(title, edits, _in_project(file, text_of, partial(_no_longer_stated, document)))


def _in_project(
    file: AnnotatorsFile, text_of: TextOf, edits_of: Callable[[AnnotatorsFile, int, str], Edits | None]
) -> tuple[Path, str, Edits] | None:
    """The edits of the keytally.toml that states the adjudication; None where there are none to make."""
    if file.adjudication.stated_in is None:
        return None
    path, table = file.adjudication.stated_in
    text = text_of(path)
    edits = None if text is None else edits_of(file, table, text)
    return (path, text, edits) if text is not None and edits else None


def _stated(document: str, file: AnnotatorsFile, table: int, text: str) -> Edits | None:
    return stating_done(text, table, file.name, document)


def _no_longer_stated(document: str, file: AnnotatorsFile, table: int, text: str) -> Edits | None:
    return stating_undone(text, table, file.name, document, file.adjudication.document_of)


def _comment(snapshot: Snapshot, comment: str) -> Edit:
    """Puts a comment before the first document, behind what else stands there."""
    first = next(iter(snapshot.reading.units))
    is_opening = snapshot.reading.documents.name_of(first) is None
    place = len(first.text) if is_opening else 0
    end = _LINE_END.search(first.text)
    return Edit(place, place, comment + (end.group() if end else "\n"))
