"""Where the items of a document stand in the gold, or would stand, and which ones are at a place."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.adjudication.live import LiveAdjudication
from keytally.adjudication.states import DocumentState
from keytally.text.counterparts import Counterparts

KEPT = 4
"""The number of texts whose places are kept: typing in an annotator's file leaves the gold as it is."""


class GoldPlace(NamedTuple):
    """A stretch of a unit of the gold; of zero width where something would stand."""

    unit: Any
    start: int
    end: int


class GoldPlaces:
    """Where the items of a document stand in the gold, or would stand."""

    def __init__(self, live: LiveAdjudication, state: DocumentState, units: Sequence[Any]) -> None:
        self._state = state
        self._units = units
        self._bare = list(live.evaluation.bare(units))

    def of(self, number: int) -> GoldPlace:
        """The place of an item: its own, that of its text, that of what it is a part of, or the end."""
        annotation = self._state.gold.shown(number)
        if annotation is not None:
            return GoldPlace(annotation.unit, annotation.start, annotation.end)
        item = self._state.items.items[number]
        if item.parent is not None:
            return self.of(item.parent)
        extent = next(each.said.extent for each in self._state.variants[number] if each.said is not None)
        return self._end() if extent is None else self._of_text(*extent)

    def _of_text(self, start: int, end: int) -> GoldPlace:
        """The place of a stretch of the bare text."""
        before = 0
        for unit, bare in zip(self._units, self._bare, strict=True):
            if start < before + len(bare):
                places = _places_in(bare, unit.text)
                first = places.start(start - before)
                return GoldPlace(unit, first, max(first, places.end(min(end - before, len(bare)))))
            before += len(bare)
        return self._end()

    def _end(self) -> GoldPlace:
        unit = self._units[-1]
        return GoldPlace(unit, len(unit.text), len(unit.text))


@lru_cache(KEPT)
def _places_in(bare: str, text: str) -> Counterparts:
    """Where the places of a bare text are in the text of a unit; comparing the two is what takes long."""
    return Counterparts(bare, text)


class ItemAt(NamedTuple):
    """An item by its number, and its stretch of a unit."""

    number: int
    start: int
    end: int


def items_in_gold(live: LiveAdjudication, document: str, unit: Any, place: int) -> list[ItemAt]:
    """The items at a place of a unit of the gold, the smallest stretch first."""
    return _at(place, iter(items_touching(live, document, unit, place, place)))


def items_touching(live: LiveAdjudication, document: str, unit: Any, start: int, end: int) -> list[ItemAt]:
    """The items that touch a stretch of a unit of the gold."""
    state = live.state(document)
    if state is None or live.gold is None:
        return []
    places = GoldPlaces(live, state, live.gold.documents.units_of(document))
    numbered = ((number, places.of(number)) for number in range(len(state.standings)))
    found = (ItemAt(number, *at[1:]) for number, at in numbered if at.unit is unit)
    return [item for item in found if item.start <= end and item.end >= start]


def items_of(live: LiveAdjudication, annotator: str, document: str, unit: Any, place: int) -> list[ItemAt]:
    """The items at a place of a unit of an annotator's file, the smallest stretch first."""
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
