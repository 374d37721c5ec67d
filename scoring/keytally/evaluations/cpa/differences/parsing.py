"""The differences of task 1: the category of each token in the two layers."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from keytally.evaluations.classified import Difference
from keytally.evaluations.cpa.differences.cells import (
    MISSED,
    SPURIOUS,
    WRONG_VALUE,
    CellSubject,
    Line,
    Said,
    Sides,
    first_lines,
)
from keytally.evaluations.cpa.formats.columns import TAG, TOKEN, TYPE, VERB_TAG
from keytally.evaluations.cpa.scoring.parsing import LAYERS, ParsingResult, Tagged, tagged

CLASSES = (MISSED, SPURIOUS, WRONG_VALUE)


def counts_of(result: ParsingResult) -> Mapping[str, int]:
    """The categories of the key that the response lacks, and those that it has in vain."""
    categories = [each for layer in result.layers.values() for each in layer.categories.values()]
    return {
        "mis": sum(each.reference - each.correct for each in categories),
        "spu": sum(each.retrieved - each.correct for each in categories),
    }


def differences(sides: Sides) -> Iterator[Difference]:
    """The tokens whose categories differ; one that the key uses nowhere costs nothing and is left out."""
    lines = first_lines(sides.response)
    for column in LAYERS.values():
        mine, theirs = (tagged(units, column, official=False) for units in sides)
        names = {each.category for each in mine.values()}
        for token, each in mine.items():
            other = theirs.get(token)
            if other is None or other.category != each.category:
                yield _wrong(sides, _Compared(each, other, lines.get(token)), column, names)
        for token, each in theirs.items():
            if token not in mine and each.category in names:
                subject = CellSubject(None, Line(each.unit, each.row), {column: ""})
                yield sides.difference(SPURIOUS, subject, column, Said("", _shown(each)), {"spu": 1})


class _Compared(NamedTuple):
    """A token's category in the key and in the response, and its row there."""

    key: Tagged
    response: Tagged | None
    line: Line | None


def _wrong(sides: Sides, token: _Compared, column: int, names: set[str]) -> Difference:
    """A token without the key's category; the row of a verb gets both, since it has none while it is one."""
    (key, other, line) = token
    is_verb = line is not None and line.row.text(TAG) == VERB_TAG
    values = {each: key.row.text(each) for each in ((TAG, TYPE) if is_verb else (column,))}
    subject = CellSubject(Line(key.unit, key.row), line, values)
    if other is None:
        return sides.difference(MISSED, subject, column, Said(_shown(key), ""), {"mis": 1})
    counts = {"mis": 1, "spu": 1} if other.category in names else {"mis": 1}
    said = Said(_shown(key), _shown(other), (key.category, other.category))
    return sides.difference(WRONG_VALUE, subject, column, said, counts)


def _shown(each: Tagged) -> str:
    """A category with its token: `obj (boat)`."""
    return f"{each.category} ({each.row.text(TOKEN)})"
