"""The comparison of a response with a key whose text it repeats, unit by unit."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from keytally.engine.compared_units import ComparedUnits
from keytally.engine.groups import groups
from keytally.engine.names import NamesOfFile
from keytally.engine.out_of_step import OutOfStep
from keytally.engine.reading import Reading
from keytally.engine.unit_findings import ComparedWith
from keytally.evaluations.abilities import ComparesInStep


class StepCheck:
    """Keeps the findings of a response against its key.

    As long as both have as many units, each unit is compared with the one of its number, and a name is known
    if any unit of the key has it. Else there is one finding, on the first unit that is out of step.
    `points_out` is set once a finding names a place of the reference.
    """

    def __init__(self, reading: Reading, reference: Reading, evaluation: ComparesInStep) -> None:
        self.reading = reading
        self.reference = reference
        self._evaluation = evaluation
        self._order = OutOfStep(reading, reference, evaluation)
        self._compared = ComparedUnits(reading, reference)
        self._found_in: dict[str, list[Any]] = {}
        self._hidden: set[str] = set()
        self._key, self._response = NamesOfFile(evaluation.names_in), NamesOfFile(evaluation.names_in)
        self._in_step = False
        self.points_out = False

    def begin(self) -> Iterator[None]:
        """Compare all for the first time, in short steps; edits may come between them."""
        count = self.reading.documents.ordinal_count
        if count == self.reference.documents.ordinal_count:
            yield from self._begin_in_step([*groups(map(str, range(1, count + 1)))])
            return
        for _ in self._order.looking():
            yield
            if self._in_step:
                return
        self._order.renew(())

    def _begin_in_step(self, parts: Sequence[Sequence[str]]) -> Iterator[None]:
        self._in_step = True
        for documents in parts:
            turned = self._key.renew(self.reference, documents)
            for document in list(self._response.documents_with(turned)):
                self._compare_document(document)
            yield
        for documents in parts:
            if not self._in_step:
                return
            self._response.renew(self.reading, documents)
            for document in documents:
                self._compare_document(document)
            yield
        self._compared.take_all()

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare these documents again, and those whose names were or are unknown."""
        listed, count = list(documents), self.reading.documents.ordinal_count
        if count != self.reference.documents.ordinal_count:
            changed = self._end_of_step()
            changed |= self._order.renew(listed)
        else:
            changed = self._order.end()
            changed |= self._compare(listed) if self._in_step else self._come_into_step()
        return changed

    def end(self) -> None:
        """Remove its findings."""
        self._order.end()
        self._end_of_step()

    def _come_into_step(self) -> bool:
        """Compare the documents that have not been compared as they are, and those that had findings."""
        self._in_step = True
        changed = self._compare(dict.fromkeys(self._compared.others()) | dict.fromkeys(sorted(self._hidden)))
        self._compared.take_all()
        self._hidden.clear()
        return changed

    def _end_of_step(self) -> bool:
        """Remove the findings of all documents; tells whether the files were in step."""
        was_in_step, self._in_step = self._in_step, False
        if was_in_step:
            self._order.trust(before=self._found_in)
        for unit in chain.from_iterable(self._found_in.values()):
            if unit in self.reading.units:
                self.reading.findings.put(ComparedWith.TEXTS, unit, ())
        self._hidden.update(self._found_in)
        self._found_in.clear()
        return was_in_step

    def _compare(self, documents: Iterable[str]) -> bool:
        """Compare documents again, and those with a name that the key has got or lost."""
        listed = list(documents)
        turned = self._key.renew(self.reference, listed)
        self._response.renew(self.reading, listed)
        concerned = dict.fromkeys(listed) | dict.fromkeys(self._response.documents_with(turned))
        changed = [self._compare_document(document) for document in concerned]
        return any(changed)

    def _compare_document(self, document: str) -> bool:
        changed = False
        self._found_in.pop(document, None)
        references = self.reference.documents.units_of(document)
        for unit, reference in zip(self.reading.documents.units_of(document), references, strict=False):
            self._compared.take(document, unit, reference)
            unknown = self._key.lacking(self._evaluation.names_in(unit))
            found = self._evaluation.compare_in_step(unit, reference, unknown)
            changed |= self.reading.findings.put(ComparedWith.TEXTS, unit, found)
            self.points_out = self.points_out or any(finding.related for finding in found)
            if found:
                self._found_in.setdefault(document, []).append(unit)
        return changed
