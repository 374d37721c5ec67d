"""A file as one language reads it: units, their documents and their findings, kept up under edits."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, pairwise
from operator import is_
from typing import Any, NamedTuple

from keytally.engine.neighbours import compared
from keytally.engine.ordinals import is_ordinal, name_of, names_of, renumbered
from keytally.engine.scattered import Scattered
from keytally.engine.shared_lines import SharedLines, Width, parts_lines
from keytally.engine.unit_findings import Comparison, UnitFindings, Wanted
from keytally.evaluations.interface import ORDINAL, Language, Rereads
from keytally.findings.finding import Edit, Finding
from keytally.text.difference import common_prefix
from keytally.text.lines import count_line_ends, line_starts
from keytally.text.measured import IndexedSequence, Measure, Place

MANY = 16
"""Up to one new unit for so many old ones of a document, each finds its place by itself."""

_CHARACTERS, _FINDINGS, _LINE_ENDS, _ORDINALS = 0, 1, 2, 3

_Exchange = tuple[Sequence[Any], Sequence[Any]]
"""The units of a stretch before an edit, and after it."""


class LinePlace(NamedTuple):
    """A place as editors count it: its line, and how wide what stands before it on that line is."""

    line: int
    column: int


class PlaceInUnit(NamedTuple):
    """A place by the lines of its unit: the line, and the unit's text of that line before it."""

    line: int
    before: str


def _all(finding: Finding) -> bool:
    return True


class Located(NamedTuple):
    """A finding, its unit, and the offset and the line in the file at which the unit starts."""

    finding: Finding
    unit: Any
    offset: int
    line: int

    @property
    def start(self) -> int:
        """Where the finding starts in the file, in code points."""
        return self.offset + self.finding.start

    @property
    def end(self) -> int:
        """Where the finding ends in the file, in code points."""
        return self.offset + self.finding.end


class Found(NamedTuple):
    """The findings of a unit in the order of their places, and where the unit starts in the file.

    `findings` is the same object as long as the unit has the same findings. Their edits in other units
    count from the starts of those.
    """

    findings: Sequence[Finding]
    unit: Any
    offset: int
    line: int


class FoundStretch(NamedTuple):
    """Units near each other that have findings; the line on which the first of the stretch starts.

    `state` is the same object as long as the units of the stretch and their findings are the same.
    `starts_line` says whether the stretch starts a line of its own.
    """

    line: int
    starts_line: bool
    state: object
    found: Iterator[Found]


class _Near(NamedTuple):
    """Where a unit stands: its place among the units, its offsets in the file, and its first line."""

    place: Place
    start: int
    end: int
    line: int


class _Unread:
    """A stretch of text that edits have touched and that is not cut into units yet."""

    document = None
    findings = ()

    def __init__(self, text: str) -> None:
        self.text = text


class Reading:
    """The units of one text under one language.

    `edit` takes changes in, `settle` re-reads the units that they touch and tells the documents
    whose units are others now; between the two nothing else may be asked. Findings are those of
    the units, of duplicates, and of the comparison with the texts, which `set_altered` supplies;
    `wanted` chooses those that are kept. Where a file is not
    `judged` only the comparison with the texts makes findings. `revision` grows with every edit.
    """

    def __init__(self, language: Language, text: str, wanted: Wanted = _all, *, judged: bool = True) -> None:
        self.language = language
        self._rereads = language if isinstance(language, Rereads) else None
        self._judged = judged
        self.revision = 0
        self._findings = UnitFindings(wanted, judged=judged)
        self._unread: dict[_Unread, list[Any]] = {}
        self._line_starts: dict[Any, list[int]] = {}
        self._near: _Near | None = None
        self._lines: SharedLines | None = None
        self._near_ordinal: tuple[int, Place] | None = None
        self._unmeasured: list[Any] | None = self._read(text, "")
        self._groups: dict[str, list[Any]] = {}
        self._ordinal_count = 0
        for unit in self._unmeasured:
            if (name := name_of(unit)) is None:
                self._ordinal_count += is_ordinal(unit)
            elif name in self._groups:
                self._groups[name].append(unit)
            else:
                self._groups[name] = [unit]
        self._named: Sequence[str] | None = list(self._groups)
        self._scattered = Scattered()
        if judged:
            self._scattered.look(self._units)
        self._compare_duplicates(list(self._groups))
        self._compare_neighbours(None)

    @cached_property
    def _units(self) -> IndexedSequence[Any]:
        """The units by what lies before them; a run that only scores never asks for that."""
        units, self._unmeasured = self._unmeasured or [], None
        return IndexedSequence(units, self._measure, dimensions=4)

    @property
    def _shared_lines(self) -> SharedLines:
        """Where units start on their lines, until the next edit."""
        if self._lines is None:
            self._lines = SharedLines(self._units, _LINE_ENDS)
        return self._lines

    def __len__(self) -> int:
        return self._units.total[_CHARACTERS]

    def __contains__(self, unit: Any) -> bool:
        return unit in self._units

    @property
    def units(self) -> Iterator[Any]:
        """All units in file order."""
        return iter(self._units if self._unmeasured is None else self._unmeasured)

    @property
    def documents(self) -> list[str]:
        """The documents in the order in which the file first names them."""
        if self._named is None:
            self._named = list(dict.fromkeys(names_of(self._units)))
        return [*self._named, *(str(number + 1) for number in range(self.ordinal_count))]

    def units_of(self, document: str) -> Sequence[Any]:
        """The units of a document in file order; none for one that the file lacks."""
        if self._ordinal_count and document.isdecimal() and 0 < int(document) <= self._ordinal_count:
            return [self._units[self._ordinal_place(int(document) - 1)]]
        return self._groups.get(document, ())

    def _ordinal_place(self, index: int) -> Place:
        """Where the unit of that number stands; mostly behind the last one asked for."""
        place: Place | None = None
        if self._near_ordinal is not None and index == self._near_ordinal[0] + 1:
            place = self._units.following(self._near_ordinal[1])
            while place is not None and not is_ordinal(self._units[place]):
                place = self._units.following(place)
        if place is None:
            place = self._units.find(index, _ORDINALS)[0]
        self._near_ordinal = index, place
        return place

    def document_of(self, unit: Any) -> str | None:
        """The document that a unit belongs to, by its name or by its number in the file."""
        if unit.document != ORDINAL:
            return name_of(unit)
        return str(self._units.before(self._units.place_of(unit))[_ORDINALS] + 1)

    @property
    def ordinal_count(self) -> int:
        """How many units are documents by their number."""
        return self._ordinal_count

    @property
    def ordinals(self) -> list[Any]:
        """The units that are documents by their number."""
        return list(filter(is_ordinal, self._units))

    def offset_of(self, unit: Any) -> int:
        """The offset in the file at which a unit starts."""
        return self._units.before(self._units.place_of(unit))[_CHARACTERS]

    def unit_at(self, offset: int) -> tuple[Any, int]:
        """The unit that holds the character at `offset`, and the offset at which it starts."""
        place, before = self._units.find(offset, _CHARACTERS)
        return self._units[place], before[_CHARACTERS]

    def units_in(self, start: int, end: int) -> Iterator[tuple[Any, int]]:
        """The units that hold characters from `start` to `end`, each with its offset."""
        place, before = self._units.find(start, _CHARACTERS)
        offset: int = before[_CHARACTERS]
        at: Place | None = place
        while at is not None and offset <= end:
            yield self._units[at], offset
            offset += len(self._units[at].text)
            at = self._units.following(at)

    def line_place(self, offset: int, width: Width = len) -> LinePlace:
        """The line of an offset, and its column there by a way to count."""
        near = self._near = self._unit_around(offset)
        line, before = self.place_in_unit(self._units[near.place], offset - near.start)
        start = 0 if line else self._shared_lines.column(near.place, width)
        return LinePlace(near.line + line, start + width(before))

    def _unit_around(self, offset: int) -> _Near:
        """The unit that holds the character at an offset; mostly the last one asked for, or the next."""
        near = self._near
        if near is not None and offset >= near.end and (place := self._units.following(near.place)):
            near = self._standing(place, near.end, near.line + self._units.measure_of(near.place)[_LINE_ENDS])
        if near is not None and near.start <= offset < near.end:
            return near
        place, before = self._units.find(offset, _CHARACTERS)
        return self._standing(place, before[_CHARACTERS], before[_LINE_ENDS])

    def _standing(self, place: Place, start: int, line: int) -> _Near:
        return _Near(place, start, start + self._units.measure_of(place)[_CHARACTERS], line)

    def place_in_unit(self, unit: Any, place: int) -> PlaceInUnit:
        """The line of a place in a unit, counted from the unit's first, and what stands before it."""
        if unit not in self._line_starts:
            self._line_starts[unit] = line_starts(unit.text)
        starts = self._line_starts[unit]
        line = bisect_right(starts, place) - 1
        return PlaceInUnit(line, unit.text[starts[line] : place])

    def starts_line(self, unit: Any) -> bool:
        """Whether a unit starts on a line of its own."""
        return self._shared_lines.starts_line(self._units.place_of(unit))

    def column_of(self, unit: Any, width: Width = len) -> int:
        """The column at which a unit starts, by a way to count; mostly 0."""
        return self._shared_lines.column(self._units.place_of(unit), width)

    @property
    def finding_count(self) -> int:
        """The number of findings in the whole file."""
        return self._units.total[_FINDINGS]

    def findings(self) -> Iterator[Located]:
        """All findings in the order of their places; units without any cost nothing."""
        for found in chain.from_iterable(stretch.found for stretch in self.found()):
            for finding in found.findings:
                yield Located(self._placed(finding, found.unit), found.unit, found.offset, found.line)

    def found(self) -> Iterator[FoundStretch]:
        """The units that have findings, in file order."""
        for previous, first, before, state, holding in self._units.stretches(_FINDINGS):
            found = (
                Found(self._findings.of(unit), unit, before[_CHARACTERS], before[_LINE_ENDS])
                for unit, before in holding
            )
            starts_line = previous is None or parts_lines(previous, first)
            yield FoundStretch(before[_LINE_ENDS], starts_line, state, found)

    def findings_of(self, unit: Any) -> list[Finding]:
        """The findings of one unit in the order of their places."""
        return [self._placed(finding, unit) for finding in self._findings.of(unit)]

    def _placed(self, finding: Finding, unit: Any) -> Finding:
        """A finding with the edits in other units counted from the start of its own."""
        if not finding.reaches_out:
            return finding
        start: int = self.offset_of(unit)
        shifts = (0 if edit.unit is None else self.offset_of(edit.unit) - start for edit in finding.edits)
        moved = (
            Edit(edit.start + shift, edit.end + shift, edit.text)
            for edit, shift in zip(finding.edits, shifts, strict=True)
        )
        return replace(finding, edits=tuple(moved))

    def edit(self, start: int, end: int, text: str) -> None:
        """Replace the text from `start` to `end`; the units that this touches await `settle`."""
        self._forget_places()
        self.revision += 1
        first, last = self._touched(start, end)
        touched = self._units.range(first, last)
        offset = self._units.before(first)[_CHARACTERS]
        before = "".join(unit.text for unit in touched)
        unread = _Unread(before[: start - offset] + text + before[end - offset :])
        self._units.replace(first, last, [unread])
        self._unread[unread] = [old for unit in touched for old in self._unread.pop(unit, [unit])]

    def settle(self) -> set[str]:
        """Read what edits have touched; returns the documents whose units are others now."""
        exchanges = []
        while self._unread:
            unread, old = self._unread.popitem()
            place = self._units.place_of(unread)
            new = self._reread(old, unread.text, self._text_after(place))
            self._units.replace(place, place, new)
            exchanges.append((old, new))
        return self._exchange(exchanges)

    def set_altered(self, unit: Any, findings: Sequence[Finding]) -> bool:
        """Set what a comparison with the texts has found in a unit; tells whether that is new."""
        return self._set_findings(Comparison.TEXTS, unit, findings)

    def _set_findings(self, comparison: Comparison, unit: Any, findings: Sequence[Finding]) -> bool:
        changed = self._findings.put(comparison, unit, findings)
        if changed:
            self._units.remeasure(self._units.place_of(unit))
        return changed

    def refilter(self) -> None:
        """Ask anew which findings are wanted."""
        self._forget_places()
        self._units = IndexedSequence(list(self._units), self._measure, dimensions=4)

    def _forget_places(self) -> None:
        self._near = None
        self._near_ordinal = None
        self._lines = None

    def _touched(self, start: int, end: int) -> tuple[Place, Place]:
        """The first and the last unit whose boundaries or text the edit can change."""
        first, _ = self._units.find(max(start - self.language.lookahead, 0), _CHARACTERS)
        last, _ = self._units.find(end, _CHARACTERS)
        return first, last

    def _text_after(self, place: Place) -> str:
        """The characters behind a unit that can decide on a boundary within it."""
        text = ""
        following = self._units.following(place)
        while following is not None and len(text) < self.language.lookahead:
            text += self._units[following].text[: self.language.lookahead]
            following = self._units.following(following)
        return text[: self.language.lookahead]

    def _read(self, text: str, after: str) -> list[Any]:
        return list(map(self.language.read, self._cut(text, after)))

    def _cut(self, text: str, after: str) -> list[str]:
        boundaries = self.language.boundaries(text + after)
        starts = [0, *boundaries[: bisect_left(boundaries, len(text))], len(text)]
        return [text[a:b] for a, b in pairwise(starts)]

    def _reread(self, old: Sequence[Any], text: str, after: str) -> list[Any]:
        """Read `text`, keeping the units at either end whose text is as it was."""
        pieces = self._cut(text, after)
        head = common_prefix(pieces, [unit.text for unit in old])
        rest, kept = pieces[head:], old[head:]
        tail = common_prefix(rest[::-1], [unit.text for unit in reversed(kept)])
        middle, gone = rest[: len(rest) - tail], kept[: len(kept) - tail]
        if self._rereads is not None and len(middle) == len(gone) == 1:
            new = [self._rereads.reread(gone[0], middle[0])]
        else:
            new = list(map(self.language.read, middle))
        return [*old[:head], *new, *kept[len(kept) - tail :]]

    def _exchange(self, exchanges: Sequence[_Exchange]) -> set[str]:
        """Account for units that have taken the place of others; returns their documents."""
        self._named = None
        old = {unit for before, _ in exchanges for unit in before}
        new = {unit: None for _, after in exchanges for unit in after}
        gone = old - new.keys()
        for unit in gone:
            self._findings.forget(unit)
            self._line_starts.pop(unit, None)
        changed: dict[str, list[Any]] = {name: [] for name in names_of(gone)}
        for unit in new:
            if unit not in old and (name := name_of(unit)) is not None:
                changed.setdefault(name, []).append(unit)
        added = self._added_at_end(exchanges)
        for name, come in changed.items():
            if added is None:
                self._regroup(name, gone, come)
            else:
                self._groups[name] = [*self._groups.pop(name, ()), *come]
        parted = self._compare_order(exchanges, gone) if added is None else self._compare_added(added)
        self._compare_duplicates(dict.fromkeys((*changed, *parted)))
        for _, after in exchanges:
            self._compare_neighbours(after)
        return set(changed) | self._renumbered(exchanges)

    def _renumbered(self, exchanges: Sequence[_Exchange]) -> set[str]:
        """The numbers whose units are others now; all from the first one on where a unit came or went."""
        self._near_ordinal = None
        before, self._ordinal_count = self._ordinal_count, self._units.total[_ORDINALS]
        if not before and not self._ordinal_count:
            return set()
        starts = [self._units.before(self._units.place_of(after[0]))[_ORDINALS] for _, after in exchanges]
        return renumbered(exchanges, starts, max(before, self._ordinal_count))

    def _regroup(self, name: str, gone: set[Any], come: Sequence[Any]) -> None:
        """Put a document's new units among its others, in file order."""
        group = self._groups.pop(name, [])
        if len(group) == len(come) == 1 and group[0] in gone:
            self._groups[name] = [*come]
            return
        units = [unit for unit in group if unit not in gone]
        if len(come) * MANY < len(units):
            for unit in come:
                insort(units, unit, key=self._units.place_of)
        else:
            units = sorted([*units, *come], key=self._units.place_of)
        if units:
            self._groups[name] = units

    def _compare_order(self, exchanges: Sequence[_Exchange], gone: set[Any]) -> set[str]:
        """See for findings of duplicates which units stand apart now; returns the documents with others."""
        reordered = any(names_of(before) != names_of(after) for before, after in exchanges)
        if self._judged and (reordered or not gone.isdisjoint(self._scattered.parties)):
            return self._scattered.look(self._units)
        return set()

    def _compare_added(self, added: Sequence[Any]) -> set[str]:
        """The same where units have been added at the end."""
        if not self._judged or not added:
            return set()
        before = self._units.previous(self._units.place_of(added[0]))
        return self._scattered.look_on(added, None if before is None else self._units[before])

    def _added_at_end(self, exchanges: Sequence[_Exchange]) -> Sequence[Any] | None:
        """The units that have been added behind the last one; None where anything else has changed.

        Long files grow in that way while they are loaded, and are not gone through again.
        """
        if len(exchanges) != 1:
            return None
        before, after = exchanges[0]
        if len(after) < len(before) or not all(map(is_, before, after)):
            return None
        is_end = self._units.following(self._units.place_of(after[-1])) is None
        return after[len(before) :] if is_end else None

    def _compare_duplicates(self, documents: Iterable[str]) -> None:
        for name in documents if self._judged else ():
            units = self._groups.get(name, ())
            found = self.language.compare_duplicates(units, self._scattered.units)
            for unit, findings in zip(units, found, strict=True):
                self._set_findings(Comparison.DUPLICATES, unit, findings)

    def _compare_neighbours(self, changed: Sequence[Any] | None) -> None:
        for unit, findings in compared(self.language, self._units, changed) if self._judged else ():
            self._set_findings(Comparison.NEIGHBOURS, unit, findings)

    def _measure(self, unit: Any) -> Measure:
        """Look a unit's findings through, and count what it holds."""
        text = unit.text
        found = self._findings.look_through(unit)
        return len(text), found, count_line_ends(text), int(unit.document == ORDINAL)
