"""What was taken for what."""

from typing import NamedTuple

from keytally.families.contract import Level, Mark, Role
from keytally.report_page.documents import MOST_VALUES, Answers
from keytally.tallies.status import Status


class Unit(NamedTuple):
    text: str


def fill(status: Status, own: str, other: str = "", slot: str = "type") -> Mark:
    unit, partner = Unit(own), Unit(other)
    place = (partner, 0, len(other)) if other else None
    return Mark(unit, 0, len(own), status, Level.FILL, "", place, slot=slot)


def right(value: str, slot: str = "type") -> Mark:
    return fill(Status.CORRECT, value, value, slot)


def test_values_are_counted_from_both_sides() -> None:
    answers = Answers()
    wrong = fill(Status.INCORRECT, '"Date"', "TIME")
    answers.add(Role.KEY, [right("DATE"), right("DATE"), wrong, fill(Status.MISSING, "TIME")])
    answers.add(Role.RESPONSE, [wrong, fill(Status.SPURIOUS, "time")])
    (found,) = answers.confusions
    assert (found.title, found.columns) == ("TYPE", ["DATE", "TIME", "nothing"])
    assert [(row.value, row.counts, row.same) for row in found.rows] == [
        ("DATE", [2, 1, 0], 0),
        ("TIME", [0, 0, 1], 1),
        ("nothing", [0, 1, 0], None),
    ]


def test_slots_in_which_nothing_was_taken_for_another_have_no_table() -> None:
    answers = Answers()
    answers.add(Role.KEY, [right("DATE"), right("DATE"), fill(Status.MISSING, "DATE")])
    assert answers.confusions == []


def test_slots_with_words_of_their_own_have_no_table() -> None:
    answers = Answers()
    words = [f"WORD{number}" for number in range(MOST_VALUES)]
    answers.add(Role.KEY, [right(word) for word in words] * 3)
    answers.add(Role.KEY, [fill(Status.INCORRECT, words[0], words[1])])
    assert len(answers.confusions) == 1
    answers.add(Role.KEY, [right("ONE MORE")])
    assert answers.confusions == []


def test_values_that_do_not_repeat_have_no_table() -> None:
    answers = Answers()
    answers.add(Role.KEY, [right("A"), right("B"), fill(Status.INCORRECT, "C", "D")])
    assert answers.confusions == []
