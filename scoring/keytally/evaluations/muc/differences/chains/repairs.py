"""The edits of a response by which its chains are those of the key, as far as differences are repaired."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.chains.gold_mentions import span_in
from keytally.evaluations.muc.annotations.chains.mentions import KIND, Said, previous
from keytally.evaluations.muc.annotations.chains.rewriting import rewriting
from keytally.evaluations.muc.differences.chains.cells import ScoredCells
from keytally.evaluations.muc.differences.chains.classes import ChainSubject
from keytally.evaluations.muc.differences.documents import NO_PLACE, appended
from keytally.evaluations.muc.differences.entities import Units
from keytally.evaluations.muc.formats.sgml.chains import Chains, chains_of
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit
from keytally.measures.chains.differences import ChainDifference
from keytally.measures.chains.regrouped import Node, regrouped
from keytally.measures.chains.repairs import repairs_of
from keytally.measures.nearest_pairs import Pair, Stretch

OTHER_TEXT = "the response has other text there"

Named = Mapping[int, Difference]
"""Differences by their index."""


class ChainRepairs:
    """Repairs responses.

    `language` is that in which they are read, and `compare` makes the score of two units.
    """

    def __init__(
        self,
        language: SgmlLanguage,
        compare: Callable[[SgmlUnit | None, SgmlUnit | None], CoreferenceScore],
    ) -> None:
        self._language = language
        self._compare = compare
        self._last: tuple[Units, ScoredCells] | None = None

    def repair(self, response: Sequence[SgmlUnit], differences: Sequence[Difference]) -> Rewriting:
        """The edits of a document (keytally.evaluations.classified.ClassifiesDifferences)."""
        by_units = defaultdict[Units, dict[int, Difference]](dict)
        for number, difference in enumerate(differences):
            subject: ChainSubject = difference.subject
            by_units[subject.units][number] = difference
        edits: list[tuple[SgmlUnit, Edit]] = []
        refused: dict[int, str] = {}
        read: list[tuple[SgmlUnit, SgmlUnit]] = []
        for units, own in by_units.items():
            if units.response is not None:
                made = self._in_unit(units, own, refused)
                edits += made.edits
                read += made.read
            elif response and units.key is not None:
                edits.append((response[-1], appended(response[-1], self._document(units.key, own, refused))))
            else:
                refused |= dict.fromkeys(own, NO_PLACE)
        return Rewriting(edits, refused, tuple(read))

    def _document(self, key: SgmlUnit, differences: Named, refused: dict[int, str]) -> str:
        """A document with the text of the key's and these mentions alone."""
        bare = self._language.read(key.stripped())
        made = self._in_unit(Units(key, bare), differences, refused)
        return apply_edits(bare.text, [edit for _, edit in made.edits])

    def _in_unit(self, units: Units, differences: Named, refused: dict[int, str]) -> Rewriting:
        """The edits of a unit for those differences that can be repaired; the others are refused."""
        cells = self._cells(units)
        made = _Plan(cells, differences, self._language).rewriting()
        if not made.refused:
            return made
        return self._with_boundaries(cells, differences, refused)

    def _cells(self, units: Units) -> ScoredCells:
        """The cells of a document; those of the last one are kept."""
        if self._last is None or self._last[0] != units:
            self._last = units, ScoredCells(self._compare(units.key, units.response))
        return self._last[1]

    def _with_boundaries(self, cells: ScoredCells, differences: Named, refused: dict[int, str]) -> Rewriting:
        """The edits that also give aligned mentions the key's boundaries where theirs are in the way.

        Where an edit is refused that belongs to no difference, all are refused.
        """
        while differences:
            made = _Plan(cells, differences, self._language, may_move=True).rewriting()
            if not made.refused:
                return made
            reason = next(iter(made.refused.values()))
            reasons = {number: why for number, why in made.refused.items() if number in differences}
            reasons = reasons or dict.fromkeys(differences, reason)
            refused |= reasons
            differences = _without(differences, reasons)
        return Rewriting([], {})


def _without(differences: Named, refused: Collection[int]) -> Named:
    return {number: each for number, each in differences.items() if number not in refused}


class _Plan:
    """The changes of one unit of a response that repair differences."""

    def __init__(
        self, cells: ScoredCells, differences: Named, language: SgmlLanguage, *, may_move: bool = False
    ) -> None:
        self._key = cells.score.key.chains
        self._response = cells.score.response.chains
        self._syntax, self._role = language.syntax, language.role
        by_chains = {number: _of_chains(each) for number, each in differences.items()}
        self._owner, repairs = repairs_of(cells, by_chains)
        self._wanted = {mention: self._as_wanted(mention) for mention in self._owner}
        self._spans = {mention: self._span(each) for mention, each in self._wanted.items()}
        if may_move:
            repairs = repairs._replace(moved=[*repairs.moved, *self._in_the_way(cells.score)])
        self._groups = regrouped(cells, repairs)

    def _in_the_way(self, score: CoreferenceScore) -> Iterator[Pair]:
        """The aligned mentions with other boundaries than the key's that cross a wanted mention.

        They get the key's boundaries too, and may need others to get out of the way then.
        """
        aligned = ((mention, each) for mention, each in enumerate(score.key.partners) if each is not None)
        other = {pair: self._as_wanted(pair[0]) for pair in aligned if self._differ(*pair)}
        owners = {span: self._owner[mention] for mention, span in self._spans.items() if span is not None}
        waiting = list(owners)
        while waiting:
            span = waiting.pop()
            crossed = [pair for pair in other if _crosses(self._response.spans[pair[1]], span)]
            for pair in crossed:
                mention, wanted = pair[0], other.pop(pair)
                place = self._span(wanted)
                if place is not None:
                    self._owner[mention] = owners[place] = owners[span]
                    self._wanted[mention], self._spans[mention] = wanted, place
                    waiting.append(place)
                    yield pair

    def _differ(self, mention: int, partner: int) -> bool:
        return self._key.spans[mention] != self._response.spans[partner]

    def rewriting(self) -> Rewriting:
        """The edits; what is refused is told by the index of the difference."""
        other = {self._owner[mention]: OTHER_TEXT for mention, span in self._spans.items() if span is None}
        unit = self._response.unit
        if other or unit is None:
            return Rewriting([], other)
        changes = list(self._changes())
        made = rewriting([unit], [change for _, change in changes], self._syntax, self._role)
        return made._replace(refused={changes[at][0]: reason for at, reason in made.refused.items()})

    def _as_wanted(self, mention: int) -> Annotation:
        """A mention of the key as a response says it, without MIN and STATUS."""
        key, (start, end) = self._key, self._key.spans[mention]
        tag = key.mentions[mention].element.name.upper()
        places = key.text_starts[mention], key.text_ends[mention]
        return Annotation(key.unit, *places, KIND, key.text(mention), (0, start, -end), (tag,))

    def _span(self, wanted: Annotation) -> Stretch | None:
        """The place of a mention of the key; None where the response has other text, or has it elsewhere.

        The scorer aligns mentions by their offsets.
        """
        unit, (_, start, end) = self._response.unit, wanted.place
        found = None if unit is None else span_in(unit, wanted)
        return found if found == (start, -int(end)) else None

    def _changes(self) -> Iterator[tuple[int, Change]]:
        """Each change with the index of its difference; -1 for a link that follows from others."""
        before = self._before()
        nodes = list(before)
        new = [node for node in nodes if node.response is None]
        index = {node: number for number, node in enumerate(new)}

        def targets(node: Node) -> tuple[Annotation | int, ...]:
            target = before[node]
            if target is None:
                return ()
            return (index[target] if target.response is None else self._present(target.response),)

        for node in new:
            assert node.key is not None
            yield self._owner[node.key], Change(None, self._wanted[node.key], targets(node))
        links = previous(self._response)
        for node in nodes:
            if node.response is None:
                continue
            target = before[node]
            if node.key is not None:
                was = self._present(node.response)
                wanted = self._wanted[node.key]._replace(value=was.value)
                yield self._owner[node.key], Change(was, wanted, targets(node))
            elif links[node.response] != (None if target is None else target.response) or (
                target is not None and target.response is None
            ):
                was = self._present(node.response)
                yield -1, Change(was, was, targets(node))
        kept = {node.response for node in nodes}
        gone = (mention for mention in range(len(self._response)) if mention not in kept)
        yield from ((-1, Change(self._present(mention), None)) for mention in gone)

    @cached_property
    def _as_gold(self) -> Chains:
        """The response as `rewriting` reads it, with all that its tags say."""
        assert self._response.unit is not None
        return chains_of(self._response.unit, self._syntax, Role.KEY)

    def _present(self, mention: int) -> Annotation:
        """A mention of the response as an annotation."""
        response, (start, end) = self._response, self._response.spans[mention]
        places = response.text_starts[mention], response.text_ends[mention]
        value = Said.by(self._as_gold, mention, self._syntax).value(self._syntax)
        return Annotation(response.unit, *places, KIND, response.text(mention), (0, start, -end), value)

    def _before(self) -> dict[Node, Node | None]:
        """The mention before each one in its chain; all are in the order of the text."""
        nodes = [(node, chain) for chain, group in enumerate(self._groups) for node in group]
        nodes.sort(key=lambda each: self._place(each[0]))
        found: dict[Node, Node | None] = {}
        last: dict[int, Node] = {}
        for node, chain in nodes:
            found[node], last[chain] = last.get(chain), node
        return found

    def _place(self, node: Node) -> tuple[int, int]:
        """What orders mentions in the text of the response."""
        span = self._spans[node.key] if node.key is not None else self._response.spans[node.response or 0]
        assert span is not None
        return span[0], -span[1]


def _crosses(some: Stretch, other: Stretch) -> bool:
    """Whether each of two stretches holds only a part of the other."""
    low, high = sorted((some, other))
    return low[0] < high[0] < low[1] < high[1]


def _of_chains(difference: Difference) -> ChainDifference:
    """A difference by the numbers of its mentions."""
    subject: ChainSubject = difference.subject
    return ChainDifference(difference.name, subject.key, subject.response, difference.counts, subject.cell)
