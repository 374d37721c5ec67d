"""A file as one language reads it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from keytally.engine.documents import Documents
from keytally.engine.findings import Findings
from keytally.engine.places import Places
from keytally.engine.rereading import Change, UnitReader
from keytally.engine.unit_changes import UnitChanges
from keytally.engine.unit_comparisons import UnitComparisons
from keytally.engine.unit_findings import UnitFindings, Wanted
from keytally.engine.units import UnitReplacement, Units
from keytally.evaluations.interface import Language
from keytally.findings.finding import Finding


def _every_finding(finding: Finding) -> bool:
    return True


class Reading:
    """The units of one text under one language, their documents, their places and their findings.

    `edit` brings all four up to date. Findings are those of the units, those of comparing units of the
    file with each other, and those that comparisons with other files put in; `wanted` chooses which are
    kept. Where a file is not `judged` only the comparison with the texts makes findings, until it is judged
    by `judging`. `revision` grows with every edit. The length is the number of characters of the text.
    """

    def __init__(
        self, language: Language, text: str, wanted: Wanted = _every_finding, *, judged: bool = True
    ) -> None:
        self.language = language
        self.revision = 0
        self._reader = UnitReader(language)
        self._unit_findings = UnitFindings(wanted, judged=judged)
        self.units = Units(self._reader.read(text), self._unit_findings.select_all)
        self.documents = Documents(self.units)
        self.places = Places(self.units)
        self.findings = Findings(self.units, self._unit_findings)
        self.is_judged = judged
        self._comparisons: UnitComparisons | None = None
        self._sound: dict[str, Sequence[Any]] = {}
        if judged:
            for _ in self._comparing():
                pass

    def __len__(self) -> int:
        return self.units.length

    @property
    def text(self) -> str:
        """The text that the reading is of."""
        return "".join(unit.text for unit in self.units)

    def edit(self, changes: Iterable[Change]) -> set[str]:
        """Change the text; returns the documents that have other units than before.

        A change replaces the text from a start to an end; its offsets are those that the changes before
        it have left. Only units that the changes touch are read again.
        """
        replacements = self._reader.apply(changes, self.units)
        return self._take_over(replacements) if replacements else set()

    def append(self, pieces: Sequence[str]) -> set[str]:
        """Put the texts of units behind a text that ends where a unit begins; returns as `edit` does."""
        return self._take_over(self._reader.append(pieces, self.units))

    def _take_over(self, replacements: Sequence[UnitReplacement]) -> set[str]:
        self.revision += 1
        changed = UnitChanges(replacements, self.units)
        self._unit_findings.forget(changed.removed)
        self.places.update(changed.removed)
        documents = self.documents.update(changed)
        if self._comparisons is not None:
            self._comparisons.update(changed)
        return documents

    def judging(self) -> Iterator[None]:
        """Make the findings of a text that is not judged, in short steps; edits may come between them."""
        self._unit_findings.judged = True
        for unit in list(self.units):
            if unit.findings and unit in self.units:
                self.units.recount(unit)
            yield
        yield from self._comparing()
        self._sound.clear()
        self.is_judged = True

    def found_sound(self, document: str, units: tuple[Any, ...]) -> None:
        """Another process has compared the units of a document, and found nothing.

        That says nothing of a document that has other units by now.
        """
        if not self.is_judged and units == self._units_named(document):
            self._sound[document] = units

    def _units_named(self, document: str) -> tuple[Any, ...]:
        return tuple(self.documents.named.get(document, ()))

    def _comparing(self) -> Iterator[None]:
        """Compare all units with each other, in short steps."""
        self._comparisons = UnitComparisons(self.language, self.units, self.documents, self.findings)
        yield from self._comparisons.comparing(self._is_sound)

    def _is_sound(self, document: str) -> bool:
        """Whether another process has compared the units that a document has."""
        return document in self._sound and self._sound[document] == self._units_named(document)

    def refilter(self) -> None:
        """Choose again which findings are wanted."""
        self.places.forget_places()
        self.documents.forget_places()
        self.units.recount_all()
