"""Differences between an answer and its key, classified, and the edits that fix them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.lexsub.reading import COLONS, MOST_GUESSES, LexsubMeasure, LexsubUnit, body_of, line_of
from keytally.families.lexsub.scoring import DocumentScoring, ItemScore
from keytally.findings.finding import Edit
from keytally.tallies.status import Status


class Guess(NamedTuple):
    """A guess as written, and the gold word that it matches, or the guess itself if it matches no gold
    word.
    """

    text: str
    word: str


class Answer(NamedTuple):
    """The gold words with their frequencies, and the distinct guesses in order."""

    words: Mapping[str, int]
    guesses: Sequence[Guess]

    @property
    def top(self) -> Sequence[str]:
        """Return the most frequent words."""
        most = max(self.words.values(), default=0)
        return [word for word, count in self.words.items() if count == most]

    @property
    def counted(self) -> Sequence[Guess]:
        """Return the guesses that count if only the first ten guesses count."""
        return self.guesses[:MOST_GUESSES]

    def named(self, word: str) -> bool:
        """Return whether a guess matches a word."""
        return any(guess.word == word for guess in self.guesses)

    @property
    def wanted(self) -> Sequence[str]:
        """Return the ten most frequent gold words; among equally frequent words, guessed words come first."""
        counted = {guess.word for guess in self.counted}
        by_worth = sorted(self.words, key=lambda word: (-self.words[word], word not in counted))
        return by_worth[:MOST_GUESSES]

    def lacking(self) -> Iterator["Lacking"]:
        """Yield the wanted words that are not among the counted guesses, starting with the most frequent.

        Each missing word is paired with the less frequent gold word that it replaces, if one must be removed.
        """
        counted = [guess.word for guess in self.counted]
        wanted = self.wanted
        extra = sorted(
            (word for word in counted if word in self.words and word not in wanted),
            key=lambda word: -self.words[word],
        )
        for number, word in enumerate(each for each in wanted if each not in counted):
            yield Lacking(word, extra[number] if number < len(extra) else None)


class Lacking(NamedTuple):
    """A word that an answer lacks, and the less frequent word that it replaces, or None."""

    word: str
    instead_of: str | None


def answer_of(scoring: DocumentScoring, score: ItemScore) -> Answer:
    """Return the answer to an item, given its score."""
    key = score.key.list if score.key is not None else None
    response = score.response.list if score.response is not None else None
    gold = scoring.gold([score.key] if score.key is not None else [])
    guesses = (Guess(*each) for each in scoring.guesses(key or "", response or ""))
    return Answer(gold.words, list({guess.word: guess for guess in reversed([*guesses])}.values())[::-1])


MISSED = "missed"
SPURIOUS = "spurious"
WRONG_CORRECTION = "wrong correction"
WRONG_PLACE = "wrong place"

CLASSES = (MISSED, SPURIOUS, WRONG_CORRECTION, WRONG_PLACE)

LONGEST = 60


class ItemSubject(NamedTuple):
    """The change that a repair makes: `word`, if given, is added to the list, and replaces `instead_of`, if
    given.

    If `alone` is true, the word becomes the whole list; without a word, the line is deleted.
    """

    score: ItemScore
    word: str | None
    instead_of: str | None = None
    alone: bool = True


class _UnplacedDifference(NamedTuple):
    """A difference before its places have been computed."""

    name: str
    counts: Mapping[str, int]
    subject: ItemSubject
    said: tuple[str, str]


def differences(scoring: DocumentScoring, score: ItemScore) -> Iterator[Difference]:
    """Yield the differences of an item: at most one, or in oot one for each missing word."""
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
    """Return the counts of outcomes that lower an item's figures.

    In oot, annotators' responses that match no guess count as missing. In best, an answer is missing,
    incorrect if it earns no credit, or partially correct if it earns less than the best word alone.
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
    """Return the outcome of an answer in best, based on its credit."""
    if not score.counts.attempted:
        return Status.MISSING.value
    if not score.credit:
        return Status.INCORRECT.value
    most = answer.words[answer.top[0]] * score.of
    return Status.CORRECT.value if score.credit * sum(answer.words.values()) >= most else Status.PARTIAL.value


def _without_zeros(**counts: int) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count and name != Status.CORRECT.value}


def _of_best(scoring: DocumentScoring, score: ItemScore) -> Iterator[_UnplacedDifference]:
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
    yield _UnplacedDifference(name, counts, ItemSubject(score, word), said)


def _of_oot(scoring: DocumentScoring, score: ItemScore) -> Iterator[_UnplacedDifference]:
    answer = answer_of(scoring, score)
    is_full = len(answer.guesses) >= MOST_GUESSES
    guesses = _shortened("; ".join(guess.text for guess in answer.guesses))
    for word, instead in answer.lacking() if score.counts.total else ():
        absent = WRONG_CORRECTION if is_full else MISSED
        name = WRONG_PLACE if answer.named(word) else absent
        lost = answer.words[word] - (answer.words[instead] if instead is not None else 0)
        said = _frequency(answer, word), guesses
        yield _UnplacedDifference(name, {"mis": lost}, ItemSubject(score, word, instead, alone=False), said)


def _of_multiword(scoring: DocumentScoring, score: ItemScore) -> Iterator[_UnplacedDifference]:
    counts = counts_of(scoring, score)
    gold = scoring.gold([score.key] if score.key is not None else [])
    answer = " ".join((score.response.list or "").split()) if score.response is not None else ""
    word = gold.modes[0] if gold.modes and score.counts.total else None
    for name, outcome in ((MISSED, "mis"), (SPURIOUS, "spu"), (WRONG_CORRECTION, "inc")):
        if outcome in counts:
            said = "" if word is None else f"{word} {gold.words[word]} of {gold.responses}"
            yield _UnplacedDifference(
                name, {outcome: 1}, ItemSubject(score, word), (said, _shortened(answer))
            )


def _frequency(answer: Answer, word: str) -> str:
    return f"{word} {answer.words[word]} of {sum(answer.words.values())}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _in_key(scoring: DocumentScoring, unit: LexsubUnit | None, word: str | None) -> Iterator[Place]:
    """Yield the place of the word in the gold standard's line, or of the line's id if the line does not
    contain the word.
    """
    line = unit.line if unit is not None else None
    if unit is None or line is None:
        return
    for item in line.items:
        if word is not None and scoring.gold_word(item.word) == word:
            yield Place(unit, item.word_start, item.word_end)
            return
    yield Place(unit, *line.span("id"))


def _in_response(unit: LexsubUnit | None) -> Sequence[Place]:
    """Return the places of the guesses in the answer's line; if there are none, the place after its
    colons.
    """
    line = unit.line if unit is not None else None
    if unit is None or line is None:
        return ()
    if not any(item.word for item in line.items):
        end = line.span("colons").end
        return (Place(unit, end, end),)
    words = [item for item in line.items if item.word]
    return (Place(unit, words[0].word_start, words[-1].word_end),)


NO_LINE = "the line of the gold standard has no valid lexelt"


def repair(
    scoring: DocumentScoring, response: Sequence[LexsubUnit], differences: Sequence[Difference]
) -> Rewriting:
    """Return the edits that write the words of these differences into an item's answer."""
    subjects: list[ItemSubject] = [difference.subject for difference in differences]
    if not subjects:
        return Rewriting(())
    score = subjects[0].score
    if subjects[0].alone:
        words = [subjects[0].word] if subjects[0].word is not None else []
    else:
        words = _with(answer_of(scoring, score), subjects)
    unit = score.response
    line = unit.line if unit is not None else None
    if unit is not None and not words:
        return Rewriting([(each, Edit(0, len(each.text), "")) for each in response])
    if unit is not None and line is not None:
        return Rewriting([(unit, _in_line(unit, words))])
    written = _written(scoring, score.key, words)
    if not written or not response:
        return Rewriting((), dict.fromkeys(range(len(differences)), NO_LINE))
    return Rewriting([(response[-1], _behind(response[-1], written))])


def _with(answer: Answer, subjects: Sequence[ItemSubject]) -> list[str]:
    """Return the guesses with these words added among the first ten.

    Wrong guesses are removed to make room, starting with the last.
    """
    wanted = [subject.word for subject in subjects if subject.word is not None]
    gone = {subject.instead_of for subject in subjects}
    kept = [guess for guess in answer.counted if guess.word not in gone]
    rest = [guess for guess in answer.guesses[MOST_GUESSES:] if guess.word not in wanted]
    for guess in [each for each in reversed(kept) if each.word not in answer.words]:
        if len(kept) + len(wanted) > MOST_GUESSES:
            kept.remove(guess)
    named: list[Guess] = [*kept, *(Guess(word, word) for word in wanted)]
    filled = [*named, *rest[: MOST_GUESSES - len(named)]] if len(named) < MOST_GUESSES else named
    behind = rest[max(MOST_GUESSES - len(named), 0) :]
    return [guess.text for guess in (*filled, *behind)]


def _in_line(unit: LexsubUnit, words: Sequence[str]) -> Edit:
    """Return the edit that writes these guesses to a line."""
    line = line_of(unit.text)
    assert line is not None
    start, end = line.span("list")
    return Edit(start, end, f" {';'.join(words)}")


def _written(scoring: DocumentScoring, key: LexsubUnit | None, words: Sequence[str]) -> str:
    """Return a line with these guesses for the item of a gold standard's line; "" if that line cannot be
    parsed.
    """
    line = key.line if key is not None else None
    if line is None:
        return ""
    return f"{line.lexelt} {line.id} {':' * COLONS[scoring.measure]} {';'.join(words)}\n"


def _behind(unit: LexsubUnit, written: str) -> Edit:
    """Return the edit that adds a line after a unit."""
    end = len(unit.text)
    has_end = len(body_of(unit.text)) < end or not unit.text
    return Edit(end, end, written if has_end else f"\n{written}")
