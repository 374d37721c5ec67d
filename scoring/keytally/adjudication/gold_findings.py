"""The findings of an adjudication, put into the gold: what is undecided, stale, or decided otherwise."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from keytally.adjudication.decisions import Decision, written_place
from keytally.adjudication.gold_places import GoldPlace, GoldPlaces
from keytally.adjudication.live import LiveAdjudication
from keytally.adjudication.states import DocumentState, State
from keytally.adjudication.wording import said, said_by, said_in_gold, who_says_what
from keytally.engine.reading import Reading
from keytally.engine.unit_findings import ComparedWith
from keytally.findings.finding import Finding, Related
from keytally.findings.table.adjudication import (
    DECIDED_OTHERWISE,
    LOST_DECISION,
    STALE_DECISION,
    UNDECIDED,
    UNDECIDED_DOCUMENT,
)
from keytally.text.plural import quantity


class GoldFindings:
    """Keeps the findings of an adjudication in the reading of its gold."""

    def __init__(self, live: LiveAdjudication, gold: Reading) -> None:
        self._live = live
        self._gold = gold
        self._of: dict[str, Mapping[Any, Sequence[Finding]]] = {}
        self._in: dict[Any, dict[str, Sequence[Finding]]] = {}
        self._absent: dict[str, None] = {}
        self._last: Any = None
        self.renew(live.states)

    def renew(self, documents: Collection[str]) -> bool:
        """Judge these documents again; returns whether findings of the gold may have changed."""
        units: dict[Any, None] = {}
        for document in dict.fromkeys([*sorted(documents), *self._moved()]):
            units.update(dict.fromkeys(self._forget(document)))
            units.update(dict.fromkeys(self._keep(document)))
        present = [unit for unit in units if unit in self._gold.units]
        put = [self._gold.findings.put(ComparedWith.ANNOTATORS, unit, self._all(unit)) for unit in present]
        return any(put)

    def _forget(self, document: str) -> Iterable[Any]:
        """Drop the findings of a document; returns the units that had some."""
        self._absent.pop(document, None)
        units = self._of.pop(document, {})
        for unit in units:
            del self._in[unit][document]
            if not self._in[unit]:
                del self._in[unit]
        return units

    def _keep(self, document: str) -> Iterable[Any]:
        """Find the findings of a document; returns the units that have some."""
        found = self._found(document)
        if found:
            self._of[document] = found
            if not self._gold.documents.units_of(document):
                self._absent[document] = None
        for unit, findings in found.items():
            self._in.setdefault(unit, {})[document] = findings
        return found

    def end(self) -> None:
        """Remove its findings."""
        for unit in self._gold.units:
            self._gold.findings.put(ComparedWith.ANNOTATORS, unit, ())

    def _moved(self) -> list[str]:
        """The documents that the gold lacks, if their findings have lost the place where they stood."""
        last, before = _last(self._gold), self._last
        self._last = last
        return [] if last is before else list(self._absent)

    def _all(self, unit: Any) -> list[Finding]:
        """The findings of a unit, those of its own document first."""
        found = self._in.get(unit, {})
        names = sorted(found, key=lambda document: (document in self._absent, document))
        return [finding for document in names for finding in found[document]]

    def _found(self, document: str) -> Mapping[Any, Sequence[Finding]]:
        """The findings of a document, by the unit of the gold."""
        state = self._live.state(document)
        if state is None:
            return {}
        units = self._gold.documents.units_of(document)
        if not units:
            return _absent(document, state, _last(self._gold))
        found = defaultdict[Any, list[Finding]](list)
        for decision in state.lost:
            found[units[0]].append(_lost(decision))
        places = GoldPlaces(self._live, state, units)
        for number in _told_of(state):
            place = places.of(number)
            found[place.unit].append(_finding(state, number, place))
        return dict(found)


def _last(gold: Reading) -> Any:
    units = gold.units
    return next(iter(units.at(max(len(gold) - 1, 0))), None)


def _told_of(state: DocumentState) -> Iterator[int]:
    """The items that a finding is about."""
    for number, standing in enumerate(state.standings):
        is_told = standing.is_stale or standing.is_otherwise or standing.state is State.DISPUTED
        differs = standing.state is State.INCOMPLETE and len(state.variants[number]) > 1
        if (is_told or differs) and not standing.waits:
            yield number


def _finding(state: DocumentState, number: int, place: GoldPlace) -> Finding:
    items, found, standing = state.items, state.variants[number], state.standings[number]
    name, told = items.items[number].name, who_says_what(items, number, found)
    related = tuple(_related(state, number))
    at = place.start, place.end
    if standing.is_stale and standing.decision is not None:
        decided, who = _by(standing.decision)
        return STALE_DECISION.finding(
            *at, {"name": name, "decided": decided, "who": who, "said": told}, related=related
        )
    if standing.is_otherwise:
        agreed, gold = said(items, number, found[0]), said_in_gold(items, state.gold, number)
        return DECIDED_OTHERWISE.finding(*at, {"name": name, "said": agreed, "gold": gold}, related=related)
    return UNDECIDED.finding(*at, {"name": name, "said": told}, related=related)


def _related(state: DocumentState, number: int) -> Iterator[Related]:
    """The place of each annotator who has something of an item."""
    for annotator, index in state.items.items[number].members.items():
        annotation = state.items.annotations[annotator][index]
        message = f"{annotator}: {said_by(state.items, number, annotator)}"
        yield Related(annotation.unit, annotation.start, annotation.end, message)


def _absent(document: str, state: DocumentState, last: Any) -> Mapping[Any, Sequence[Finding]]:
    """One finding at the end of the gold on a document that it lacks."""
    if not state.open:
        return {}
    end = len(last.text)
    items = quantity(len(state.open), "item")
    return {last: [UNDECIDED_DOCUMENT.finding(end, end, {"document": document, "items": items})]}


def _lost(decision: Decision) -> Finding:
    decided, who = _by(decision)
    place = written_place(decision.place)
    return LOST_DECISION.finding(0, 0, {"place": place, "decided": decided, "who": who})


def _by(decision: Decision) -> tuple[str, str]:
    """What was decided, and by whom."""
    return decision.decided, f" by {decision.who}" if decision.who else ""
