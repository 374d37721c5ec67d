"""Which files of lexical substitution belong together, and what they are scored for."""

from pathlib import Path

import pytest

from keytally.families.lexsub.reading import task_of, task_with
from keytally.project.conventions import named_pairs
from keytally.project.discovery import discover

GOLD = "bright.a 5 :: clever 3;smart 1;\nwild.a 6 :: mad 2;\n"
MULTIWORDS = "take.v 29 :: take place 5;\ncross.n 59 :: cross-section 4;\n"


def test_the_distribution_s_names_pair_gold_standards_with_outputs_and_multiwords_with_multiwords() -> None:
    names = ["BL.out", "BLoutof10.out", "dummyMW.out", "gold.trial", "mwgold.trial", "score.pl", "readme"]
    assert [(pair.key, pair.response) for pair in named_pairs(names)] == [
        ("gold.trial", "BL.out"),
        ("gold.trial", "BLoutof10.out"),
        ("mwgold.trial", "dummyMW.out"),
    ]


def test_gold_goes_with_whatever_starts_with_response() -> None:
    names = ["gold", "response.best", "response.mw", "response.oot", "best.out~", "marigold"]
    assert [pair.response for pair in named_pairs(names)] == ["response.best", "response.oot"]


@pytest.mark.parametrize(
    ("answers", "task"),
    [
        ("bright.a 5 :: clever\n", "lexsub-best"),
        ("\n\nbright.a 5 ::clever\r\n", "lexsub-best"),
        ("bright.a 5 ::: clever;smart\n", "lexsub-oot"),
        ("e commerce.n 1 ::: trade;sale\n", "lexsub-oot"),
        ("hello\n", None),
        ("", None),
    ],
)
def test_colons_tell_best_and_oot_apart(answers: str, task: str | None) -> None:
    assert task_with("lexsub-best", answers) == task


def test_a_gold_standard_of_nothing_but_multiwords_is_for_mw() -> None:
    assert task_of(GOLD) == "lexsub-best"
    assert task_of(MULTIWORDS) == "lexsub-mw"
    assert task_with(task_of(MULTIWORDS), "take.v 29 :: take place\n") == "lexsub-mw"


def test_a_folder_of_the_task_is_found_and_other_files_are_not_taken_for_answers(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text(GOLD)
    (tmp_path / "response.best").write_text("bright.a 5 :: clever\n")
    (tmp_path / "response.oot").write_text("bright.a 5 ::: clever;smart\n")
    (tmp_path / "build.out").write_text("make: nothing to be done\n")
    (tmp_path / "news.key.txt").write_text(GOLD)
    (tmp_path / "news.response1.txt").write_text("bright.a 5 ::: clever;smart\n")
    assert [(pair.task, pair.response.name) for pair in discover(tmp_path).live] == [
        ("lexsub-best", "response.best"),
        ("lexsub-oot", "response.oot"),
        ("lexsub-oot", "news.response1.txt"),
    ]
