"""The agreement of annotators (document, section 6): pairwise, by multisets.

"We calculate agreement as the multiset intersection divided by the multiset union. The sum of these pairwise
scores is divided by the sum of all non nil paired annotator sets." A union of multisets has two definitions:
the larger of both counts of a word, or their sum. Both are computed. The document says so of its annotators,
whose words best and oot are scored by; the answer of mw is a multiset of one multiword.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from keytally.evaluations.lexsub.formats.line import spaced
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import MOST_GUESSES, LexsubMeasure
from keytally.evaluations.lexsub.scoring.document import NO_RESPONSE

Answers = Mapping[str, Counter[str]]
"""One annotator's responses, by item."""


class Agreement(NamedTuple):
    """The agreement over `pairs` pairs of answers to `items` items; all ratios are from 0 to 1.

    `maximum` and `additive` use the two definitions of the union. `with_mode` is, for each annotator, the
    share of the answers that contain the item's mode, among answers to items that have one.
    """

    items: int
    pairs: int
    maximum: Fraction
    additive: Fraction
    with_mode: tuple[Fraction, ...]


class MultiwordF(NamedTuple):
    """F over all pairs of annotators, from 0 to 1: of naming a multiword, and of naming the same one.

    One's answers are the other's key: of precision and recall each is the other one in the other direction.
    """

    detection: Fraction
    identification: Fraction


def answers_of(units: Iterable[LexsubUnit], measure: LexsubMeasure = LexsubMeasure.BEST) -> Answers:
    """One annotator's answers; the first line of an item counts, `NIL` and `pn` are no responses.

    As in a score, the whole list of mw is one multiword, and of oot the first ten words count.
    """
    answers: dict[str, Counter[str]] = {}
    for unit in units:
        if unit.list is not None and unit.document is not None and unit.document not in answers:
            answers[unit.document] = Counter(_words(unit.list, measure))
    return {item: words for item, words in answers.items() if words}


def _words(answer: str, measure: LexsubMeasure) -> list[str]:
    pieces = [answer.replace(";", " ")] if measure is LexsubMeasure.MW else answer.split(";")
    words = [word for word in map(spaced, pieces) if word and word not in NO_RESPONSE]
    if measure is LexsubMeasure.OOT and len(words) > MOST_GUESSES:
        return list(dict.fromkeys(words))[:MOST_GUESSES]
    return words


def multiword_f(annotators: Sequence[Answers]) -> MultiwordF | None:
    """F of annotators of multiwords: twice what both have by what each has, both summed over pairs.

    None where nobody has a multiword.
    """
    pairs = [*combinations(annotators, 2)]
    each = sum(len(one) + len(other) for one, other in pairs)
    if not each:
        return None
    both = [(one[item], other[item]) for one, other in pairs for item in one if item in other]
    same = sum(mine == theirs for mine, theirs in both)
    return MultiwordF(Fraction(2 * len(both), each), Fraction(2 * same, each))


def agreement(annotators: Sequence[Answers]) -> Agreement:
    """The pairwise agreement of annotators; 0 if no two have answered one item."""
    answered = Counter(item for answers in annotators for item in answers)
    items = [item for item, count in answered.items() if count > 1]
    pairs = [pair for item in items for pair in _pairs(annotators, item)]
    maximum = sum((Fraction((a & b).total(), (a | b).total()) for a, b in pairs), Fraction())
    additive = sum((Fraction((a & b).total(), (a + b).total()) for a, b in pairs), Fraction())
    count = len(pairs) or 1
    modes = {item: mode for item in items if (mode := _mode(annotators, item)) is not None}
    with_mode = tuple(_with_mode(answers, modes) for answers in annotators)
    return Agreement(len(items), len(pairs), maximum / count, additive / count, with_mode)


def _pairs(annotators: Sequence[Answers], item: str) -> Iterator[tuple[Counter[str], Counter[str]]]:
    return combinations([answers[item] for answers in annotators if item in answers], 2)


def _mode(annotators: Sequence[Answers], item: str) -> str | None:
    """The most frequent response, if it is more frequent than all others."""
    whole: Counter[str] = Counter()
    for answers in annotators:
        whole.update(answers.get(item, ()))
    first, *others = [*whole.most_common(2), ("", 0)]
    return first[0] if first[1] > others[0][1] else None


def _with_mode(answers: Answers, modes: Mapping[str, str]) -> Fraction:
    asked = [item for item in answers if item in modes]
    return Fraction(sum(modes[item] in answers[item] for item in asked), len(asked) or 1)
