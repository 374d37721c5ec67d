"""Measures of coreference over classes of mentions: what each counts in one document.

Counts are numbers of mentions, links or classes, or sums of fractions of them, all exact. The counts of
documents are added up before they are divided. But for `blanc` they are four: numerator and denominator
of recall, then those of precision. Classes of one mention count; a mention that the other side lacks is in
no class of it. K and R are classes of the key and of the response.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from keytally.measures.assignment import Number, Worths, assigned_worth, best_assignment
from keytally.measures.overlaps import Overlaps

Sums = tuple[Number, ...]


def muc(seen: Overlaps) -> Sums:
    """The MUC measure, in links: R = Σ (|K| - |p(K)|) / Σ (|K| - 1).

    p(K) is the partition of K by the classes of the response, in which a mention that the response lacks
    is a part by itself. Vilain et al. 1995, "A model-theoretic coreference scoring scheme".
    """
    kept = kept_links(seen)
    return kept, least_links(seen.key), kept, least_links(seen.response)


def kept_links(seen: Overlaps) -> int:
    """The numerator of the MUC measure, the same for recall and precision: the links that both sides keep."""
    return sum(seen.shared.values()) - len(seen.shared)


def least_links(sizes: Sequence[int]) -> int:
    """A denominator of the MUC measure: the fewest links that hold classes of these sizes together."""
    return sum(sizes) - sum(map(bool, sizes))


def b_cubed(seen: Overlaps) -> Sums:
    """B-cubed, in mentions: R = Σ Σ |K ∩ R|² / |K| / Σ |K|.

    That is, for each mention, the share of its class that its class on the other side holds too. Bagga and
    Baldwin 1998, "Algorithms for scoring coreference chains".
    """
    recall = defaultdict[int, int](int)
    precision = defaultdict[int, int](int)
    for (mine, other), common in seen.shared.items():
        recall[seen.key[mine]] += common * common
        precision[seen.response[other]] += common * common
    return _sum(recall), sum(seen.key), _sum(precision), sum(seen.response)


def ceaf_m(seen: Overlaps) -> Sums:
    """CEAF by mentions: Σ φ3 / Σ |K|, φ3 = |K ∩ R|, over the best one-to-one assignment of classes.

    Luo 2005, "On coreference resolution performance metrics".
    """
    best = _best_sum(seen.shared_by_row)
    return best, sum(seen.key), best, sum(seen.response)


def ceaf_e(seen: Overlaps) -> Sums:
    """CEAF by entities, in classes: Σ φ4 / |key|, φ4 = 2|K ∩ R| / (|K| + |R|); else as `ceaf_m`.

    The best assignment is found in whole numbers, φ4 times the least common denominator.
    Luo 2005, "On coreference resolution performance metrics".
    """
    shared = seen.shared_by_row
    sizes = {size + seen.response[other] for size, row in zip(seen.key, shared, strict=True) for other in row}
    whole = lcm(*sizes)
    worths = [
        {other: 2 * common * (whole // (size + seen.response[other])) for other, common in row.items()}
        for size, row in zip(seen.key, shared, strict=True)
    ]
    best = Fraction(_best_sum(worths), whole)
    return best, sum(map(bool, seen.key)), best, sum(map(bool, seen.response))


def blanc(seen: Overlaps) -> Sums:
    """BLANC's counts, in links: of pairs within a class, then of pairs of mentions of two classes.

    There are three of each: the links that both sides have, those of the key, those of the response. The
    ratios are means over the two kinds of links (keytally.measures.measure.ratios_of_links). Recasens and
    Hovy 2011, "BLANC: implementing the Rand index for coreference evaluation", for mentions of a system as
    in Luo et al. 2014, "An extension of BLANC to system mentions".
    """
    mine, other = _common_mentions(seen)
    within = (
        sum(map(_links, seen.shared.values())),
        sum(map(_links, seen.key)),
        sum(map(_links, seen.response)),
    )
    between = (
        _links(sum(mine)) - sum(map(_links, mine)) - sum(map(_links, other)) + within[0],
        _links(sum(seen.key)) - within[1],
        _links(sum(seen.response)) - within[2],
    )
    return (*within, *between)


def lea(seen: Overlaps) -> Sums:
    """LEA, in mentions: R = Σ |K| (Σ link(K ∩ R) / link(K)) / Σ |K|, link(n) = n(n - 1) / 2.

    A class of one mention has one link, to itself, which only a class of that mention alone has too.
    Moosavi and Strube 2016, "Which coreference evaluation metric do you trust?".
    """
    recall = defaultdict[int, int](int)
    precision = defaultdict[int, int](int)
    for (mine, other), common in seen.shared.items():
        size, other_size = seen.key[mine], seen.response[other]
        links = 1 if size == other_size == 1 else _links(common)
        recall[_links(size) or 1] += size * links
        precision[_links(other_size) or 1] += other_size * links
    return _sum(recall), sum(seen.key), _sum(precision), sum(seen.response)


def _sum(above: Mapping[int, int]) -> Number:
    """The sum of fractions, given the sum of numerators for each denominator."""
    whole = lcm(*above)
    return Fraction(sum(each * (whole // below) for below, each in above.items()), whole)


def _links(mentions: int) -> int:
    """The number of pairs of some mentions."""
    return mentions * (mentions - 1) // 2


def _best_sum(worths: Worths) -> Number:
    return assigned_worth(worths, best_assignment(worths))


def _common_mentions(seen: Overlaps) -> tuple[list[int], list[int]]:
    """For each class of the key and of the response, its mentions that the other side has."""
    mine, theirs = [0] * len(seen.key), [0] * len(seen.response)
    for (row, column), common in seen.shared.items():
        mine[row] += common
        theirs[column] += common
    return mine, theirs
