"""Compares a file's links with the texts file that they point to."""

from collections.abc import Iterable, Iterator
from typing import Any

from keytally.engine.groups import groups
from keytally.engine.reading import Reading
from keytally.engine.unit_findings import ComparedWith
from keytally.evaluations.abilities import LinksIntoTexts


class LinkCheck:
    """Keeps the findings that an evaluation makes of a file's links into a texts file.

    Links count from the start of the texts file, so a change anywhere in it may concern all of them;
    a change of the file that has them concerns the units that are read again. `points_out` is set once a
    finding names a place of the texts file.
    """

    def __init__(self, reading: Reading, reference: Reading, name: str, evaluation: LinksIntoTexts) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._name = name
        self._evaluation = evaluation
        self._revision = -1
        self._texts: Any = None
        self._judged: dict[str, set[Any]] = {}

    def begin(self) -> Iterator[None]:
        """Compare all for the first time, in short steps; edits may come between them."""
        self._renew_texts()
        for documents in groups(self.reading.documents):
            for document in documents:
                self._renew(document)
            yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Check the links of these documents again; returns whether any unit has or had findings."""
        if self._renew_texts():
            documents = self.reading.documents
        changed = [self._renew(document) for document in documents]
        return any(changed)

    def _renew_texts(self) -> bool:
        """Read the texts again where they have changed; returns whether they have."""
        if self.reference.revision == self._revision:
            return False
        self._revision = self.reference.revision
        self._texts = self._evaluation.texts_of(self.reference.units)
        self._judged.clear()
        return True

    def _renew(self, document: str) -> bool:
        """Check the units of a document that have not been checked yet."""
        units = self.reading.documents.units_of(document)
        judged = self._judged.get(document, set())
        self._judged[document] = set(units)
        changed = False
        for unit in units:
            if unit not in judged:
                found = self._evaluation.compare_links(unit, self._name, self._texts)
                self.points_out = self.points_out or any(finding.related for finding in found)
                changed |= self.reading.findings.put(ComparedWith.TEXTS, unit, found)
        return changed

    def end(self) -> None:
        """Remove its findings."""
        for unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, unit, ())
