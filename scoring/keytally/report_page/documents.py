"""The documents of scored pairs side by side, with score breakdowns, confusions and error classes."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import JoinedReadings, Reading
from keytally.error_analysis.analysis import ClassTotals, DocumentRepairs
from keytally.error_analysis.corrections import Corrections
from keytally.families.contract import Evaluation, Level, Mark, Role
from keytally.report_page.marked_text import ShownMark, around_differences, pieces, shown_marks
from keytally.report_page.values import (
    Confusion,
    ConfusionRow,
    Document,
    ErrorClass,
    Figure,
    Links,
    Part,
    Row,
    Side,
    Standing,
    TallyRow,
    View,
)
from keytally.tallies.status import Status
from keytally.tallies.tally import f_of, score_part
from keytally.text.files import absolute
from keytally.text.positions import line_starts
from keytally.text.rendering import quantity

PARTS = {"class": "Classes", "slot": "Slots", "type": "Types", "section": "Sections"}
"""The score breakdowns that are shown, with their titles."""


def parts_of(evaluation: Evaluation, report: Mapping[str, Any], totals: Mapping[str, Any]) -> list[Part]:
    """Return the breakdowns of a score; breakdowns with a different structure from the totals are omitted."""
    found = (
        Part(title, list(_rows(evaluation, score_part(report, part), totals)))
        for part, title in PARTS.items()
    )
    return [part for part in found if part.rows]


def _rows(
    evaluation: Evaluation, tree: Mapping[str, Any], totals: Mapping[str, Any], names: tuple[str, ...] = ()
) -> Iterator[TallyRow]:
    """Yield the non-empty tallies of a tree, named by the path that leads to them."""
    for name, below in tree.items():
        if not isinstance(below, Mapping):
            continue
        path = (*names, name)
        if totals.keys() <= below.keys():
            figures = [Figure(*figure) for figure in evaluation.figures(below)]
            if (f := f_of(below)) is not None:
                yield TallyRow(" ".join(path), figures, f)
        else:
            yield from _rows(evaluation, below, totals, path)


MOST_VALUES = 20
"""The largest number of values for which a slot has a confusion table; a slot with more values is treated
as free text.
"""

NOTHING = "nothing"
_COMPARED = frozenset({Status.CORRECT, Status.PARTIAL, Status.INCORRECT, Status.MISSING})
_SAYING = frozenset({Level.FILL, Level.ITEM})


class Answers:
    """Counts pairs of a key value and a response value, unit by unit; "" means no value."""

    def __init__(self) -> None:
        self._slots: dict[str, Counter[tuple[str, str]]] = {}

    def add(self, role: Role, marks: Iterable[Mark]) -> None:
        """Count the marks of a unit: spurious marks are counted for units of the response, all others for
        units of the key.
        """
        for mark in _saying(marks):
            counts = self._slots.setdefault(mark.slot, Counter())
            if role is Role.KEY and mark.status in _COMPARED:
                counts[_value(mark), _value_there(mark)] += 1
            elif role is Role.RESPONSE and mark.status is Status.SPURIOUS:
                counts["", _value(mark)] += 1

    @property
    def confusions(self) -> list[Confusion]:
        """Return a table of confused values for each slot with a small set of values.

        The set is small if it has at most MOST_VALUES values that occur at least twice on average.
        """
        return [
            _confusion(slot, counts) for slot, counts in sorted(self._slots.items()) if _is_telling(counts)
        ]


def _saying(marks: Iterable[Mark]) -> Iterator[Mark]:
    return (mark for mark in marks if mark.level in _SAYING and mark.end > mark.start)


def _value(mark: Mark) -> str:
    return _plain(mark.unit.text[mark.start : mark.end])


def _value_there(mark: Mark) -> str:
    """Return the response's value for a mark of the key; "" if it has none."""
    if mark.status is Status.MISSING or mark.partner is None:
        return ""
    unit, start, end = mark.partner
    return _plain(unit.text[start:end])


def _plain(text: str) -> str:
    """Return a value without quotes and in capitals, for comparison in sets of values."""
    return " ".join(text.strip("\"'").upper().split())


def _is_telling(counts: Mapping[tuple[str, str], int]) -> bool:
    values = {value for pair in counts for value in pair if value}
    has_other = any(wanted and given and wanted != given for wanted, given in counts)
    return has_other and len(values) <= MOST_VALUES and 2 * len(values) <= sum(counts.values())


def _confusion(slot: str, counts: Mapping[tuple[str, str], int]) -> Confusion:
    columns = [*sorted({given for _, given in counts if given}), ""]
    wanted = [*sorted({value for value, _ in counts if value}), ""]
    rows = [
        ConfusionRow(
            value or NOTHING,
            [counts.get((value, given), 0) for given in columns],
            columns.index(value) if value and value in columns else None,
        )
        for value in wanted
    ]
    return Confusion(slot.upper() or "values", [given or NOTHING for given in columns], rows)


class ErrorClasses:
    """The error classes in the documents of a scored pair; empty for a task without classes."""

    def __init__(self, pair: LivePair) -> None:
        self._pair = pair
        self._totals = ClassTotals(Corrections(pair)) if pair.evaluation.classifier else None

    def add(self, document: str) -> int | None:
        """Add a document and return the number of its differences; None for a task without classes."""
        if self._totals is None:
            return None
        if not self._pair.scores_of(document):
            return 0
        repairs = DocumentRepairs(self._totals.corrections, document)
        self._totals.add(repairs)
        return len(repairs.differences)

    def values(self) -> list[ErrorClass]:
        """Return the classes in the order in which tables list them."""
        figures = () if self._totals is None else self._totals.figures()
        return [ErrorClass(figure.name, figure.number, figure.gain) for figure in figures]


class LocatedUnit:
    """A unit in its file; the page shows the file's name as `shown` and may link to its address.

    The address is empty if the page does not link to files.
    """

    def __init__(self, shown: Path, address: str, has_places: bool, reading: Reading, unit: Any) -> None:
        self.unit = unit
        self._shown = shown
        self._address = address
        self._has_places = has_places
        self._first = reading.places.position(reading.units.offset_of(unit))
        self._starts = line_starts(unit.text)

    def at(self, offset: int) -> str:
        """Return the `line:column` of an offset in the unit, from 1; "" if links have no positions.

        The text is not scanned again, because a line may be long and contain many differences.
        """
        if not self._has_places:
            return ""
        line = bisect_right(self._starts, offset) - 1
        column = offset - self._starts[line] + (0 if line else self._first.column)
        return f"{self._first.line + line + 1}:{column + 1}"

    @property
    def place(self) -> str:
        """Return `path:line` of the unit's start."""
        return f"{self._shown}:{self._first.line + 1}"

    @property
    def href(self) -> str:
        """Return the link to the unit's start."""
        return f"{self._address}:{self.at(0)}" if self._has_places else self._address

    @property
    def base(self) -> str:
        """Return the prefix of links to offsets of the unit; "" if there are none."""
        return f"{self._address}:" if self._has_places else ""


def locator(
    side: JoinedReadings, shown: Callable[[Path], Path], links: Links
) -> Callable[[Any], LocatedUnit]:
    """Return a function that locates a unit of a side; `shown` returns the file name that the page
    displays.
    """
    addresses = {path: links.address(absolute(path)) for path in side.paths}

    def located(unit: Any) -> LocatedUnit:
        path = next(path for path in side.paths if unit in side.reading(path).units)
        return LocatedUnit(shown(path), addresses[path], links.has_places, side.reading(path), unit)

    return located


MarksOf = Callable[[Any], Iterable[Mark]]
Beside = tuple[Any | None, Any | None]


def side_by_side(key: Sequence[Any], response: Sequence[Any], marks_of: MarksOf) -> list[Beside]:
    """Return the units of a document in rows, in the order of the key.

    A unit of the response is placed next to the unit to which its first mark with a partner refers, unless
    that row is occupied. All other units follow the previous unit. If each side has one unit, these are side
    by side. `marks_of` returns the marks of a unit of the response.
    """
    if len(key) == len(response) == 1:
        return [(key[0], response[0])]
    partners: dict[Any, Any] = {}
    after: dict[Any, list[Any]] = {}
    last: Any = None
    known = set(map(id, key))
    for unit in response:
        partner = next((mark.partner[0] for mark in marks_of(unit) if mark.partner is not None), None)
        if partner is not None and id(partner) in known and id(partner) not in partners:
            partners[id(partner)] = unit
            last = partner
        else:
            after.setdefault(id(last), []).append(unit)
    rows: list[Beside] = [(None, unit) for unit in after.get(id(None), ())]
    for unit in key:
        rows.append((unit, partners.get(id(unit))))
        rows += [(None, other) for other in after.get(id(unit), ())]
    return rows


class DisplayOptions(NamedTuple):
    """Display settings for documents: links, file names, and whether to omit text without differences."""

    links: Links
    shown: Callable[[Path], Path]
    only_differences: bool = False


class Seen(NamedTuple):
    """The statistics of a pair that are collected while its documents are rendered, one by one."""

    answers: Answers
    classes: ErrorClasses


def documents_of(pairs: Sequence[LivePair], seen: Sequence[Seen], manner: DisplayOptions) -> list[Document]:
    """Return all documents of pairs with the same key: those of the key in order, then those that only
    responses contain.

    At the same time, `seen` collects all marks and differences of each pair, because computing the verdicts
    takes longer than everything else.
    """
    names = dict.fromkeys(document for pair in pairs for document in pair.documents)
    parts = enumerate(zip(pairs, seen, strict=True))
    systems = [_System(number, pair, learnt, manner) for number, (pair, learnt) in parts]
    return [_document(name, systems) for name in names]


def _document(name: str, systems: Sequence["_System"]) -> Document:
    shown = [system.shown(name) for system in systems]
    title = next(filter(None, (system.title(name) for system in systems)), "")
    standings = [system.standing(name, view) for system, view in zip(systems, shown, strict=True)]
    views = [view for view, standing in zip(shown, standings, strict=True) if _is_wanted(view, standing)]
    return Document(title or "no number", standings, [view.view for view in views])


def _is_wanted(shown: "_ShownView", standing: Standing) -> bool:
    return bool(shown.view.rows) and (bool(standing.differences) or not shown.only_differences)


class _ShownView(NamedTuple):
    """A view, and the number of its differences."""

    view: View
    differences: int
    only_differences: bool


class _System:
    """One scored pair, whose documents are requested one by one."""

    def __init__(self, number: int, pair: LivePair, seen: Seen, manner: DisplayOptions) -> None:
        self._number = number
        self._pair = pair
        self._seen = seen
        self._manner = manner
        self._located = {
            role: locator(pair.side(role), manner.shown, manner.links) for role in (Role.KEY, Role.RESPONSE)
        }

    def title(self, name: str) -> str:
        """Return the title of a document as written in the files, or its name if there is no title."""
        title_of = self._pair.evaluation.document_title
        for side in (self._pair.key, self._pair.response):
            units = side.documents.units_of(name)
            if units and title_of is not None:
                return title_of(units) or name
        return name

    def standing(self, name: str, shown: _ShownView) -> Standing:
        """Return the scores of a document. If the headline cannot be summed over documents, the score is
        the document's own F.
        """
        evaluation = self._pair.evaluation
        form = evaluation.headline_form
        if form is None:
            totals = self._pair.document_totals(name)
            return Standing(f_of(totals), None, None, shown.differences)
        scores = self._pair.scores_of(name)
        counts = evaluation.headline_counts(scores) if scores else form.nothing
        if not any(counts):
            return Standing(None, None, None, shown.differences)
        precision = None if form.beta is None else form.precision(counts)
        return Standing(form.value(counts), form.recall(counts), precision, shown.differences)

    def shown(self, name: str) -> _ShownView:
        """Return the texts of a document, side by side."""
        only = self._manner.only_differences
        key, response = (self._pair.side(role).documents.units_of(name) for role in (Role.KEY, Role.RESPONSE))
        beside = side_by_side(key, response, lambda unit: self._pair.marks_of(Role.RESPONSE, unit))
        rows = [
            _Row(self._unit(Role.KEY, key), self._unit(Role.RESPONSE, response)) for key, response in beside
        ]
        counted = self._seen.classes.add(name)
        differences = sum(row.differences for row in rows) if counted is None else counted
        return _ShownView(_view(self._number, rows, only), differences, only)

    def _unit(self, role: Role, unit: Any | None) -> "_Unit | None":
        if unit is None:
            return None
        marks = self._pair.marks_of(role, unit)
        self._seen.answers.add(role, marks)
        return _Unit(role, self._located[role](unit), shown_marks(unit.text, marks))


class _Unit(NamedTuple):
    """A unit of one side with the marks that are shown."""

    role: Role
    located: LocatedUnit
    marks: Sequence[ShownMark]

    @property
    def differences(self) -> int:
        """Return the number of differences that are counted on this side: spurious items on the response's
        side, all others on the key's.
        """
        spurious = Status.SPURIOUS.value
        counted = [mark for mark in self.marks if mark.differs and not mark.part]
        return sum((mark.verdict == spurious) == (self.role is Role.RESPONSE) for mark in counted)

    @property
    def differs(self) -> bool:
        """Return whether the unit has a mark that is a difference."""
        return any(mark.differs for mark in self.marks)

    def side(self, only_differences: bool) -> Side:
        """Return the side as the page shows it."""
        text = self.located.unit.text
        kept = around_differences(text, self.marks) if only_differences else None
        cut = pieces(text, self.marks, self.located.at, kept)
        return Side(cut, self.located.place, self.located.href, self.located.base)


class _Row(NamedTuple):
    """Units side by side."""

    key: _Unit | None
    response: _Unit | None

    @property
    def units(self) -> list[_Unit]:
        """Return the units of the row that exist."""
        return [unit for unit in self if unit is not None]

    @property
    def differences(self) -> int:
        """Return the number of differences in the row."""
        return sum(unit.differences for unit in self.units)


def _view(system: int, rows: Sequence[_Row], only_differences: bool) -> View:
    """Return the rows of a view; if requested, rows without differences are omitted but counted."""
    found: list[Row] = []
    alike = 0
    for row in rows:
        if only_differences and not any(unit.differs for unit in row.units):
            alike += 1
            continue
        key, response = (None if unit is None else unit.side(only_differences) for unit in row)
        found.append(Row(key, response, alike))
        alike = 0
    return View(system, found, alike)


MOST_CHARACTERS = 4_400_000
"""The maximum length of documents in a page that omits text without differences, so that the page stays
under 5 MB.
"""

_ENTRY, _STANDING, _SIDE, _MARK = 170, 170, 250, 45
"""The approximate numbers of characters, excluding texts, that an entry, a score, a side and a mark take
up.
"""


class ShownDocuments(NamedTuple):
    """The documents that are shown, and notes about the omitted ones."""

    documents: Sequence[Document]
    notes: Sequence[str]


def differing_documents(
    documents: Sequence[Document], document_name: str, most: int = MOST_CHARACTERS
) -> ShownDocuments:
    """Return only documents with differences; documents that are too long to fit are shown without texts,
    and the last documents are omitted if the table would be too long.
    """
    found = [document for document in documents if document.differs]
    listed = _listed(found, most // 2)
    room = most - sum(map(_entry, listed))
    shown = []
    for document in listed:
        room -= (size := sum(map(_length, document.views)))
        shown.append(document if room >= 0 else document._replace(views=()))
        room += size if room < 0 else 0
    texts = sum(bool(before.views) and not after.views for before, after in zip(listed, shown, strict=True))
    counts = {
        "omitted because no response differs from the key": len(documents) - len(found),
        "omitted from the table to keep the page short": len(found) - len(listed),
        "shown without texts to keep the page short": texts,
    }
    return ShownDocuments(shown, [f"{quantity(n, document_name)}: {why}." for why, n in counts.items() if n])


def _listed(documents: Sequence[Document], most: int) -> list[Document]:
    """Return as many of the first documents as fit in the table."""
    found = []
    for document in documents:
        most -= _entry(document)
        if most < 0:
            break
        found.append(document)
    return found


def _entry(document: Document) -> int:
    return _ENTRY + len(document.title) + _STANDING * len(document.standings)


def _length(view: View) -> int:
    sides = (side for row in view.rows for side in (row.key, row.response) if side is not None)
    return sum(map(_side, sides))


def _side(side: Side) -> int:
    return (
        _SIDE
        + _bytes(piece.text for piece in side.pieces)
        + sum(
            _MARK + _bytes((piece.opened.title, piece.opened.words)) for piece in side.pieces if piece.opened
        )
    )


def _bytes(texts: Iterable[str]) -> int:
    """Return the size of texts in UTF-8, in bytes, after `<`, `>`, `&` and quotes are escaped."""
    joined = "".join(texts)
    return len(joined.encode("utf-8", "replace")) + sum(4 * joined.count(letter) for letter in "<>&\"'")
