"""A document's chains of key and response beside each other: partners of mentions, matching chains."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from keytally.evaluations.conll.model import Match
from keytally.evaluations.conll.scoring.classes import Side
from keytally.evaluations.conll.scoring.matching import partners_of
from keytally.measures.overlaps import Overlaps
from keytally.tallies.status import Status

Partners = Sequence[int | None]
"""For each scored mention of a side, the number of its partner on the other side."""


@dataclass(frozen=True)
class ComparedChains:
    """Both sides with the partners of the key's mentions."""

    key: Side
    response: Side
    partners: Partners

    @cached_property
    def turned(self) -> Partners:
        """The partners of the response's mentions."""
        turned: list[int | None] = [None] * len(self.response.mentions)
        for mine, other in enumerate(self.partners):
            if other is not None:
                turned[other] = mine
        return turned

    @cached_property
    def overlaps(self) -> Overlaps:
        """The sizes of all chains, and how many partners two chains share."""
        mine, theirs = self.key.mentions, self.response.mentions
        shared = Counter(
            (mine[at].chain, theirs[other].chain)
            for at, other in enumerate(self.partners)
            if other is not None
        )
        return Overlaps(self.key.sizes(), self.response.sizes(), shared)

    @cached_property
    def matched(self) -> Mapping[int, int]:
        """The chain of the response that matches a chain of the key: the two share the most mentions.

        Each matches one at most; of chains that share equally many the first ones match.
        """
        shared = self.overlaps.shared
        matched, taken = dict[int, int](), set[int]()
        for mine, other in sorted(shared, key=lambda pair: (-shared[pair], pair)):
            if mine not in matched and other not in taken:
                matched[mine] = other
                taken.add(other)
        return matched

    def status_of_key(self, number: int) -> Status:
        """What a mention of the key is: found in the matching chain, in another one, or not at all."""
        partner = self.partners[number]
        if partner is None:
            return Status.MISSING
        expected = self.matched.get(self.key.mentions[number].chain)
        return Status.CORRECT if self.response.mentions[partner].chain == expected else Status.INCORRECT

    def status_of_response(self, number: int) -> Status:
        """What a mention of the response is; as `status_of_key`."""
        partner = self.turned[number]
        return Status.SPURIOUS if partner is None else self.status_of_key(partner)


def compared(key: Side, response: Side, match: Match = Match.EXACT, *, zeros: bool = False) -> ComparedChains:
    """The comparison of two sides; `match` and `zeros` tell which mentions are partners."""
    mine, theirs = ([each.mention for each in side.mentions] for side in (key, response))
    return ComparedChains(key, response, partners_of(mine, theirs, match, zeros=zeros))
