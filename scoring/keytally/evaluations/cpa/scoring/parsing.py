"""Task 1: the F-scores of the categories of two layers, averaged (the document's "Task 1")."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import ID, TAG, TYPE, VERB_TAG
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.formats.unit import CpaUnit
from keytally.measures.ratios import f_measure, mean, ratio

LAYERS = {"syntax": TAG, "semantics": TYPE}
"""The layers, and the column that holds the categories of each."""


class Tagged(NamedTuple):
    """The category of a token, and the row that gives it."""

    category: str
    unit: CpaUnit
    row: CpaRow


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
        return f_measure(self.precision, self.recall)


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


def score_parsing(key: Sequence[CpaUnit], response: Sequence[CpaUnit], *, official: bool) -> ParsingResult:
    """A verb's layers and S_verb, the average of the layers.

    A layer without a category in the key has no score, and only the others are averaged; the official program
    always divides by two.
    """
    layers = {}
    for name, column in LAYERS.items():
        sides = (tagged(units, column, official=official) for units in (key, response))
        layers[name] = Layer(_tallied(*sides, official=official))
    counted = [layer.f for layer in layers.values() if official or layer.categories]
    return ParsingResult(layers, mean(counted))


def tagged(units: Sequence[CpaUnit], column: int, *, official: bool) -> Mapping[str, Tagged]:
    """The tokens that have a category in a column, by their ids; the verb's own row has none.

    Of several rows with one id the first counts; in the official program the last one that is not empty
    counts.
    """
    chosen: dict[str, Tagged] = {}
    seen: set[str] = set()
    for unit in units:
        own = _tagged_in(unit, column, official=official)
        if official or seen.isdisjoint(unit.ids):
            chosen.update(own)
        else:
            chosen.update((token, each) for token, each in own.items() if token not in seen)
        seen |= unit.ids
    return chosen


def _tagged_in(unit: CpaUnit, column: int, *, official: bool) -> Mapping[str, Tagged]:
    """The same of one unit; cached."""
    known: Mapping[str, Tagged] | None = unit.memo.get((column, official))
    if known is None:
        texts = ((row, row.text(column, official=official)) for row in _deciding(unit, official=official))
        known = {
            row.cell(ID): Tagged(text, unit, row)
            for row, text in texts
            if text and row.text(TAG, official=official) != VERB_TAG
        }
        unit.memo[column, official] = known
    return known


def _deciding(unit: CpaUnit, *, official: bool) -> Iterable[CpaRow]:
    """The rows that can count: without `official`, only the first row with each id."""
    if official or len(unit.ids) == len(unit.rows):
        return unit.rows
    return {row.cell(ID): row for row in reversed(unit.rows)}.values()


def _tallied(
    key: Mapping[str, Tagged], response: Mapping[str, Tagged], *, official: bool
) -> dict[str, Category]:
    both = [(each.category, response[token].category) for token, each in key.items() if token in response]
    correct = Counter(mine for mine, theirs in both if mine == theirs)
    reference = Counter(each.category for each in key.values())
    if official:
        retrieved = Counter(mine for mine, _ in both)
        retrieved.update(each.category for token, each in response.items() if token not in key)
        names = reference | retrieved
    else:
        retrieved, names = Counter(each.category for each in response.values()), reference
    return {name: Category(correct[name], retrieved[name], reference[name]) for name in sorted(names)}
