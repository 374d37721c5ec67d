"""What score.pl prints, line by line: both releases, with and without -v.

The numbers are floats in the order of the file, as Perl adds them up; they print with 15 digits.
"""

from collections.abc import Iterable, Iterator, Sequence

from keytally.evaluations.lexsub.formats.unit import Entry, LexsubUnit
from keytally.evaluations.lexsub.measures import Measure
from keytally.evaluations.lexsub.scoring.in_order import gold_tables
from keytally.evaluations.lexsub.scoring.program_scoring import Answer, GoldTable, ProgramScoring
from keytally.evaluations.lexsub.scoring.programs import Program, is_true

_BLANKS = " \t\r\n\f\v"


def program_output(
    scoring: ProgramScoring,
    key: Sequence[LexsubUnit],
    response: Sequence[LexsubUnit],
    names: tuple[str, str],
    verbose: bool,
) -> str:
    """What the program prints for these files; `names` are those of key and response as given."""
    tables = gold_tables(scoring, key)
    run = _Run(scoring, tables, names[1], verbose)
    is_mw = scoring.measure is Measure.MW
    lines = [*_errors(key, names[0])] if is_mw else []
    lines += run.multiwords(response) if is_mw else run.substitutes(response)
    return "".join(f"{line}\n" for line in lines)


def _errors(units: Iterable[LexsubUnit], name: str) -> Iterator[str]:
    for number, unit in enumerate(units, 1):
        if unit.entry is None and unit.text.strip(_BLANKS):
            yield _error(name, number)


def _error(name: str, number: int) -> str:
    return f"Error in {name} on line {number}"


class _Run:
    """One run over a system's output."""

    def __init__(
        self, scoring: ProgramScoring, tables: dict[str, GoldTable], name: str, verbose: bool
    ) -> None:
        self._scoring = scoring
        self._program = scoring.program
        self._best = scoring.measure is Measure.BEST
        self._tables = tables
        self._name = name
        self._verbose = verbose
        self._credit = 0.0
        self._attempted = self._asked = self._found = self._doubled = 0

    def substitutes(self, response: Iterable[LexsubUnit]) -> Iterator[str]:
        """The lines of best and oot."""
        done: set[str] = set()
        guesses: Sequence[str] = ()
        for number, unit in enumerate(response, 1):
            entry = unit.entry
            if entry is None:
                if unit.text.strip(_BLANKS):
                    yield _error(self._name, number)
                continue
            table = self._tables.get(entry.id)
            if table is not None and entry.id not in done and table.responses:
                done.add(entry.id)
                answer = self._scoring.answer(entry.list, guesses)
                self._attempted += answer.attempted
                if self._program.keeps_guesses and not self._best:
                    yield from self._odd_list(entry, answer)
                guesses = answer.guesses
                yield from self._item(entry, table, guesses)
        yield from self._totals()

    def _odd_list(self, entry: Entry, answer: Answer) -> Iterator[str]:
        """What the final release says of a list of oot."""
        if answer.has_duplicates:
            self._doubled += 1
            if self._verbose:
                whole = " ".join(map(self._program.guess, _pieces(entry.list)))
                yield f"WARNING duplicate at {entry.lexelt} {entry.id} responses {whole}"
        if answer.is_cut and self._verbose:
            yield f"{entry.lexelt} Item {entry.id} exceeded 10 guesses"

    def _item(self, entry: Entry, table: GoldTable, guesses: Sequence[str]) -> Iterator[str]:
        what = f"{entry.lexelt} Item {entry.id}"
        found = self._scoring.mode_of(table, guesses)
        if found is not None:
            self._asked += 1
            self._found += found
            if self._verbose:
                yield f"{what} mode '{table.mode}' {self._about_mode(found, guesses)}"
        responses, earned = table.responses, self._scoring.credits(table)
        credit = 0.0
        for guess in guesses:
            credit += earned.get(guess, 0) / responses
        if credit:
            self._credit += credit / len(guesses) if self._best else credit
        if self._verbose and (guesses or not self._program.keeps_guesses):
            told = _number(credit) if guesses else ""
            count = f" guesses {len(guesses)}" if self._best else ""
            yield f"{what} credit {told}{count} human responses {responses}: score is {told}"

    def _about_mode(self, found: bool, guesses: Sequence[str]) -> str:
        if not self._best:
            return " found in guesses" if found else " not found"
        guess = guesses[0] if guesses else ""
        return f": system '{guess}'  correct" if found else f": system '{guess}' wrong"

    def _totals(self) -> Iterator[str]:
        total = sum(table.total for table in self._tables.values())
        with_mode = sum(table.with_mode for table in self._tables.values())
        if self._doubled:
            yield f"WARNING OOT file contains duplicates on {self._doubled} lines"
        yield f"Total = {total}, attempted = {self._attempted}"
        yield self._ratios("precision", "recall", self._credit, self._attempted, total)
        yield f"Total with mode {with_mode} attempted {self._asked}"
        is_named = self._best and self._program.is_percent
        names = ("Mode precision", "Mode recall") if is_named else ("precision", "recall")
        yield self._ratios(*names, self._found, self._asked, with_mode)

    def _ratios(self, precision: str, recall: str, above: float, tried: int, total: int) -> str:
        return f"{precision} = {self._ratio(above, tried)}, {recall} = {self._ratio(above, total)}"

    def _ratio(self, above: float, below: int) -> str:
        return rounded(above / below if below else 0.0, self._program)

    def multiwords(self, response: Iterable[LexsubUnit]) -> Iterator[str]:
        """The lines of mw."""
        done: set[str] = set()
        found = genuine = hits = 0
        for number, unit in enumerate(response, 1):
            entry = unit.entry
            if entry is None:
                if unit.text.strip(_BLANKS):
                    yield _error(self._name, number)
                continue
            if entry.id in done:
                continue
            done.add(entry.id)
            found += bool(entry.list.strip(_BLANKS))
            table = self._tables.get(entry.id)
            mode = table.mode if table is not None else None
            genuine += is_true(mode)
            hits += is_true(mode) and mode == entry.list
            if self._verbose:
                told = f"human mode is {mode}" if is_true(mode) else "No MW found by annotators,"
                yield f"{entry.lexelt} {entry.id} {told} system {entry.list}"
        yield from self._multiword_totals(found, genuine, hits)

    def _multiword_totals(self, found: int, genuine: int, hits: int) -> Iterator[str]:
        total = sum(table.with_mode for table in self._tables.values())
        counts = [_count(count) for count in (total, found, genuine)]
        yield (f"Total MWs in GS = {counts[0]}, System found {counts[1]} of which {counts[2]} were genuine")
        yield self._multiword_ratios("Detection", genuine, found, total)
        yield "Number that matched GS"
        yield self._multiword_ratios("Identification", hits, found, total)

    def _multiword_ratios(self, name: str, above: int, found: int, total: int) -> str:
        """Precision is left out where the system found nothing, since the program asks first."""
        precision = self._ratio(above, found) if found else ""
        return f"{name} precision = {precision}, recall = {self._ratio(above, total)}"


def rounded(value: float, program: Program) -> str:
    """A ratio as the program rounds it: half up, to its decimals, padded with zeros."""
    scale = 10**program.decimals
    number = value * 100 if program.is_percent else value
    text = _number(int(number * scale + 0.5) / scale)
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals.ljust(program.decimals, '0')}"


def _number(value: float) -> str:
    """A number as Perl prints it."""
    return f"{value:.15g}"


def _count(count: int) -> str:
    """A counter as Perl prints it: one that was never raised is nothing."""
    return str(count) if count else ""


def _pieces(text: str) -> list[str]:
    return text.rstrip(";").split(";")
