"""The documents of scored pairs: how each response did, and the texts side by side with their marks."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import SumsHeadline, TitlesDocuments
from keytally.evaluations.interface import Role
from keytally.report_page.confusions import Answers
from keytally.report_page.error_classes import ErrorClasses
from keytally.report_page.links import Links
from keytally.report_page.located_units import LocatedUnit, locator
from keytally.report_page.pieces import around_differences, pieces
from keytally.report_page.shown_marks import ShownMark, shown_marks
from keytally.report_page.sides import side_by_side
from keytally.report_page.values import Document, Row, Side, Standing, View
from keytally.tallies.status import Status
from keytally.tallies.tally_trees import f_of


class Manner(NamedTuple):
    """How documents are shown: the links, the names of files, and whether what agrees is left out."""

    links: Links
    shown: Callable[[Path], Path]
    only_differences: bool = False


class Seen(NamedTuple):
    """What is learnt of a pair while its documents are shown, one by one."""

    answers: Answers
    classes: ErrorClasses


def documents_of(pairs: Sequence[LivePair], seen: Sequence[Seen], manner: Manner) -> list[Document]:
    """All documents of pairs with one key: the key's in its order, then those of responses only.

    What is `seen` of each pair takes in all marks and all differences on the way: to make the verdicts behind
    them takes longer than all else.
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
    """A view, and how many differences it has."""

    view: View
    differences: int
    only_differences: bool


class _System:
    """One scored pair, whose documents are asked for one by one."""

    def __init__(self, number: int, pair: LivePair, seen: Seen, manner: Manner) -> None:
        self._number = number
        self._pair = pair
        self._seen = seen
        self._manner = manner
        self._located = {
            role: locator(pair.side(role), manner.shown, manner.links) for role in (Role.KEY, Role.RESPONSE)
        }

    def title(self, name: str) -> str:
        """The name of a document as the files write it; "" where neither names it."""
        evaluation = self._pair.evaluation
        for side in (self._pair.key, self._pair.response):
            units = side.documents.units_of(name)
            if units and isinstance(evaluation, TitlesDocuments):
                return evaluation.document_title(units) or name
        return name

    def standing(self, name: str, shown: _ShownView) -> Standing:
        """The measures of a document. Where the headline does not sum, the document's own F."""
        evaluation = self._pair.evaluation
        form = evaluation.headline_form if isinstance(evaluation, SumsHeadline) else None
        if form is None or not isinstance(evaluation, SumsHeadline):
            totals = self._pair.document_totals(name)
            return Standing(f_of(totals), None, None, shown.differences)
        scores = self._pair.scores_of(name)
        counts = evaluation.headline_counts(scores) if scores else form.nothing
        if not any(counts):
            return Standing(None, None, None, shown.differences)
        precision = None if form.beta is None else form.precision(counts)
        return Standing(form.value(counts), form.recall(counts), precision, shown.differences)

    def shown(self, name: str) -> _ShownView:
        """The texts of a document, side by side."""
        only = self._manner.only_differences
        key, response = (self._pair.side(role).documents.units_of(name) for role in (Role.KEY, Role.RESPONSE))
        beside = side_by_side(key, response, lambda unit: self._pair.marks_of(Role.RESPONSE, unit))
        rows = [
            _Row(self._unit(Role.KEY, key), self._unit(Role.RESPONSE, response)) for key, response in beside
        ]
        differences = sum(row.differences for row in rows)
        self._seen.classes.add(name)
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
        """How many differences are counted here: the key has all but what is spurious."""
        spurious = Status.SPURIOUS.value
        counted = [mark for mark in self.marks if mark.differs and not mark.part]
        return sum((mark.verdict == spurious) == (self.role is Role.RESPONSE) for mark in counted)

    @property
    def differs(self) -> bool:
        """Whether a difference is shown here."""
        return any(mark.differs for mark in self.marks)

    def side(self, only_differences: bool) -> Side:
        """What the page shows."""
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
        """Those that are there."""
        return [unit for unit in self if unit is not None]

    @property
    def differences(self) -> int:
        """How many differences are counted here."""
        return sum(unit.differences for unit in self.units)


def _view(system: int, rows: Sequence[_Row], only_differences: bool) -> View:
    """The rows of a view; rows that agree are left out on request, and counted."""
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
