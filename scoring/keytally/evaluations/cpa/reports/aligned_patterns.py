"""The alignment of a verb's patterns as lines of a table."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.cpa.formats.columns import SLOTS
from keytally.evaluations.cpa.formats.rows import CpaRow
from keytally.evaluations.cpa.scoring.greedy_alignment import Pattern
from keytally.evaluations.cpa.scoring.slots import Credits, SlotCounts, compare, patterns

HEADING = " key  response   cor   sub  del  ins"

_NO_PATTERN: Pattern = ("",) * len(SLOTS)


def aligned_patterns(
    key: Sequence[CpaRow], response: Sequence[CpaRow], alignment: Sequence[int | None], credits: Credits
) -> Iterator[str]:
    """A line a pattern of the key with its partner, then those of the response that have none.

    Patterns are numbered as in their files, from 1; a `-` stands for none.
    """
    gold, run = (patterns(rows, official=credits.official) for rows in (key, response))
    partners = [*alignment, *[None] * (len(gold) - len(alignment))]
    yield HEADING
    for at, other in enumerate(partners):
        yield _line(at, other, gold[at], _NO_PATTERN if other is None else run[other], credits)
    taken = set(partners)
    for other, pattern in enumerate(run):
        if other not in taken:
            yield _line(None, other, _NO_PATTERN, pattern, credits)


def _line(at: int | None, other: int | None, mine: Pattern, theirs: Pattern, credits: Credits) -> str:
    numbers = f"{_number(at):>4}  {_number(other):>8}"
    words = "  ~  ".join(_words(each) for each, number in ((mine, at), (theirs, other)) if number is not None)
    return f"{numbers}  {_counts(compare(mine, theirs, credits))}  {words}".rstrip()


def _counts(counts: SlotCounts) -> str:
    return f"{counts.correct:4g}  {counts.substitution:4g} {counts.deletion:4} {counts.insertion:4}"


def _number(index: int | None) -> str:
    return "-" if index is None else str(index + 1)


def _words(pattern: Pattern) -> str:
    return " ".join(filter(None, pattern))
