"""Compares a key or a response with its source text, document by document."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from keytally.engine.groups import groups
from keytally.engine.reading import Reading
from keytally.engine.unit_findings import ComparedWith
from keytally.findings.finding import Finding

Compare = Callable[[Any, Any | None], Sequence[Finding]]


class TextCheck:
    """Keeps the findings that `compare` makes of a file's units against a reference's.

    Units are compared one by one: the first unit of a document with the reference's first one,
    the second with its second, and so on. What stands before the first document is
    compared with what stands before the reference's. `points_out` is set once a finding names a place of the
    reference.
    """

    def __init__(self, reading: Reading, reference: Reading, compare: Compare) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._compare = compare
        self._nothing = reference.language.read("")
        self._compared: dict[str, dict[Any, Any | None]] = {}
        self._beginnings: tuple[Any | None, Any | None] = (None, None)

    def begin(self) -> Iterator[None]:
        """Compare all for the first time, in short steps; edits may come between them."""
        self.renew(())
        for documents in groups(self.reading.documents):
            self.renew(documents)
            yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare the units of these documents again; returns whether any has or had findings."""
        changed = self._renew_beginning()
        for document in documents:
            units, references = (
                self.reading.documents.units_of(document),
                self.reference.documents.units_of(document),
            )
            compared = self._compared.pop(document, {})
            now = dict(zip_longest(units, references[: len(units)]))
            for unit, reference in now.items():
                if compared.get(unit, self) is not reference or reference is None:
                    changed |= self._put(unit, self._findings(unit, reference))
            if now:
                self._compared[document] = now
        return changed

    def end(self) -> None:
        """Remove its findings."""
        for unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, unit, ())

    def _renew_beginning(self) -> bool:
        """Compare the text before the first documents, unless both sides are unchanged."""
        ends = (_beginning(self.reading), _beginning(self.reference))
        if ends == self._beginnings:
            return False
        former, self._beginnings = self._beginnings[0], ends
        unit, reference = ends
        changed = False
        if former is not unit and former in self.reading.units:
            changed = self._put(former, ())
        if unit is not None:
            changed |= self._put(unit, self._compare(unit, reference or self._nothing))
        return changed

    def _put(self, unit: Any, found: Sequence[Finding]) -> bool:
        self.points_out = self.points_out or any(finding.related for finding in found)
        return self.reading.findings.put(ComparedWith.TEXTS, unit, found)

    def _findings(self, unit: Any, reference: Any | None) -> Sequence[Finding]:
        """A document number that is missing or repeated has a finding of another rule."""
        if reference is None and (not unit.document or self.reference.documents.units_of(unit.document)):
            return ()
        return self._compare(unit, reference)


def _beginning(reading: Reading) -> Any | None:
    """The unit before the first document, if the file has one."""
    first = next(iter(reading.units), None)
    return first if first is not None and first.document is None else None
