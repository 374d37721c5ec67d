"""A sentence with nothing annotated: `O` stands in place of each label, all other text stays."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.columns.formats.unit import LAST, SentenceUnit
from keytally.evaluations.columns.model import OUTSIDE
from keytally.text.span import Span


class BareSentence(NamedTuple):
    """The text of a sentence without annotations, and the places of its tokens in it."""

    text: str
    tokens: Sequence[Span]


def bare_sentence(unit: SentenceUnit) -> BareSentence:
    """The sentence of a unit; a token alone on its line gets a label where that is in the last column."""
    pieces: list[str] = []
    tokens: list[Span] = []
    length = end = 0
    for number, row in enumerate(unit.lines().rows):
        cell, token = unit.label_cell(number), row.token(unit.token)
        shift = length - end
        tokens.append(Span(token.start + shift, token.end + shift))
        pieces += unit.text[end : cell.start], _label(unit, cell.text)
        length += len(pieces[-2]) + len(pieces[-1])
        end = cell.end
    return BareSentence("".join([*pieces, unit.text[end:]]), tokens)


def _label(unit: SentenceUnit, written: str) -> str:
    if written:
        return OUTSIDE
    return f"{unit.separator}{OUTSIDE}" if unit.column == LAST else ""
