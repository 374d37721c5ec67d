"""Extending and shrinking mentions: no step onto the text of another mention, none that loses the head."""

import pytest

from tests.server.chain_desk import response, shortened, titles
from tests.server.desk import Desk

ALL_EXTEND = ["Extend by a word to the right", "Extend by a word to the left"]
ALL_SHRINK = ["Shrink by a word from the right", "Shrink by a word from the left"]


def steps(picture: str) -> list[str]:
    desk = response(picture)
    return [*titles(desk, "extend"), *titles(desk, "shrink")]


def headed(picture: str) -> Desk:
    """A picture whose mentions with `{words}` behind their IDs have these words for a MIN."""
    return response(picture.replace("{", '<COREF ID="1" MIN="').replace("}", '">'))


def test_a_mention_steps_where_no_other_is() -> None:
    assert steps("saw [1 the old‸ board] meet\n") == [*ALL_EXTEND, *ALL_SHRINK]
    assert shortened(response("saw [1 the old‸ board] meet\n").after(ALL_SHRINK[1])) == (
        "saw the [1 old board] meet\n"
    )


@pytest.mark.parametrize(
    ("picture", "left_out"),
    [
        ("x [1 the‸ [2 board]] y\n", ALL_SHRINK[1]),
        ("x [1 [2 board] of‸] y\n", ALL_SHRINK[0]),
        ("x [1 its [2 bo‸ard]] y\n", ALL_EXTEND[1]),
        ("x [1 [2 bo‸ard] here] y\n", ALL_EXTEND[0]),
        ("x [1 [2 the‸ old] board] y\n", ALL_EXTEND[0]),
    ],
)
def test_no_step_leads_onto_the_text_of_another_mention(picture: str, left_out: str) -> None:
    """The rule duplicate-mention would find the two."""
    assert left_out not in steps(picture)


def test_no_step_of_a_mention_outside_the_sections_leads_onto_another_there() -> None:
    outside = "[1 Orrin]</TXT>\n<SO> x [2 the‸ [3 board]] y </SO>\n<TXT>\n"
    assert ALL_SHRINK[1] not in steps(outside)


def test_a_mention_does_not_shrink_to_less_than_its_head() -> None:
    """The rule min-not-in-text would say that its MIN is not part of the text."""
    assert titles(headed("x {Board}the old‸ board</COREF> y\n"), "shrink") == [ALL_SHRINK[1]]
    assert titles(headed("x {old  board}old‸ board now</COREF> y\n"), "shrink") == [ALL_SHRINK[0]]


def test_a_head_that_is_not_in_the_text_holds_no_step_up() -> None:
    assert titles(headed("x {Orrin}the old‸ board</COREF> y\n"), "shrink") == ALL_SHRINK
