"""The tokens of a record, and their sentences."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from keytally.conversion.extents import checked
from keytally.conversion.json_lines.records import Record
from keytally.evaluations.converted import Extent, Fault, FaultKind, Sentence
from keytally.text.lines import line_starts


def read_tokens(record: Record, text: str) -> list[Extent] | None:
    """The tokens that are not blank, in order; None for a record without tokens, or with wrong ones."""
    if record.values.get("tokens") is None:
        return None
    tokens: list[Extent] = []
    for each in record.objects(record.values, "tokens"):
        found = checked(text, each.get("start"), each.get("end"))
        if found is None or found[0] == found[1] or (tokens and found[0] < tokens[-1][1]):
            stretch = f"{each.get('start')!r} to {each.get('end')!r}"
            fault = Fault(FaultKind.OFFSET, f"no token stands from {stretch}, behind the one before it")
            record.lose(f"its tokens are left out: {stretch} is none", fault)
            return None
        _check_text(record, text[found[0] : found[1]], each)
        if text[found[0] : found[1]].strip():
            tokens.append(found)
    return tokens


COUNT = "; the offsets count"
"""What becomes of a token or an entity that says something else of itself besides."""


def _check_text(record: Record, found: str, token: dict[str, Any]) -> None:
    """Tell of a token that states another text than stands at its offsets."""
    stated = token.get("text")
    if isinstance(stated, str) and stated != found:
        wrong = f"the token {stated!r} is not in the text from {token['start']} to {token['end']}"
        record.lose_faulty(wrong, FaultKind.OFFSET, token, COUNT)


def by_lines(text: str, tokens: Sequence[Extent]) -> tuple[Sentence, ...]:
    """The tokens of each line."""
    return by_starts(tokens, line_starts(text))


def by_starts(tokens: Sequence[Extent], starts: Sequence[int]) -> tuple[Sentence, ...]:
    """The tokens that begin from each of some places on, up to the next."""
    ends = [*starts[1:], None]
    numbered = _numbered(tokens, ends)
    return tuple(tuple(token for _, token in group) for _, group in groupby(numbered, lambda each: each[0]))


def _numbered(tokens: Sequence[Extent], ends: Sequence[int | None]) -> list[tuple[int, Extent]]:
    found, number = [], 0
    for token in tokens:
        while (end := ends[number]) is not None and token[0] >= end:
            number += 1
        found.append((number, token))
    return found
