"""Annotators' files: their documents, the documents that are finished, and the text without annotations."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from keytally.engine.reading import Reading
from keytally.families.annotations import Annotation, AnnotationEditor, DoneComment
from keytally.families.contract import Evaluation, Role


def document_label(evaluation: Evaluation, document: str, units: Sequence[Any]) -> str:
    """Return the name of a document as written in its units, or "" if it has no name."""
    if not units or evaluation.document_title is None:
        return document
    return evaluation.document_title(units) or document


_OPENING = ""
"""The document name under which the text before the first document, and unnamed content, is stored."""


class DoneComments:
    """The done comments of one file; empty if files of the task cannot contain such comments."""

    def __init__(self, editor: AnnotationEditor | None, reading: Reading) -> None:
        self._done = None if editor is None else editor.done
        self._reading = reading
        self._said: dict[str, tuple[str, ...]] = {}
        self._counts: Counter[str] = Counter()
        self.renew(reading.documents)

    @property
    def documents(self) -> Collection[str]:
        """Return the documents that are marked as done; some may be missing from the file."""
        return self._counts.keys()

    def written(self, document: str) -> str | None:
        """Return the comment that marks a document as done; None if files cannot contain one."""
        return None if self._done is None else self._done.line(document)

    def renew(self, documents: Iterable[str]) -> set[str]:
        """Read the comments in changed documents again, and return the documents with changed marks.

        If the first comment is added or the last one is deleted, all documents of the file are returned.
        """
        if self._done is None:
            return set()
        before = set(self._counts)
        for document in {_OPENING: None, **dict.fromkeys(documents)}:
            self._read(document)
        self._counts = +self._counts
        if bool(before) != bool(self._counts):
            return {*self._reading.documents, *before, *self._counts}
        return before ^ self._counts.keys()

    def _read(self, document: str) -> None:
        self._counts.subtract(self._said.pop(document, ()))
        found = tuple(each.document for _, each in self._in(document))
        if found:
            self._said[document] = found
            self._counts.update(found)

    def _in(self, document: str) -> Iterator[tuple[Any, DoneComment]]:
        """Yield the comments in a document, each with its unit."""
        if self._done is not None:
            for unit in self._units(document):
                for done_comment in self._done.of_unit(unit):
                    yield unit, done_comment

    def _units(self, document: str) -> Iterable[Any]:
        units = self._reading.documents.units_of(document)
        first = next(iter(self._reading.units), None) if document == _OPENING else None
        is_opening = first is not None and self._reading.documents.name_of(first) is None
        return [first, *units] if is_opening else units

    def of(self, document: str) -> Iterator[tuple[Any, DoneComment]]:
        """Yield the comments that mark a document as done, each with the unit that contains it."""
        for place in list(self._said):
            yield from (found for found in self._in(place) if found[1].document == document)


def editor_of(evaluation: Evaluation) -> AnnotationEditor:
    """Return the annotation editor of an evaluation. Raises TypeError if the evaluation has no annotation
    editor.
    """
    if evaluation.annotator is None:
        raise TypeError(evaluation.task)
    return evaluation.annotator


def is_textless(editor: AnnotationEditor, readings: Iterable[Reading], document: str) -> bool:
    """Return whether a document consists only of annotations, as in template files.

    If an annotator finds nothing in such a document, the document does not occur in that annotator's file.
    """
    having = (reading.documents.units_of(document) for reading in readings)
    return not any(text for units in having for text in editor.bare(units))


def documents_done(evaluation: Evaluation, reading: Reading) -> Collection[str]:
    """Return the documents that comments of a file mark as done."""
    return DoneComments(evaluation.annotator, reading).documents


class EmptyGold(NamedTuple):
    """The text of a gold with all documents, and the documents whose text was copied from an annotator."""

    text: str
    of_annotators: Collection[str]


def can_begin_with_texts(evaluation: Evaluation) -> bool:
    """Return whether the texts of a task are in the format of a key."""
    return evaluation.language(Role.TEXTS).name == evaluation.language(Role.KEY).name


def empty_gold(
    editor: AnnotationEditor,
    annotators: Mapping[str, Reading],
    gold: Reading | None = None,
    texts: Reading | None = None,
) -> EmptyGold:
    """Return the gold's text with all documents of the annotators, without adding annotations.

    An empty or missing gold begins with the texts if they are given, otherwise with the file of the first
    annotator by name. Missing documents are appended, each from the first annotator who has it. A document is
    omitted if it has a name only because it is the first of its file: elsewhere, it would become part of the
    preceding document.
    """
    by_name = dict(sorted(annotators.items()))
    text = "" if gold is None else gold.text
    known = set(gold.documents) if gold is not None and text.strip() else set()
    taken: dict[str, None] = {}
    if not text.strip():
        source = next(iter(by_name.values())) if texts is None else texts
        text, known = _without_annotations(editor, list(source.units)), set(source.documents)
        taken.update(dict.fromkeys(source.documents if texts is None else ()))
    added: list[str] = []
    for reading in by_name.values():
        lacking = [document for document in reading.documents if document not in known]
        for document in lacking:
            bare = _without_annotations(editor, reading.documents.units_of(document))
            if text and not _begins_a_unit(reading, bare):
                continue
            known.add(document)
            taken[document] = None
            added.append(bare)
    if any(added) and text and not text.endswith(("\n", "\r")):
        text += "\n"
    return EmptyGold(text + "".join(added), taken.keys())


def _without_annotations(editor: AnnotationEditor, units: Sequence[Any]) -> str:
    """Return the text of units without annotations, in the format of the file."""
    pieces = editor.without_annotations or editor.bare
    return "".join(pieces(units))


def _begins_a_unit(reading: Reading, text: str) -> bool:
    """Return whether an appended text forms one or more separate units; true if the text is empty."""
    return not text or bool(reading.language.boundaries(f"\n{text}"))


@dataclass(frozen=True, slots=True, eq=False)
class Annotator:
    """An annotator's name, and two readings of the file, as a key and as a response; the second is None if
    responses have another format.

    `shown` is the file name for messages. `done` contains the finished documents; None means all documents in
    the file.
    """

    name: str
    shown: str
    key: Reading
    response: Reading | None
    done: Collection[str] | None = None

    def has_done(self, document: str, is_textless: bool = False) -> bool:
        """Return whether the annotator has finished a document; unfinished documents are ignored.

        A document that `is_textless` may be finished without being in the file; it then has no annotations.
        """
        is_in_file = bool(self.units_of(document))
        return is_in_file if self.done is None else document in self.done and (is_in_file or is_textless)

    def units_of(self, document: str) -> Sequence[Any]:
        """Return the units of a document, read as a key."""
        return self.key.documents.units_of(document)

    def place(self, annotation: Annotation) -> tuple[int, int]:
        """Return the line and column of an annotation, counted from 1."""
        offset = self.key.units.offset_of(annotation.unit) + annotation.start
        position = self.key.places.position(offset)
        return position.line + 1, position.column + 1
