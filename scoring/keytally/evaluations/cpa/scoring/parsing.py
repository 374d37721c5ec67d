"""Task 1: the F-scores of the categories of two layers, averaged (the document's "Task 1")."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import ID, TAG, TYPE, VERB_TAG
from keytally.evaluations.cpa.formats.rows import Row
from keytally.evaluations.cpa.scoring.ratios import f_score, mean, ratio

LAYERS = {"syntax": TAG, "semantics": TYPE}
"""The layers, and the column that holds the categories of each."""

Categories = Mapping[str, str]
"""The category of each token, by its id."""


class Category(NamedTuple):
    """The counts of a category: Correct_C, Retrieved_C and Reference_C."""

    correct: int
    retrieved: int
    reference: int

    @property
    def precision(self) -> float:
        """Correct_C / Retrieved_C."""
        return ratio(self.correct, self.retrieved)

    @property
    def recall(self) -> float:
        """Correct_C / Reference_C."""
        return ratio(self.correct, self.reference)

    @property
    def f(self) -> float:
        """F_C."""
        return f_score(self.precision, self.recall)


class Layer(NamedTuple):
    """The categories of a layer, in the order of their names, and their average."""

    categories: Mapping[str, Category]

    @property
    def f(self) -> float:
        """S_layer."""
        return mean(category.f for category in self.categories.values())


class ParsingResult(NamedTuple):
    """The two layers of a verb, by name."""

    layers: Mapping[str, Layer]
    value: float


def score_parsing(key: Sequence[Row], response: Sequence[Row], *, official: bool) -> ParsingResult:
    """A verb's layers and S_verb, the average of the layers.

    A layer for which the key has no category has no score, and only the others are averaged; the
    official program always divides by two.
    """
    layers = {}
    for name, column in LAYERS.items():
        sides = (categories(rows, column, official=official) for rows in (key, response))
        layers[name] = Layer(_tallied(*sides, official=official))
    counted = [layer.f for layer in layers.values() if official or layer.categories]
    return ParsingResult(layers, mean(counted))


def categories(rows: Iterable[Row], column: int, *, official: bool) -> Categories:
    """The tokens that have a category in a column; the verb's own row has none."""
    return {
        row.cell(ID): row.text(column, official=official) for row in tagged(rows, column, official=official)
    }


def tagged(rows: Iterable[Row], column: int, *, official: bool) -> Iterator[Row]:
    """The rows that give tokens their categories in a column.

    Of rows with one id the first counts; in the official program the last one that is not empty does.
    """
    chosen: dict[str, Row] = {}
    for row in rows:
        if not official:
            chosen.setdefault(row.cell(ID), row)
        elif _says(row, column, official=True):
            chosen[row.cell(ID)] = row
    return (row for row in chosen.values() if _says(row, column, official=official))


def _says(row: Row, column: int, *, official: bool) -> bool:
    return row.text(TAG, official=official) != VERB_TAG and bool(row.text(column, official=official))


def _tallied(key: Categories, response: Categories, *, official: bool) -> dict[str, Category]:
    correct = Counter(tag for token, tag in key.items() if response.get(token) == tag)
    reference = Counter(key.values())
    if official:
        retrieved = Counter(tag for token, tag in key.items() if token in response)
        retrieved.update(tag for token, tag in response.items() if token not in key)
        names = reference | retrieved
    else:
        retrieved, names = Counter(response.values()), reference
    return {name: Category(correct[name], retrieved[name], reference[name]) for name in sorted(names)}
