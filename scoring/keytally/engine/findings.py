"""The findings of a text, from single units and from comparisons between units."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import chain, pairwise
from typing import Any, NamedTuple

from keytally.engine.units import (
    CHARACTERS,
    FINDINGS,
    LINE_ENDS,
    Documents,
    UnitChanges,
    Units,
    name_given,
    names_given,
    parts_lines,
)
from keytally.families.contract import DocumentComparison, Language
from keytally.findings.finding import Edit, Finding

Wanted = Callable[[Finding], bool]


class ComparedWith(IntEnum):
    """The reference of a comparison; findings with the same rule and position are sorted in this order."""

    DUPLICATES = 0
    NEIGHBOURS = 1
    TEXTS = 2
    ANNOTATORS = 3


class UnitFindings:
    """The findings of each unit of a text; `wanted` filters them.

    If a file is not `judged` (yet), only comparisons with other files produce findings. `put` stores the
    findings of a comparison; `select` then filters the findings of the unit.
    """

    def __init__(self, wanted: Wanted, *, judged: bool) -> None:
        self._wanted = wanted
        self.judged = judged
        self._compared: tuple[dict[Any, Sequence[Finding]], ...] = tuple({} for _ in ComparedWith)
        self._kept: dict[Any, Sequence[Finding]] = {}

    def of(self, unit: Any) -> Sequence[Finding]:
        """Return a unit's findings, sorted by position; the same object until they change."""
        return self._kept.get(unit, ())

    def put(self, compared_with: ComparedWith, unit: Any, findings: Sequence[Finding]) -> bool:
        """Store the findings of a comparison in a unit; return whether the unit's findings may have
        changed.
        """
        compared = self._compared[compared_with]
        before = compared.get(unit, ())
        if before is findings or not (before or findings):
            return False
        if findings:
            compared[unit] = findings
        else:
            del compared[unit]
        return True

    def forget(self, removed: Iterable[Any]) -> None:
        """Discard all findings of removed units."""
        for findings in (*self._compared, self._kept):
            for unit in removed:
                findings.pop(unit, None)

    def select_all(self, units: Sequence[Any]) -> list[int]:
        """Filter the findings of all units again; return the number of findings for each unit."""
        if not (self.judged or self._kept or any(self._compared)):
            return [0] * len(units)
        return list(map(self.select, units))

    def select(self, unit: Any) -> int:
        """Filter the findings of a unit again; return their number."""
        found: Sequence[Finding] = unit.findings if self.judged else ()
        for compared in self._compared:
            if compared and (further := compared.get(unit)):
                found = [*found, *further]
        kept = list(filter(self._wanted, found)) if found else ()
        if len(kept) > 1:
            kept = sorted(kept, key=_place_of)
        if kept:
            self._kept[unit] = kept
        elif self._kept:
            self._kept.pop(unit, None)
        return len(kept)


def _place_of(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.rule.name


class Located(NamedTuple):
    """A finding, its unit, and the unit's start in the file as an offset and a line."""

    finding: Finding
    unit: Any
    offset: int
    line: int

    @property
    def start(self) -> int:
        """Return the start of the finding in the file, in code points."""
        return self.offset + self.finding.start

    @property
    def end(self) -> int:
        """Return the end of the finding in the file, in code points."""
        return self.offset + self.finding.end


class LocatedFindings(NamedTuple):
    """The findings of a unit, sorted by position, and the start of the unit in the file.

    `findings` is the same object while the unit has the same findings. The offsets of edits in other units
    count from the starts of those units.
    """

    findings: Sequence[Finding]
    unit: Any
    offset: int
    line: int


class FoundStretch(NamedTuple):
    """Nearby units with findings, and the line on which the first of them starts.

    `state` is the same object while the units and their findings are unchanged. `starts_line` is true if the
    first unit starts at the beginning of its line.
    """

    line: int
    starts_line: bool
    state: object
    found: Iterator[LocatedFindings]


class Findings:
    """All findings of a text, sorted by position; `kept` contains the findings of each unit."""

    def __init__(self, units: Units, kept: UnitFindings) -> None:
        self._units = units
        self._kept = kept

    def __len__(self) -> int:
        return self._units.index.total[FINDINGS]

    def __iter__(self) -> Iterator[Located]:
        """Yield all findings, skipping units without findings at no cost."""
        for found in chain.from_iterable(stretch.found for stretch in self.stretches()):
            for finding in found.findings:
                yield Located(self._placed(finding, found.unit), found.unit, found.offset, found.line)

    def stretches(self) -> Iterator[FoundStretch]:
        """Yield the units that have findings, in file order."""
        for units in self._units.index.stretches(FINDINGS):
            found = (
                LocatedFindings(self._kept.of(unit), unit, before[CHARACTERS], before[LINE_ENDS])
                for unit, before in units.holding
            )
            starts_line = units.previous is None or parts_lines(units.previous, units.first)
            yield FoundStretch(units.before[LINE_ENDS], starts_line, units.state, found)

    def of(self, unit: Any) -> list[Finding]:
        """Return the findings of one unit, sorted by position."""
        return [self._placed(finding, unit) for finding in self._kept.of(unit)]

    def put(self, compared_with: ComparedWith, unit: Any, findings: Sequence[Finding]) -> bool:
        """Store the findings of a comparison in a unit; return whether the unit's findings may have
        changed.
        """
        changed = self._kept.put(compared_with, unit, findings)
        if changed:
            self._units.recount(unit)
        return changed

    def _placed(self, finding: Finding, unit: Any) -> Finding:
        """Return a finding with its edits in other units shifted to count from the start of its own unit."""
        if not finding.edits or not finding.reaches_out:
            return finding
        start, offset_of = self._units.offset_of(unit), self._units.offset_of
        shifts = (0 if edit.unit is None else offset_of(edit.unit) - start for edit in finding.edits)
        moved = (
            Edit(edit.start + shift, edit.end + shift, edit.text)
            for edit, shift in zip(finding.edits, shifts, strict=True)
        )
        return finding._replace(edits=tuple(moved))


def compare_neighbours(
    language: Language, units: Units, changed: Sequence[Any] | None = None
) -> Iterator[tuple[Any, Sequence[Finding]]]:
    """Yield units, each with the findings from comparing it with the previous unit, if the language supports
    this.

    The first unit of a file has no such findings. If `changed`, a range of the units, is given, only these
    units and the next one are compared.
    """
    if language.compare_neighbours is not None:
        compared = chain((None,), units) if changed is None else _with_neighbours(units, changed)
        for before, unit in pairwise(compared):
            yield unit, () if before is None else language.compare_neighbours(before, unit)


def _with_neighbours(units: Units, stretch: Sequence[Any]) -> Iterator[Any]:
    """Yield a run preceded by the unit before it (or None), and followed by the unit after it, if there is
    one.
    """
    yield units.unit_before(stretch[0])
    yield from stretch
    after = units.unit_after(stretch[-1])
    if after is not None:
        yield after


MOST_STEPS = 512
"""The maximum number of units that are searched after an edit before all units are searched."""


class SeparatedUnits:
    """The units that are separated from the start of their document by another document.

    `previous` maps each of them, in file order, to the unit directly before it, which may belong to any
    document. `concerned` contains all separated units and the units before them. The cost of an edit depends
    on the number of nearby units and the number of interrupted units. An interrupted unit belongs to a
    document that has already begun, but does not directly follow a unit of that document.
    """

    def __init__(self, units: Units, documents: Documents) -> None:
        self._units = units
        self._documents = documents
        self.previous: dict[Any, Any] = {}
        self.concerned: set[Any] = set()
        self._firsts: dict[str, Any] = {}
        self._interrupted: dict[Any, None] = {}
        self._keep(self._find_all())

    def update(self, changes: UnitChanges) -> set[str]:
        """Update after an edit; return the documents with changed separated units.

        A separated unit also counts as changed if a different unit now precedes it.
        """
        self._renew(changes)
        is_reordered = any(
            names_given(replacement.old) != names_given(replacement.new)
            for replacement in changes.replacements
        )
        if not is_reordered and changes.removed.isdisjoint(self.concerned):
            return set()
        before, found = self.previous, self._find()
        self._keep(self._find_all() if found is None else found)
        changed = before.items() ^ self.previous.items()
        return {name for unit, _ in changed if (name := name_given(unit)) is not None}

    def _keep(self, found: dict[Any, Any]) -> None:
        self.previous = found
        self.concerned = {*found.keys(), *found.values()}

    def _find_all(self) -> dict[Any, Any]:
        """Search all units of the file."""
        found: dict[Any, Any] = {}
        self._firsts, self._interrupted = {}, {}
        seen: dict[str, int] = {}
        document = None
        for previous, unit in pairwise(chain((None,), self._units)):
            document_before, document = document, name_given(unit)
            if document is None or document == document_before:
                continue
            if document not in seen:
                self._firsts[document] = unit
            else:
                self._interrupted[unit] = None
                if seen[document] != len(self._firsts):
                    found[unit] = previous
            seen[document] = len(self._firsts)
        return found

    def _renew(self, changes: UnitChanges) -> None:
        """Update the first units of changed documents, and the interrupted units near the edit."""
        near: dict[Any, None] = {}
        for name in changes.added:
            first = self._firsts.pop(name, None)
            if first is not None and first not in changes.removed:
                near[first] = None
            if units := self._documents.named.get(name):
                self._firsts[name] = units[0]
                near[units[0]] = None
        for replacement in changes.replacements:
            near.update(dict.fromkeys(replacement.new))
            near[self._units.unit_after(replacement.new[-1])] = None
        near.pop(None, None)
        for unit in (*changes.removed, *near):
            self._interrupted.pop(unit, None)
        self._interrupted.update(dict.fromkeys(filter(self._is_interrupted, near)))

    def _is_interrupted(self, unit: Any) -> bool:
        name = name_given(unit)
        if name is None or self._firsts[name] is unit:
            return False
        return name_given(self._units.unit_before(unit)) != name

    def _find(self) -> dict[Any, Any] | None:
        """Search before the interrupted units; None if that takes too many steps."""
        found: list[Any] = []
        steps = len(self._interrupted)
        for unit in self._interrupted:
            for before in self._before(unit):
                steps += 1
                if steps > MOST_STEPS:
                    return None
                name = name_given(before)
                if name == unit.document:
                    break
                if name is not None and self._firsts[name] is before:
                    found.append(unit)
                    break
        found.sort(key=self._units.index.place_of)
        return {unit: self._units.unit_before(unit) for unit in found}

    def _before(self, unit: Any) -> Iterator[Any]:
        """Yield the units before another, nearest first."""
        index = self._units.index
        place = index.previous(index.place_of(unit))
        while place is not None:
            yield index[place]
            place = index.previous(place)


LARGE = 256
"""The minimum number of units in a document for comparing it partially after an edit, if its language
supports partial comparison.
"""


class UnitComparisons:
    """Stores a language's findings from comparing units within a document, and adjacent units.

    Exhaust `comparing` once to compare all units; `update` may be called between its steps.
    """

    def __init__(self, language: Language, units: Units, documents: Documents, findings: Findings) -> None:
        self._language = language
        self._units = units
        self._documents = documents
        self._findings = findings
        self._kept: dict[str, DocumentComparison] = {}
        self._separated = SeparatedUnits(units, documents)

    def comparing(self) -> Iterator[None]:
        """Compare all units, in short steps."""
        for name in list(self._documents.named):
            self._compare_duplicates((name,))
            yield
        self._compare_neighbours(None)

    def update(self, changes: UnitChanges) -> None:
        """Repeat the comparisons that replacing units affects."""
        separated = self._separated.update(changes)
        whole = (name for name in changes.added if name in separated or not self._update(name, changes))
        self._compare_duplicates(dict.fromkeys((*whole, *separated)))
        for _, stretch in changes.replacements:
            self._compare_neighbours(stretch)

    def _update(self, name: str, changes: UnitChanges) -> bool:
        """Repeat only the affected comparisons of a document; return whether this was sufficient."""
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
        """Return the findings of comparing all units of a document, cached for large documents."""
        apart = self._separated.previous
        self._kept.pop(name, None)
        begin = self._language.document_comparison
        if begin is None or apart or len(units) < LARGE:
            return self._language.compare_duplicates(units, apart)
        comparison = self._kept[name] = begin()
        return comparison.compare(units, apart)

    def _compare_neighbours(self, changed: Sequence[Any] | None) -> None:
        for unit, findings in compare_neighbours(self._language, self._units, changed):
            self._findings.put(ComparedWith.NEIGHBOURS, unit, findings)
