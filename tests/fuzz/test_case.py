"""Cases are plain values: what is kept is what was tried, bytes that are no text among it."""

from hypothesis import given
from hypothesis import strategies as st

from fuzz.case import KINDS, Case, Step, bytes_of, edited, from_json, text_of, to_json

STEPS = st.builds(
    Step, st.sampled_from(KINDS), st.text(), st.integers(0, 9), st.integers(0, 9), st.text(max_size=5)
)


@given(st.binary(), st.lists(STEPS))
def test_what_is_kept_is_what_was_tried(data: bytes, steps: list[Step]) -> None:
    case = Case("check", {"a": text_of(data)}, tuple(steps), {"x": "y"})
    again = from_json(to_json(case))
    assert again == case
    assert bytes_of(again.files["a"]) == data


def test_an_edit_is_cut_to_the_text() -> None:
    assert edited("abc", Step("edit", "f", 1, 1, "X")) == "aXc"
    assert edited("abc", Step("edit", "f", 2, 50, "X")) == "abX"
    assert edited("abc", Step("edit", "f", 50, 50, "X")) == "abcX"


def test_edits_are_counted() -> None:
    assert Case("wire", {}, (Step("open", "a"), Step("edit", "a"), Step("disk", "a"))).edits == 2
