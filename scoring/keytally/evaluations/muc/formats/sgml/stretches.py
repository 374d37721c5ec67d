"""Stretches of documents that no tag leaves, so that they can be scored by themselves.

Offsets are those of the text without task tags, which both sides of a pair share.
"""

from collections.abc import Sequence

from keytally.evaluations.muc.formats.sgml.unit import ScoredElement, SgmlUnit


def stretch_around(start: int, end: int, units: Sequence[SgmlUnit | None]) -> tuple[int, int]:
    """The least stretch around two offsets that every element of these units is wholly in or out of.

    An element that touches the stretch is in it.
    """
    spans = [span for unit in units if unit is not None for span in _spans(unit)]
    while True:
        touching = [span for span in spans if span[0] <= end and span[1] >= start]
        first = min((span[0] for span in touching), default=start)
        last = max((span[1] for span in touching), default=end)
        if first >= start and last <= end:
            return start, end
        start, end = min(first, start), max(last, end)


def elements_within(unit: SgmlUnit, start: int, end: int) -> Sequence[ScoredElement]:
    """The scored elements of a unit that are wholly in a stretch."""
    places = unit.places.stripped
    return [
        element
        for element in unit.scored_elements()
        if places[element[0]] >= start and places[element[1]] <= end
    ]


def _spans(unit: SgmlUnit) -> Sequence[tuple[int, int]]:
    places = unit.places.stripped
    return [(places[opened], places[close]) for opened, close, _ in unit.scored_elements()]
