"""The comparisons of the units of one file with each other: duplicates and neighbours."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from keytally.engine.documents import Documents
from keytally.engine.findings import Findings
from keytally.engine.neighbours import compare_neighbours
from keytally.engine.numbered_documents import name_given, names_given
from keytally.engine.separated_units import SeparatedUnits
from keytally.engine.unit_changes import UnitChanges
from keytally.engine.unit_findings import ComparedWith
from keytally.engine.units import Units
from keytally.evaluations.abilities import ComparesInPart, DocumentComparison
from keytally.evaluations.interface import Language
from keytally.findings.finding import Finding

LARGE = 256
"""The number of units from which on a document is compared in part after an edit, where its language can."""


class UnitComparisons:
    """Keeps the findings that a language makes of units of one document, and of neighbouring units.

    Run `comparing` once, for all units; `update` may come between its steps.
    """

    def __init__(self, language: Language, units: Units, documents: Documents, findings: Findings) -> None:
        self._language = language
        self._units = units
        self._documents = documents
        self._findings = findings
        self._in_part = language if isinstance(language, ComparesInPart) else None
        self._kept: dict[str, DocumentComparison] = {}
        self._separated = SeparatedUnits()
        self._separated.find(units)

    def comparing(self, is_sound: Callable[[str], bool]) -> Iterator[None]:
        """Compare all units, in short steps.

        `is_sound` tells of a document whose units stand together that comparing them finds nothing.
        """
        for name in list(self._documents.named):
            if self._separated.previous or not is_sound(name):
                self._compare_duplicates((name,))
            yield
        self._compare_neighbours(None)

    def update(self, changes: UnitChanges) -> None:
        """Compare again what the replacement of units concerns."""
        separated = self._find_separated(changes)
        whole = (name for name in changes.added if name in separated or not self._update(name, changes))
        self._compare_duplicates(dict.fromkeys((*whole, *separated)))
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

    def _update(self, name: str, changes: UnitChanges) -> bool:
        """Compare again only those units of a document that an edit concerns; returns whether that is all."""
        if name not in self._kept or self._separated.previous:
            return False
        removed = [unit for unit in changes.removed if name_given(unit) == name]
        found = self._kept[name].update(removed, changes.added[name])
        for unit, findings in (found or {}).items():
            self._findings.put(ComparedWith.DUPLICATES, unit, findings)
        return found is not None

    def _compare_duplicates(self, documents: Iterable[str]) -> None:
        named, put = self._documents.named, self._findings.put
        for name in documents:
            units = named.get(name, ())
            for unit, findings in zip(units, self._compared(name, units), strict=True):
                put(ComparedWith.DUPLICATES, unit, findings)

    def _compared(self, name: str, units: Sequence[Any]) -> Sequence[Sequence[Finding]]:
        """What a comparison of all units of a document finds; of a large one it is kept."""
        apart = self._separated.previous
        self._kept.pop(name, None)
        if self._in_part is None or apart or len(units) < LARGE:
            return self._language.compare_duplicates(units, apart)
        comparison = self._kept[name] = self._in_part.document_comparison()
        return comparison.compare(units, apart)

    def _compare_neighbours(self, changed: Sequence[Any] | None) -> None:
        for unit, findings in compare_neighbours(self._language, self._units, changed):
            self._findings.put(ComparedWith.NEIGHBOURS, unit, findings)
