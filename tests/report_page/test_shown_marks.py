"""Which marks a page shows: one for each thing."""

from typing import Any

from keytally.families.contract import Level, Mark
from keytally.report_page.marked_text import LONGEST_LABEL, shown_marks
from keytally.tallies.status import Status


def mark(
    start: int, end: int, status: Status, level: Level, label: str = "", overall: Status | None = None
) -> Mark:
    unit: Any = None
    return Mark(unit, start, end, status, level, label or status.value.upper(), overall=overall)


def shown(text: str, *marks: Mark) -> list[tuple[int, int, str, str]]:
    return [
        (each.start, each.end, each.verdict, each.label if each.differs else "")
        for each in shown_marks(text, marks)
    ]


def test_what_is_missing_as_a_whole_is_told_once() -> None:
    found = shown(
        "abcdef",
        mark(0, 6, Status.MISSING, Level.OBJECT, "MIS x"),
        mark(1, 3, Status.MISSING, Level.SLOT),
        mark(1, 3, Status.MISSING, Level.FILL),
    )
    assert found == [(0, 6, "mis", "MIS x")]


def test_a_whole_with_a_wrong_part_has_its_verdict_and_tells_the_part() -> None:
    marks = [
        mark(0, 6, Status.CORRECT, Level.OBJECT, "COR x", Status.INCORRECT),
        mark(1, 3, Status.INCORRECT, Level.SLOT, "INC TYPE"),
        mark(1, 3, Status.INCORRECT, Level.FILL, 'INC TYPE "a"'),
        mark(4, 5, Status.CORRECT, Level.FILL),
    ]
    found = shown_marks("abcdef", marks)
    assert [(each.start, each.end, each.verdict, each.label, each.part) for each in found] == [
        (0, 6, "inc", 'INC TYPE "a"', False),
        (1, 3, "inc", 'INC TYPE "a"', True),
    ]


def test_a_fill_stands_for_its_slot_and_a_slot_for_itself() -> None:
    found = shown(
        "abcdef",
        mark(0, 3, Status.PARTIAL, Level.SLOT),
        mark(0, 1, Status.INCORRECT, Level.FILL, "INC a"),
        mark(4, 6, Status.MISSING, Level.SLOT, "MIS b"),
    )
    assert found == [(0, 1, "inc", "INC a"), (4, 6, "mis", "MIS b")]


def test_all_that_is_missing_at_one_place_is_told() -> None:
    found = shown(
        "ab",
        mark(2, 2, Status.MISSING, Level.OBJECT, "MIS a"),
        mark(2, 2, Status.MISSING, Level.OBJECT, "MIS b"),
    )
    assert [label for *_, label in found] == ["MIS a", "MIS b"]


def test_parts_in_a_later_line_of_an_outer_whole_belong_to_it() -> None:
    found = shown(
        "abcdefghij",
        mark(0, 10, Status.SPURIOUS, Level.MENTION, "SPU outer"),
        mark(1, 3, Status.SPURIOUS, Level.MENTION, "SPU inner"),
        mark(5, 6, Status.SPURIOUS, Level.FILL),
    )
    assert found == [(0, 10, "spu", "SPU outer"), (1, 3, "spu", "SPU inner")]


def test_what_is_right_is_shown_by_its_whole_on_a_line_and_by_fills_in_a_record() -> None:
    right = Status.CORRECT
    on_a_line = [mark(0, 5, right, Level.OBJECT), mark(1, 2, right, Level.FILL)]
    assert shown("ab\ncd\n", *on_a_line)[1:] == [(1, 2, "cor", "")]
    assert shown("abcde", *on_a_line) == [(0, 5, "cor", "")]


def test_a_long_label_is_cut() -> None:
    (found,) = shown_marks("ab", [mark(0, 1, Status.SPURIOUS, Level.OBJECT, "x" * 10_000_000)])
    assert len(found.label) == LONGEST_LABEL
