"""The differences of a scored document, with their places and their shares of the links that are lost."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.conll.differences.cells import cells_of
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.scoring.classes import Side
from keytally.evaluations.conll.scoring.comparison import ComparedChains
from keytally.evaluations.conll.scoring.result import Counts
from keytally.measures.chains.differences import ChainDifference, differences_in, links_lost

_MOST_TEXTS = 3
_LONGEST_TEXT = 40


class Units(NamedTuple):
    """The document on the two sides; None for a side that lacks it."""

    key: DocumentUnit | None
    response: DocumentUnit | None


class Subject(NamedTuple):
    """What a difference is about: the units of the document, and the mentions by number."""

    units: Units
    found: ChainDifference


def lost_links(counts: Counts) -> Mapping[str, int]:
    """The links that recall and precision of MUC's measure lack."""
    above, below, precision_above, precision_below = map(int, counts["muc"])
    return links_lost(below - above, precision_below - precision_above)


def chain_differences(units: Units, compared: ComparedChains) -> list[Difference]:
    """The differences of a document, in the order of the response, then of the key."""
    telling = _Telling(units, compared)
    found = [telling.told(each) for each in differences_in(cells_of(compared))]
    return sorted(found, key=lambda each: (_start(each.response), _start(each.key)))


def _start(places: Sequence[Place]) -> int:
    return places[0].start if places else -1


class _Telling:
    """Tells the differences of two units."""

    def __init__(self, units: Units, compared: ComparedChains) -> None:
        self._units = units
        self._key = compared.key
        self._response = compared.response

    def told(self, found: ChainDifference) -> Difference:
        """A difference; a cell that is in a chain with others, or apart from them, has the chain's name."""
        key = _texts(self._units.key, self._key, found.key)
        response = _texts(self._units.response, self._response, found.response)
        if found.cell is not None:
            key += f" in chain {self._key.chains[found.cell[0]].name}"
            response += f" in chain {self._response.chains[found.cell[1]].name}"
        return Difference(
            found.name,
            _places(self._units.key, self._key, found.key),
            _places(self._units.response, self._response, found.response) or self._gaps(found.key),
            key,
            response,
            found.counts,
            subject=Subject(self._units, found),
        )

    def _gaps(self, lacking: Sequence[int]) -> list[Place]:
        """Where mentions of the key belong in the response; nowhere where it lacks the document."""
        unit = self._units.response
        if unit is None:
            return []
        words = (self._key.mentions[number].mention.words for number in lacking)
        places = (unit.missing_place(each[0]) for each in words)
        return [Place(unit, place, place) for place in places]


def _places(unit: DocumentUnit | None, side: Side, mentions: Sequence[int]) -> list[Place]:
    """The brackets that open mentions."""
    return [Place(unit, *side.mentions[each].mention.opening) for each in mentions]


def _texts(unit: DocumentUnit | None, side: Side, mentions: Sequence[int]) -> str:
    """The texts of the first mentions, and how many more there are."""
    if unit is None:
        return ""
    shown = (unit.text_of(side.mentions[each].mention) for each in mentions[:_MOST_TEXTS])
    texts = ", ".join(f"{text[:_LONGEST_TEXT]}…" if len(text) > _LONGEST_TEXT else text for text in shown)
    more = len(mentions) - _MOST_TEXTS
    return f"{texts} and {more} more" if more > 0 else texts
