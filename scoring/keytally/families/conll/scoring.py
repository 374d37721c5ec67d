"""Match the mentions and chains of key and response, and count them by all measures."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, reduce
from operator import add, sub
from typing import Any, NamedTuple

from keytally.families.conll.model import Chain, Match, Mention, Zero
from keytally.families.conll.programs import ProgramCounts
from keytally.families.conll.reading import DocumentUnit
from keytally.measures.assignment import Number, assigned_worth, best_assignment
from keytally.measures.coreference import BY_PROGRAM, MEASURES, Overlaps, Ratios, Sums, ratios_of_fractions
from keytally.measures.ratios import mean
from keytally.tallies.status import Status


class ScoredMention(NamedTuple):
    """A mention with the number of its chain in the document."""

    chain: int
    mention: Mention


class Repeated(NamedTuple):
    """A mention with the same words as an earlier mention of the document, or of its chain."""

    again: ScoredMention
    first: ScoredMention


class Side(NamedTuple):
    """One side of a document: all its chains, the mentions that are scored, and those that are not."""

    chains: Sequence[Chain]
    mentions: Sequence[ScoredMention]
    repeated: Sequence[Repeated]

    def sizes(self) -> list[int]:
        """Return the number of scored mentions of each chain; 0 for an unscored chain."""
        sizes = [0] * len(self.chains)
        for mention in self.mentions:
            sizes[mention.chain] += 1
        return sizes


def side_of(chains: Sequence[Chain], *, singletons: bool = True, in_each: Match | None = None) -> Side:
    """Return the scored mentions of chains, chain by chain.

    Of several mentions with the same words, the first one counts; chains are in order, and mentions in a
    chain are ordered by their ends. If `in_each` gives the condition for partners, the first such mention of
    each chain counts. Without `singletons`, chains that then contain only one mention are omitted.
    """
    first: dict[Hashable, ScoredMention] = {}
    repeated: list[Repeated] = []
    for number, chain in enumerate(chains):
        for mention in chain.mentions:
            scored = ScoredMention(number, mention)
            identity = mention.words if in_each is None else (number, identity_of(mention, in_each))
            if (other := first.setdefault(identity, scored)) is not scored:
                repeated.append(Repeated(scored, other))
    side = Side(chains, tuple(first.values()), tuple(repeated))
    if singletons:
        return side
    sizes = side.sizes()
    return side._replace(mentions=tuple(each for each in side.mentions if sizes[each.chain] > 1))


# The partners among the mentions of key and response: same words, same head, or a part with the head.
#
# Source: the CorefUD scorer of the CRAC shared tasks, which pairs empty nodes by their heads, then equal
# mentions, then the others one to one so that the sum of similarities is maximal.


Likeness = Callable[[Mention, Mention], Number]
Pairs = dict[int, int]


def partners_of(
    key: Sequence[Mention], response: Sequence[Mention], match: Match, *, zeros: bool = False
) -> list[int | None]:
    """Return the partner of each mention of the key; with `zeros`, empty nodes match by their heads."""
    found: Pairs = _best_pairs(_zeros(key), _zeros(response), key, response, _zero_likeness) if zeros else {}
    found |= _equal(key, response, found, with_head=match is Match.HEAD)
    if match is not Match.EXACT:
        mine = [at for at in _in_order(key) if at not in found]
        taken = {*found.values()}
        theirs = [at for at in _in_order(response) if at not in taken]
        found |= _best_pairs(mine, theirs, key, response, _LIKENESSES[match])
    return [found.get(at) for at in range(len(key))]


def _equal(key: Sequence[Mention], response: Sequence[Mention], found: Pairs, *, with_head: bool) -> Pairs:
    """Return the pairs of mentions with the same words and, if `with_head`, the same head."""
    taken = {*found.values()}
    number_of = {_same(each, with_head): at for at, each in enumerate(response) if at not in taken}
    pairs = ((at, number_of.get(_same(each, with_head))) for at, each in enumerate(key) if at not in found)
    return {at: partner for at, partner in pairs if partner is not None}


def _same(mention: Mention, with_head: bool) -> Hashable:
    return (mention.words, mention.head) if with_head else mention.words


def identity_of(mention: Mention, match: Match) -> Hashable:
    """Return a value that is equal for mentions that match exactly: their words, with their head if heads
    match.
    """
    return _same(mention, match is Match.HEAD)


def _zeros(mentions: Sequence[Mention]) -> list[int]:
    return [at for at in _in_order(mentions) if mentions[at].zero is not None]


def _in_order(mentions: Sequence[Mention]) -> list[int]:
    """Return the numbers of mentions by first word, last word and length."""
    places = [(mention.words[0], mention.words[-1], len(mention.words)) for mention in mentions]
    return sorted(range(len(mentions)), key=lambda at: places[at])


def _best_pairs(
    mine: Sequence[int],
    theirs: Sequence[int],
    key: Sequence[Mention],
    response: Sequence[Mention],
    likeness: Likeness,
) -> Pairs:
    """Return the pairs of mentions, given by their numbers, with the greatest sum of likenesses."""
    groups: dict[Hashable, list[int]] = {}
    for at, number in enumerate(theirs):
        for ground in _grounds(response[number], likeness):
            groups.setdefault(ground, []).append(at)
    worths: list[dict[int, Number]] = []
    for number in mine:
        near = {at for ground in _grounds(key[number], likeness) for at in groups.get(ground, ())}
        likenesses = {at: likeness(key[number], response[theirs[at]]) for at in sorted(near)}
        worths.append({at: worth for at, worth in likenesses.items() if worth})
    assigned = best_assignment(worths)
    return {mine[row]: theirs[at] for row, at in enumerate(assigned) if at is not None and at in worths[row]}


def _grounds(mention: Mention, likeness: Likeness) -> Iterable[Hashable]:
    """Return keys such that two similar mentions have at least one key in common: their words, or the
    sentence of an empty node.
    """
    if likeness is _zero_likeness:
        return () if mention.zero is None else (mention.zero.sentence,)
    return (mention.head,) if likeness is _head_likeness else mention.words


def _head_likeness(key: Mention, response: Mention) -> Number:
    """Return the share of the key's words that the response's mention contains, if both have the same
    head; otherwise 0.
    """
    return _shared(key, response) if key.head == response.head else 0


def _partial_likeness(key: Mention, response: Mention) -> Number:
    """Return the share of the key's words that the response's mention contains, if it has no other words
    and includes the head; otherwise 0.
    """
    inside = key.head in response.words and {*response.words} <= {*key.words}
    return _shared(key, response) if inside else 0


def _shared(key: Mention, response: Mention) -> Fraction:
    return Fraction(len({*key.words} & {*response.words}), len(key.words))


def _zero_likeness(key: Mention, response: Mention) -> Number:
    """Return ten times the F of two empty nodes' heads with relations, plus the F of the heads without
    relations.
    """
    mine, other = key.zero, response.zero
    if mine is None or other is None or mine.sentence != other.sentence:
        return 0
    return 10 * _f(mine.heads, other.heads) + _f(_words_alone(mine), _words_alone(other))


def _words_alone(zero: Zero) -> frozenset[str]:
    return frozenset(head for head, _ in zero.heads)


def _f(one: frozenset[Hashable] | frozenset[str], other: frozenset[Hashable] | frozenset[str]) -> Fraction:
    return Fraction(2 * len(one & other), (len(one) + len(other)) or 1)


_LIKENESSES: dict[Match, Likeness] = {Match.HEAD: _head_likeness, Match.PARTIAL: _partial_likeness}


Partners = Sequence[int | None]
"""The number of each scored mention's partner on the other side."""


@dataclass(frozen=True)
class ComparedChains:
    """Both sides with the partners of the key's mentions."""

    key: Side
    response: Side
    partners: Partners

    @cached_property
    def turned(self) -> Partners:
        """Return the partners of the response's mentions."""
        turned: list[int | None] = [None] * len(self.response.mentions)
        for mine, other in enumerate(self.partners):
            if other is not None:
                turned[other] = mine
        return turned

    @cached_property
    def overlaps(self) -> Overlaps:
        """Return the sizes of all chains, and the number of partners that each pair of chains shares."""
        mine, theirs = self.key.mentions, self.response.mentions
        shared = Counter(
            (mine[at].chain, theirs[other].chain)
            for at, other in enumerate(self.partners)
            if other is not None
        )
        return Overlaps(self.key.sizes(), self.response.sizes(), shared)


@dataclass(frozen=True)
class MatchedChains(ComparedChains):
    """Both sides with all their mentions, scored or not, and the matching chains.

    A chain with one mention can match even if it is not scored, because mentions can join it. `scored`
    contains the numbers of the scored mentions of the key and of the response.
    """

    scored: tuple[Set[int], Set[int]]

    @cached_property
    def matched(self) -> Mapping[int, int]:
        """Return the matching chain of the response for each chain of the key.

        The matches share the most mentions in total, so a mention that joins its matching chain never moves
        another mention out of its chain.
        """
        assigned = best_assignment(self.overlaps.shared_by_row)
        return {mine: other for mine, other in enumerate(assigned) if other is not None}

    @property
    def missing(self) -> Sequence[int]:
        """Return the scored mentions of the key that the response lacks."""
        return [at for at in sorted(self.scored[0]) if self.partners[at] is None]

    def is_scored(self, mine: int | None, other: int | None) -> bool:
        """Return whether a mention of the key or its partner in the response is scored."""
        return mine in self.scored[0] or other in self.scored[1]

    def status_of_key(self, number: int) -> Status:
        """Return whether a mention of the key is in the matching chain, in another chain, or missing."""
        partner = self.partners[number]
        if partner is None:
            return Status.MISSING if number in self.scored[0] else Status.UNSCORED
        return self._status(number, partner)

    def status_of_response(self, number: int) -> Status:
        """Return whether a mention of the response is in the matching chain, in another chain, or
        spurious.
        """
        partner = self.turned[number]
        if partner is None:
            return Status.SPURIOUS if number in self.scored[1] else Status.UNSCORED
        return self._status(partner, number)

    def _status(self, mine: int, other: int) -> Status:
        """Return the status of two partners; in matching chains they are correct if both are scored."""
        if self.matched.get(self.key.mentions[mine].chain) != self.response.mentions[other].chain:
            return Status.INCORRECT
        is_scored = mine in self.scored[0] and other in self.scored[1]
        return Status.CORRECT if is_scored else Status.UNSCORED


def compare_chains(
    key: Side, response: Side, match: Match = Match.EXACT, *, zeros: bool = False
) -> ComparedChains:
    """Return the comparison of two sides; `match` and `zeros` determine the partners."""
    return ComparedChains(key, response, _partners(key.mentions, response.mentions, match, zeros=zeros))


def _partners(
    key: Sequence[ScoredMention], response: Sequence[ScoredMention], match: Match, *, zeros: bool
) -> list[int | None]:
    """Return the partner of each mention of the key; mentions in different chains may have the same words.

    Among mentions with the same words, those in matching chains become partners first, then the others in
    chain order. Matching chains share the most mentions in total.
    """
    if are_distinct(key, match) and are_distinct(response, match):
        mentions = [each.mention for each in key], [each.mention for each in response]
        return partners_of(*mentions, match, zeros=zeros)
    mine, theirs = copies_of(key, match), copies_of(response, match)
    found = partners_of(
        [key[copies[0]].mention for copies in mine],
        [response[copies[0]].mention for copies in theirs],
        match,
        zeros=zeros,
    )
    pairs = [(mine[at], theirs[other]) for at, other in enumerate(found) if other is not None]
    chains = [
        ([key[at].chain for at in ones], [response[at].chain for at in others]) for ones, others in pairs
    ]
    shared: dict[int, Counter[int]] = {}
    for ones, others in chains:
        for chain in ones:
            shared.setdefault(chain, Counter()).update(others)
    matched = dict(zip(shared, best_assignment([*shared.values()]), strict=True))
    partners: list[int | None] = [None] * len(key)
    for ones, others in pairs:
        free = {response[at].chain: at for at in others}
        there = {at: matched[key[at].chain] for at in ones}
        taken = {at: free.pop(chain) for at, chain in there.items() if chain in free}
        rest = (at for at in ones if at not in taken)
        for at, other in (*taken.items(), *zip(rest, free.values(), strict=False)):
            partners[at] = other
    return partners


def are_distinct(mentions: Sequence[ScoredMention], match: Match) -> bool:
    """Return whether no two mentions have the same words (and the same heads, if heads match)."""
    if match is Match.HEAD:
        return len({identity_of(each.mention, match) for each in mentions}) == len(mentions)
    return len({each.mention.words for each in mentions}) == len(mentions)


def copies_of(mentions: Sequence[ScoredMention], match: Match) -> list[list[int]]:
    """Return the numbers of mentions, grouped by their words (and their heads, if heads match)."""
    groups: dict[Hashable, list[int]] = {}
    for number, each in enumerate(mentions):
        groups.setdefault(identity_of(each.mention, match), []).append(number)
    return [*groups.values()]


def matched_chains(
    scored: ComparedChains,
    match: Match = Match.EXACT,
    *,
    zeros: bool = False,
    in_each: Match | None = None,
) -> MatchedChains:
    """Return the comparison including unscored mentions; scored partners are kept.

    Other pairs have at most one scored mention. `in_each` has the same meaning as in `side_of`.
    """
    key, response = (side_of(side.chains, in_each=in_each) for side in (scored.key, scored.response))
    mine, theirs = _numbers(key, scored.key), _numbers(response, scored.response)
    partners: list[int | None] = [None] * len(key.mentions)
    for at, partner in enumerate(scored.partners):
        partners[mine[at]] = None if partner is None else theirs[partner]
    taken = {*partners}
    rest = [at for at, partner in enumerate(partners) if partner is None]
    free = [at for at in range(len(response.mentions)) if at not in taken]
    found = _partners(
        [key.mentions[at] for at in rest], [response.mentions[at] for at in free], match, zeros=zeros
    )
    both = {*mine}, {*theirs}
    for at, partner in zip(rest, found, strict=True):
        if partner is not None and not (at in both[0] and free[partner] in both[1]):
            partners[at] = free[partner]
    return MatchedChains(key, response, partners, both)


def _numbers(whole: Side, scored: Side) -> list[int]:
    """Return the numbers of the scored mentions of a side among all of its mentions."""
    number_of = {each: number for number, each in enumerate(whole.mentions)}
    return [number_of[mention] for mention in scored.mentions]


Words = Sequence[int]


def mention_overlap(key: Sequence[Words], response: Sequence[Words]) -> Sums:
    """Return the numerator and denominator of recall, then of precision, in words.

    Mentions are paired one to one such that the pairs share as many words as possible. Mentions with the same
    words can be paired first: the pairs (a, b) and (c, a) never share more words than (a, a) and (c, b).
    Source: the mention overlap ratio of the CorefUD scorer (CRAC 2022).
    """
    sides = Counter(key), Counter(response)
    both = sides[0] & sides[1]
    kept = sum(map(len, both.elements()))
    mine, theirs = ([*(side - both).elements()] for side in sides)
    worths = _shared_words(mine, theirs)
    above = kept + assigned_worth(worths, best_assignment(worths))
    return above, sum(map(len, key)), above, sum(map(len, response))


def _shared_words(key: Sequence[Words], response: Sequence[Words]) -> list[dict[int, int]]:
    """Return, for each mention of the key, the number of words that it shares with each mention of the
    response.
    """
    holders: dict[int, list[int]] = {}
    for number, words in enumerate(response):
        for word in words:
            holders.setdefault(word, []).append(number)
    worths: list[dict[int, int]] = []
    for words in key:
        row: dict[int, int] = {}
        for word in words:
            for number in holders.get(word, ()):
                row[number] = row.get(number, 0) + 1
        worths.append(row)
    return worths


NAMES = {"muc": "muc", "b3": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc", "lea": "lea"}
"""The names of measures in results, by their names in keytally.measures."""

MENTIONS, MOR = "mentions", "mor"
TITLES = {
    MENTIONS: "mentions",
    **{NAMES[name]: measure.title for name, measure in MEASURES.items()},
    MOR: "MOR",
}
AVERAGED = ("muc", "b_cubed", "ceaf_e")
"""The measures whose mean F is the CoNLL score."""

Counts = Mapping[str, Sums]
"""The counts of each measure; all except BLANC's are two fractions."""

_NO_UNIT = DocumentUnit("")

NO_COUNTS: Counts = {name: (0,) * (6 if name == "blanc" else 4) for name in TITLES}


@dataclass(frozen=True, eq=False)
class DocumentScore:
    """A compared document: its units (one may be missing), and its counts.

    `program` contains the counts that scorer.pl prints; it is None outside its mode and for documents that it
    skips. `count` computes `counts` on first use, because the report in that mode does not use them.
    `count_averaged` computes only the counts of the headline, if that is faster.
    """

    document: str
    key: DocumentUnit | None
    response: DocumentUnit | None
    count: Callable[[], Counts]
    program: ProgramCounts | None = None
    count_averaged: Callable[[], Counts] | None = None

    @cached_property
    def counts(self) -> Counts:
        """Return the counts of each measure."""
        return self.count()

    def averaged(self) -> Counts:
        """Return the counts of at least the measures in the headline."""
        if self.count_averaged is None or "counts" in self.__dict__:
            return self.counts
        return self.count_averaged()

    def apart(self) -> "DocumentScore":
        """Return the score with its counts but without its units, except whether each side has the
        document.
        """
        key, response = (None if unit is None else _NO_UNIT for unit in (self.key, self.response))
        return DocumentScore(self.document, key, response, partial(dict, self.counts), self.program)


def counts_of(compared: ComparedChains) -> Counts:
    """Return the counts of a document for all measures."""
    found = sum(partner is not None for partner in compared.partners)
    seen = compared.overlaps
    return {
        MENTIONS: (found, sum(seen.key), found, sum(seen.response)),
        **{NAMES[name]: measure.count(seen) for name, measure in MEASURES.items()},
        MOR: mention_overlap(
            [mention.mention.words for mention in compared.key.mentions],
            [mention.mention.words for mention in compared.response.mentions],
        ),
    }


def averaged_counts_of(compared: ComparedChains) -> Counts:
    """Return the counts of a document for the measures in the headline."""
    chosen = (name for name in MEASURES if NAMES[name] in AVERAGED)
    return {NAMES[name]: MEASURES[name].count(compared.overlaps) for name in chosen}


def counts_as_program(compared: ComparedChains, program: ProgramCounts | None) -> Counts:
    """Return the counts according to scorer.pl; zeros for a document that it skips.

    scorer.pl lacks LEA and MOR, which are counted according to their definitions.
    """
    if program is None:
        return NO_COUNTS
    return {**counts_of(compared), **program.sums}


def summed(scores: Sequence[DocumentScore]) -> Counts:
    """Return the sum over documents."""
    return reduce(_both, (score.counts for score in scores)) if scores else NO_COUNTS


def _both(counts: Counts, others: Counts) -> Counts:
    return {name: tuple(map(add, counts[name], others[name])) for name in TITLES}


def ratios_of(counts: Counts, program: str = "") -> dict[str, Ratios]:
    """Return recall, precision and F of each measure, in percent; `program` is one of BY_PROGRAM."""
    own = BY_PROGRAM.get(program, {})
    ratios: dict[str, Callable[[Sums], Ratios]] = {MENTIONS: ratios_of_fractions, MOR: ratios_of_fractions}
    ratios |= {NAMES[name]: own.get(name, measure.ratios) for name, measure in MEASURES.items()}
    return {name: ratios[name](counts[name]) for name in TITLES}


def conll_score(ratios: Mapping[str, Ratios]) -> float:
    """Return the CoNLL score: the mean F of MUC, B-cubed and CEAF by entities, in percent."""
    return mean(ratios[name].f for name in AVERAGED)


def values_of(counts: Counts, program: str = "") -> dict[str, Any]:
    """Return each measure's recall and precision as fractions and its F in percent, and `conll`.

    BLANC's recall and precision are means of ratios, so their denominator is 1.
    """
    ratios = ratios_of(counts, program)
    values: dict[str, Any] = {}
    for name, given in ratios.items():
        sums = counts[name]
        pairs = (given.recall / 100, 1, given.precision / 100, 1) if name == "blanc" else sums
        above_r, below_r, above_p, below_p = map(_number, pairs)
        values[name] = {"recall": [above_r, below_r], "precision": [above_p, below_p], "f": given.f}
    return {**values, "conll": conll_score(ratios)}


class ChainsFold:
    """The running sum over documents (keytally.families.contract.Fold).

    Under a program's rules, documents are counted when the sum is requested, because its report needs no
    counts. Otherwise they are counted immediately, while their contents are in memory.
    """

    def __init__(self, program: str = "") -> None:
        self._program = program
        self._sums = NO_COUNTS
        self._left: list[tuple[Callable[[Number, Number], Number], DocumentScore]] = []

    def put(self, score: DocumentScore) -> None:
        """Add a document."""
        self._left.append((add, score))
        if self._program not in BY_PROGRAM:
            self._counted()

    def drop(self, score: DocumentScore) -> None:
        """Remove a document."""
        self._left.append((sub, score))

    def headline(self) -> float:
        """Return the CoNLL score, in percent."""
        return conll_score(ratios_of(self._counted(), self._program))

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        return values_of(self._counted(), self._program)

    def _counted(self) -> Counts:
        for change, score in self._left:
            self._sums = {name: tuple(map(change, self._sums[name], score.counts[name])) for name in TITLES}
        self._left.clear()
        return self._sums


def _number(value: Any) -> int | float:
    """Return a count for JSON; whole numbers as integers."""
    return int(value) if value == int(value) else float(value)
