"""The fix that puts the objects of a document together."""

import pytest

from keytally.batch.fixing import fixed
from keytally.engine.reading import Reading
from keytally.evaluations.interface import Role
from tests.evaluations.muc.template_files import language


def mended(text: str) -> str:
    return fixed(text, lambda now: list(Reading(language(Role.KEY), now).findings())).text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_end_that_lacks_is_that_of_the_file(end: str) -> None:
    before, after = "<P-1-1> :=\n<P-2-1> :=\n<P-1-2> :=", "<P-1-1> :=\n<P-1-2> :=\n<P-2-1> :=\n"
    assert mended(before.replace("\n", end)) == after.replace("\n", end)


def test_comments_move_with_the_objects_that_they_stand_in_or_below() -> None:
    before = (
        "<P-1-1> :=\n  A: x\n# of 1-1\n\n# of 2-1\n<P-2-1> :=\n<P-1-2> :=\n# in 1-2\n  A: y\n"
        "# of 1-3\n<P-1-3> :=\n  A: z\n# of 1-3 too\n\n# of 3-1\n; and this\n<P-3-1> :=\n"
    )
    after = (
        "<P-1-1> :=\n  A: x\n# of 1-1\n\n<P-1-2> :=\n# in 1-2\n  A: y\n"
        "# of 1-3\n<P-1-3> :=\n  A: z\n# of 1-3 too\n\n"
        "# of 2-1\n<P-2-1> :=\n# of 3-1\n; and this\n<P-3-1> :=\n"
    )
    assert mended(before) == after
