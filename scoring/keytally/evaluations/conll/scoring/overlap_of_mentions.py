"""MOR, the overlap of mentions: how many words the best pairs of mentions share."""

from collections.abc import Sequence

from keytally.measures.assignment import assigned_worth, best_assignment
from keytally.measures.coreference import Sums

Words = Sequence[int]


def mention_overlap(key: Sequence[Words], response: Sequence[Words]) -> Sums:
    """Numerator and denominator of recall, then of precision, in words.

    Mentions are paired one to one so that pairs share the most words. Mentions of the same words may be
    paired first: for no words a, b and c do a with b and c with a share more than a with a and c with b.
    Source: the mention overlap ratio of the CorefUD scorer (CRAC 2022).
    """
    sides = {*key}, {*response}
    both = sides[0] & sides[1]
    kept = sum(map(len, both))
    mine, theirs = ([*side - both] for side in sides)
    worths = _shared_words(mine, theirs)
    above = kept + assigned_worth(worths, best_assignment(worths))
    return above, sum(map(len, key)), above, sum(map(len, response))


def _shared_words(key: Sequence[Words], response: Sequence[Words]) -> list[dict[int, int]]:
    """For each mention of the key, the number of words that it shares with those of the response."""
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
