"""The counts of one schema, and what they give."""

from typing import NamedTuple

from keytally.evaluations.columns.scoring.alignment import (
    CORRECT,
    Entities,
    Pairing,
    Schema,
    best_pairs,
    overlapping,
)
from keytally.measures.ratios import ratio


class SchemaCounts(NamedTuple):
    """Pairs that are correct, incorrect or partially correct; entities that are missing or spurious."""

    cor: int = 0
    inc: int = 0
    par: int = 0
    mis: int = 0
    spu: int = 0

    @property
    def possible(self) -> int:
        """The entities of the key."""
        return self.cor + self.inc + self.par + self.mis

    @property
    def actual(self) -> int:
        """The entities of the response."""
        return self.cor + self.inc + self.par + self.spu

    @property
    def recall(self) -> float:
        """(COR + PAR/2) / POS, in percent."""
        return ratio(100 * (self.cor + self.par / 2), self.possible)

    @property
    def precision(self) -> float:
        """(COR + PAR/2) / ACT, in percent."""
        return ratio(100 * (self.cor + self.par / 2), self.actual)

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall, in percent."""
        return ratio(200 * (self.cor + self.par / 2), self.possible + self.actual)

    def plus(self, other: "SchemaCounts") -> "SchemaCounts":
        """The sum of both."""
        return SchemaCounts(*(mine + its for mine, its in zip(self, other, strict=True)))

    def minus(self, other: "SchemaCounts") -> "SchemaCounts":
        """The difference of both."""
        return SchemaCounts(*(mine - its for mine, its in zip(self, other, strict=True)))


def counted(key: Entities, response: Entities, pairing: Pairing, schema: Schema) -> SchemaCounts:
    """The counts of a pairing in a schema."""
    pairs = [(key[at], response[other]) for at, other in enumerate(pairing.partners) if other is not None]
    correct = sum(CORRECT[schema](*pair) for pair in pairs)
    return _with_rest(key, response, schema, correct, len(pairs) - correct)


def plain_counts(key: Entities, response: Entities) -> dict[Schema, SchemaCounts] | None:
    """The counts where nobody has to choose pairs: both sides are equal, or one has no entity; else None."""
    if key == response:
        return dict.fromkeys(Schema, SchemaCounts(len(key)))
    if not key or not response:
        return dict.fromkeys(Schema, SchemaCounts(mis=len(key), spu=len(response)))
    return None


def best_counts(key: Entities, response: Entities) -> dict[Schema, SchemaCounts]:
    """The counts of the pairs of `align` in each schema, found at once: most are the same in all."""
    sums = {schema: [0, 0] for schema in Schema}
    for rows, columns in overlapping(key, response):
        is_alone = len(rows) == len(columns) == 1
        for schema, counted_pairs in sums.items():
            is_correct = CORRECT[schema]
            numbers = (
                [(rows[0], columns[0])] if is_alone else best_pairs(key, response, rows, columns, is_correct)
            )
            for row, column in numbers:
                counted_pairs[not is_correct(key[row], response[column])] += 1
    return {schema: _with_rest(key, response, schema, *pairs) for schema, pairs in sums.items()}


def _with_rest(key: Entities, response: Entities, schema: Schema, correct: int, other: int) -> SchemaCounts:
    """The counts of a schema from the number of its pairs that are correct, and that are not."""
    inc, par = (0, other) if schema is Schema.PARTIAL else (other, 0)
    paired = correct + other
    return SchemaCounts(correct, inc, par, len(key) - paired, len(response) - paired)
