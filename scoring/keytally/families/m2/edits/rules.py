"""Rules for an M2 response and its key, which must contain the same sentences in the same order."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from keytally.families.m2.reading import GoldUnit
from keytally.findings.finding import Finding, Related
from keytally.findings.table.m2 import M2_LINE_COUNT, M2_SOURCE, M2_SOURCE_LENGTH, M2Source
from keytally.text.rendering import quantity


def is_same_sentence(unit: GoldUnit, reference: GoldUnit) -> bool:
    """Return whether two blocks have the same source sentence."""
    return unit.source_words() == reference.source_words()


def compare_order(units: Sequence[GoldUnit], references: Sequence[GoldUnit]) -> tuple[int, Finding] | None:
    """Return the index of the first sentence out of step, with a finding; None if the files have the same
    number of sentences.
    """
    if len(units) == len(references) or not units:
        return None
    pairs = enumerate(zip(units, references, strict=False))
    different = (number for number, pair in pairs if not is_same_sentence(*pair))
    index = min(next(different, len(references)), len(units) - 1)
    return index, out_of_step(units[index], len(units), len(references))


def out_of_step(unit: GoldUnit, count: int, expected: int) -> Finding:
    """Return the finding on the first sentence that differs from the key's sentence with the same number."""
    return M2_LINE_COUNT.finding(
        0,
        unit.block().lines[0].end,
        {
            "lines": f"{quantity(count, 'sentence')} in the response",
            "sentences": f"{expected} in the key",
            "place": "they differ from here on",
        },
    )


def other_token(unit: GoldUnit, key: GoldUnit) -> Iterator[Finding]:
    """Yield a finding on the first token of a sentence that differs from the key's, or on a different
    number of tokens.
    """
    if is_same_sentence(unit, key):
        return
    block, other = unit.block(), key.block()
    for token, wanted in zip_longest(block.tokens, other.tokens):
        if token is None or wanted is None:
            line = block.lines[0]
            counts = quantity(len(block.words), "token")
            expected = str(len(other.words))
            yield M2_SOURCE_LENGTH.finding(line.start, line.end, {"tokens": counts, "expected": expected})
            return
        if token.text != wanted.text:
            related = (Related(key, wanted.start, wanted.end, "the key's token"),)
            arguments: M2Source = {"token": token.text, "wanted": wanted.text}
            yield M2_SOURCE.finding(token.start, token.end, arguments, related=related)
            return
