"""Every difference between the chains of a document in one of seven classes (keytally.measures.chains)."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.muc.differences.chains.cells import ScoredCells
from keytally.evaluations.muc.differences.entities import Units
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.scoring.coreference.counts import CoreferenceCounts
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally.measures.chains.cells import CellName
from keytally.measures.chains.differences import ChainDifference, differences_in, links_lost

_MOST_TEXTS = 3
_LONGEST_TEXT = 40


class ChainSubject(NamedTuple):
    """What a difference is about: mentions of both sides by their numbers, and the cell that they form.

    `units` are the document on the two sides.
    """

    units: Units
    key: Sequence[int] = ()
    response: Sequence[int] = ()
    cell: CellName | None = None


def lost_links(counts: CoreferenceCounts) -> dict[str, int]:
    """The links that recall and precision of a document lack, without zeros."""
    return links_lost(
        counts.recall_below - counts.recall_above, counts.precision_below - counts.precision_above
    )


def chain_differences(score: CoreferenceScore) -> list[Difference]:
    """The differences of two units, in the order of the response, then of the key."""
    found = _Differences(score).all()
    return sorted(found, key=lambda each: (_start(each.response), _start(each.key)))


def _start(places: Sequence[Place]) -> int:
    return places[0].start if places else -1


class _Differences:
    """Makes the differences of two units."""

    def __init__(self, score: CoreferenceScore) -> None:
        self._key = score.key.chains
        self._response = score.response.chains
        self._cells = ScoredCells(score)
        self._units = Units(self._key.unit, self._response.unit)

    def all(self) -> list[Difference]:
        """The differences, class by class."""
        return [self._of_chains(found) for found in differences_in(self._cells)]

    def _of_chains(self, found: ChainDifference) -> Difference:
        """A difference; a cell that is in a chain with others, or apart from them, has the chain's name."""
        key, response = _texts(self._key, found.key), _texts(self._response, found.response)
        if found.cell is not None:
            key += f" in the chain of {_shortened(self._key.name(found.cell[0]))}"
            response += f" in the chain of {_shortened(self._response.name(found.cell[1]))}"
        return Difference(
            found.name,
            _places(self._key, found.key),
            _places(self._response, found.response) if found.response else self._gaps(found.key),
            key,
            response,
            found.counts,
            subject=ChainSubject(self._units, found.key, found.response, found.cell),
        )

    def _gaps(self, lacking: Sequence[int]) -> list[Place]:
        """Where mentions of the key belong in the response; nowhere where it lacks the document."""
        unit, other = self._response.unit, self._key.unit
        if unit is None or other is None:
            return []
        places = (unit.missing_offset(self._key.spans[mention][0], other) for mention in lacking)
        return [Place(unit, place, place) for place in places]


def _places(chains: Chains, mentions: Sequence[int]) -> list[Place]:
    """The elements of mentions, tags included."""
    return [Place(chains.unit, chains.starts[mention], chains.ends[mention]) for mention in mentions]


def _texts(chains: Chains, mentions: Sequence[int]) -> str:
    """The texts of the first mentions, and how many more there are."""
    texts = ", ".join(_shortened(chains.text(mention)) for mention in mentions[:_MOST_TEXTS])
    more = len(mentions) - _MOST_TEXTS
    return f"{texts} and {more} more" if more > 0 else texts


def _shortened(text: str) -> str:
    return f"{text[:_LONGEST_TEXT]}…" if len(text) > _LONGEST_TEXT else text
