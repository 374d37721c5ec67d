"""Marks of a coreference document: its mentions, and the links where classes break.

A mention is `cor` if its partner is in the matching class of the other side (the one that shares the most
mentions with its own), `inc` if the partner is in another class, else `mis`, `spu` or `opt`. The overall
verdict on an aligned mention is that on its link: `inc` where a class breaks at it, else `cor`. A link is
`mis` where a class of the key breaks and `spu` where one of the response does; a document has as many of each
as recall and precision lack in their fractions. The key shows its own breaks; the response shows both, and a
missing link has zero width at its expected place.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from sys import maxsize

from keytally.evaluations.interface import Level, Mark
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.scoring.coreference.score import Break, ChainSide, CoreferenceScore
from keytally.evaluations.muc.scoring.verdicts import LONGEST_QUOTATION
from keytally.tallies.status import Status
from keytally.text.span import Span

EVERYWHERE = Span(0, maxsize)
_LACKED = frozenset({Status.MISSING, Status.OPTIONAL})

_Place = tuple[object, int, int]


class MarkMaker:
    """Makes the marks of documents of one syntax."""

    def __init__(self, syntax: SgmlSyntax) -> None:
        self._reference = syntax.reference

    def marks(self, score: CoreferenceScore, key_side: bool, asked: Span = EVERYWHERE) -> Iterator[Mark]:
        """The marks of one side of a document: its mentions, what it lacks, then the links.

        For a part of the document, the result has all marks that overlap or touch the part, and possibly
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
        """The place of a mention's link: its REF, else its open tag."""
        tag = chains.mentions[mention].element.open
        attribute = tag.attribute(self._reference)
        if attribute is None:
            return tag.start, tag.end
        return tag.start + attribute.start, tag.start + attribute.end

    def _links(self, side: ChainSide, status: Status, asked: Span) -> Iterator[Mark]:
        """The breaks of a side's own classes."""
        unit, near = side.chains.unit, frozenset(_touching(side.chains, asked))
        for chain in sorted({side.chains.chain_of[mention] for mention in near}):
            for broken in (each for each in side.breaks(chain) if each.mention in near):
                start, end = self.link_place(side.chains, broken.mention)
                link, partner = _link(side.chains, broken), self._link_partner(side, broken)
                yield _mark((unit, start, end), status, Level.LINK, link, partner)

    def _link_partner(self, side: ChainSide, broken: Break) -> _Place | None:
        """The mention of the other side that the link would have connected."""
        partner = side.partners[broken.mention]
        return None if partner is None else _place(side.other, partner)

    def _lacking(self, score: CoreferenceScore, unit: SgmlUnit, asked: Span) -> Iterator[Mark]:
        """The mentions of the key and the links of its classes that the response lacks."""
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
        """Whether the place of a missing mention or link would be in a part of the response."""
        partner = score.key.partners[mention]
        if partner is not None:
            return _touches(score.response.chains, partner, asked)
        return asked.start <= _missing_place(unit, score.key.chains, mention) <= asked.end

    def _gap(self, key: ChainSide, response: Chains, mention: int) -> int:
        """The place of a missing link in the response: after the REF, or at its position in the tag."""
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
    """The place in a response for a mention of the key that it lacks."""
    return unit.missing_offset(key.spans[mention][0], key.unit) if key.unit is not None else 0


def _touches(chains: Chains, mention: int, asked: Span) -> bool:
    return chains.starts[mention] <= asked.end and chains.ends[mention] >= asked.start


def _touching(chains: Chains, asked: Span) -> list[int]:
    """The mentions whose elements overlap or touch a part of a unit, in order."""
    near = range(bisect_right(chains.starts, asked.end))
    return [mention for mention in near if chains.ends[mention] >= asked.start]


def _broken(score: CoreferenceScore, mentions: Sequence[int], key_side: bool) -> frozenset[int]:
    """The mentions at which a class of their own side breaks, and in the response also one of the key."""
    side = score.side(key_side)
    broken = _cut(side, mentions)
    if key_side:
        return broken
    partners = {mention: side.partners[mention] for mention in mentions}
    of_key = _cut(score.key, [each for each in partners.values() if each is not None])
    return broken | {mention for mention, partner in partners.items() if partner in of_key}


def _cut(side: ChainSide, mentions: Sequence[int]) -> frozenset[int]:
    """The mentions at which the classes of these mentions break."""
    chains = {side.chains.chain_of[mention] for mention in mentions}
    return frozenset(each.mention for chain in chains for each in side.breaks(chain))


def _mention(score: CoreferenceScore, mention: int, key_side: bool, link: Status) -> Mark:
    """The mark of a mention, with the verdict on its link as the overall one."""
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
    """A mention in quotes; for a mention in a wrong class, with the class of its partner."""
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
    """Which mention of which chain one is; a chain has the name of its first mention."""
    members = chains.chain(mention)
    count = len(members)
    if mention == members[0]:
        return f"first of a chain of {count}" if count > 1 else "in no chain"
    return f"mention {members.index(mention) + 1} of {count} in the chain of {_quoted(chains, members[0])}"


def _link(chains: Chains, broken: Break) -> str:
    """`LINK "She" to "Ms. Washington"`."""
    tied, before = _quoted(chains, broken.mention), _quoted(chains, broken.before)
    return f"LINK {tied} to {before}"


def _quoted(chains: Chains, mention: int) -> str:
    """A mention's text in quotes, shortened."""
    text = chains.text(mention)
    return f'"{text[:LONGEST_QUOTATION]}…"' if len(text) > LONGEST_QUOTATION else f'"{text}"'
