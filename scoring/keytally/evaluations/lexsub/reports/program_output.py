"""The output of score.pl, line by line: both releases, with and without -v.

The numbers are floats summed in the order of the file, as in Perl, and printed with 15 digits.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.lexsub.formats.line import BLANKS
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import LexsubMeasure
from keytally.evaluations.lexsub.reports.program_items import ItemLines, printed_number
from keytally.evaluations.lexsub.scoring.file_order import gold_tables
from keytally.evaluations.lexsub.scoring.program_scoring import ProgramScore, ProgramScoring
from keytally.evaluations.lexsub.scoring.programs import Program
from keytally.evaluations.lexsub.scoring.result import added


class Printed(NamedTuple):
    """The input of the output: the scores of all items in the order of both files, and the files.

    `names` are the names of key and response as given.
    """

    scores: Sequence[ProgramScore]
    key: Sequence[LexsubUnit]
    response: Sequence[LexsubUnit]
    names: tuple[str, str]


def program_output(scoring: ProgramScoring, printed: Printed, verbose: bool) -> str:
    """The output of the program for these files."""
    is_mw = scoring.measure is LexsubMeasure.MW
    lines = [*_errors(printed.key, printed.names[0])] if is_mw else []
    if verbose:
        lines += _items(scoring, printed)
    else:
        lines += _errors(printed.response, printed.names[1])
    totals = _Totals(scoring, printed)
    lines += totals.multiwords() if is_mw else totals.substitutes()
    return "".join(f"{line}\n" for line in lines)


def _errors(units: Iterable[LexsubUnit], name: str) -> Iterator[str]:
    """A line for each line of a file that the program cannot parse."""
    for number, unit in enumerate(units, 1):
        if unit.list is None and unit.text.strip(BLANKS):
            yield f"Error in {name} on line {number}"


def _items(scoring: ProgramScoring, printed: Printed) -> Iterator[str]:
    """The same, and lines about each item, in the order of the response."""
    about = ItemLines(scoring, gold_tables(scoring, printed.key))
    of_unit = about.of_multiword if scoring.measure is LexsubMeasure.MW else about.of_answer
    for number, unit in enumerate(printed.response, 1):
        if unit.list is not None and unit.document is not None:
            yield from of_unit(unit.document, unit, unit.list)
        elif unit.text.strip(BLANKS):
            yield f"Error in {printed.names[1]} on line {number}"


class _Totals:
    """The last lines, about all items."""

    def __init__(self, scoring: ProgramScoring, printed: Printed) -> None:
        self._scores, self._response = printed.scores, printed.response
        self._program = scoring.program
        self._best = scoring.measure is LexsubMeasure.BEST
        self._counts = added(Counter(score.counts for score in printed.scores))

    def substitutes(self) -> Iterator[str]:
        """The lines of best and oot."""
        counts, credit = self._counts, self._credit()
        if self._program.keeps_guesses and not self._best:
            yield from self._about_duplicates()
        yield f"Total = {counts.total}, attempted = {counts.attempted}"
        yield self._ratios("precision", "recall", credit, counts.attempted, counts.total)
        asked, with_mode = counts.attempted_with_mode, counts.with_mode
        yield f"Total with mode {with_mode} attempted {asked}"
        is_named = self._best and self._program.is_percent
        names = ("Mode precision", "Mode recall") if is_named else ("precision", "recall")
        yield self._ratios(*names, counts.hits, asked, with_mode)

    def _about_duplicates(self) -> Iterator[str]:
        """The final release's message about all lists of oot together."""
        doubled = sum(score.has_duplicates for score in self._scores)
        if doubled:
            yield f"WARNING OOT file contains duplicates on {doubled} lines"

    def _credit(self) -> float:
        """The sum of the credits of all items, in the order of the response."""
        earned = {score.response: score.earned for score in self._scores if score.earned}
        credit = 0.0
        for share in filter(None, map(earned.get, self._response)):
            credit += share
        return credit

    def _ratios(self, precision: str, recall: str, above: float, tried: int, total: int) -> str:
        return f"{precision} = {self._ratio(above, tried)}, {recall} = {self._ratio(above, total)}"

    def _ratio(self, above: float, below: int) -> str:
        return rounded(above / below if below else 0.0, self._program)

    def multiwords(self) -> Iterator[str]:
        """The lines of mw."""
        total, found, genuine = self._counts.total, self._counts.attempted, self._counts.genuine
        counts = [_count(count) for count in (total, found, genuine)]
        yield (f"Total MWs in GS = {counts[0]}, System found {counts[1]} of which {counts[2]} were genuine")
        yield self._multiword_ratios("Detection", genuine)
        yield "Number that matched GS"
        yield self._multiword_ratios("Identification", self._counts.hits)

    def _multiword_ratios(self, name: str, above: int) -> str:
        """The program checks for answers first, and omits precision without any."""
        found, total = self._counts.attempted, self._counts.total
        precision = self._ratio(above, found) if found else ""
        return f"{name} precision = {precision}, recall = {self._ratio(above, total)}"


def rounded(value: float, program: Program) -> str:
    """A ratio as the program rounds it: half up, to its decimals, padded with zeros."""
    scale = 10**program.decimals
    number = value * 100 if program.is_percent else value
    text = printed_number(int(number * scale + 0.5) / scale)
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals.ljust(program.decimals, '0')}"


def _count(count: int) -> str:
    """A counter as Perl prints it: empty if it was never raised."""
    return str(count) if count else ""
