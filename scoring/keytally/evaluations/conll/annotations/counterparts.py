"""Which mentions of two files are about the same thing: those of the same words, then those that match.

Annotators have the same words, so equal places come first, whatever the heads. The others are paired as the
scorer pairs them, once with each file as the key; of the pairs of both ways those with the largest shares of
common words count first, and each mention is in one pair.
"""

from collections import defaultdict
from collections.abc import Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.conll.annotations.mentions import mention_of
from keytally.evaluations.conll.model import Layout, Match
from keytally.evaluations.conll.scoring.matching import partners_of
from keytally.measures.nearest_pairs import Pair, nearest_pairs


def counterparts(
    first: Sequence[Annotation], second: Sequence[Annotation], match: Match | None
) -> list[Pair]:
    """The pairs of mentions, in order; a match that is None is that of the format."""
    places = {each.place: at for at, each in enumerate(second)}
    found = [(at, places[each.place]) for at, each in enumerate(first) if each.place in places]
    sides = first, second
    left = [_by_unit(side, {pair[number] for pair in found}) for number, side in enumerate(sides)]
    for number in sorted(left[0].keys() & left[1].keys()):
        found += _matching(*sides, left[0][number], left[1][number], match)
    return sorted(found)


def _by_unit(said: Sequence[Annotation], taken: set[int]) -> dict[int | str, list[int]]:
    """The annotations that have no partner yet, by the number of their unit."""
    found = defaultdict[int | str, list[int]](list)
    for at, each in enumerate(said):
        if at not in taken:
            found[each.place[0]].append(at)
    return found


def _matching(
    first: Sequence[Annotation],
    second: Sequence[Annotation],
    mine: Sequence[int],
    others: Sequence[int],
    match: Match | None,
) -> list[Pair]:
    """The pairs of mentions of other words."""
    is_corefud = Layout.COREFUD in (first[mine[0]].unit.read().layout, second[others[0]].unit.read().layout)
    rule = match or Match.of(is_corefud=is_corefud)
    if rule is Match.EXACT and not is_corefud:
        return []
    ones, them = ([mention_of(said[at]) for at in some] for said, some in ((first, mine), (second, others)))
    there = partners_of(ones, them, rule, zeros=is_corefud)
    back = partners_of(them, ones, rule, zeros=is_corefud)
    said = {(i, j) for i, j in enumerate(there) if j is not None}
    said |= {(i, j) for j, i in enumerate(back) if i is not None}
    spans = [[(each.words[0], each.words[-1] + 1) for each in side] for side in (ones, them)]
    return [(mine[i], others[j]) for i, j in nearest_pairs(said, *spans)]
