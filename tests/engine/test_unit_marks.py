"""The marks of units: made once until their document is scored again."""

from collections.abc import Iterator
from typing import Any

from keytally.engine.live_pair import MARKED_UNITS, UnitMarks
from keytally.families.contract import Mark, Role
from tests.engine.toy import ToyEvaluation, ToyUnit


class CountingEvaluation(ToyEvaluation):
    """Notes of which units marks are made."""

    def __init__(self) -> None:
        self.made: list[Any] = []

    def marks(self, score: Any, side: Role, unit: Any) -> Iterator[Mark]:
        self.made.append(unit)
        return iter(())


UNITS = [ToyUnit(f"<D{number} x") for number in range(MARKED_UNITS + 1)]


def marked(evaluation: CountingEvaluation, count: int) -> UnitMarks:
    """The marks of so many units, each in a document of its own."""
    marks = UnitMarks(evaluation, {str(number): [object()] for number in range(len(UNITS))})
    for number, unit in enumerate(UNITS[:count]):
        marks.of(str(number), Role.KEY, unit)
    return marks


def test_a_document_that_is_scored_leaves_the_marks_of_others() -> None:
    evaluation = CountingEvaluation()
    marks = marked(evaluation, 2)
    marks.forget("0")
    marks.forget("nowhere")
    for number in (0, 1):
        marks.of(str(number), Role.KEY, UNITS[number])
    assert evaluation.made == [UNITS[0], UNITS[1], UNITS[0]]


def test_the_sides_of_a_document_have_marks_of_their_own() -> None:
    evaluation = CountingEvaluation()
    marks = marked(evaluation, 1)
    for _ in range(2):
        marks.of("0", Role.RESPONSE, UNITS[0])
    assert evaluation.made == [UNITS[0]] * 2


def test_of_many_units_those_asked_for_last_are_kept() -> None:
    evaluation = CountingEvaluation()
    marks = marked(evaluation, MARKED_UNITS)
    marks.of("0", Role.KEY, UNITS[0])
    assert len(evaluation.made) == MARKED_UNITS
    marks.of(str(MARKED_UNITS), Role.KEY, UNITS[-1])
    marks.of("0", Role.KEY, UNITS[0])
    assert evaluation.made[MARKED_UNITS:] == [UNITS[-1], UNITS[0]]
