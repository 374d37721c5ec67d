"""The counts of a document by all measures, the sum over documents, and its ratios."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from operator import add, sub
from typing import Any

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.scoring.comparison import ComparedChains
from keytally.evaluations.conll.scoring.overlap_of_mentions import mention_overlap
from keytally.evaluations.conll.scoring.program_counts import ProgramCounts
from keytally.measures.assignment import Number
from keytally.measures.coreference import Sums
from keytally.measures.measure import BY_PROGRAM, MEASURES, Ratios, ratios_of_fractions
from keytally.measures.ratios import mean

NAMES = {"muc": "muc", "b3": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc", "lea": "lea"}
"""The names of measures in results, by their names in keytally.measures."""

MENTIONS, MOR = "mentions", "mor"
TITLES = {
    MENTIONS: "mentions",
    **{NAMES[name]: measure.title for name, measure in MEASURES.items()},
    MOR: "MOR",
}
AVERAGED = ("muc", "b_cubed", "ceaf_e")
"""The measures whose mean F is the CoNLL score."""

Counts = Mapping[str, Sums]
"""The counts of each measure; all of them but BLANC's are two fractions."""

_NO_UNIT = DocumentUnit("")

NO_COUNTS: Counts = {name: (0,) * (6 if name == "blanc" else 4) for name in TITLES}


@dataclass(frozen=True, eq=False)
class DocumentScore:
    """A compared document: its units, one of which may be missing, and its counts.

    `program` has what scorer.pl counts, where the mode asks for that. `count` gives `counts` when they are
    first asked for: the report of that mode needs none of them.
    """

    document: str
    key: DocumentUnit | None
    response: DocumentUnit | None
    count: Callable[[], Counts]
    program: ProgramCounts | None = None

    @cached_property
    def counts(self) -> Counts:
        """The counts of each measure."""
        return self.count()

    def apart(self) -> "DocumentScore":
        """The score with its counts and without its units: only which sides have the document is kept."""
        key, response = (None if unit is None else _NO_UNIT for unit in (self.key, self.response))
        return DocumentScore(self.document, key, response, partial(dict, self.counts), self.program)


def counts_of(compared: ComparedChains) -> Counts:
    """The counts of a document by all measures."""
    found = sum(partner is not None for partner in compared.partners)
    seen = compared.overlaps
    return {
        MENTIONS: (found, sum(seen.key), found, sum(seen.response)),
        **{NAMES[name]: measure.count(seen) for name, measure in MEASURES.items()},
        MOR: mention_overlap(
            [each.mention.words for each in compared.key.mentions],
            [each.mention.words for each in compared.response.mentions],
        ),
    }


def summed(scores: Sequence[DocumentScore]) -> Counts:
    """The sum over documents."""
    return reduce(_both, (score.counts for score in scores)) if scores else NO_COUNTS


def _both(counts: Counts, others: Counts) -> Counts:
    return {name: tuple(map(add, counts[name], others[name])) for name in TITLES}


def ratios_of(counts: Counts, program: str = "") -> dict[str, Ratios]:
    """Recall, precision and F of each measure, in percent; `program` is one of BY_PROGRAM."""
    own = BY_PROGRAM.get(program, {})
    ratios: dict[str, Callable[[Sums], Ratios]] = {MENTIONS: ratios_of_fractions, MOR: ratios_of_fractions}
    ratios |= {NAMES[name]: own.get(name, measure.ratios) for name, measure in MEASURES.items()}
    return {name: ratios[name](counts[name]) for name in TITLES}


def conll_score(ratios: Mapping[str, Ratios]) -> float:
    """The CoNLL score: the mean F of MUC, B-cubed and CEAF by entities, in percent."""
    return mean(ratios[name].f for name in AVERAGED)


def values_of(counts: Counts, program: str = "") -> dict[str, Any]:
    """Each measure's recall and precision, as numerator and denominator, and its F in percent; `conll`.

    BLANC's recall and precision are means of ratios, so their denominator is 1.
    """
    ratios = ratios_of(counts, program)
    values: dict[str, Any] = {}
    for name, given in ratios.items():
        sums = counts[name]
        pairs = (given.recall / 100, 1, given.precision / 100, 1) if name == "blanc" else sums
        above_r, below_r, above_p, below_p = map(_number, pairs)
        values[name] = {"recall": [above_r, below_r], "precision": [above_p, below_p], "f": given.f}
    return {**values, "conll": conll_score(ratios)}


class ChainsFold:
    """The running sum over documents (keytally.evaluations.interface.Fold).

    Under a program's rules documents are counted when the sum is asked for, since its report needs no counts;
    else at once, while they are at hand as they have been read.
    """

    def __init__(self, program: str = "") -> None:
        self._program = program
        self._sums = NO_COUNTS
        self._left: list[tuple[Callable[[Number, Number], Number], DocumentScore]] = []

    def put(self, score: DocumentScore) -> None:
        """Add a document."""
        self._left.append((add, score))
        if self._program not in BY_PROGRAM:
            self._counted()

    def drop(self, score: DocumentScore) -> None:
        """Remove a document."""
        self._left.append((sub, score))

    def headline(self) -> float:
        """The CoNLL score, in percent."""
        return conll_score(ratios_of(self._counted(), self._program))

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return values_of(self._counted(), self._program)

    def _counted(self) -> Counts:
        for change, score in self._left:
            self._sums = {name: tuple(map(change, self._sums[name], score.counts[name])) for name in TITLES}
        self._left.clear()
        return self._sums


def _number(value: Any) -> int | float:
    """A count as JSON has it: whole numbers as such."""
    return int(value) if value == int(value) else float(value)
