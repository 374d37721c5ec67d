"""Writes the gold standard's words into an answer's line, or the line that an answer lacks."""

from collections.abc import Sequence

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.lexsub.differences.answers import Answer, Guess, answer_of
from keytally.evaluations.lexsub.differences.items import ItemSubject
from keytally.evaluations.lexsub.formats.line import body_of, line_of
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import COLONS, MOST_GUESSES
from keytally.evaluations.lexsub.scoring.document import DocumentScoring
from keytally.findings.finding import Edit

NO_LINE = "the gold standard's line has no lexelt that can be written"


def repair(
    scoring: DocumentScoring, response: Sequence[LexsubUnit], differences: Sequence[Difference]
) -> Rewriting:
    """The edits by which an item's answer has the words of these differences."""
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
    """The guesses with these words among the first ten; wrong guesses make room, the last of them first."""
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
    """The edit that gives a line these guesses."""
    line = line_of(unit.text)
    assert line is not None
    start, end = line.span("list")
    return Edit(start, end, f" {';'.join(words)}")


def _written(scoring: DocumentScoring, key: LexsubUnit | None, words: Sequence[str]) -> str:
    """A line with these guesses for the item of a gold standard's line; "" where that has no parts."""
    line = key.line if key is not None else None
    if line is None:
        return ""
    return f"{line.lexelt} {line.id} {':' * COLONS[scoring.measure]} {';'.join(words)}\n"


def _behind(unit: LexsubUnit, written: str) -> Edit:
    """The edit that puts a line behind a unit."""
    end = len(unit.text)
    has_end = len(body_of(unit.text)) < end or not unit.text
    return Edit(end, end, written if has_end else f"\n{written}")
