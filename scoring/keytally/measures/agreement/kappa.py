"""Kappa: agreement on nominal values, corrected by the agreement that chance would give.

Items that an annotator has not judged are left out of the whole coefficient.
"""

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction

from keytally.measures.agreement.coefficient import NO_ITEMS, Coefficient, Rows, corrected

_TWO = 2


def cohens_kappa(rows: Rows) -> Coefficient:
    """Cohen's kappa of two annotators, each with a distribution of values of their own.

    Cohen 1960, "A coefficient of agreement for nominal scales". Raises ValueError for rows of another length
    than two.
    """
    if any(len(row) != _TWO for row in rows):
        raise ValueError("Cohen's kappa is of two annotators")
    whole = _complete(rows)
    items = sum(whole.values())
    if not items:
        return Coefficient(None, 0, NO_ITEMS)
    first, second = (_distribution(whole, annotator) for annotator in (0, 1))
    equal = sum(count for row, count in whole.items() if row[0] == row[1])
    by_chance = sum(count * second[value] for value, count in first.items())
    return corrected(1 - Fraction(equal, items), 1 - Fraction(by_chance, items * items), items)


def fleiss_kappa(rows: Rows) -> Coefficient:
    """Fleiss' kappa of any number of annotators, who share one distribution of values.

    Fleiss 1971, "Measuring nominal scale agreement among many raters". Of two annotators it is Scott's pi.
    """
    whole = _complete(rows)
    items, annotators = sum(whole.values()), max(map(len, whole), default=0)
    if annotators < _TWO:
        return Coefficient(None, 0, NO_ITEMS)
    used = Counter[Hashable]()
    equal = 0
    for row, count in whole.items():
        values = Counter(row)
        equal += count * sum(each * (each - 1) for each in values.values())
        used.update({value: count * each for value, each in values.items()})
    observed = 1 - Fraction(equal, items * annotators * (annotators - 1))
    by_chance = sum(each * each for each in used.values())
    return corrected(observed, 1 - Fraction(by_chance, (items * annotators) ** 2), items)


def _complete(rows: Rows) -> Rows:
    """The rows without a missing value."""
    return {row: count for row, count in rows.items() if None not in row}


def _distribution(rows: Rows, annotator: int) -> Counter[Hashable]:
    """How often an annotator gives each value."""
    used = Counter[Hashable]()
    for row, count in rows.items():
        used[row[annotator]] += count
    return used
