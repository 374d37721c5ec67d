"""The counts of scorer.pl 8.01 in a document, added in the program's order."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain as joined
from itertools import combinations, product
from math import lcm
from typing import NamedTuple

from keytally.families.conll.model import Chain
from keytally.measures import coreference
from keytally.measures.assignment import best_assignment
from keytally.measures.coreference import Overlaps, Sums

# The counts of scorer.pl 8.01 in a document, added in the program's order.
#
# Repeated mentions are counted differently from `classes`: a repeated mention of the key stays in both of its
# chains. A repeated mention of the response is omitted the second time, but only if the key has it too.


Span = tuple[int, int]
RepeatedLine = tuple[bool, Span, str]
Classes = Sequence[Sequence[int]]
"""Chains of mentions by their numbers."""


class Fractions(NamedTuple):
    """Numerator and denominator of recall, then of precision."""

    recall_above: float = 0
    recall_below: float = 0
    precision_above: float = 0
    precision_below: float = 0


class Identified(NamedTuple):
    """The mentions of both sides by number, with the number of mentions on each side and of shared mentions.

    `repeated` contains the data that the program prints about repeated mentions: whether the mention is in
    the key, its first and last words, and two mention numbers, joined into one string.
    """

    key: Classes
    response: Classes
    in_key: int
    in_response: int
    common: int
    invented: int
    repeated: Sequence[RepeatedLine]


def identified(key: Sequence[Chain], response: Sequence[Chain]) -> Identified:
    """Return the mentions of both sides by number: first the key's mentions, then the other mentions of
    the response.
    """
    mine, theirs = _spans(key), _spans(response)
    numbers, repeated = _numbered(mine)
    kept, found, again = _recognised(theirs, numbers)
    common, count = len(found), sum(map(len, mine))
    for span in (each for chain in kept for each in chain):
        if span not in found:
            found[span] = count
            count += 1
    return Identified(
        [[numbers[span] for span in chain] for chain in mine],
        [[found[span] for span in chain] for chain in kept],
        len(numbers),
        len(found),
        common,
        count - len(numbers),
        [*repeated, *again],
    )


def _numbered(chains: Sequence[Sequence[Span]]) -> tuple[dict[Span, int], list[RepeatedLine]]:
    """Return the number of each mention of the key (the last number of a repeated mention), and the
    repeated mentions.
    """
    numbers: dict[Span, int] = {}
    repeated: list[RepeatedLine] = []
    for number, span in enumerate(each for chain in chains for each in chain):
        if span in numbers:
            repeated.append((True, span, f"{numbers[span]}{number}"))
        numbers[span] = number
    return numbers, repeated


def _recognised(
    chains: Sequence[Sequence[Span]], numbers: Mapping[Span, int]
) -> tuple[list[list[Span]], dict[Span, int], list[RepeatedLine]]:
    """Return the response's chains without repeated key mentions, the numbers of the key mentions in them,
    and the repeated mentions.
    """
    found: dict[Span, int] = {}
    kept: list[list[Span]] = []
    repeated: list[RepeatedLine] = []
    for chain in chains:
        kept.append([])
        for span in chain:
            if span in found:
                repeated.append((False, span, f"{found[span]}{found[span]}"))
                continue
            if span in numbers:
                found[span] = numbers[span]
            kept[-1].append(span)
    return [chain for chain in kept if chain], found, repeated


def muc(seen: Identified) -> Fractions:
    """Return MUC in links. A mention in several chains of the key counts in the last of them."""
    chain_of = _chain_of(seen.key)
    kept = 0
    for chain in seen.response:
        homes = [chain_of[mention] for mention in chain if mention in chain_of]
        kept += len(homes) - len({*homes})
    return Fractions(kept, _links(seen.key), kept, _links(seen.response))


def b_cubed(seen: Identified) -> Fractions:
    """Return B-cubed in mentions, summed mention by mention in the order of the response's chains."""
    home = _chain_of(seen.key)
    members = [{*chain} for chain in seen.key]
    recall: float = 0
    precision: float = 0
    for chain in seen.response:
        homes = {home[each] for each in chain if each in home}
        shared = {at: sum(each in members[at] for each in chain) for at in homes}
        for mention in chain:
            at = home.get(mention)
            if at is not None:
                precision += shared[at] / len(chain)
                recall += shared[at] / len(seen.key[at])
    return Fractions(recall, _mentions(seen.key), precision, _mentions(seen.response))


def ceaf_m(seen: Identified) -> Fractions:
    """Return CEAF by mentions, in mentions."""
    above = _best_sum(seen, by_mention=True)
    return Fractions(above, _mentions(seen.key), above, _mentions(seen.response))


def ceaf_e(seen: Identified) -> Fractions:
    """Return CEAF by entities, in chains; the program sums 1 - (1 - φ4)."""
    above = _best_sum(seen, by_mention=False)
    return Fractions(above, len(seen.key), above, len(seen.response))


class Links(NamedTuple):
    """BLANC's counts: links within chains, then links between mentions of two chains."""

    within: Fractions = Fractions()
    between: Fractions = Fractions()


def blanc(seen: Identified) -> Links:
    """Return BLANC in links; repeated links count once."""
    sides = seen.key, seen.response
    if all(len({*joined.from_iterable(side)}) == _mentions(side) for side in sides):
        return _links_of_classes(seen)
    return links_one_by_one(seen)


def _links_of_classes(seen: Identified) -> Links:
    """Return BLANC without examining each link, if no mention is repeated."""
    shared = _shared(seen)
    counts = coreference.blanc(
        Overlaps(
            [*map(len, seen.key)],
            [*map(len, seen.response)],
            {(row, at): common for row, columns in enumerate(shared) for at, common in columns.items()},
        )
    )
    both, key, response, both_between, key_between, response_between = map(float, counts)
    return Links(
        Fractions(both, key, both, response),
        Fractions(both_between, key_between, both_between, response_between),
    )


def links_one_by_one(seen: Identified) -> Links:
    """Return BLANC from the set of links, so that no link counts twice."""
    sides = seen.key, seen.response
    within = [{_link(*pair) for chain in side for pair in combinations(chain, 2)} for side in sides]
    between = [
        {_link(*pair) for chains in combinations(side, 2) for pair in product(*chains)} for side in sides
    ]
    return Links(_common(*within), _common(*between))


def _common(key: set[Span], response: set[Span]) -> Fractions:
    both = len(key & response)
    return Fractions(both, len(key), both, len(response))


def _link(first: int, second: int) -> Span:
    return (first, second) if first < second else (second, first)


def _spans(chains: Sequence[Chain]) -> list[list[Span]]:
    return [[(mention.words[0], mention.words[-1]) for mention in chain.mentions] for chain in chains]


def _chain_of(chains: Classes) -> dict[int, int]:
    return {mention: at for at, chain in enumerate(chains) for mention in chain}


def _links(chains: Classes) -> int:
    return sum(len(chain) - 1 for chain in chains)


def _mentions(chains: Classes) -> int:
    return sum(map(len, chains))


def _best_sum(seen: Identified, *, by_mention: bool) -> float:
    shared = _shared(seen)
    worths = shared if by_mention else _alike(seen, shared)
    above: float = 0
    for row, at in enumerate(best_assignment(worths)):
        if at is not None and at in shared[row]:
            common, size = shared[row][at], len(seen.key[row]) + len(seen.response[at])
            above += 1 - (1 - (common if by_mention else 2 * common / size))
    return above


def _alike(seen: Identified, shared: Sequence[Mapping[int, int]]) -> list[dict[int, int]]:
    """Return the similarity of each pair of chains by φ4, multiplied by the least common denominator."""
    sizes = [
        {at: len(chain) + len(seen.response[at]) for at in columns}
        for chain, columns in zip(seen.key, shared, strict=True)
    ]
    whole = lcm(*{size for row in sizes for size in row.values()})
    return [
        {at: 2 * common * (whole // sizes[row][at]) for at, common in columns.items()}
        for row, columns in enumerate(shared)
    ]


def _shared(seen: Identified) -> list[dict[int, int]]:
    """Return, for each chain of the key, the number of mentions that it shares with each chain of the
    response.
    """
    homes: dict[int, set[int]] = {}
    for at, chain in enumerate(seen.response):
        for mention in chain:
            homes.setdefault(mention, set()).add(at)
    rows: list[dict[int, int]] = []
    for chain in seen.key:
        row: dict[int, int] = {}
        for mention in chain:
            for at in sorted(homes.get(mention, ())):
                row[at] = row.get(at, 0) + 1
        rows.append(row)
    return rows


METRICS: Mapping[str, Callable[[Identified], Fractions]] = {
    "muc": muc,
    "bcub": b_cubed,
    "ceafm": ceaf_m,
    "ceafe": ceaf_e,
}
"""The metrics that return two fractions, by their names in the program's output."""

RESULT_NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e"}
"""The names of these metrics in results."""


class ProgramCounts(NamedTuple):
    """The numbers of mentions on each side and of shared mentions, the metrics, and BLANC's links; see
    `Identified`.
    """

    in_key: int
    in_response: int
    common: int
    invented: int
    repeated: Sequence[RepeatedLine]
    metrics: Mapping[str, Fractions]
    links: Links

    @property
    def sums(self) -> Mapping[str, Sums]:
        """Return the exact counts by their names in results; their sum does not depend on the order of
        documents.
        """
        return {
            "mentions": (self.common, self.in_key, self.common, self.in_response),
            **{RESULT_NAMES[name]: _exact(counts) for name, counts in self.metrics.items()},
            "blanc": tuple(number for kind in self.links for number in _link_sums(kind)),
        }


def program_counts(key: Sequence[Chain], response: Sequence[Chain]) -> ProgramCounts:
    """Return the counts of a document, computed from its chains."""
    seen = identified(key, response)
    metrics = {name: metric(seen) for name, metric in METRICS.items()}
    return ProgramCounts(
        seen.in_key,
        seen.in_response,
        seen.common,
        seen.invented,
        seen.repeated,
        metrics,
        blanc(seen),
    )


def _exact(counts: Fractions) -> Sums:
    return tuple(int(number) if number == int(number) else Fraction(number) for number in counts)


def _link_sums(counts: Fractions) -> Sums:
    """Return the numbers of links of one kind: shared, in the key and in the response."""
    both, key, _, response = counts
    return int(both), int(key), int(response)
