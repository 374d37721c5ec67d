"""The comparisons of the units of one file with each other: duplicates and neighbours."""

from collections.abc import Iterable, Sequence
from typing import Any

from keytally.engine.documents import Documents
from keytally.engine.findings import Findings
from keytally.engine.neighbours import compare_neighbours
from keytally.engine.numbered_documents import names_given
from keytally.engine.separated_units import SeparatedUnits
from keytally.engine.unit_changes import UnitChanges
from keytally.engine.unit_findings import ComparedWith
from keytally.engine.units import Units
from keytally.evaluations.interface import Language


class UnitComparisons:
    """Keeps the findings that a language makes of units of one document, and of neighbouring units."""

    def __init__(self, language: Language, units: Units, documents: Documents, findings: Findings) -> None:
        self._language = language
        self._units = units
        self._documents = documents
        self._findings = findings
        self._separated = SeparatedUnits()
        self._separated.find(units)
        self._compare_duplicates(documents.named)
        self._compare_neighbours(None)

    def update(self, changes: UnitChanges) -> None:
        """Compare again what the replacement of units concerns."""
        self._compare_duplicates(dict.fromkeys((*changes.added, *self._find_separated(changes))))
        for _, stretch in changes.replacements:
            self._compare_neighbours(stretch)

    def _find_separated(self, changes: UnitChanges) -> set[str]:
        """Find separated units again; returns the documents in which they have changed."""
        if changes.appended is not None:
            appended = changes.appended
            return self._separated.find_in_appended(appended, self._before(appended))
        is_reordered = any(names_given(each.old) != names_given(each.new) for each in changes.replacements)
        if is_reordered or not changes.removed.isdisjoint(self._separated.concerned):
            return self._separated.find(self._units)
        return set()

    def _before(self, units: Sequence[Any]) -> Any | None:
        return self._units.unit_before(units[0]) if units else None

    def _compare_duplicates(self, documents: Iterable[str]) -> None:
        for name in documents:
            units = self._documents.named.get(name, ())
            found = self._language.compare_duplicates(units, self._separated.previous)
            for unit, findings in zip(units, found, strict=True):
                self._findings.put(ComparedWith.DUPLICATES, unit, findings)

    def _compare_neighbours(self, changed: Sequence[Any] | None) -> None:
        for unit, findings in compare_neighbours(self._language, self._units, changed):
            self._findings.put(ComparedWith.NEIGHBOURS, unit, findings)
