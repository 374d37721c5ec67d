"""The comparison of a response with a key that tells which documents and which names there are."""

from collections.abc import Iterable, Iterator

from keytally.engine.groups import groups
from keytally.engine.names import NamesOfFile
from keytally.engine.reading import Reading
from keytally.engine.unit_findings import ComparedWith
from keytally.evaluations.abilities import ComparesNames


class NamesCheck:
    """Keeps the findings of a response's documents against the key's documents of the same name.

    A name is known if any unit of the key has it. `points_out` is set once a finding names a place of the
    reference.
    """

    def __init__(self, reading: Reading, reference: Reading, evaluation: ComparesNames) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._evaluation = evaluation
        self._key, self._response = NamesOfFile(evaluation.names_in), NamesOfFile(evaluation.names_in)

    def begin(self) -> Iterator[None]:
        """Compare all for the first time, in short steps; edits may come between them."""
        for documents in groups(self.reference.documents):
            turned = self._key.renew(self.reference, documents)
            for document in list(self._response.documents_with(turned)):
                self._compare(document)
            yield
        for documents in groups(self.reading.documents):
            self._response.renew(self.reading, documents)
            for document in documents:
                self._compare(document)
            yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare these documents again, and those whose names were or are unknown."""
        listed = list(dict.fromkeys(documents))
        turned = self._key.renew(self.reference, listed)
        self._response.renew(self.reading, listed)
        concerned = dict.fromkeys(listed) | dict.fromkeys(self._response.documents_with(turned))
        changed = [self._compare(document) for document in concerned]
        return any(changed)

    def end(self) -> None:
        """Remove its findings."""
        for unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, unit, ())

    def _compare(self, document: str) -> bool:
        changed = False
        reference = next(iter(self.reference.documents.units_of(document)), None)
        for unit in self.reading.documents.units_of(document):
            unknown = self._key.lacking(self._evaluation.names_in(unit))
            found = self._evaluation.compare_named(unit, reference, unknown)
            changed |= self.reading.findings.put(ComparedWith.TEXTS, unit, found)
            self.points_out = self.points_out or any(finding.related for finding in found)
        return changed
