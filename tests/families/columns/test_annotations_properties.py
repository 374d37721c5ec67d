"""Whatever two files say of a sentence: pairs are the same either way, and the gold can say the same."""

from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from fuzz.grammar import columns
from keytally.families.columns.evaluation import evaluation
from keytally.families.contract import Role, Settings
from tests.families.annotating import rewritten, said, taking_all, units_of
from tests.families.columns.written import labels

TASK = evaluation(Settings())
LANGUAGE = TASK.language(Role.KEY)


@st.composite
def sentences(draw: st.DrawFn) -> list[Any]:
    """A sentence of six tokens with any labels, in any layout."""
    between, end = draw(st.sampled_from(["\t", " "])), draw(st.sampled_from(["\n", "\r\n"]))
    rows = [f"w{n}{between}{draw(labels())}{end}" for n in range(6)]
    if draw(st.booleans()):
        rows.insert(draw(st.integers(0, 6)), f"# comment{end}")
    return units_of(LANGUAGE, "".join(rows))


@given(sentences(), sentences())
def test_pairs_are_the_same_either_way(first: list[Any], second: list[Any]) -> None:
    some, other = TASK.annotator.annotations(first), TASK.annotator.annotations(second)
    pairs = TASK.annotator.counterparts(some, other)
    assert sorted((j, i) for i, j in pairs) == sorted(TASK.annotator.counterparts(other, some))


@given(sentences())
def test_a_file_pairs_with_itself(units: list[Any]) -> None:
    listed = TASK.annotator.annotations(units)
    assert TASK.annotator.counterparts(listed, listed) == [(n, n) for n in range(len(listed))]


@given(sentences(), sentences())
def test_the_gold_can_say_what_a_file_says(gold: list[Any], taken: list[Any]) -> None:
    made = TASK.annotator.rewriting(gold, taking_all(TASK, gold, taken))
    assert not made.refused
    after = units_of(LANGUAGE, "".join(rewritten(gold, made)))
    assert said(TASK.annotator.annotations(after)) == said(TASK.annotator.annotations(taken))
    assert TASK.annotator.bare(after) == TASK.annotator.bare(gold)


@given(sentences())
def test_an_empty_sentence_takes_over_labels_as_they_are(units: list[Any]) -> None:
    empty = units_of(LANGUAGE, TASK.annotator.bare(units)[0])
    made = TASK.annotator.rewriting(empty, taking_all(TASK, empty, units))
    assert not made.refused
    after = units_of(LANGUAGE, "".join(rewritten(empty, made)))
    assert TASK.annotator.annotations(after) == [] or TASK.annotator.bare(after) == TASK.annotator.bare(units)
    assert said(TASK.annotator.annotations(after)) == said(TASK.annotator.annotations(units))


@given(st.integers(0, 10**9))
def test_random_files(seed: int) -> None:
    files = columns.workspace(Random(seed))
    sides = [units_of(LANGUAGE, files[name]) for name in ("key.bio", "response.bio")]
    some, other = ([unit for unit in units if unit.document is not None] for units in sides)
    for gold, taken in zip(some, other, strict=False):
        assume(list(gold.tokens()) == list(taken.tokens()))
        made = TASK.annotator.rewriting([gold], taking_all(TASK, [gold], [taken]))
        [after] = [gold.with_text(text) for text in rewritten([gold], made)]
        assert made.refused or said(TASK.annotator.annotations([after])) == said(
            TASK.annotator.annotations([taken])
        )
