"""Every difference between the chains of a document in one of seven classes.

They are those of Kummerfeld and Klein 2013, "Error-driven analysis of challenges in coreference resolution",
by what it takes to turn the chains of the response into those of the key: other boundaries, then chains
taken apart, mentions taken away, mentions added, and chains joined. Each link that recall or precision lacks
is due to one difference (keytally.evaluations.muc.differences.chains.cells).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.muc.differences.chains.cells import Cell, CellName, Cells
from keytally.evaluations.muc.differences.entities import Units
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.scoring.coreference.counts import CoreferenceCounts
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore

SPAN = "span"
CONFLATED = "conflated entities"
EXTRA_MENTION = "extra mention"
EXTRA_ENTITY = "extra entity"
DIVIDED = "divided entity"
MISSING_MENTION = "missing mention"
MISSING_ENTITY = "missing entity"

CLASSES = (SPAN, CONFLATED, EXTRA_MENTION, EXTRA_ENTITY, DIVIDED, MISSING_MENTION, MISSING_ENTITY)

MISSING_LINKS = "missing links"
SPURIOUS_LINKS = "spurious links"

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
    return _counts(counts.recall_below - counts.recall_above, counts.precision_below - counts.precision_above)


def chain_differences(score: CoreferenceScore) -> list[Difference]:
    """The differences of two units, in the order of the response, then of the key."""
    found = _Differences(score).all()
    return sorted(found, key=lambda each: (_start(each.response), _start(each.key)))


def _start(places: Sequence[Place]) -> int:
    return places[0].start if places else -1


def _counts(missing: int, spurious: int) -> dict[str, int]:
    counts = {MISSING_LINKS: missing, SPURIOUS_LINKS: spurious}
    return {name: count for name, count in counts.items() if count}


class _Differences:
    """Makes the differences of two units."""

    def __init__(self, score: CoreferenceScore) -> None:
        self._key = score.key.chains
        self._response = score.response.chains
        self._cells = Cells(score)
        self._units = Units(self._key.unit, self._response.unit)

    def all(self) -> Iterator[Difference]:
        """The differences, class by class."""
        for mention, partner in self._cells.wrong_spans:
            cost = int(mention in self._cells.costing_spans)
            yield self._difference(SPAN, [mention], [partner], _counts(cost, cost))
        for cell in self._cells.conflated:
            yield self._of_cell(CONFLATED, cell, _counts(0, 1))
        for cell in self._cells.divided:
            yield self._of_cell(DIVIDED, cell, _counts(1, 0))
        yield from self._extra()
        yield from self._missing()

    def _extra(self) -> Iterator[Difference]:
        """The mentions that the key lacks; those of a chain that it lacks wholly are one difference."""
        for chain, mentions in self._cells.extra.items():
            if chain in self._cells.core_of_response:
                for mention in mentions:
                    yield self._difference(EXTRA_MENTION, [], [mention], _counts(0, 1))
            else:
                yield self._difference(EXTRA_ENTITY, [], mentions, _counts(0, len(mentions) - 1))

    def _missing(self) -> Iterator[Difference]:
        """The mentions that the response lacks; those of a chain that it lacks wholly are one difference."""
        for chain, mentions in self._cells.lacking.items():
            if chain in self._cells.core_of_key:
                for mention in mentions:
                    yield self._difference(MISSING_MENTION, [mention], [], _counts(1, 0))
            else:
                yield self._difference(MISSING_ENTITY, mentions, [], _counts(len(mentions) - 1, 0))

    def _of_cell(self, name: str, cell: Cell, counts: Mapping[str, int]) -> Difference:
        """A cell that is in a chain with others, or apart from them, with the name of its chain."""
        found = self._difference(name, cell.key, cell.response, counts, cell.name)
        mine, other = _shortened(self._key.name(cell.name[0])), _shortened(self._response.name(cell.name[1]))
        return found._replace(
            key_text=f"{found.key_text} in the chain of {mine}",
            response_text=f"{found.response_text} in the chain of {other}",
        )

    def _difference(
        self,
        name: str,
        key: Sequence[int],
        response: Sequence[int],
        counts: Mapping[str, int],
        cell: CellName | None = None,
    ) -> Difference:
        return Difference(
            name,
            _places(self._key, key),
            _places(self._response, response) if response else self._gaps(key),
            _texts(self._key, key),
            _texts(self._response, response),
            counts,
            subject=ChainSubject(self._units, key, response, cell),
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
