"""Checks that the output has a line for each sentence of the gold, and finds the first line out of step."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.findings.finding import Finding
from keytally.findings.table.m2 import M2_LINE_COUNT
from keytally.text.plural import quantity

NEARBY = 4
"""The number of lines before and after a place that decide on which side of it the cut is."""

EXACTLY = 200
"""Up to this number of places every one is examined."""


def compare_order(
    units: Sequence[SentenceUnit], references: Sequence[GoldUnit]
) -> tuple[int, Finding] | None:
    """The index of the first line out of step, and the finding on it; None if the numbers are equal.

    Lines before the cut are matched with the sentences from the start, those after it with the sentences from
    the end. The cut is the place with the most agreement of tokens, the latest among equals.
    """
    lines, sentences = len(units), len(references)
    if lines == sentences or not units:
        return None
    shorter = min(lines, sentences)

    def gain(at: int) -> float:
        """How much better a line matches the sentence counted from the start than from the end."""
        behind = _agreement(units[at + lines - shorter], references[at + sentences - shorter])
        return _agreement(units[at], references[at]) - behind

    return _finding(units, lines, sentences, _cut(gain, shorter))


def _cut(gain: Callable[[int], float], count: int) -> int:
    """The place with the greatest sum of gains before it; a long file is first narrowed down by bisection."""
    first, last = 0, count
    while last - first > EXACTLY:
        middle = (first + last) // 2
        if sum(map(gain, range(middle - NEARBY, middle + NEARBY))) >= 0:
            first = middle - NEARBY
        else:
            last = middle + NEARBY
    sums = accumulate(map(gain, range(first, last)), initial=0.0)
    return first + max(enumerate(sums), key=lambda pair: (pair[1], pair[0]))[0]


def _finding(units: Sequence[SentenceUnit], lines: int, sentences: int, at: int) -> tuple[int, Finding]:
    if lines > sentences:
        index, place = at, f"line {at + 1} is the first that no sentence goes with"
    elif at < lines:
        index, place = at, f"line {at + 1} is the first out of step: sentence {at + 1} has no line"
    else:
        index, place = lines - 1, f"sentence {lines + 1} is the first without a line"
    text = units[index].text.rstrip("\r\n")
    return index, M2_LINE_COUNT.finding(
        0,
        len(text),
        {
            "lines": quantity(lines, "line"),
            "sentences": quantity(sentences, "sentence"),
            "place": place,
        },
    )


def _agreement(unit: SentenceUnit, reference: GoldUnit) -> float:
    """The share of tokens that a line and a sentence have in common."""
    words, others = set(unit.text.split()), set(reference.source_words())
    return len(words & others) / (len(words | others) or 1)
