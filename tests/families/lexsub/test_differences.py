"""What an answer loses is told in one class an item, or one a word, and can be repaired."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.lexsub.files import TASKS, scoring
from tests.families.lexsub.strategies import PATIENT, answer_lines, gold_lines, texts

GOLD = "bright.a 1 :: clever 4;smart 2;quick 1;\n"
TEN = "a;b;c;d;e;f;g;h;i;j"


def differences(task: str, gold: str, answer: str) -> Sequence[Difference]:
    evaluation = scoring(task)
    live = scored(evaluation, gold, answer)
    return [
        each for name in live.documents for each in evaluation.classifier.differences(live.scores_of(name))
    ]


def repaired(task: str, gold: str, answer: str) -> str:
    """The answers with everything repaired."""
    live = scored(scoring(task), gold, answer)
    corrections = Corrections(live)
    return rewritten(
        live,
        *(
            corrections.corrected(name, found).rewriting
            for name in live.documents
            if (found := corrections.differences(name))
        ),
    )


@pytest.mark.parametrize("task", TASKS)
def test_the_tasks_classify_differences(task: str) -> None:
    assert scoring(task).classifier is not None
    assert scoring(task, "final").classifier is None


@pytest.mark.parametrize(
    ("answer", "name", "counts", "after"),
    [
        ("", "missed", {"mis": 1}, "bright.a 1 :: clever\n"),
        ("bright.a 1 ::\n", "missed", {"mis": 1}, "bright.a 1 :: clever\n"),
        ("bright.a 1 :: loud\n", "wrong correction", {"inc": 1}, "bright.a 1 :: clever\n"),
        ("bright.a 1 :: smart\r\n", "wrong correction", {"par": 1}, "bright.a 1 :: clever\r\n"),
        ("bright.a 1 :: clever;loud", "spurious", {"par": 1}, "bright.a 1 :: clever"),
        ("bright.a 1 :: smart;clever;", "wrong place", {"par": 1}, "bright.a 1 :: clever"),
    ],
)
def test_best(answer: str, name: str, counts: dict[str, int], after: str) -> None:
    (found,) = differences("lexsub-best", GOLD, answer)
    assert (found.name, found.counts, found.key_text) == (name, counts, "clever 4 of 7")
    assert repaired("lexsub-best", GOLD, answer) == after


def test_best_has_no_difference_where_the_best_word_stands_alone() -> None:
    assert differences("lexsub-best", GOLD, "bright.a 1 :: clever\n") == []
    assert differences("lexsub-best", "bright.a 1 :: clever 1;\n", "bright.a 1 :: loud\n") == []


@pytest.mark.parametrize(
    ("answer", "found", "after"),
    [
        ("bright.a 1 ::: clever;loud\n", [("missed", 2), ("missed", 1)], "clever;loud;smart;quick"),
        (
            f"bright.a 1 ::: {TEN}\n",
            [("wrong correction", 4), ("wrong correction", 2), ("wrong correction", 1)],
            "a;b;c;d;e;f;g;clever;smart;quick",
        ),
        (
            f"bright.a 1 ::: {TEN};clever\n",
            [("wrong place", 4), ("wrong correction", 2), ("wrong correction", 1)],
            "a;b;c;d;e;f;g;clever;smart;quick",
        ),
    ],
)
def test_oot(answer: str, found: list[tuple[str, int]], after: str) -> None:
    told = differences("lexsub-oot", GOLD, answer)
    assert [(each.name, each.counts["mis"]) for each in told] == found
    assert repaired("lexsub-oot", GOLD, answer) == f"bright.a 1 ::: {after}\n"


def test_oot_exchanges_a_rare_word_for_a_frequent_one_where_there_are_more_than_ten() -> None:
    gold = "bright.a 1 :: clever 3;" + "".join(f"{word} 2;" for word in "abcdefghi") + "rare 1;\n"
    answer = "bright.a 1 ::: a;b;c;d;e;f;g;h;i;rare\n"
    assert [(each.name, each.counts) for each in differences("lexsub-oot", gold, answer)] == [
        ("wrong correction", {"mis": 2})
    ]
    assert repaired("lexsub-oot", gold, answer) == "bright.a 1 ::: a;b;c;d;e;f;g;h;i;clever\n"


@pytest.mark.parametrize(
    ("gold", "answer", "name", "counts", "after"),
    [
        ("steer.v 5 :: steer clear of 4;\n", "", "missed", {"mis": 1}, "steer.v 5 :: steer clear of\n"),
        (
            "steer.v 5 :: steer clear of 4;\n",
            "steer.v 5 :: steer of\n",
            "wrong correction",
            {"inc": 1},
            "steer.v 5 :: steer clear of\n",
        ),
        (
            "steer.v 6 :: steer clear 4;\n",
            "steer.v 5 :: go\nsteer.v 6 :: steer clear\n",
            "spurious",
            {"spu": 1},
            "steer.v 6 :: steer clear\n",
        ),
    ],
)
def test_multiwords(gold: str, answer: str, name: str, counts: dict[str, int], after: str) -> None:
    (found,) = differences("lexsub-mw", gold, answer)
    assert (found.name, found.counts) == (name, counts)
    assert repaired("lexsub-mw", gold, answer) == after


@PATIENT
@given(st.data(), st.sampled_from(TASKS))
def test_classes_sum_up_and_gains_are_exact(data: st.DataObject, task: str) -> None:
    check_laws(scoring(task), data.draw(texts(gold_lines())), data.draw(texts(answer_lines(task))))


@PATIENT
@given(st.data(), st.sampled_from(TASKS))
def test_nothing_is_left_once_all_is_repaired(data: st.DataObject, task: str) -> None:
    """What credit the gold standard allows is then given: all of it in oot and mw."""
    gold = data.draw(texts(gold_lines()))
    live = all_repaired(scoring(task), gold, data.draw(texts(answer_lines(task))))
    left = [each for name in live.documents for each in Corrections(live).differences(name)]
    assert left == []
