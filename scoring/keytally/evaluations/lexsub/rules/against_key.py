"""Rules that compare a line of a response with the key: unknown items, other lexelts, near misses."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.lexsub.formats.line import ListItem, ParsedLine, spaced
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import LexsubMeasure
from keytally.evaluations.lexsub.scoring.interface import Scoring
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table.lexsub import LEXSUB_LEXELT, LEXSUB_NEAR_MISS, LEXSUB_UNKNOWN_ID


def compared(
    unit: LexsubUnit, key: LexsubUnit | None, measure: LexsubMeasure, scoring: Scoring
) -> Sequence[Finding]:
    """The findings where a line differs from the key's line on the same item; None: the key has none.

    In mw the key lists only items that have a multiword, so an id that it lacks is no mistake. A line
    that begins with the id has a finding of its own.
    """
    line = unit.line
    if line is None or unit.document is None:
        return ()
    if key is None:
        if measure is LexsubMeasure.MW or line.mended_head:
            return ()
        return (LEXSUB_UNKNOWN_ID.finding(*line.span("id"), {"id": line.id}),)
    return [*_lexelt(line, key), *_near_misses(line, key, measure, scoring)]


def _lexelt(line: ParsedLine, key: LexsubUnit) -> Iterator[Finding]:
    gold = key.line
    if gold is not None and gold.lexelt != line.lexelt:
        span = line.span("lexelt")
        related = (Related(key, *gold.span("lexelt"), "the key's lexelt"),)
        yield LEXSUB_LEXELT.finding(
            *span, {"gold": gold.lexelt, "id": line.id}, (Edit(*span, gold.lexelt),), related
        )


def _near_misses(
    line: ParsedLine, key: LexsubUnit, measure: LexsubMeasure, scoring: Scoring
) -> Iterator[Finding]:
    gold = scoring.gold([key])
    if not gold.words:
        return
    items = _answers(line, measure)
    named = {scoring.named(gold, item.word) for item in items}
    near: dict[str, list[str]] = {}
    for word in gold.words:
        near.setdefault(_bare(word), []).append(word)
    for item in items:
        words = [word for word in near.get(_bare(item.word), ()) if word not in named]
        if words and scoring.named(gold, item.word) is None:
            yield _near_miss(item, words[0], _in_key(key, words[0], scoring))


def _answers(line: ParsedLine, measure: LexsubMeasure) -> Sequence[ListItem]:
    if measure is not LexsubMeasure.MW:
        return line.items
    return line.items[:1] if ";" not in line.list.rstrip("; ") else ()


def _in_key(key: LexsubUnit, word: str, scoring: Scoring) -> tuple[Related, ...]:
    """The place of a word of the gold standard."""
    items = key.line.items if key.line is not None else ()
    found = (item for item in items if scoring.gold_word(item.word) == word)
    return tuple(Related(key, item.word_start, item.word_end, "the key's word") for item in found)[:1]


def _near_miss(item: ListItem, word: str, related: tuple[Related, ...]) -> Finding:
    edit = Edit(item.word_start, item.word_end, word)
    return LEXSUB_NEAR_MISS.finding(
        item.word_start,
        item.word_end,
        {"guess": spaced(item.word), "gold": word, "difference": _difference(spaced(item.word), word)},
        (edit,),
        related,
    )


def _difference(guess: str, word: str) -> str:
    """The difference between two words that are equal but for case, hyphens, blanks and apostrophes."""
    if guess.casefold() == word.casefold():
        return "case counts"
    if guess.replace("-", " ") == word.replace("-", " "):
        return "a hyphen is right only where the key has one"
    return "hyphens, blanks and apostrophes count"


def _bare(word: str) -> str:
    """A word without the characters in which a near miss may differ."""
    return "".join(character for character in word.casefold() if character not in " -'\u2019\t\r\n")
