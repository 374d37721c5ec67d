"""The names in a document of templates and who points to them, kept between edits."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from keytally.evaluations.muc.formats.templates.unit import Name, TemplateUnit
from keytally.evaluations.muc.rules.templates_document import Apart, Units, compare_units, dangling
from keytally.findings.finding import Finding

T = TypeVar("T")


class DocumentNames:
    """Compares the units of one document, and after an edit only those that it concerns.

    It holds what `compare_units` looks at: how often each name is given, how often each class has a malformed
    header, and the units with pointers to each name (keytally.evaluations.abilities.DocumentComparison).
    """

    def __init__(self) -> None:
        self._given: Counter[Name] = Counter()
        self._vague: Counter[str] = Counter()
        self._pointing: dict[Name, dict[TemplateUnit, None]] = {}

    def compare(self, units: Units, apart: Apart) -> Sequence[Sequence[Finding]]:
        """For each unit of the document the findings that need the others; what was kept is dropped."""
        self._given.clear()
        self._vague.clear()
        self._pointing.clear()
        self._put(units)
        return compare_units(units, apart)

    def update(self, removed: Units, added: Units) -> Mapping[TemplateUnit, Sequence[Finding]] | None:
        """The findings of those units that a replacement of units concerns.

        None if that takes a comparison of all: where a name is given twice the order of units counts.
        """
        names, vague = _names((*removed, *added)), set(self._vague)
        before = {name: self._given[name] for name in names}
        self._drop(removed)
        self._put(added)
        changed = (name for name in names if before[name] != self._given[name])
        pointing = (unit for name in changed for unit in self._pointing.get(name, ()))
        concerned = dict.fromkeys((*added, *pointing))
        if vague != self._vague.keys() or self._are_repeated(before, names | _names(concerned)):
            return None
        return {unit: dangling(unit, self._given, self._vague) for unit in concerned}

    def _are_repeated(self, before: Mapping[Name, int], names: Iterable[Name]) -> bool:
        """Whether one of these names is given twice, or was before."""
        return any(self._given[name] > 1 or before.get(name, 0) > 1 for name in names)

    def _put(self, units: Iterable[TemplateUnit]) -> None:
        for unit in units:
            judgement = unit.judgement
            self._given.update(judgement.names)
            self._vague.update(judgement.vague)
            for name in judgement.pointed:
                self._pointing.setdefault(name, {})[unit] = None

    def _drop(self, units: Iterable[TemplateUnit]) -> None:
        for unit in units:
            judgement = unit.judgement
            _take(self._given, judgement.names)
            _take(self._vague, judgement.vague)
            for name in judgement.pointed:
                del self._pointing[name][unit]
                if not self._pointing[name]:
                    del self._pointing[name]


def _names(units: Iterable[TemplateUnit]) -> set[Name]:
    return {name for unit in units for name in unit.judgement.names}


def _take(counts: Counter[T], things: Iterable[T]) -> None:
    """Count things once less; what is there no more has no entry."""
    counts.subtract(things)
    for thing in things:
        if not counts[thing]:
            del counts[thing]
