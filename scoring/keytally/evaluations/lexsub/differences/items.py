"""The differences of an item: what an answer loses of the credit that the gold standard allows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.lexsub.differences.answers import Answer, answer_of
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import MOST_GUESSES, LexsubMeasure
from keytally.evaluations.lexsub.scoring.document import DocumentScoring
from keytally.evaluations.lexsub.scoring.result import ItemScore
from keytally.tallies.status import Status

MISSED = "missed"
SPURIOUS = "spurious"
WRONG_CORRECTION = "wrong correction"
WRONG_PLACE = "wrong place"

CLASSES = (MISSED, SPURIOUS, WRONG_CORRECTION, WRONG_PLACE)

LONGEST = 60


class ItemSubject(NamedTuple):
    """What a repair writes: a word into the list, in place of another; None for none.

    Where `alone` is set the word becomes the whole list, and no word leaves no line.
    """

    score: ItemScore
    word: str | None
    instead_of: str | None = None
    alone: bool = True


class _Told(NamedTuple):
    """A difference before its places are known."""

    name: str
    counts: Mapping[str, int]
    subject: ItemSubject
    said: tuple[str, str]


def differences(scoring: DocumentScoring, score: ItemScore) -> Iterator[Difference]:
    """The differences of an item: at most one, or in oot one for each word that is lacking."""
    tell = {LexsubMeasure.BEST: _of_best, LexsubMeasure.OOT: _of_oot, LexsubMeasure.MW: _of_multiword}
    for told in tell[scoring.measure](scoring, score):
        yield Difference(
            told.name,
            tuple(_in_key(scoring, score.key, told.subject.word)),
            tuple(_in_response(score.response)),
            *told.said,
            told.counts,
            subject=told.subject,
        )


def counts_of(scoring: DocumentScoring, score: ItemScore) -> Mapping[str, int]:
    """What an item's figures lack.

    In oot the annotators' responses that no guess names are missing. In best an answer is missing, incorrect
    without credit, and partial with less credit than the best word alone has.
    """
    counts = score.counts
    if scoring.measure is LexsubMeasure.MW:
        missing, spurious = counts.total - counts.genuine, counts.attempted - counts.genuine
        return _without_zeros(inc=counts.genuine - counts.hits, mis=missing, spu=spurious)
    answer = answer_of(scoring, score)
    if not counts.total:
        return {}
    if scoring.measure is LexsubMeasure.OOT:
        return _without_zeros(mis=sum(answer.words[word] for word in answer.wanted) - score.credit)
    return _without_zeros(**{_of_credit(score, answer): 1})


def _of_credit(score: ItemScore, answer: Answer) -> str:
    """The outcome of an answer of best."""
    if not score.counts.attempted:
        return Status.MISSING.value
    if not score.credit:
        return Status.INCORRECT.value
    most = answer.words[answer.top[0]] * score.of
    return Status.CORRECT.value if score.credit * sum(answer.words.values()) >= most else Status.PARTIAL.value


def _without_zeros(**counts: int) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count and name != Status.CORRECT.value}


def _of_best(scoring: DocumentScoring, score: ItemScore) -> Iterator[_Told]:
    counts = counts_of(scoring, score)
    if not counts:
        return
    answer = answer_of(scoring, score)
    right = [guess.word for guess in answer.guesses if guess.word in answer.top]
    word = right[0] if right else answer.top[0]
    if not answer.guesses:
        name = MISSED
    elif not right:
        name = WRONG_CORRECTION
    else:
        name = SPURIOUS if answer.guesses[0].word == word else WRONG_PLACE
    said = _frequency(answer, word), _shortened("; ".join(guess.text for guess in answer.guesses))
    yield _Told(name, counts, ItemSubject(score, word), said)


def _of_oot(scoring: DocumentScoring, score: ItemScore) -> Iterator[_Told]:
    answer = answer_of(scoring, score)
    is_full = len(answer.guesses) >= MOST_GUESSES
    guesses = _shortened("; ".join(guess.text for guess in answer.guesses))
    for word, instead in answer.lacking() if score.counts.total else ():
        absent = WRONG_CORRECTION if is_full else MISSED
        name = WRONG_PLACE if answer.named(word) else absent
        lost = answer.words[word] - (answer.words[instead] if instead is not None else 0)
        said = _frequency(answer, word), guesses
        yield _Told(name, {"mis": lost}, ItemSubject(score, word, instead, alone=False), said)


def _of_multiword(scoring: DocumentScoring, score: ItemScore) -> Iterator[_Told]:
    counts = counts_of(scoring, score)
    gold = scoring.gold([score.key] if score.key is not None else [])
    answer = " ".join((score.response.list or "").split()) if score.response is not None else ""
    word = gold.modes[0] if gold.modes and score.counts.total else None
    for name, outcome in ((MISSED, "mis"), (SPURIOUS, "spu"), (WRONG_CORRECTION, "inc")):
        if outcome in counts:
            said = "" if word is None else f"{word} {gold.words[word]} of {gold.responses}"
            yield _Told(name, {outcome: 1}, ItemSubject(score, word), (said, _shortened(answer)))


def _frequency(answer: Answer, word: str) -> str:
    return f"{word} {answer.words[word]} of {sum(answer.words.values())}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _in_key(scoring: DocumentScoring, unit: LexsubUnit | None, word: str | None) -> Iterator[Place]:
    """The word in the gold standard's line."""
    line = unit.line if unit is not None else None
    if unit is None or line is None:
        return
    for item in line.items:
        if word is not None and scoring.gold_word(item.word) == word:
            yield Place(unit, item.word_start, item.word_end)
            return
    yield Place(unit, *line.span("id"))


def _in_response(unit: LexsubUnit | None) -> Sequence[Place]:
    """The guesses of the answer's line; the place behind its colons where there are none."""
    line = unit.line if unit is not None else None
    if unit is None or line is None:
        return ()
    if not any(item.word for item in line.items):
        end = line.span("colons").end
        return (Place(unit, end, end),)
    words = [item for item in line.items if item.word]
    return (Place(unit, words[0].word_start, words[-1].word_end),)
