"""The units of a text: their order, documents, changes and positions."""

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from operator import is_
from typing import Any, NamedTuple

from keytally.families.contract import ORDINAL
from keytally.text.buffer import Columns, IndexedSequence, ItemIndex
from keytally.text.positions import Position, count_line_ends, line_starts

CHARACTERS, FINDINGS, LINE_ENDS, ORDINALS = 0, 1, 2, 3
"""The dimensions that `Units.index` counts."""


class UnitReplacement(NamedTuple):
    """The units in a range before and after an edit; some units may be in both."""

    old: Sequence[Any]
    new: Sequence[Any]


class Units:
    """All units of a text, in order; joined, their texts are the complete text. Offsets count code points.

    `count_findings` returns the number of findings for each of the given units.
    """

    def __init__(self, units: Sequence[Any], count_findings: Callable[[Sequence[Any]], list[int]]) -> None:
        self._unindexed: Sequence[Any] | None = units
        self._count_findings = count_findings

    @cached_property
    def index(self) -> IndexedSequence[Any]:
        """Return an index of the units by their positions, created on first use."""
        units, self._unindexed = self._unindexed or (), None
        return IndexedSequence(units, self._measure, dimensions=4)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.index if self._unindexed is None else self._unindexed)

    def __contains__(self, unit: Any) -> bool:
        return unit in self.index

    @property
    def length(self) -> int:
        """Return the number of characters of all units."""
        return self.index.total[CHARACTERS]

    def at(self, offset: int) -> tuple[Any, int]:
        """Return the unit that contains the character at `offset`, and the start of the unit."""
        place, before = self.index.find(offset, CHARACTERS)
        return self.index[place], before[CHARACTERS]

    def between(self, start: int, end: int) -> Iterator[tuple[Any, int]]:
        """Yield the units that contain characters from `start` to `end`, each with its start offset."""
        units = self.index
        first, before = units.find(start, CHARACTERS)
        offset: int = before[CHARACTERS]
        place: ItemIndex | None = first
        while place is not None and offset <= end:
            unit = units[place]
            yield unit, offset
            offset += len(unit.text)
            place = units.following(place)

    def offset_of(self, unit: Any) -> int:
        """Return the offset at which a unit starts; raises KeyError for a unit that is not in the text."""
        return self.index.before_in(self.index.place_of(unit), CHARACTERS)

    def line_of(self, unit: Any) -> int:
        """Return the line on which a unit starts; raises KeyError for a unit that is not in the text."""
        return self.index.before_in(self.index.place_of(unit), LINE_ENDS)

    def unit_before(self, unit: Any) -> Any | None:
        """Return the unit before another, or None."""
        place = self.index.previous(self.index.place_of(unit))
        return None if place is None else self.index[place]

    def unit_after(self, unit: Any) -> Any | None:
        """Return the unit after another, or None."""
        place = self.index.following(self.index.place_of(unit))
        return None if place is None else self.index[place]

    def recount(self, unit: Any) -> None:
        """Count the findings of a unit again."""
        if self._unindexed is None:
            self.index.remeasure(self.index.place_of(unit))

    def recount_all(self) -> None:
        """Count the findings of every unit again."""
        if self._unindexed is None:
            self._unindexed = list(self.index)
            del self.index

    def _measure(self, units: Sequence[Any]) -> Columns:
        texts = [unit.text for unit in units]
        numbered = [int(unit.document == ORDINAL) for unit in units]
        return [
            list(map(len, texts)),
            self._count_findings(units),
            list(map(count_line_ends, texts)),
            numbered,
        ]


def name_given(unit: Any) -> str | None:
    """Return the document name that a unit defines; None if it is identified by its number or is in no
    document.
    """
    document: str | None = unit.document
    return None if document == ORDINAL else document


def names_given(units: Iterable[Any]) -> list[str]:
    """Return the document names that units define, one for each unit with a name."""
    return [name for unit in units if (name := name_given(unit)) is not None]


def is_ordinal(unit: Any) -> bool:
    """Return whether a unit is a document identified by its number."""
    return bool(unit.document == ORDINAL)


def number_of(document: str, most: int) -> int | None:
    """Return the number in a document name, if it is one of the first `most` ordinal units.

    The result is None for any other name, such as `01`.
    """
    if not most or not document.isdecimal() or len(document) > len(str(most)):
        return None
    number = int(document)
    return number if str(number) == document and 0 < number <= most else None


def changed_numbers(replacements: Sequence[UnitReplacement], starts: Sequence[int], count: int) -> set[str]:
    """Return the numbers of ordinal units that have changed; if units were shifted, all numbers from the
    first changed one.

    `starts` contains the number of ordinal units before each range, and `count` is the larger of their total
    numbers before and after the edit.
    """
    replaced = [_replaced(*replacement) for replacement in replacements]
    if None not in replaced:
        return {
            str(start + index + 1)
            for start, indices in zip(starts, replaced, strict=True)
            for index in indices or ()
        }
    first = min(start + _kept_at_start(*each) for start, each in zip(starts, replacements, strict=True))
    return {str(number + 1) for number in range(first, count)}


def _replaced(old: Sequence[Any], new: Sequence[Any]) -> list[int] | None:
    """Return the indices of the ordinal units that were replaced; None if the count of ordinal units has
    changed.
    """
    old, new = list(filter(is_ordinal, old)), list(filter(is_ordinal, new))
    if len(old) != len(new):
        return None
    return [index for index, (before, after) in enumerate(zip(old, new, strict=True)) if before is not after]


def _kept_at_start(old: Sequence[Any], new: Sequence[Any]) -> int:
    """Return the number of unreplaced ordinal units at the start of a range."""
    count = 0
    for before, after in zip(filter(is_ordinal, old), filter(is_ordinal, new), strict=False):
        if before is not after:
            break
        count += 1
    return count


class UnitChanges:
    """The replacements that an edit has made in `units`, which contains the units after the edit.

    `removed` contains the units that no longer exist. `added` contains the added units in file order, for
    each named document with removed or added units. `appended` contains the units after all previous ones if
    nothing else has changed; otherwise None.
    """

    def __init__(self, replacements: Sequence[UnitReplacement], units: Units) -> None:
        self.replacements = replacements
        old = set(chain.from_iterable(replacement.old for replacement in replacements))
        new = dict.fromkeys(chain.from_iterable(replacement.new for replacement in replacements))
        self.removed: set[Any] = old - new.keys()
        self.added: dict[str, list[Any]] = {name: [] for name in names_given(self.removed)}
        for unit in new:
            if unit not in old and (name := name_given(unit)) is not None:
                self.added.setdefault(name, []).append(unit)
        self.appended = _appended(replacements, units)


def _appended(replacements: Sequence[UnitReplacement], units: Units) -> Sequence[Any] | None:
    """Return the units that were appended at the end, or None if anything else has changed; files that
    grow while loading need not be searched again each time.
    """
    if len(replacements) != 1:
        return None
    old, new = replacements[0]
    if len(new) < len(old) or not all(map(is_, old, new)):
        return None
    return new[len(old) :] if units.unit_after(new[-1]) is None else None


FEW = 16
"""If a document has more than this many old units for each new unit, each new unit is inserted separately."""


class Documents:
    """The names of a text's documents: first names that units define, then numbers from 1.

    Names are in the order of their first occurrence in the text.
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
        """Return the units of each named document, in file order; the documents are in no particular
        order.
        """
        return self._groups

    @property
    def ordinal_count(self) -> int:
        """Return the number of units that are documents identified by their number."""
        return self._ordinal_count

    @property
    def ordinals(self) -> list[Any]:
        """Return the units that are documents identified by their number."""
        return list(filter(is_ordinal, self._units))

    def units_of(self, document: str) -> Sequence[Any]:
        """Return the units of a document in file order; empty if the text lacks the document."""
        number = number_of(document, self._ordinal_count)
        if number is not None:
            return [self._units.index[self._ordinal_place(number - 1)]]
        return self._groups.get(document, ())

    def name_of(self, unit: Any) -> str | None:
        """Return the name or number of the document that contains a unit; None if there is none."""
        if unit.document != ORDINAL:
            return name_given(unit)
        index = self._units.index
        return str(index.before_in(index.place_of(unit), ORDINALS) + 1)

    def update(self, changes: UnitChanges) -> set[str]:
        """Update after units were replaced; return the documents with changed units."""
        self._names = None
        for name, added in changes.added.items():
            if changes.appended is None:
                self._regroup(name, changes.removed, added)
            else:
                self._groups[name] = [*self._groups.pop(name, ()), *added]
        return set(changes.added) | self._renumber(changes)

    def forget_places(self) -> None:
        """Discard cached positions of units."""
        self._last_found = None

    def _regroup(self, name: str, removed: set[Any], added: Sequence[Any]) -> None:
        """Insert a document's new units among its others, in file order."""
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
        """Number the ordinal units again; return the numbers of units that have changed."""
        self.forget_places()
        index = self._units.index
        before, self._ordinal_count = self._ordinal_count, index.total[ORDINALS]
        if not before and not self._ordinal_count:
            return set()
        starts = [
            index.before(index.place_of(replacement.new[0]))[ORDINALS] for replacement in changes.replacements
        ]
        return changed_numbers(changes.replacements, starts, max(before, self._ordinal_count))

    def _ordinal_place(self, number: int) -> ItemIndex:
        """Return the position of the ordinal unit with this number, which usually follows the last
        requested one.
        """
        units, place = self._units.index, None
        if self._last_found is not None and number == self._last_found[0] + 1:
            place = units.following(self._last_found[1])
            while place is not None and not is_ordinal(units[place]):
                place = units.following(place)
        if place is None:
            place = units.find(number, ORDINALS)[0]
        self._last_found = number, place
        return place


Width = Callable[[str], int]
"""A function that returns the width of a text: `len`, or the number of code units that a client counts."""


def parts_lines(before: Any, unit: Any) -> bool:
    """Return whether a line ends between a unit and the previous one."""
    text: str = before.text
    return text.endswith("\n") or (text.endswith("\r") and not unit.text.startswith("\n"))


class SharedLines:
    """Computes and caches the columns of units that start on shared lines, until one of these lines changes.

    `line_ends` is the dimension of the index that counts line ends. Columns of a line are cached for each
    `width`, because callers usually request the next unit afterwards.
    """

    def __init__(self, units: IndexedSequence[Any], line_ends: int) -> None:
        self._units = units
        self._line_ends = line_ends
        self._columns: dict[Width, dict[Any, int]] = {}

    def starts_line(self, place: ItemIndex) -> bool:
        """Return whether the unit at this position is the first on its line."""
        previous = self._units.previous(place)
        return previous is None or parts_lines(self._units[previous], self._units[place])

    def column(self, place: ItemIndex, width: Width) -> int:
        """Return the width of the text before the unit on its line."""
        unit, columns = self._units[place], self._columns.setdefault(width, {})
        if unit not in columns:
            columns.update(self._columns_around(place, width))
        return columns[unit]

    def _columns_around(self, place: ItemIndex, width: Width) -> dict[Any, int]:
        """Return the columns of the unit at `place` and of all units that start on the same line."""
        if self.starts_line(place):
            return {self._units[place]: 0}
        units = self._on_line_of(place)
        ends = accumulate(width(text) for text in _on_their_last_line(units[:-1]))
        return dict(zip(units[1:], ends, strict=True))

    def _on_line_of(self, place: ItemIndex) -> list[Any]:
        """Return the units with text on the line on which a unit starts, beginning with the first."""
        line = self._units.before(place)[self._line_ends]
        first = self._units.find(line - 1, self._line_ends)[0] if line else ItemIndex(0, 0)
        return self._units.range(first, self._units.find(line, self._line_ends)[0])


def _on_their_last_line(units: list[Any]) -> list[str]:
    """Return the text that each unit contributes to a line that begins in the first unit and ends after
    the last one.
    """
    first = units[0].text
    return [first[line_starts(first)[-1] :], *(unit.text for unit in units[1:])]


class PlaceInUnit(NamedTuple):
    """A position in a unit: the line, counted in the unit, and the unit's text on that line before the
    position.
    """

    line: int
    before: str


class StretchStart(NamedTuple):
    """The start of a run of units: its state (see `FoundStretch`), its line, and whether it starts that
    line.
    """

    state: object
    line: int
    starts_line: bool


class _UnitStart(NamedTuple):
    """The position of a unit: its index, its offsets in the file, and its first line."""

    place: ItemIndex
    start: int
    end: int
    line: int


class _Measured(NamedTuple):
    """The width of a unit's line from its start to a position, measured by the caller's function."""

    unit: object
    start: int
    of: Width
    place: int
    width: int


class Places:
    """Converts offsets and the starts of units to lines and columns.

    Lines and columns count from 0. A column is the width of the preceding text on the line, computed by the
    caller's function, because clients count different code units.
    """

    def __init__(self, units: Units) -> None:
        self._units = units
        self._line_starts: dict[Any, list[int]] = {}
        self._last_found: _UnitStart | None = None
        self._last_width: _Measured | None = None
        self._shared: SharedLines | None = None

    def position(self, offset: int, width: Width = len) -> Position:
        """Return the line and the column of an offset."""
        unit = self._last_found = self._unit_around(offset)
        found, place = self._units.index[unit.place], offset - unit.start
        line, start = self._line_of(found, place)
        column = 0 if line else self._shared_lines.column(unit.place, width)
        return Position(unit.line + line, column + self._measured_width(found, start, place, width))

    def in_unit(self, unit: Any, place: int) -> PlaceInUnit:
        """Return the line of a position, counted from the unit's first line, and the text before it on
        that line.
        """
        line, start = self._line_of(unit, place)
        return PlaceInUnit(line, unit.text[start:place])

    def _line_of(self, unit: Any, place: int) -> tuple[int, int]:
        """Return the line of a position in a unit, and the start of that line in the unit."""
        if unit not in self._line_starts:
            self._line_starts[unit] = line_starts(unit.text)
        starts = self._line_starts[unit]
        line = bisect_right(starts, place) - 1
        return line, starts[line]

    def _measured_width(self, unit: Any, start: int, place: int, width: Width) -> int:
        """Return the width of a line up to a position, measured from the line's start or from the last
        position.
        """
        last = self._last_width
        if last is None or last.unit is not unit or last.start != start or last.of != width:
            last = _Measured(unit, start, width, start, 0)
        if abs(place - last.place) > place - start:
            last = last._replace(place=start, width=0)
        if place >= last.place:
            column = last.width + width(unit.text[last.place : place])
        else:
            column = last.width - width(unit.text[place : last.place])
        self._last_width = _Measured(unit, start, width, place, column)
        return column

    def starts_line(self, unit: Any) -> bool:
        """Return whether a unit is the first on its line."""
        return self._shared_lines.starts_line(self._units.index.place_of(unit))

    def line_started_by(self, unit: Any) -> int | None:
        """Return the line that begins with a unit.

        The result is None if the unit starts in the middle of a line or is not in the text.
        """
        index = self._units.index
        if unit not in index:
            return None
        place = index.place_of(unit)
        return index.before_in(place, LINE_ENDS) if self._shared_lines.starts_line(place) else None

    def stretch_around(self, unit: Any) -> StretchStart | None:
        """Return the start of the run that contains a unit; None if the unit is not in the text.

        While this value is unchanged, all units of the run start on the same lines.
        """
        index = self._units.index
        if unit not in index:
            return None
        first = index.start_of_range(unit)
        line, starts_line = index.before_in(first, LINE_ENDS), self._shared_lines.starts_line(first)
        return StretchStart(index.state_of(unit), line, starts_line)

    def column_of(self, unit: Any, width: Width = len) -> int:
        """Return the column at which a unit starts, usually 0."""
        return self._shared_lines.column(self._units.index.place_of(unit), width)

    def forget_places(self) -> None:
        """Discard cached positions of units."""
        self._last_found = self._last_width = self._shared = None

    def update(self, removed: Iterable[Any]) -> None:
        """Update after units were replaced or removed."""
        self.forget_places()
        for unit in removed:
            self._line_starts.pop(unit, None)

    @property
    def _shared_lines(self) -> SharedLines:
        if self._shared is None:
            self._shared = SharedLines(self._units.index, LINE_ENDS)
        return self._shared

    def _unit_around(self, offset: int) -> _UnitStart:
        """Return the unit that contains the character at an offset, which is usually the last requested
        unit or the next one.
        """
        last, units = self._last_found, self._units.index
        if last is not None and offset >= last.end and (place := units.following(last.place)):
            last = self._start_of(place, last.end, last.line + units.measure_of(last.place)[LINE_ENDS])
        if last is not None and last.start <= offset < last.end:
            return last
        place, before = units.find(offset, CHARACTERS)
        return self._start_of(place, before[CHARACTERS], before[LINE_ENDS])

    def _start_of(self, place: ItemIndex, start: int, line: int) -> _UnitStart:
        return _UnitStart(place, start, start + self._units.index.measure_of(place)[CHARACTERS], line)
