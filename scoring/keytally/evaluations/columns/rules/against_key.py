"""Rules for a response beside its key: its sentences, its tokens and its types."""

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from keytally.evaluations.columns.formats.labels import label_of
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.scoring.entities import entities
from keytally.findings.finding import Finding, Related
from keytally.findings.table.columns import (
    COLUMNS_SENTENCE,
    COLUMNS_SENTENCE_END,
    COLUMNS_TOKEN,
    COLUMNS_TYPE,
    ColumnsSentences,
)
from keytally.text.plural import quantity


def first_out_of_step(
    units: Sequence[SentenceUnit], references: Sequence[SentenceUnit]
) -> tuple[int, Finding] | None:
    """The index of the first sentence with other tokens than the key's of its number, and a finding on it.

    For files with as many sentences there is none.
    """
    if len(units) == len(references) or not units:
        return None
    pairs = enumerate(zip(units, references, strict=False))
    shorter = min(len(units), len(references))
    index = next((at for at, pair in pairs if not is_in_step(*pair)), shorter)
    index = min(index, len(units) - 1)
    return index, out_of_step(units[index], len(units), len(references))


def is_in_step(unit: SentenceUnit, key: SentenceUnit) -> bool:
    """Whether a sentence has the tokens of the key's."""
    return unit.tokens() == key.tokens()


def out_of_step(unit: SentenceUnit, count: int, expected: int) -> Finding:
    """The finding on the first sentence with other tokens than the key's of its number."""
    rows = unit.lines().rows
    arguments: ColumnsSentences = {"sentences": quantity(count, "sentence"), "expected": str(expected)}
    return COLUMNS_SENTENCE.finding(rows[0].start, rows[0].end, arguments)


def names_in(unit: SentenceUnit) -> frozenset[str]:
    """The types of a sentence's entities."""
    return frozenset(filter(None, (label_of(label).type for label in {*unit.labels()})))


def compared(unit: SentenceUnit, key: SentenceUnit, unknown: Collection[str]) -> tuple[Finding, ...]:
    """The first token that differs, and the entities whose types the key has nowhere."""
    return (*_tokens(unit, key), *_types(unit, unknown))


def _tokens(unit: SentenceUnit, key: SentenceUnit) -> Iterator[Finding]:
    if unit.text == key.text:
        return
    mine, wanted = unit.tokens(), key.tokens()
    pairs = enumerate(zip_longest(mine, wanted))
    at, (token, other) = next((each for each in pairs if each[1][0] != each[1][1]), (0, ("", "")))
    if token == other:
        return
    if token is None or other is None:
        rows = unit.lines().rows
        row = rows[min(at, len(rows) - 1)]
        yield COLUMNS_SENTENCE_END.finding(
            row.start,
            row.end,
            {"tokens": quantity(len(mine), "token"), "expected": str(len(wanted))},
        )
        return
    cell, row = unit.lines().rows[at].token(unit.token), key.lines().rows[at]
    related = (Related(key, row.start, row.end, "the key's token"),)
    yield COLUMNS_TOKEN.finding(cell.start, cell.end, {"token": token, "wanted": other}, related=related)


def _types(unit: SentenceUnit, unknown: Collection[str]) -> Iterator[Finding]:
    if not unknown:
        return
    for entity in entities(unit.labels()):
        if entity.type in unknown:
            cell = unit.label_cell(entity.start)
            yield COLUMNS_TYPE.finding(cell.start, cell.end, {"type": entity.type})
