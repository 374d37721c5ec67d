"""The comparison of a response with a key whose text it repeats, unit by unit."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from keytally.engine.order_check import OrderCheck
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
        self._order = OrderCheck(reading, reference, evaluation)
        self._found_in: dict[str, list[Any]] = {}
        self._key, self._response = _Names(evaluation), _Names(evaluation)
        self._in_step = False
        self.points_out = False
        self.renew(())

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare these documents again, and those whose names were or are unknown."""
        count = self.reading.documents.ordinal_count
        if count != self.reference.documents.ordinal_count:
            changed = self._end_of_step()
            changed |= self._order.renew(())
        else:
            changed = self._order.renew(())
            changed |= self._compare(documents if self._in_step else map(str, range(1, count + 1)))
        self.points_out = self.points_out or self._order.points_out
        return changed

    def end(self) -> None:
        """Remove its findings."""
        self._order.end()
        self._end_of_step()

    def _end_of_step(self) -> bool:
        """Remove the findings of all documents; tells whether the files were in step."""
        was_in_step, self._in_step = self._in_step, False
        for unit in chain.from_iterable(self._found_in.values()):
            if unit in self.reading.units:
                self.reading.findings.put(ComparedWith.TEXTS, unit, ())
        self._found_in.clear()
        self._key, self._response = _Names(self._evaluation), _Names(self._evaluation)
        return was_in_step

    def _compare(self, documents: Iterable[str]) -> bool:
        """Compare documents again, and those with a name that the key has got or lost."""
        self._in_step = True
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
            unknown = sorted(name for name in self._evaluation.names_in(unit) if name not in self._key)
            found = self._evaluation.compare_in_step(unit, reference, unknown)
            changed |= self.reading.findings.put(ComparedWith.TEXTS, unit, found)
            self.points_out = self.points_out or any(finding.related for finding in found)
            if found:
                self._found_in.setdefault(document, []).append(unit)
        return changed


class _Names:
    """The names of a file, by document, and how many documents have each."""

    def __init__(self, evaluation: ComparesInStep) -> None:
        self._evaluation = evaluation
        self._of: dict[str, frozenset[str]] = {}
        self._documents: dict[str, dict[str, None]] = {}
        self._counts: Counter[str] = Counter()

    def __contains__(self, name: str) -> bool:
        return self._counts[name] > 0

    def renew(self, reading: Reading, documents: Iterable[str]) -> list[str]:
        """Read the names of documents again; returns those that are new in the file, or no longer in it."""
        before: dict[str, bool] = {}
        for document in documents:
            units = reading.documents.units_of(document)
            names = frozenset().union(*map(self._evaluation.names_in, units)) if units else frozenset()
            for name, step in self._replaced(document, names):
                before.setdefault(name, name in self)
                self._counts[name] += step
        return [name for name, was_there in before.items() if was_there != (name in self)]

    def documents_with(self, names: Iterable[str]) -> Iterator[str]:
        """The documents that have one of these names."""
        return (document for name in names for document in self._documents.get(name, ()))

    def _replaced(self, document: str, names: frozenset[str]) -> Iterator[tuple[str, int]]:
        """The names that a document gets, with 1, and those that it loses, with -1."""
        old = self._of.get(document, frozenset())
        self._of[document] = names
        for name in sorted(names - old):
            self._documents.setdefault(name, {})[document] = None
            yield name, 1
        for name in sorted(old - names):
            del self._documents[name][document]
            yield name, -1
