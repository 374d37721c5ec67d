"""The comparison of two files that go together unit by unit: whether both have as many."""

from collections.abc import Iterable, Iterator
from typing import Any

from keytally.engine.reading import Reading
from keytally.engine.unit_findings import ComparedWith
from keytally.evaluations.abilities import ComparesOrder


class OrderCheck:
    """Keeps the finding on the first unit of a file that is out of step with a reference's.

    `points_out` is set once it names a place of the reference.
    """

    def __init__(self, reading: Reading, reference: Reading, evaluation: ComparesOrder) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._evaluation = evaluation
        self._unit: Any = None

    def begin(self) -> Iterator[None]:
        """Compare all for the first time, in short steps; edits may come between them."""
        self.renew(())
        yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare the files again; returns whether the finding may have changed."""
        before, self._unit = self._unit, None
        found = None
        documents, others = self.reading.documents, self.reference.documents
        if documents.ordinal_count != others.ordinal_count:
            units, references = documents.ordinals, others.ordinals
            found = self._evaluation.compare_order(units, references)
        if before is not None and before in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, before, ())
        if found is None:
            return before is not None
        self._unit = units[found[0]]
        self.points_out = self.points_out or bool(found[1].related)
        return self.reading.findings.put(ComparedWith.TEXTS, self._unit, [found[1]])

    def end(self) -> None:
        """Remove its finding."""
        if self._unit is not None and self._unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, self._unit, ())
        self._unit = None
