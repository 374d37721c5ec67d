"""The fix that puts the objects of a document together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.runs.check import apply_fixes
from tests.families.muc.template_files import language


def mended(text: str) -> str:
    return apply_fixes(text, lambda now: list(Reading(language(Role.KEY), now).findings)).text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_end_that_lacks_is_that_of_the_file(end: str) -> None:
    before, after = "<P-1-1> :=\n<P-2-1> :=\n<P-1-2> :=", "<P-1-1> :=\n<P-1-2> :=\n<P-2-1> :=\n"
    assert mended(before.replace("\n", end)) == after.replace("\n", end)


def test_comments_move_with_the_objects_that_they_stand_in_below_or_right_above() -> None:
    before = (
        "<P-1-1> :=\n  A: x\n# of 1-1\n\n# of 2-1\n<P-2-1> :=\n# too\n\n"
        "# of 1-2\n<P-1-2> :=\n# in 1-2\n  A: y\n"
        "# of 1-3\n<P-1-3> :=\n  A: z\n# of 1-3 too\n\n# of 3-1\n; and this\n<P-3-1> :=\n"
    )
    after = (
        "<P-1-1> :=\n  A: x\n# of 1-1\n\n# of 1-2\n<P-1-2> :=\n# in 1-2\n  A: y\n"
        "# of 1-3\n<P-1-3> :=\n  A: z\n# of 1-3 too\n\n"
        "# of 2-1\n<P-2-1> :=\n# too\n\n# of 3-1\n; and this\n<P-3-1> :=\n"
    )
    assert mended(before) == after


PIECES = ["<P-1-1> :=\n", "<P-2-1> :=\n", "<P-3-1> :=\n", "<P> :=\n", "# one\n", "# two\n", "\n", "  A: x\n"]
TEXT = st.lists(st.sampled_from(PIECES)).map("".join)
EDITS = st.lists(st.tuples(st.integers(0, 80), st.integers(0, 12), TEXT), max_size=5)


@given(TEXT, EDITS)
def test_what_the_fix_moves_is_after_edits_what_it_would_be_afresh(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    reading = Reading(language(Role.KEY), text)
    for place, length, added in edits:
        start = min(place, len(text))
        end = min(start + length, len(text))
        reading.edit([(start, end, added)])
        text = text[:start] + added + text[end:]
    assert moves(reading) == moves(Reading(language(Role.KEY), text))


def moves(reading: Reading) -> list[tuple[int, int, str]]:
    """The edits of all findings by their places in the file."""
    return [
        (each.offset + edit.start, each.offset + edit.end, edit.text)
        for each in reading.findings
        for edit in each.finding.edits
    ]
