"""A failing case becomes as small as what makes it fail."""

from collections.abc import Sequence

from fuzz.case import Case, Step, edited
from fuzz.minimise import minimised, shortest


def test_only_what_a_failure_needs_is_left() -> None:
    def fails(parts: Sequence[int]) -> bool:
        return 3 in parts and 17 in parts

    assert list(shortest(range(40), fails)) == [3, 17]


def test_what_always_fails_becomes_nothing() -> None:
    assert list(shortest("abc", lambda parts: True)) == []


def test_files_texts_and_steps_become_small() -> None:
    files = {"a": "one\ntwo\nthree <x> four\n", "b": "not needed\n"}
    steps = (Step("open", "b"), Step("edit", "a", 0, 3, "begin & end"), Step("pause"))

    def fails(case: Case) -> bool:
        text = case.files.get("a", "")
        for step in case.steps:
            text = edited(text, step)
        return "<" in text and "&" in text

    small = minimised(Case("edits", files, steps), fails)
    assert small.files == {"a": "<"}
    assert small.steps == (Step("edit", "a", 0, 0, "&"),)
