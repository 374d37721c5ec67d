"""The documents of an annotator's file that its comments say to be done, followed from edit to edit."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from keytally.engine.reading import Reading
from keytally.evaluations.annotated import DoneComment, ListsAnnotations, MarksDone

_OPENING = ""
"""Where the text before the first document is looked for, with what is in no document by number."""


class DoneComments:
    """The comments of one file; none where files of the task have no place for them."""

    def __init__(self, evaluation: object, reading: Reading) -> None:
        self._evaluation = evaluation if isinstance(evaluation, MarksDone) else None
        self._reading = reading
        self._said: dict[str, tuple[str, ...]] = {}
        self._counts: Counter[str] = Counter()
        self.renew(reading.documents)

    @property
    def documents(self) -> Collection[str]:
        """The documents that are said to be done; the file may lack them."""
        return self._counts.keys()

    def written(self, document: str) -> str | None:
        """The comment that says that a document is done; None where files have no place for one."""
        return None if self._evaluation is None else self._evaluation.done_comment(document)

    def renew(self, documents: Iterable[str]) -> set[str]:
        """Read the comments in changed documents anew; returns the documents of which they say otherwise.

        These are all of the file where the first comment comes, or the last one goes.
        """
        if self._evaluation is None:
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
        """The comments among the lines of a document, each with its unit."""
        if self._evaluation is not None:
            for unit in self._units(document):
                for each in self._evaluation.done_comments(unit):
                    yield unit, each

    def _units(self, document: str) -> Iterable[Any]:
        units = self._reading.documents.units_of(document)
        first = next(iter(self._reading.units), None) if document == _OPENING else None
        is_opening = first is not None and self._reading.documents.name_of(first) is None
        return [first, *units] if is_opening else units

    def of(self, document: str) -> Iterator[tuple[Any, DoneComment]]:
        """The comments that say that a document is done, each with the unit that it stands in."""
        for place in list(self._said):
            yield from (found for found in self._in(place) if found[1].document == document)


def is_textless(evaluation: ListsAnnotations, readings: Iterable[Reading], document: str) -> bool:
    """Whether a document is nothing but what is annotated, as in template files.

    Who finds nothing in such a document has nothing of it in their file.
    """
    having = (reading.documents.units_of(document) for reading in readings)
    return not any(text for units in having for text in evaluation.bare(units))


def done_by_comments(evaluation: object, reading: Reading) -> Collection[str]:
    """The documents that comments of a file say to be done."""
    return DoneComments(evaluation, reading).documents
