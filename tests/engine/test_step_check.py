"""A response is compared with a key whose text it repeats, unit by unit, and only where something changed."""

from collections.abc import Collection

from keytally.engine.comparison import SentenceComparison
from keytally.engine.reading import Reading
from keytally.families.contract import StepComparison
from keytally.findings.finding import Finding
from keytally.findings.table.sgml import TEXT_ALTERED
from tests.engine.test_numbered_documents import Counted, Line, Lines


class Repeating(Counted):
    """Lines that repeat those of the key.

    `looks` counts how many were compared with another out of step, `compared` how many in step.
    """

    def __init__(self) -> None:
        self.looks = 0
        self.compared = 0

    def is_in_step(self, unit: Line, reference: Line) -> bool:
        self.looks += 1
        return unit.text == reference.text

    def out_of_step(self, unit: Line, count: int, expected: int) -> Finding:
        return Finding(TEXT_ALTERED, 0, 1)

    def steps(self) -> StepComparison:
        return StepComparison(self.is_in_step, self.out_of_step, self.compare)

    def compare(self, unit: Line, reference: Line, unknown: Collection[str]) -> list[Finding]:
        self.compared += 1
        return [] if unit.text == reference.text else [Finding(TEXT_ALTERED, 0, 2)]


KEY = "".join(f"line {number}\n" for number in range(100))


def step_check(response: str) -> tuple[SentenceComparison, Reading, Repeating]:
    reading, evaluation = Reading(Lines(), response), Repeating()
    check = SentenceComparison(reading, Reading(Lines(), KEY), evaluation.steps(), lambda unit: frozenset())
    list(check.begin())
    return check, reading, evaluation


def edited(
    check: SentenceComparison, reading: Reading, start: int, end: int, text: str
) -> list[tuple[int, int]]:
    """The places of the findings after an edit."""
    check.renew(reading.edit([(start, end, text)]))
    return [(found.start, found.end) for found in reading.findings]


def test_a_file_that_grows_is_looked_at_once() -> None:
    check, reading, evaluation = step_check("")
    for line in KEY.splitlines(keepends=True)[:-1]:
        end = len(reading)
        assert edited(check, reading, end, end, line) == [(end, end + 1)]
    assert evaluation.looks == 99
    assert edited(check, reading, len(reading), len(reading), "line 99\n") == []


def test_an_edit_is_looked_at_from_its_place_on() -> None:
    check, reading, evaluation = step_check(KEY)
    at = KEY.index("line 90")
    assert edited(check, reading, at, at, "more\n") == [(at, at + 1)]
    assert evaluation.looks == 1
    assert edited(check, reading, at, at + 5, "") == []


def test_the_first_line_out_of_step_may_have_been_there_before() -> None:
    check, reading, _ = step_check(KEY)
    at = KEY.index("line 20")
    assert edited(check, reading, at, at + 1, "L") == [(at, at + 2)]
    behind = KEY.index("line 50")
    assert edited(check, reading, behind, behind, "more\n") == [(at, at + 1)]
    assert edited(check, reading, at, at + 1, "l") == [(behind, behind + 1)]
    check.end()
    assert list(reading.findings) == []


def test_files_that_come_into_step_again_are_compared_where_they_differ() -> None:
    altered = KEY.replace("line 70", "LINE 70")
    check, reading, evaluation = step_check(altered)
    found = altered.index("LINE 70")
    assert evaluation.compared == 100
    at = KEY.index("line 20")
    assert edited(check, reading, at, at, "more\n") == [(at, at + 1)]
    assert edited(check, reading, at, at + 5, "") == [(found, found + 2)]
    assert evaluation.compared == 101
    assert edited(check, reading, at, at + 1, "L") == [(at, at + 2), (found, found + 2)]
    assert edited(check, reading, at, at, "more\n") == [(at, at + 1)]
    assert edited(check, reading, at, at + 6, "l") == [(found, found + 2)]
    assert evaluation.compared == 104
