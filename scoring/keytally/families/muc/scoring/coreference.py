"""Scoring of the coreference task: alignment of mentions, comparison of classes (Vilain et al. 1995), and
marks.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import add, sub
from sys import maxsize
from typing import NamedTuple, Protocol

from keytally.families.contract import Level, Mark
from keytally.families.muc.model import Configuration
from keytally.families.muc.scoring.results import LONGEST_QUOTATION
from keytally.families.muc.sgml.chains import Chains, MentionAttributes
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit, contains_words
from keytally.measures.assignment import best_assignment
from keytally.measures.coreference import Overlaps, kept_links, least_links
from keytally.measures.ratios import f_measure
from keytally.tallies.status import Status
from keytally.tallies.tally import percent
from keytally.text.positions import Span

# The one-to-one alignment of the mentions of a document's key and response.
#
# Mentions with the same text at the same place are aligned first, then those that contain the head in the
# key's MIN and are within the key's mention. The key's mentions choose in file order, each the first
# unaligned mention of the response; so the order of files breaks every tie.


Partners = list[int | None]


class AlignableMentions(Protocol):
    """The data about one side's mentions that the alignment requires, in file order.

    `spans` are half-open ranges of `stripped`, the text without task tags; `with_head` contains the mentions
    with a MIN.
    """

    @property
    def spans(self) -> Sequence[tuple[int, int]]:
        """Return the range of each mention."""
        ...

    @property
    def attributes(self) -> Sequence[MentionAttributes]:
        """Return the attributes of each mention's tag."""
        ...

    @property
    def with_head(self) -> Sequence[int]:
        """Return the mentions with a MIN, in order."""
        ...

    @property
    def stripped(self) -> str:
        """Return the text without task tags."""
        ...


def align_mentions(
    key: AlignableMentions, response: AlignableMentions, exact: bool
) -> tuple[Partners, Partners]:
    """Return the partner of each mention in the key, and of each mention in the response; None for unaligned
    mentions.

    If `exact` is true, only equal spans are aligned, and MIN is ignored.
    """
    of_key = _same_spans(key.spans, response.spans)
    of_response = _turned(of_key, len(response.spans))
    if not exact:
        _by_head(key, response, of_key, of_response)
    return of_key, of_response


def _same_spans(key: Sequence[tuple[int, int]], response: Sequence[tuple[int, int]]) -> Partners:
    """Return the pairs with equal spans, in file order; spans are usually unique on a side."""
    places = dict(zip(response, range(len(response)), strict=True))
    if len(places) == len(response) and len(set(key)) == len(key):
        return list(map(places.get, key))
    waiting: dict[tuple[int, int], list[int]] = {}
    for mention in range(len(response) - 1, -1, -1):
        waiting.setdefault(response[mention], []).append(mention)
    nobody: list[int] = []
    found = (waiting.get(span, nobody) for span in key)
    return [same.pop() if same else None for same in found]


def _turned(of_key: Partners, size: int) -> Partners:
    of_response: Partners = [None] * size
    for mention, partner in enumerate(of_key):
        if partner is not None:
            of_response[partner] = mention
    return of_response


def _by_head(
    key: AlignableMentions, response: AlignableMentions, of_key: Partners, of_response: Partners
) -> None:
    """Align the remaining mentions by head, in place."""
    wanting = [mention for mention in key.with_head if of_key[mention] is None]
    if not wanting:
        return
    free = _UnpairedMentions(response, of_response)
    for mention in wanting:
        candidate = free.first_within(*key.spans[mention], key.attributes[mention].minimum)
        if candidate is not None:
            of_key[mention], of_response[candidate] = candidate, mention


class _UnpairedMentions:
    """The response's mentions that have no partner; a mention is removed when `partners` assigns a partner
    to it.
    """

    def __init__(self, response: AlignableMentions, partners: Partners) -> None:
        self._mentions = [mention for mention, partner in enumerate(partners) if partner is None]
        self._starts = [response.spans[mention][0] for mention in self._mentions]
        self._spans = response.spans
        self._text = response.stripped
        self._partners = partners

    def first_within(self, start: int, end: int, head: str) -> int | None:
        """Return the first mention that is within a range and contains a head.

        Mentions are sorted by their starts.
        """
        for place in range(bisect_left(self._starts, start), len(self._starts)):
            mention = self._mentions[place]
            first, last = self._spans[mention]
            if first > end:
                break
            if (
                last <= end
                and self._partners[mention] is None
                and contains_words(self._text[first:last], head)
            ):
                return mention
        return None


class CoreferenceCounts(NamedTuple):
    """The counts of a line in the score report; documents are added count by count.

    Classes with a single mention are not counted.
    """

    key_classes: int = 0
    response_classes: int = 0
    recall_above: int = 0
    recall_below: int = 0
    precision_above: int = 0
    precision_below: int = 0

    @property
    def recall(self) -> float:
        """Return recall in percent; 0 if the denominator is 0."""
        return percent(self.recall_above, self.recall_below)

    @property
    def precision(self) -> float:
        """Return precision in percent; 0 if the denominator is 0."""
        return percent(self.precision_above, self.precision_below)

    @property
    def f(self) -> float:
        """Return F in percent, with equal weights, computed from unrounded recall and precision."""
        return f_measure(self.precision, self.recall)

    @classmethod
    def of_overlaps(cls, seen: Overlaps) -> "CoreferenceCounts":
        """Return the counts of one document by the MUC measure."""
        key, response, kept = seen.key, seen.response, kept_links(seen)
        return cls(_several(key), _several(response), kept, least_links(key), kept, least_links(response))

    def plus(self, other: "CoreferenceCounts") -> "CoreferenceCounts":
        """Return the sum of both counts."""
        return CoreferenceCounts(*map(add, self, other))

    def minus(self, other: "CoreferenceCounts") -> "CoreferenceCounts":
        """Return these counts minus the counts of `other`."""
        return CoreferenceCounts(*map(sub, self, other))


NO_COUNTS = CoreferenceCounts()


def _several(sizes: Sequence[int]) -> int:
    """Return the number of classes with at least two mentions."""
    return sum(size > 1 for size in sizes)


# The score of a document's classes: how the other side's classes partition each side's chains.
#
# The counts are those of keytally.measures.coreference.muc, in which a class S that the other side's
# classes partition into n cells loses n - 1 of its |S| - 1 links. An optional mention without a partner is
# removed from its class.


class Break(NamedTuple):
    """A break in a class: the first mention of a cell, and the previous mention of the class, which is in
    another cell.

    A class of n cells has n - 1 breaks; each costs one link.
    """

    mention: int
    before: int


class ChainSide:
    """One side of a compared document: its chains, and the partner of each mention.

    `classes` are its chains without unaligned optional mentions; they are numbered like the chains, and may
    contain no mention or only one.
    """

    def __init__(self, chains: Chains, partners: Partners, other: Chains, optional_counts: bool) -> None:
        self.chains = chains
        self.partners = partners
        self.other = other
        self.dropped = frozenset(
            mention for mention in chains.optional if optional_counts and partners[mention] is None
        )
        self.classes: list[list[int]] = [*chains.members]
        for chain in {chains.chain_of[mention] for mention in self.dropped}:
            self.classes[chain] = [each for each in self.classes[chain] if each not in self.dropped]

    def cells(self, chain: int) -> list[list[int]]:
        """Return the partition of a class by the classes of the other side; cells are sorted by their
        first mentions.
        """
        cells: dict[int, list[int]] = {}
        for mention in self.classes[chain]:
            partner = self.partners[mention]
            name = -1 - mention if partner is None else self.other.chain_of[partner]
            cells.setdefault(name, []).append(mention)
        return list(cells.values())

    def breaks(self, chain: int) -> Iterator[Break]:
        """Yield the breaks of a class, in order; none if the other side keeps the class together."""
        starts = {cell[0] for cell in self.cells(chain)[1:]}
        before = -1
        for mention in self.classes[chain]:
            if mention in starts:
                yield Break(mention, before)
            before = mention

    def counterparts(self, chain: int) -> list[int]:
        """Return the chains of the other side that share mentions with a chain, in the order of these
        mentions.
        """
        partners = (self.partners[mention] for mention in self.classes[chain])
        return list(
            dict.fromkeys(self.other.chain_of[partner] for partner in partners if partner is not None)
        )


class CoreferenceScore:
    """The score of one document: its aligned mentions, and its counts."""

    def __init__(self, document: str, key: ChainSide, response: ChainSide) -> None:
        self.document = document
        self.key = key
        self.response = response
        self.counts = CoreferenceCounts.of_overlaps(self.overlaps())

    def overlaps(self) -> Overlaps:
        """Return the overlaps of the classes of both sides, by the numbers of their chains."""
        mine, other = self.key.chains.chain_of, self.response.chains.chain_of
        pairs = zip(mine, self.key.partners, strict=True)
        shared = Counter([(chain, other[partner]) for chain, partner in pairs if partner is not None])
        return Overlaps([*map(len, self.key.classes)], [*map(len, self.response.classes)], shared)

    def side(self, key_side: bool) -> ChainSide:
        """Return the key's side or the response's."""
        return self.key if key_side else self.response

    def status(self, mention: int, key_side: bool) -> Status:
        """Return the status of a mention: aligned in the right class, aligned in a wrong class, or
        unaligned.
        """
        side = self.side(key_side)
        partner = side.partners[mention]
        if partner is None:
            if mention in side.dropped:
                return Status.OPTIONAL
            return Status.MISSING if key_side else Status.SPURIOUS
        expected = self.counterpart(side.chains.chain_of[mention], key_side)
        return Status.CORRECT if side.other.chain_of[partner] == expected else Status.INCORRECT

    def counterpart(self, chain: int, key_side: bool) -> int | None:
        """Return the other side's chain that matches a chain, or None."""
        return self._matched[0 if key_side else 1].get(chain)

    def cost(self, chain: int, key_side: bool) -> float:
        """Return the cost of the breaks in a class, in points of recall (or precision for a response)."""
        lost = len(self.side(key_side).cells(chain)) - 1
        below = self.counts.recall_below if key_side else self.counts.precision_below
        return 100.0 * max(lost, 0) / below if below else 0.0

    @cached_property
    def _matched(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return the matching chains as maps from the key to the response and back.

        The matching maximises the total number of shared mentions, so that adding a mention to the chain that
        matches its own never breaks another match.
        """
        assigned = best_assignment(self.overlaps().shared_by_row)
        of_key = {mine: other for mine, other in enumerate(assigned) if other is not None}
        return of_key, {other: mine for mine, other in of_key.items()}


class CoreferenceScoring:
    """Scores documents for one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._exact = configuration.co_exact
        both_keys = configuration.scoring_method == "key2key"
        self._response_optional = both_keys and configuration.key2key_symmetric

    def score(self, document: str, key: Chains, response: Chains) -> CoreferenceScore:
        """Return the score of one document, given the chains of both sides."""
        of_key, of_response = align_mentions(key, response, self._exact)
        return CoreferenceScore(
            document,
            ChainSide(key, of_key, response, optional_counts=True),
            ChainSide(response, of_response, key, self._response_optional),
        )


# Marks of a coreference document: its mentions, and the links where classes break.
#
# A mention is `cor` if its partner is in the matching class of the other side (the one that shares the most
# mentions with its own), `inc` if the partner is in another class, otherwise `mis`, `spu` or `opt`. The
# overall verdict on an aligned mention is that on its link: `inc` if a class breaks at it, otherwise `cor`. A
# link is `mis` where a class of the key breaks and `spu` where one of the response does; a document has as
# many of each as recall and precision lack in their fractions. The key shows its own breaks; the response
# shows both, and a missing link has zero width at its expected place.


EVERYWHERE = Span(0, maxsize)
_LACKED = frozenset({Status.MISSING, Status.OPTIONAL})

_Place = tuple[object, int, int]


class MarkMaker:
    """Creates the marks of documents with one syntax."""

    def __init__(self, syntax: SgmlSyntax) -> None:
        self._reference = syntax.reference

    def marks(self, score: CoreferenceScore, key_side: bool, asked: Span = EVERYWHERE) -> Iterator[Mark]:
        """Yield the marks of one side of a document: first its mentions, then missing mentions, then links.

        For a part of the document, the result contains all marks that overlap or touch the part, and possibly
        others.
        """
        side = score.side(key_side)
        if side.chains.unit is None:
            return
        near = _touching(side.chains, asked)
        broken = _broken(score, near, key_side)
        for mention in near:
            yield _mention(
                score, mention, key_side, Status.INCORRECT if mention in broken else Status.CORRECT
            )
        if key_side:
            yield from self._links(score.key, Status.MISSING, asked)
        else:
            yield from self._lacking(score, side.chains.unit, asked)
            yield from self._links(score.response, Status.SPURIOUS, asked)

    def link_place(self, chains: Chains, mention: int) -> tuple[int, int]:
        """Return the position of a mention's link: its REF, or its open tag."""
        tag = chains.mentions[mention].element.open
        attribute = tag.attribute(self._reference)
        if attribute is None:
            return tag.start, tag.end
        return tag.start + attribute.start, tag.start + attribute.end

    def _links(self, side: ChainSide, status: Status, asked: Span) -> Iterator[Mark]:
        """Yield a mark for each break in a side's own classes."""
        unit, near = side.chains.unit, frozenset(_touching(side.chains, asked))
        for chain in sorted({side.chains.chain_of[mention] for mention in near}):
            for broken in (each for each in side.breaks(chain) if each.mention in near):
                start, end = self.link_place(side.chains, broken.mention)
                link, partner = _link(side.chains, broken), self._link_partner(side, broken)
                yield _mark((unit, start, end), status, Level.LINK, link, partner)

    def _link_partner(self, side: ChainSide, broken: Break) -> _Place | None:
        """Return the mention on the other side that the link would have connected."""
        partner = side.partners[broken.mention]
        return None if partner is None else _place(side.other, partner)

    def _lacking(self, score: CoreferenceScore, unit: SgmlUnit, asked: Span) -> Iterator[Mark]:
        """Yield a mark for each mention or link of the key that the response lacks."""
        key, response = score.key, score.response
        near = [mention for mention in range(len(key.chains)) if self._is_near(score, mention, unit, asked)]
        for mention in near:
            status = score.status(mention, key_side=True)
            if key.partners[mention] is None and status in _LACKED:
                place = _missing_place(unit, key.chains, mention)
                subject, partner = _subject(score, mention, True, status), _place(key.chains, mention)
                yield _mark((unit, place, place), status, Level.MENTION, subject, partner)
        wanted = set(near)
        for chain in sorted({key.chains.chain_of[mention] for mention in near}):
            for broken in (each for each in key.breaks(chain) if each.mention in wanted):
                place = self._gap(key, response.chains, broken.mention)
                link, partner = _link(key.chains, broken), _place(key.chains, broken.mention)
                yield _mark((unit, place, place), Status.MISSING, Level.LINK, link, partner)

    def _is_near(self, score: CoreferenceScore, mention: int, unit: SgmlUnit, asked: Span) -> bool:
        """Return whether the position of a missing mention or link lies in a part of the response."""
        partner = score.key.partners[mention]
        if partner is not None:
            return _touches(score.response.chains, partner, asked)
        return asked.start <= _missing_place(unit, score.key.chains, mention) <= asked.end

    def _gap(self, key: ChainSide, response: Chains, mention: int) -> int:
        """Return the position of a missing link in the response: after the REF, or where the tag would
        contain it.
        """
        partner = key.partners[mention]
        if partner is not None:
            tag = response.mentions[partner].element.open
            behind_last = tag.end - 1 if tag.shape.complete else tag.end
            return (
                behind_last
                if tag.attribute(self._reference) is None
                else self.link_place(response, partner)[1]
            )
        unit = response.unit
        return _missing_place(unit, key.chains, mention) if unit is not None else 0


def _missing_place(unit: SgmlUnit, key: Chains, mention: int) -> int:
    """Return the position in a response of a missing mention of the key."""
    return unit.missing_offset(key.spans[mention][0], key.unit) if key.unit is not None else 0


def _touches(chains: Chains, mention: int, asked: Span) -> bool:
    return chains.starts[mention] <= asked.end and chains.ends[mention] >= asked.start


def _touching(chains: Chains, asked: Span) -> list[int]:
    """Return the mentions whose elements overlap or touch a part of a unit, in order."""
    near = range(bisect_right(chains.starts, asked.end))
    return [mention for mention in near if chains.ends[mention] >= asked.start]


def _broken(score: CoreferenceScore, mentions: Sequence[int], key_side: bool) -> frozenset[int]:
    """Return the mentions at which a class breaks; for the response, breaks in the key's classes are
    included.
    """
    side = score.side(key_side)
    broken = _cut(side, mentions)
    if key_side:
        return broken
    partners = {mention: side.partners[mention] for mention in mentions}
    of_key = _cut(score.key, [each for each in partners.values() if each is not None])
    return broken | {mention for mention, partner in partners.items() if partner in of_key}


def _cut(side: ChainSide, mentions: Sequence[int]) -> frozenset[int]:
    """Return the mentions at which the classes of the given mentions break."""
    chains = {side.chains.chain_of[mention] for mention in mentions}
    return frozenset(each.mention for chain in chains for each in side.breaks(chain))


def _mention(score: CoreferenceScore, mention: int, key_side: bool, link: Status) -> Mark:
    """Return the mark of a mention; for an aligned mention, the overall verdict is the verdict on its
    link.
    """
    side = score.side(key_side)
    chains, status = side.chains, score.status(mention, key_side)
    partner = side.partners[mention]
    other = None if partner is None else _place(side.other, partner)
    subject = _subject(score, mention, key_side, status)
    mark = _mark(_place(chains, mention), status, Level.MENTION, subject, other)
    return mark if partner is None or link is status else mark._replace(overall=link)


def _mark(place: _Place, status: Status, level: Level, subject: str, partner: _Place | None) -> Mark:
    return Mark(*place, status, level, f"{status.value.upper()} {subject}", partner, subject)


def _place(chains: Chains, mention: int) -> _Place:
    return chains.unit, chains.starts[mention], chains.ends[mention]


def _subject(score: CoreferenceScore, mention: int, key_side: bool, status: Status) -> str:
    """Return a mention in quotes; if it is in a wrong class, also the class of its partner."""
    side = score.side(key_side)
    quoted = _quoted(side.chains, mention)
    partner = side.partners[mention]
    if partner is None:
        return quoted
    name = "response" if key_side else "key"
    if status is Status.INCORRECT:
        return f"{quoted} ({name}: {_place_in_chain(side.other, partner)})"
    if side.chains.spans[mention] == side.other.spans[partner]:
        return quoted
    return f"{quoted} ({name}: {_quoted(side.other, partner)})"


def _place_in_chain(chains: Chains, mention: int) -> str:
    """Return a mention's position in its chain, which is named after the first mention."""
    members = chains.chain(mention)
    count = len(members)
    if mention == members[0]:
        return f"first of a chain of {count}" if count > 1 else "in no chain"
    return f"mention {members.index(mention) + 1} of {count} in the chain of {_quoted(chains, members[0])}"


def _link(chains: Chains, broken: Break) -> str:
    """Return a text such as `LINK "She" to "Ms. Washington"`."""
    tied, before = _quoted(chains, broken.mention), _quoted(chains, broken.before)
    return f"LINK {tied} to {before}"


def _quoted(chains: Chains, mention: int) -> str:
    """Return a mention's text in quotes, shortened."""
    text = chains.text(mention)
    return f'"{text[:LONGEST_QUOTATION]}…"' if len(text) > LONGEST_QUOTATION else f'"{text}"'
