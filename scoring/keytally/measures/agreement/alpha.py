"""Krippendorff's alpha: any number of annotators, any distance of values, missing values."""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction

from keytally.measures.agreement.coefficient import NO_ITEMS, Coefficient, Rows, corrected
from keytally.measures.agreement.distance import NOMINAL, Distance
from keytally.measures.assignment import Number

_TWO = 2


def krippendorffs_alpha(rows: Rows, distance: Distance = NOMINAL) -> Coefficient:
    """1 - observed / expected disagreement, over the items that at least two annotators have judged.

    Observed is the mean distance of two values of one item, expected that of any two values that are paired
    in some item. Krippendorff 2004, "Content Analysis", 11.3. Values that are missing play no part. Sums are
    exact, so the result does not depend on the order of rows.
    """
    observed = Fraction()
    used = Counter[Hashable]()
    items = 0
    for row, count in rows.items():
        values = Counter(value for value in row if value is not None)
        judged = values.total()
        if judged < _TWO:
            continue
        items += count
        used.update({value: count * each for value, each in values.items()})
        if len(values) > 1:
            observed += Fraction(count * _disagreement(values, distance), judged - 1)
    total = used.total()
    if not items:
        return Coefficient(None, 0, NO_ITEMS)
    expected = Fraction(_disagreement(used, distance), total * (total - 1))
    return corrected(observed / total, expected, items)


def _disagreement(counts: Mapping[Hashable, int], distance: Distance) -> Number:
    """The sum of the distances of all ordered pairs of values, of which there are so many each."""
    total = sum(counts.values())
    apart: Number = total * total - sum(count * count for count in counts.values())
    for one, other in distance.near(counts):
        apart -= _TWO * counts[one] * counts[other] * (1 - distance.between(one, other))
    return apart
