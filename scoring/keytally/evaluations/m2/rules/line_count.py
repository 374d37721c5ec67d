"""Whether the output has a line for each sentence of the gold, and which line is out of step first."""

from collections.abc import Sequence
from itertools import accumulate

from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.findings.finding import Finding
from keytally.findings.table.m2 import M2_LINE_COUNT


def compare_order(
    units: Sequence[SentenceUnit], references: Sequence[GoldUnit]
) -> tuple[int, Finding] | None:
    """The index of the first line out of step, and the finding on it; None where there are as many.

    Lines up to there go with the sentences from the start, those behind with the sentences from the
    end: the cut is where most tokens agree, the latest one among equals.
    """
    lines, sentences = len(units), len(references)
    if lines == sentences or not units:
        return None
    shorter = min(lines, sentences)
    ahead = [_agreement(units[at], references[at]) for at in range(shorter)]
    behind = [
        _agreement(units[at + lines - shorter], references[at + sentences - shorter]) for at in range(shorter)
    ]
    gains = accumulate((one - other for one, other in zip(ahead, behind, strict=True)), initial=0.0)
    at = max(enumerate(gains), key=lambda pair: (pair[1], pair[0]))[0]
    return _finding(units, lines, sentences, at)


def _finding(units: Sequence[SentenceUnit], lines: int, sentences: int, at: int) -> tuple[int, Finding]:
    if lines > sentences:
        index, place = at, f"line {at + 1} is the first that no sentence goes with"
    elif at < lines:
        index, place = at, f"line {at + 1} is the first out of step: sentence {at + 1} has no line"
    else:
        index, place = lines - 1, f"sentence {lines + 1} is the first without a line"
    arguments = {
        "lines": _count(lines, "line"),
        "sentences": _count(sentences, "sentence"),
        "place": place,
    }
    text = units[index].text.rstrip("\r\n")
    return index, Finding(M2_LINE_COUNT, 0, len(text), arguments)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _agreement(unit: SentenceUnit, reference: GoldUnit) -> float:
    """The share of tokens that a line and a sentence have in common."""
    words, others = set(unit.text.split()), set(reference.source_words())
    return len(words & others) / (len(words | others) or 1)
