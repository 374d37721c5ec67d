"""The counts of one schema, and what they give."""

from typing import NamedTuple

from keytally.evaluations.columns.scoring.alignment import CORRECT, Entities, Pairing, Schema
from keytally.measures.ratios import ratio


class SchemaCounts(NamedTuple):
    """Pairs that are correct, incorrect or partly right; entities that are missing or spurious."""

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
    other = len(pairs) - correct
    inc, par = (0, other) if schema is Schema.PARTIAL else (other, 0)
    return SchemaCounts(correct, inc, par, len(key) - len(pairs), len(response) - len(pairs))
