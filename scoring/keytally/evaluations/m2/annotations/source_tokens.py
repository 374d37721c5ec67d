"""The tokens of source sentences, which edits may change."""

from collections.abc import Sequence

from keytally.evaluations.m2.annotations.edits import bare
from keytally.evaluations.m2.formats.unit import GoldUnit


def tokens(units: Sequence[GoldUnit]) -> list[tuple[int, int]]:
    """The tokens of a sentence as stretches of its bare text, in order."""
    found: list[tuple[int, int]] = []
    shift = 0
    for unit, text in zip(units, bare(units), strict=True):
        found += ((shift + token.start, shift + token.end) for token in unit.block().tokens)
        shift += len(text)
    return found
