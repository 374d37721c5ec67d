"""The output of score.pl -v on single items, line by line, in both releases."""

from collections.abc import Iterator, Mapping, Sequence

from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import LexsubMeasure
from keytally.evaluations.lexsub.scoring.program_scoring import (
    Answer,
    GoldTable,
    ProgramScoring,
    added_up,
)
from keytally.evaluations.lexsub.scoring.programs import is_true


class ItemLines:
    """Makes the lines about the answers, in the order of the system's output."""

    def __init__(self, scoring: ProgramScoring, tables: Mapping[str, GoldTable]) -> None:
        self._scoring = scoring
        self._program = scoring.program
        self._best = scoring.measure is LexsubMeasure.BEST
        self._tables = tables
        self._done: set[str] = set()
        self._guesses: Sequence[str] = ()

    def of_answer(self, document: str, unit: LexsubUnit, text: str) -> Iterator[str]:
        """The lines about a line of best or oot, whose list is `text`; only an item's first line counts."""
        table = self._tables.get(document)
        if table is None or document in self._done or not table.responses:
            return
        self._done.add(document)
        answer = self._scoring.answer(text, self._guesses)
        self._guesses = answer.guesses
        if self._program.keeps_guesses and not self._best:
            yield from self._odd_list(document, unit, text, answer)
        yield from self._item(f"{unit.lexelt} Item {document}", table, answer.guesses)

    def _odd_list(self, document: str, unit: LexsubUnit, text: str, answer: Answer) -> Iterator[str]:
        """The final release's message about a list of oot."""
        if answer.has_duplicates:
            whole = " ".join(map(self._program.guess, text.rstrip(";").split(";")))
            yield f"WARNING duplicate at {unit.lexelt} {document} responses {whole}"
        if answer.is_cut:
            yield f"{unit.lexelt} Item {document} exceeded 10 guesses"

    def _item(self, what: str, table: GoldTable, guesses: Sequence[str]) -> Iterator[str]:
        found = self._scoring.mode_of(table, guesses)
        if found is not None:
            yield f"{what} mode '{table.mode}' {self._about_mode(found, guesses)}"
        if guesses or not self._program.keeps_guesses:
            told = printed_number(self._credit(table, guesses)) if guesses else ""
            count = f" guesses {len(guesses)}" if self._best else ""
            yield f"{what} credit {told}{count} human responses {table.responses}: score is {told}"

    def _credit(self, table: GoldTable, guesses: Sequence[str]) -> float:
        earned = self._scoring.credits(table)
        return added_up([earned[guess] for guess in guesses if guess in earned], table.responses)

    def _about_mode(self, found: bool, guesses: Sequence[str]) -> str:
        if not self._best:
            return " found in guesses" if found else " not found"
        guess = guesses[0] if guesses else ""
        return f": system '{guess}'  correct" if found else f": system '{guess}' wrong"

    def of_multiword(self, document: str, unit: LexsubUnit, text: str) -> Iterator[str]:
        """The line about a line of mw; only an item's first line counts."""
        if document in self._done:
            return
        self._done.add(document)
        table = self._tables.get(document)
        mode = table.mode if table is not None else None
        told = f"human mode is {mode}" if is_true(mode) else "No MW found by annotators,"
        yield f"{unit.lexelt} {document} {told} system {text}"


def printed_number(value: float) -> str:
    """A number as Perl prints it."""
    return f"{value:.15g}"
