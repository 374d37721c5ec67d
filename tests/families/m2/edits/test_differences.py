"""Each difference between the edits of two M2 files has one class, and a repair."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.contract import Settings
from keytally.families.m2.edits.evaluation import EditComparison, edit_comparison
from tests.error_analysis.laws import all_repaired, check_laws, scored
from tests.families.m2.edits.recording import Generator


def task(**options: str) -> EditComparison:
    """The task under options."""
    return edit_comparison(Settings(options=[(name, (value,)) for name, value in options.items()]))


def sentence(*edits: str, annotator: int = 0) -> str:
    """A sentence of four tokens, with edits as `0 1 R:NOUN x`."""
    lines = []
    for edit in edits:
        start, end, kind, *correction = edit.split()
        lines.append(f"A {start} {end}|||{kind}|||{' '.join(correction)}|||REQUIRED|||-NONE-|||{annotator}")
    return "\n".join(["S a b c d", *lines, "", ""])


EDIT = "0 1 R:NOUN x"
CASES = [
    ([EDIT], [], "cs", "missed", {"mis": 1}),
    ([], [EDIT], "cs", "spurious", {"spu": 1}),
    ([EDIT], ["0 1 R:NOUN y"], "cs", "wrong correction", {"mis": 1, "spu": 1}),
    ([EDIT], ["0 2 R:NOUN x"], "cs", "wrong place", {"mis": 1, "spu": 1}),
    ([EDIT], ["0 2 R:NOUN y"], "cs", "wrong correction", {"mis": 1, "spu": 1}),
    ([EDIT], ["0 1 R:VERB x"], "cse", "wrong type", {"mis": 1, "spu": 1}),
    ([EDIT], ["0 2 R:VERB y"], "ds", "wrong place", {"mis": 1, "spu": 1}),
    (["0 2 R:NOUN x"], ["1 3 R:NOUN y"], "dt", "wrong place", {"mis": 1, "spu": 1}),
    (["0 1 R:NOUN x", "1 2 R:NOUN y"], ["0 2 R:NOUN z"], "cs", "wrong correction", {"mis": 2, "spu": 1}),
]


@pytest.mark.parametrize(("key", "response", "level", "name", "counts"), CASES)
def test_a_difference_has_one_class(
    key: list[str], response: list[str], level: str, name: str, counts: Mapping[str, int]
) -> None:
    evaluation = task(level=level)
    live = scored(evaluation, sentence(*key), sentence(*response))
    (found,) = evaluation.classifier.differences(live.scores_of("1"))
    assert (found.name, found.counts) == (name, counts)


def test_both_sides_quote_their_lines() -> None:
    evaluation = task()
    live = scored(evaluation, sentence(EDIT), sentence("0 1 R:NOUN y"))
    (found,) = evaluation.classifier.differences(live.scores_of("1"))
    assert (found.key_text, found.response_text) == ("a → x (R:NOUN)", "a → y (R:NOUN)")
    assert [place.unit.text[place.start : place.end] for place in found.response] == [
        "A 0 1|||R:NOUN|||y|||REQUIRED|||-NONE-|||0"
    ]


def test_the_order_of_the_file_leaves_no_classes() -> None:
    assert task().classifier is not None
    assert task(compatible="errant").classifier is None


@given(st.integers(0, 10_000), st.sampled_from(["cs", "cse", "ds", "dt"]), st.sampled_from(["all", "single"]))
@settings(max_examples=80, deadline=None)
def test_the_laws_hold(seed: int, level: str, edits: str) -> None:
    check_laws(task(level=level, edits=edits), *Generator(seed).pair(2))


@given(st.integers(0, 10_000), st.sampled_from(["cs", "cse", "ds", "dt"]))
@settings(max_examples=80, deadline=None)
def test_a_repaired_response_has_all_edits_of_the_key(seed: int, level: str) -> None:
    live = all_repaired(task(level=level), *Generator(seed).pair(2))
    assert live.headline() == 100
