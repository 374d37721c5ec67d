"""Differences between chains in seven classes (Kummerfeld and Klein 2013), and the edits that fix them."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from keytally.families.annotations import Annotation, Change, Difference, Place, Rewriting
from keytally.families.contract import Role
from keytally.families.muc.annotations.chain_edits import rewrite_chains
from keytally.families.muc.annotations.mentions import KIND, MentionContent, previous_mentions, span_in
from keytally.families.muc.differences.entities import NO_PLACE, Units, append_document
from keytally.families.muc.scoring.coreference import ChainSide, CoreferenceCounts, CoreferenceScore
from keytally.families.muc.sgml.chains import Chains, chains_of
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.unit import SgmlUnit, contains_words
from keytally.findings.finding import Edit, apply_edits
from keytally.measures.assignment import Pair, Stretch, nearest_pairs, overlapping
from keytally.measures.chains import (
    CellName,
    Cells,
    ChainDifference,
    ChainsOfSide,
    Node,
    chain_repairs,
    classified_differences,
    distinct_names,
    links_lost,
    regrouped_chains,
)

# Matches unaligned mentions of both sides that differ in their boundaries only.
#
# The mention of the response must contain the head in the key's MIN; without a MIN, the two must end together
# or share at least half of the longer one. Of several pairs those with the largest shares of common text
# count first, and each mention is in one pair.


def wrong_spans(score: CoreferenceScore) -> list[Pair]:
    """Return pairs of a key mention and a response mention that differ only in their boundaries, in key
    order.
    """
    mine, other = _unaligned(score.key), _unaligned(score.response)
    keys, responses = score.key.chains, score.response.chains
    found = [
        (mention, partner)
        for mention, partner in overlapping(keys.spans, mine, responses.spans, other)
        if _means_the_same(keys, mention, responses, partner)
    ]
    return nearest_pairs(found, keys.spans, responses.spans)


def _unaligned(side: ChainSide) -> list[int]:
    """Return the unaligned mentions that are counted, in text order."""
    free = (
        mention
        for mention, partner in enumerate(side.partners)
        if partner is None and mention not in side.dropped
    )
    return sorted(free, key=lambda mention: side.chains.spans[mention])


def _means_the_same(key: Chains, mention: int, response: Chains, partner: int) -> bool:
    span, other = key.spans[mention], response.spans[partner]
    head = key.attributes[mention].minimum
    if head:
        return contains_words(response.stripped[slice(*other)], head)
    common = min(span[1], other[1]) - max(span[0], other[0])
    return span[1] == other[1] or 2 * common >= max(span[1] - span[0], other[1] - other[0])


class ScoredCells(Cells):
    """The cells of a document, together with its score."""

    def __init__(self, score: CoreferenceScore) -> None:
        super().__init__(_side(score.key), _side(score.response), wrong_spans(score))
        self.score = score


def _side(side: ChainSide) -> ChainsOfSide:
    return ChainsOfSide(side.chains.chain_of, side.chains.members, side.classes, side.partners)


_MOST_TEXTS = 3
_LONGEST_TEXT = 40


class ChainSubject(NamedTuple):
    """The subject of a difference: the numbers of mentions on both sides, and the cell that they form.

    `units` contains the document's unit on each side.
    """

    units: Units
    key: Sequence[int] = ()
    response: Sequence[int] = ()
    cell: CellName | None = None


def lost_links(counts: CoreferenceCounts) -> dict[str, int]:
    """Return the numbers of links by which a document's recall and precision fall short, without zeros."""
    return links_lost(
        counts.recall_below - counts.recall_above, counts.precision_below - counts.precision_above
    )


def chain_differences(score: CoreferenceScore) -> list[Difference]:
    """Return the differences of two units, sorted by position in the response, then in the key."""
    found = _Differences(score).all()
    return sorted(found, key=lambda each: (_start(each.response), _start(each.key)))


def _start(places: Sequence[Place]) -> int:
    return places[0].start if places else -1


class _Differences:
    """Computes the differences of two units."""

    def __init__(self, score: CoreferenceScore) -> None:
        self._key = score.key.chains
        self._response = score.response.chains
        self._cells = ScoredCells(score)
        self._units = Units(self._key.unit, self._response.unit)

    def all(self) -> list[Difference]:
        """Return the differences, grouped by class."""
        return [self._of_chains(found) for found in classified_differences(self._cells)]

    def _of_chains(self, found: ChainDifference) -> Difference:
        """Return a difference; if it concerns a cell, it also contains the names of the cell's chains."""
        key, response = _texts(self._key, found.key), _texts(self._response, found.response)
        if found.cell is not None:
            key = _in_chain(key, _shortened(self._key.name(found.cell[0])))
            response = _in_chain(response, _shortened(self._response.name(found.cell[1])))
            others = _others(self._key, found.key), _others(self._response, found.response)
            key, response = distinct_names(key, response, *others)
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
        """Return the positions in the response where mentions are missing; empty if it lacks the document."""
        unit, other = self._response.unit, self._key.unit
        if unit is None or other is None:
            return []
        places = (unit.missing_offset(self._key.spans[mention][0], other) for mention in lacking)
        return [Place(unit, place, place) for place in places]


def _in_chain(texts: str, name: str) -> str:
    """Return the texts of mentions followed by the name of their chain, or by a note if the texts are
    identical to that name.
    """
    return f"{texts}, first of its chain" if texts == name else f"{texts} in the chain of {name}"


def _others(chains: Chains, mentions: Sequence[int]) -> str:
    """Return the texts of the other mentions in the chain of the given mentions."""
    return _texts(chains, [each for each in chains.chain(mentions[0]) if each not in mentions])


def _places(chains: Chains, mentions: Sequence[int]) -> list[Place]:
    """Return the spans of mentions, including their tags."""
    return [Place(chains.unit, chains.starts[mention], chains.ends[mention]) for mention in mentions]


def _texts(chains: Chains, mentions: Sequence[int]) -> str:
    """Return the texts of the first few mentions, and the number of the others."""
    texts = ", ".join(_shortened(chains.text(mention)) for mention in mentions[:_MOST_TEXTS])
    more = len(mentions) - _MOST_TEXTS
    return f"{texts} and {more} more" if more > 0 else texts


def _shortened(text: str) -> str:
    return f"{text[:_LONGEST_TEXT]}…" if len(text) > _LONGEST_TEXT else text


OTHER_TEXT = "the response has different text at this position"

Named = Mapping[int, Difference]
"""Differences by their index."""


class ChainRepairs:
    """Repairs responses.

    Repairs differences between chains; `language` is the language of the responses, and `compare` scores two
    units.
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
        """Return the edits of a document; see `keytally.families.annotations.DifferenceClassifier`."""
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
                edits.append(
                    (response[-1], append_document(response[-1], self._document(units.key, own, refused)))
                )
            else:
                refused |= dict.fromkeys(own, NO_PLACE)
        return Rewriting(edits, refused, tuple(read))

    def _document(self, key: SgmlUnit, differences: Named, refused: dict[int, str]) -> str:
        """Return a document with the key's text, annotated only with the mentions of these differences."""
        bare = self._language.read(key.stripped())
        made = self._in_unit(Units(key, bare), differences, refused)
        return apply_edits(bare.text, [edit for _, edit in made.edits])

    def _in_unit(self, units: Units, differences: Named, refused: dict[int, str]) -> Rewriting:
        """Return the edits of a unit for the differences that can be fixed; the others are refused."""
        cells = self._cells(units)
        made = _Plan(cells, differences, self._language).rewriting()
        if not made.refused:
            return made
        return self._with_boundaries(cells, differences, refused)

    def _cells(self, units: Units) -> ScoredCells:
        """Return the cells of a document; the cells of the last document are cached."""
        if self._last is None or self._last[0] != units:
            self._last = units, ScoredCells(self._compare(units.key, units.response))
        return self._last[1]

    def _with_boundaries(self, cells: ScoredCells, differences: Named, refused: dict[int, str]) -> Rewriting:
        """Return the edits that also move conflicting aligned mentions to the key's boundaries.

        If an edit that belongs to no difference is refused, all differences are refused.
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
    """The changes of a response unit that fix differences."""

    def __init__(
        self, cells: ScoredCells, differences: Named, language: SgmlLanguage, *, may_move: bool = False
    ) -> None:
        self._key = cells.score.key.chains
        self._response = cells.score.response.chains
        self._syntax, self._role = language.syntax, language.role
        by_chains = {number: _of_chains(each) for number, each in differences.items()}
        self._owner, repairs = chain_repairs(cells, by_chains)
        self._wanted = {mention: self._as_wanted(mention) for mention in self._owner}
        self._spans = {mention: self._span(each) for mention, each in self._wanted.items()}
        if may_move:
            repairs = repairs._replace(moved=[*repairs.moved, *self._in_the_way(cells.score)])
        self._groups = regrouped_chains(cells, repairs)

    def _in_the_way(self, score: CoreferenceScore) -> Iterator[Pair]:
        """Yield the aligned mentions with boundaries that differ from the key's and that cross a mention to
        be inserted.

        These mentions are moved to the key's boundaries, which may require moving further mentions.
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
        """Return the edits; `refused` is indexed by the numbers of differences."""
        other = {self._owner[mention]: OTHER_TEXT for mention, span in self._spans.items() if span is None}
        unit = self._response.unit
        if other or unit is None:
            return Rewriting([], other)
        changes = list(self._changes())
        made = rewrite_chains([unit], [change for _, change in changes], self._syntax, self._role)
        return made._replace(refused={changes[at][0]: reason for at, reason in made.refused.items()})

    def _as_wanted(self, mention: int) -> Annotation:
        """Return a mention of the key as an annotation for the response, without MIN and STATUS."""
        key, (start, end) = self._key, self._key.spans[mention]
        tag = key.mentions[mention].element.name.upper()
        places = key.text_starts[mention], key.text_ends[mention]
        return Annotation(key.unit, *places, KIND, key.text(mention), (0, start, -end), (tag,))

    def _span(self, wanted: Annotation) -> Stretch | None:
        """Return the span of a key mention in the response; None if the response has other text or other
        offsets for the mention.

        The scorer aligns mentions by their offsets.
        """
        unit, (_, start, end) = self._response.unit, wanted.place
        found = None if unit is None else span_in(unit, wanted)
        return found if found == (start, -int(end)) else None

    def _changes(self) -> Iterator[tuple[int, Change]]:
        """Yield each change with the index of its difference, or with -1 for a change that only adapts
        links.
        """
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
        links = previous_mentions(self._response)
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
        """Return the response's chains as `rewriting` reads them, including the full content of their
        tags.
        """
        assert self._response.unit is not None
        return chains_of(self._response.unit, self._syntax, Role.KEY)

    def _present(self, mention: int) -> Annotation:
        """Return a mention of the response as an annotation."""
        response, (start, end) = self._response, self._response.spans[mention]
        places = response.text_starts[mention], response.text_ends[mention]
        value = MentionContent.by(self._as_gold, mention, self._syntax).value(self._syntax)
        return Annotation(response.unit, *places, KIND, response.text(mention), (0, start, -end), value)

    def _before(self) -> dict[Node, Node | None]:
        """Map each mention to the previous one in its chain, with all mentions in text order."""
        nodes = [(node, chain) for chain, group in enumerate(self._groups) for node in group]
        nodes.sort(key=lambda each: self._place(each[0]))
        found: dict[Node, Node | None] = {}
        last: dict[int, Node] = {}
        for node, chain in nodes:
            found[node], last[chain] = last.get(chain), node
        return found

    def _place(self, node: Node) -> tuple[int, int]:
        """Return a sort key for mentions: their position in the response's text."""
        span = self._spans[node.key] if node.key is not None else self._response.spans[node.response or 0]
        assert span is not None
        return span[0], -span[1]


def _crosses(some: Stretch, other: Stretch) -> bool:
    """Return whether two ranges overlap without one containing the other."""
    low, high = sorted((some, other))
    return low[0] < high[0] < low[1] < high[1]


def _of_chains(difference: Difference) -> ChainDifference:
    """Convert a difference to the form in which mentions are identified by number."""
    subject: ChainSubject = difference.subject
    return ChainDifference(difference.name, subject.key, subject.response, difference.counts, subject.cell)
