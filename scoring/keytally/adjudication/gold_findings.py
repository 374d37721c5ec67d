"""The findings of an adjudication at their positions in the gold, updated after each edit."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from keytally.adjudication.choices import claim_in_words, claims_in_words, gold_in_words, variant_in_words
from keytally.adjudication.decisions import Decision, DecisionsLanguage, written_place
from keytally.adjudication.gold_edits import bare_text
from keytally.adjudication.states import Counts, DocumentState, LiveAdjudication, State
from keytally.engine.engine import Engine
from keytally.engine.findings import ComparedWith
from keytally.engine.reading import Reading
from keytally.families.contract import Evaluation
from keytally.findings.finding import Finding, Related
from keytally.findings.table.adjudication import (
    DECIDED_OTHERWISE,
    LOST_DECISION,
    LOST_IN_DOCUMENT,
    STALE_DECISION,
    UNDECIDED,
    UNDECIDED_DOCUMENT,
)
from keytally.project.adjudications import Adjudication
from keytally.text.difference import OffsetMap
from keytally.text.rendering import quantity

KEPT = 4
"""The maximum number of texts for which positions are cached; the cache remains valid while an annotator's
file is edited, because the gold does not change.
"""


class GoldPlace(NamedTuple):
    """A range in a unit of the gold, or an empty range at the position of a missing item."""

    unit: Any
    start: int
    end: int


class GoldPlaces:
    """The positions of a document's items in the gold, or the insertion points of missing items."""

    def __init__(self, live: LiveAdjudication, state: DocumentState, units: Sequence[Any]) -> None:
        self._state = state
        self._units = units
        self._located = live.editor.located
        self._is_by_line = live.editor.is_by_line
        self._bare = list(live.editor.bare(units))

    def of(self, number: int) -> GoldPlace:
        """Return the position of an item: the position of its annotation in the gold, or otherwise of its
        parent, of its text, or of the end of the document.
        """
        annotation = self._state.gold.shown(number)
        if annotation is not None:
            return GoldPlace(annotation.unit, annotation.start, annotation.end)
        item = self._state.items.items[number]
        if item.parent is not None:
            return self.of(item.parent)
        extent = next(each.said.extent for each in self._state.variants[number] if each.said is not None)
        return self._end() if extent is None else self._of_text(*extent)

    def _of_text(self, start: int, end: int) -> GoldPlace:
        """Return the position of a range of the text without annotations."""
        before = 0
        for unit, bare in zip(self._units, self._bare, strict=True):
            if start < before + len(bare):
                first, last = self._in_unit(unit, bare, start - before, min(end - before, len(bare)))
                return GoldPlace(unit, first, max(first, last))
            before += len(bare)
        return self._end()

    def _in_unit(self, unit: Any, bare: str, start: int, end: int) -> tuple[int, int]:
        """Convert a range of a unit's text without annotations to a range of the unit."""
        if self._located is not None:
            return self._located(unit, start, end)
        places = _places_in(bare, unit.text)
        return places.start(start), places.end(end)

    def _end(self) -> GoldPlace:
        unit = self._units[-1]
        end = len(unit.text.rstrip("\r\n") if self._is_by_line else unit.text)
        return GoldPlace(unit, end, end)


@lru_cache(KEPT)
def _places_in(bare: str, text: str) -> OffsetMap:
    """Map positions of a text without annotations to a unit's text; comparing the two texts takes most of
    the time.
    """
    return OffsetMap(bare, text)


class ItemAt(NamedTuple):
    """The number of an item, and its range in a unit."""

    number: int
    start: int
    end: int


def items_in_gold(live: LiveAdjudication, document: str, unit: Any, place: int) -> list[ItemAt]:
    """Return the items at a position in a unit of the gold, smallest range first."""
    return _at(place, iter(items_touching(live, document, unit, place, place)))


def items_touching(live: LiveAdjudication, document: str, unit: Any, start: int, end: int) -> list[ItemAt]:
    """Return the items that touch a range of a unit of the gold."""
    state = live.state(document)
    if state is None or live.gold is None:
        return []
    places = GoldPlaces(live, state, live.gold.documents.units_of(document))
    numbered = ((number, places.of(number)) for number in range(len(state.standings)))
    found = (ItemAt(number, *at[1:]) for number, at in numbered if at.unit is unit)
    return [item for item in found if item.start <= end and item.end >= start]


def items_of(live: LiveAdjudication, annotator: str, document: str, unit: Any, place: int) -> list[ItemAt]:
    """Return the items at a position in a unit of an annotator's file, smallest range first."""
    state = live.state(document)
    if state is None:
        return []
    said = zip(
        state.items.annotations.get(annotator, ()), state.items.item_of.get(annotator, ()), strict=True
    )
    return _at(place, (ItemAt(number, one.start, one.end) for one, number in said if one.unit is unit))


def _at(place: int, found: Iterator[ItemAt]) -> list[ItemAt]:
    here = (item for item in found if item.start <= place <= item.end)
    return sorted(here, key=lambda item: (item.end - item.start, item.number))


class GoldFindings:
    """Stores the findings of an adjudication in the reading of its gold."""

    def __init__(self, live: LiveAdjudication, gold: Reading) -> None:
        self._live = live
        self._gold = gold
        self._of: dict[str, Mapping[Any, Sequence[Finding]]] = {}
        self._in: dict[Any, dict[str, Sequence[Finding]]] = {}
        self._absent: dict[str, None] = {}
        self._last: Any = None
        self.renew(live.states)

    def renew(self, documents: Collection[str]) -> bool:
        """Check these documents again; return whether findings in the gold may have changed."""
        units: dict[Any, None] = {}
        for document in dict.fromkeys([*sorted(documents), *self._moved()]):
            units.update(dict.fromkeys(self._forget(document)))
            units.update(dict.fromkeys(self._keep(document)))
        present = [unit for unit in units if unit in self._gold.units]
        put = [self._gold.findings.put(ComparedWith.ANNOTATORS, unit, self._all(unit)) for unit in present]
        return any(put)

    def _forget(self, document: str) -> Iterable[Any]:
        """Remove the findings of a document; return the units that had findings."""
        self._absent.pop(document, None)
        units = self._of.pop(document, {})
        for unit in units:
            del self._in[unit][document]
            if not self._in[unit]:
                del self._in[unit]
        return units

    def _keep(self, document: str) -> Iterable[Any]:
        """Compute the findings of a document; return the units that have findings."""
        found = self._findings_of(document)
        if found:
            self._of[document] = found
            if not self._gold.documents.units_of(document):
                self._absent[document] = None
        for unit, findings in found.items():
            self._in.setdefault(unit, {})[document] = findings
        return found

    def end(self) -> None:
        """Remove the findings of this adjudication from the gold."""
        for unit in self._gold.units:
            self._gold.findings.put(ComparedWith.ANNOTATORS, unit, ())

    def _moved(self) -> list[str]:
        """Return the documents that the gold lacks, if the unit with their findings no longer exists."""
        last, before = _last(self._gold), self._last
        self._last = last
        return [] if last is before else list(self._absent)

    def _all(self, unit: Any) -> list[Finding]:
        """Return the findings of a unit, beginning with those of its own document."""
        found = self._in.get(unit, {})
        names = sorted(found, key=lambda document: (document in self._absent, document))
        return [finding for document in names for finding in found[document]]

    def _findings_of(self, document: str) -> Mapping[Any, Sequence[Finding]]:
        """Return the findings of a document, grouped by unit of the gold."""
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
    """Yield the items for which there is a finding."""
    for number, standing in enumerate(state.standings):
        is_told = standing.is_stale or standing.is_otherwise or standing.state is State.DISPUTED
        differs = standing.state is State.INCOMPLETE and len(state.variants[number]) > 1
        if (is_told or differs) and not standing.waits:
            yield number


def _finding(state: DocumentState, number: int, place: GoldPlace) -> Finding:
    items, found, standing = state.items, state.variants[number], state.standings[number]
    name, told = items.items[number].name, claims_in_words(items, number)
    related = tuple(_related(state, number))
    at = place.start, place.end
    if standing.is_stale and standing.decision is not None:
        decided, who = _by(standing.decision)
        return STALE_DECISION.finding(
            *at, {"name": name, "decided": decided, "who": who, "said": told}, related=related
        )
    if standing.is_otherwise:
        agreed, gold = variant_in_words(items, number, found[0]), gold_in_words(items, state.gold, number)
        return DECIDED_OTHERWISE.finding(*at, {"name": name, "said": agreed, "gold": gold}, related=related)
    return UNDECIDED.finding(*at, {"name": name, "said": told}, related=related)


def _related(state: DocumentState, number: int) -> Iterator[Related]:
    """Yield the location of each annotator's claim about an item."""
    for annotator, index in state.items.items[number].members.items():
        annotation = state.items.annotations[annotator][index]
        message = f"{annotator}: {claim_in_words(state.items, number, annotator)}"
        yield Related(annotation.unit, annotation.start, annotation.end, message)


def _absent(document: str, state: DocumentState, last: Any) -> Mapping[Any, Sequence[Finding]]:
    """Return the findings for a document that the gold lacks: for its items and for lost decisions."""
    end, found = len(last.text), list[Finding]()
    if state.open:
        items = quantity(len(state.open), "item")
        found.append(UNDECIDED_DOCUMENT.finding(end, end, {"document": document, "items": items}))
    if state.lost:
        decisions = quantity(len(state.lost), "decision")
        found.append(LOST_IN_DOCUMENT.finding(end, end, {"document": document, "decisions": decisions}))
    return {last: found} if found else {}


def _lost(decision: Decision) -> Finding:
    decided, who = _by(decision)
    place = written_place(decision.place)
    return LOST_DECISION.finding(0, 0, {"place": place, "decided": decided, "who": who})


def _by(decision: Decision) -> tuple[str, str]:
    """Return the choice and the adjudicator who made it."""
    return decision.decided, f" by {decision.who}" if decision.who else ""


AT_ONCE = 50
"""The maximum number of documents that are checked immediately; others are deferred, so that messages are
not delayed.
"""


class FollowedAdjudication:
    """The states of an adjudication, and its findings in the gold (see `keytally.engine.reading.Observer`).

    All files of the adjudication must be open in the engine. Raises KeyError if a file is not open, and
    ValueError if there is no gold or if the task cannot be adjudicated. `texts` is the file with which a new
    gold begins, or None if it begins with an annotator's file. While a file is loading, all documents are
    deferred, and `catch_up` checks each of them once; it can stop between documents. Initially, all documents
    except the first `AT_ONCE` are deferred.
    """

    def __init__(
        self,
        engine: Engine,
        adjudication: Adjudication,
        evaluation: Evaluation,
        texts: Path | None = None,
        is_loading: Callable[[Path], bool] = lambda path: False,
    ) -> None:
        if adjudication.gold is None or adjudication.decisions is None:
            raise ValueError("there is no gold to watch")
        if not evaluation.can_merge:
            raise ValueError("the task cannot be adjudicated")
        self.language = language = adjudication.language(evaluation)
        self.adjudication = adjudication
        self.path = adjudication.gold
        self.decisions = adjudication.decisions
        begins_with = [] if texts is None else [texts]
        followed = (self.path, *adjudication.annotators.values(), self.decisions)
        self.paths: Sequence[Path] = [*followed, *begins_with]
        self.texts = None if texts is None else engine.reading_by(texts, language)
        gold = engine.reading_by(self.path, language)
        annotators = {
            name: engine.reading_by(path, language) for name, path in adjudication.annotators.items()
        }
        written = DecisionsLanguage(document_of=adjudication.document_of)
        decisions = engine.reading_by(self.decisions, written)
        self.live = LiveAdjudication(evaluation, annotators, gold, decisions, adjudication.has_finished)
        with_texts = [] if self.texts is None else [self.texts]
        self.readings: Sequence[Reading] = [*self.live.readings, *with_texts]
        self._is_loading = is_loading
        self.counts = Counts()
        judged = count(1)
        if not self._is_any_loading:
            self._count(self.live.update(stop=lambda: next(judged) >= AT_ONCE))
        self._findings = GoldFindings(self.live, gold)

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Update the findings for changed documents, and return the gold's path if a file of the
        adjudication has changed; the positions in the gold move with every edit.
        """
        if not any(reading in changed for reading in self.readings):
            return set()
        self.live.mark_stale(changed)
        documents = set[str]().union(*(changed.get(reading, ()) for reading in self.live.readings))
        if not self._is_any_loading:
            self._judged(self.live.update(documents))
        return {self.path}

    @property
    def waits(self) -> bool:
        """Return whether documents remain to be checked."""
        return bool(self.live.stale)

    def catch_up(self, stop: Callable[[], bool], documents: Set[str] | None = None) -> None:
        """Check deferred documents, either all of them or only the given `documents`, until `stop` returns
        true; all files must be loaded.
        """
        self._judged(self.live.update(documents, stop))

    def _judged(self, documents: Collection[str]) -> None:
        self._count(documents)
        self._findings.renew(documents)

    @property
    def _is_any_loading(self) -> bool:
        """Return whether an annotator's file or the gold is loading."""
        return any(map(self._is_loading, (*self.adjudication.annotators.values(), self.path)))

    def _count(self, documents: Collection[str]) -> None:
        found = ((name, self.live.state(name)) for name in sorted(documents))
        self.counts.update(sorted(documents), {name: state for name, state in found if state is not None})

    def has_text(self, document: str) -> bool:
        """Return whether annotators have the text of a document, rather than only annotations."""
        editor = self.live.editor
        return any(bare_text(editor, annotator, document) for annotator in self.live.annotators.values())

    def items_at(self, path: Path, document: str, unit: Any, place: int) -> Sequence[ItemAt]:
        """Return the items at a position in the gold or in an annotator's file, smallest range first."""
        if path == self.path:
            return items_in_gold(self.live, document, unit, place)
        names = (name for name, file in self.adjudication.annotators.items() if file == path)
        return [item for name in names for item in items_of(self.live, name, document, unit, place)]

    def end(self) -> None:
        """Remove the findings from the gold."""
        self._findings.end()
