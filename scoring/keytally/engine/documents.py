"""The documents of a text, each with its units."""

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keytally.engine.numbered_documents import changed_numbers, is_ordinal, name_given, names_given
from keytally.engine.unit_changes import UnitChanges
from keytally.engine.units import ORDINALS, Units
from keytally.evaluations.interface import ORDINAL
from keytally.text.measured import ItemIndex

FEW = 16
"""Up to one new unit for so many old ones of a document, each new one is inserted by itself."""


class Documents:
    """The names of a text's documents: first those that units give, then numbers from 1.

    Names stand in the order in which the text first gives them.
    """

    def __init__(self, units: Units) -> None:
        self._units = units
        self._groups: dict[str, list[Any]] = {}
        self._ordinal_count = 0
        self._last_found: tuple[int, ItemIndex] | None = None
        for unit in units:
            if (name := name_given(unit)) is None:
                self._ordinal_count += is_ordinal(unit)
            elif name in self._groups:
                self._groups[name].append(unit)
            else:
                self._groups[name] = [unit]
        self._names: Sequence[str] | None = list(self._groups)

    def __iter__(self) -> Iterator[str]:
        if self._names is None:
            self._names = list(dict.fromkeys(names_given(self._units)))
        yield from self._names
        yield from map(str, range(1, self._ordinal_count + 1))

    def __len__(self) -> int:
        return len(self._groups) + self._ordinal_count

    @property
    def named(self) -> Mapping[str, Sequence[Any]]:
        """The units of each document that has a name, in file order; documents in any order."""
        return self._groups

    @property
    def named_last(self) -> Iterator[str]:
        """The documents that have a name, those whose units have changed last first."""
        return reversed(self._groups)

    @property
    def ordinal_count(self) -> int:
        """The number of units that are documents by their number."""
        return self._ordinal_count

    @property
    def ordinals(self) -> list[Any]:
        """The units that are documents by their number."""
        return list(filter(is_ordinal, self._units))

    def units_of(self, document: str) -> Sequence[Any]:
        """The units of a document in file order; none for a document that the text lacks."""
        if self._ordinal_count and document.isdecimal() and 0 < int(document) <= self._ordinal_count:
            return [self._units.index[self._ordinal_place(int(document) - 1)]]
        return self._groups.get(document, ())

    def name_of(self, unit: Any) -> str | None:
        """The name or the number of the document that a unit belongs to; None where it is in none."""
        if unit.document != ORDINAL:
            return name_given(unit)
        index = self._units.index
        return str(index.before_in(index.place_of(unit), ORDINALS) + 1)

    def update(self, changes: UnitChanges) -> set[str]:
        """Take in that units were replaced; returns the documents that have other units than before."""
        self._names = None
        for name, added in changes.added.items():
            if changes.appended is None:
                self._regroup(name, changes.removed, added)
            else:
                self._groups[name] = [*self._groups.pop(name, ()), *added]
        return set(changes.added) | self._renumber(changes)

    def forget_places(self) -> None:
        """Drop what was remembered of where units stand."""
        self._last_found = None

    def _regroup(self, name: str, removed: set[Any], added: Sequence[Any]) -> None:
        """Put a document's new units among its others, in file order."""
        group = self._groups.pop(name, [])
        if len(group) == len(added) == 1 and group[0] in removed:
            self._groups[name] = [*added]
            return
        units, place_of = [unit for unit in group if unit not in removed], self._units.index.place_of
        if len(added) * FEW < len(units):
            for unit in added:
                insort(units, unit, key=place_of)
        else:
            units = sorted([*units, *added], key=place_of)
        if units:
            self._groups[name] = units

    def _renumber(self, changes: UnitChanges) -> set[str]:
        """Count ordinal units again; returns the numbers under which other units stand now."""
        self.forget_places()
        index = self._units.index
        before, self._ordinal_count = self._ordinal_count, index.total[ORDINALS]
        if not before and not self._ordinal_count:
            return set()
        starts = [index.before(index.place_of(each.new[0]))[ORDINALS] for each in changes.replacements]
        return changed_numbers(changes.replacements, starts, max(before, self._ordinal_count))

    def _ordinal_place(self, number: int) -> ItemIndex:
        """Where an ordinal unit stands, counted from 0; mostly after the one asked for before."""
        units, place = self._units.index, None
        if self._last_found is not None and number == self._last_found[0] + 1:
            place = units.following(self._last_found[1])
            while place is not None and not is_ordinal(units[place]):
                place = units.following(place)
        if place is None:
            place = units.find(number, ORDINALS)[0]
        self._last_found = number, place
        return place
