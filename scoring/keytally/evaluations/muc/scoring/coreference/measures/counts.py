"""What each measure counts in a document. The counts of documents add up; ratios are made of the sums.

Mentions are numbers, the same on both sides where they are aligned. Classes of one mention count too,
and a mention that the other side lacks is in no class of it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from keytally.evaluations.muc.scoring.coreference.measures.assignment import best_assignment

Classes = Sequence[Sequence[int]]
Sums = tuple[Fraction, ...]


class Overlaps(NamedTuple):
    """Two partitions: the sizes of their classes, and how many mentions a pair of classes shares.

    `shared` has an entry for each class of the key: the classes of the response that share mentions.
    """

    key: Sequence[int]
    response: Sequence[int]
    shared: Sequence[dict[int, int]]


def overlaps(key: Classes, response: Classes) -> Overlaps:
    """How classes overlap; empty ones are left out."""
    key, response = [each for each in key if each], [each for each in response if each]
    class_of = {mention: number for number, members in enumerate(response) for mention in members}
    shared: list[dict[int, int]] = []
    for members in key:
        found: dict[int, int] = {}
        for mention in members:
            if mention in class_of:
                other = class_of[mention]
                found[other] = found.get(other, 0) + 1
        shared.append(found)
    return Overlaps([len(each) for each in key], [len(each) for each in response], shared)


def b_cubed(seen: Overlaps) -> Sums:
    """Bagga and Baldwin 1998: for each mention, the part of its class that its other class shares."""
    recall = precision = Fraction(0)
    for size, found in zip(seen.key, seen.shared, strict=True):
        for other, common in found.items():
            recall += Fraction(common * common, size)
            precision += Fraction(common * common, seen.response[other])
    return recall, Fraction(sum(seen.key)), precision, Fraction(sum(seen.response))


def ceaf_m(seen: Overlaps) -> Sums:
    """Luo 2005, with φ3: mentions shared by classes that are best assigned one to one."""
    best = best_assignment([{other: Fraction(n) for other, n in found.items()} for found in seen.shared])
    return best, Fraction(sum(seen.key)), best, Fraction(sum(seen.response))


def ceaf_e(seen: Overlaps) -> Sums:
    """Luo 2005, with φ4: as `ceaf_m`, a pair of classes worth 2|K ∩ R| / (|K| + |R|)."""
    worths = [
        {other: Fraction(2 * common, size + seen.response[other]) for other, common in found.items()}
        for size, found in zip(seen.key, seen.shared, strict=True)
    ]
    best = best_assignment(worths)
    return best, Fraction(len(seen.key)), best, Fraction(len(seen.response))


def blanc(seen: Overlaps) -> Sums:
    """Luo et al. 2014 (after Recasens and Hovy 2011): links within classes, and links between them.

    Of both kinds: those that both sides have, those of the key, those of the response.
    """
    common = [count for found in seen.shared for count in found.values()]
    both, of_key, of_response = sum(common), sum(seen.key), sum(seen.response)
    within = sum(map(_links, common)), sum(map(_links, seen.key)), sum(map(_links, seen.response))
    found_in_key = sum(_links(sum(found.values())) for found in seen.shared)
    by_response: dict[int, int] = {}
    for found in seen.shared:
        for other, count in found.items():
            by_response[other] = by_response.get(other, 0) + count
    found_in_response = sum(map(_links, by_response.values()))
    between = (
        _links(both) - found_in_key - found_in_response + within[0],
        _links(of_key) - within[1],
        _links(of_response) - within[2],
    )
    return tuple(map(Fraction, (*within, *between)))


def lea(seen: Overlaps) -> Sums:
    """Moosavi and Strube 2016: the part of each class's links that is there, weighed by its size.

    A class of one mention has a link to itself, which only a class of that mention alone has too.
    """
    recall = precision = Fraction(0)
    for size, found in zip(seen.key, seen.shared, strict=True):
        for other, common in found.items():
            links = _own_link(size, seen.response[other]) or _links(common)
            recall += Fraction(size * links, _links(size) or 1)
            precision += Fraction(seen.response[other] * links, _links(seen.response[other]) or 1)
    return recall, Fraction(sum(seen.key)), precision, Fraction(sum(seen.response))


def _links(mentions: int) -> int:
    return mentions * (mentions - 1) // 2


def _own_link(size: int, other: int) -> int:
    return 1 if size == other == 1 else 0
