"""Each difference of a verb has one class in each of the three tasks, and a repair."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.grammar import cpa
from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference
from keytally.families.contract import Settings
from keytally.families.cpa.differences import NO_FILE
from keytally.families.registry import evaluation
from tests.error_analysis.laws import all_repaired, check_laws, rewritten
from tests.error_analysis.laws import scored as scored_texts
from tests.families.cpa.verb_files import rows, scored, settings

TASKS = {"cpa-parsing": "parse", "cpa-clustering": "clust", "cpa-slots": "pat"}
HUMAN = "Human||||||||"


def task(name: str) -> Any:
    return evaluation(name, Settings())


def differences(name: str, key: str, response: str) -> Sequence[Difference]:
    live = scored(name, key, response)
    return list(Corrections(live).differences("go"))


def repaired(name: str, key: str, response: str) -> str:
    live = scored(name, key, response)
    corrections = Corrections(live)
    return rewritten(live, corrections.corrected("go", corrections.differences("go")).rewriting)


@pytest.mark.parametrize("name", TASKS)
def test_the_tasks_classify_differences(name: str) -> None:
    assert task(name).classifier is not None
    assert evaluation(name, settings(compatible="official")).classifier is None


@pytest.mark.parametrize(
    ("name", "key", "response", "told", "counts"),
    [
        ("cpa-parsing", ["1|We|subj|"], ["1|We||"], ("missed", "subj (We)", ""), {"mis": 1}),
        ("cpa-parsing", ["1|We|subj|"], ["1|We|obj|"], ("wrong value", "subj (We)", "obj (We)"), {"mis": 1}),
        (
            "cpa-parsing",
            ["1|We|subj|", "2|it||"],
            ["1|We|subj|", "2|it|subj|"],
            ("spurious", "", "subj (it)"),
            {"spu": 1},
        ),
        ("cpa-clustering", ["1|1"], [], ("missed", "item 1, cluster 1", ""), {"mis": 1}),
        ("cpa-clustering", ["1|1", "2|u"], ["1|1", "2|1"], ("spurious", "", "item 2, cluster 1"), {"spu": 1}),
        (
            "cpa-clustering",
            ["1|1", "2|1", "3|2"],
            ["1|5", "2|5", "3|5"],
            ("wrong cluster", "item 3, cluster 2", "cluster 5"),
            {"inc": 1},
        ),
        (
            "cpa-slots",
            ["Human|Event|||||||"],
            [HUMAN],
            ("missed", "object Event", ""),
            {"mis": 1},
        ),
        (
            "cpa-slots",
            ["Human|Event|||||||"],
            ["Human|Money|||||||"],
            ("wrong value", "object Event", "object Money"),
            {"inc": 1},
        ),
        ("cpa-slots", [HUMAN], [HUMAN, HUMAN], ("spurious", "", "subject Human"), {"spu": 1}),
        ("cpa-slots", [HUMAN, HUMAN], [HUMAN], ("missed", "subject Human", ""), {"mis": 1}),
    ],
)
def test_a_difference_has_one_class(
    name: str, key: list[str], response: list[str], told: tuple[str, ...], counts: dict[str, int]
) -> None:
    (found,) = differences(name, rows(*key), rows(*response))
    assert ((found.name, found.key_text, found.response_text), found.counts) == (told, counts)


def test_a_category_that_the_key_uses_nowhere_costs_nothing() -> None:
    assert differences("cpa-parsing", rows("1|We|subj|", "2|it||"), rows("1|We|subj|", "2|it|obj|")) == []


@pytest.mark.parametrize(
    ("name", "key", "response", "after"),
    [
        ("cpa-parsing", ["1|We|subj|Human"], ["1|We"], ["1|We|subj|Human"]),
        ("cpa-parsing", ["1|We|subj|Human", "2|it|obj|"], ["1|We|v|"], ["1|We|subj|Human", "2|it|obj"]),
        ("cpa-clustering", ["1|1", "2|1", "3|2"], ["1|5", "2|5", "3|5"], ["1|5", "2|5", "3|1"]),
        ("cpa-clustering", ["1|1", "2|u"], ["1|1", "2|1"], ["1|1", "2|x"]),
        ("cpa-slots", [HUMAN, "|Event|||||||"], [HUMAN, HUMAN], [HUMAN, "|Event"]),
    ],
)
def test_repairs_write_cells(name: str, key: list[str], response: list[str], after: list[str]) -> None:
    assert repaired(name, rows(*key), rows(*response)) == rows(*after)


def test_a_verb_without_a_file_cannot_be_repaired() -> None:
    live = scored("cpa-clustering", {"go": "1\t1\n", "run": "1\t1\n"}, {"go": "1\t1\n"})
    corrections = Corrections(live)
    (found,) = corrections.differences("run")
    assert corrections.corrected("run", [found]).rewriting.refused == {0: NO_FILE}


@pytest.mark.parametrize("name", TASKS)
@given(seed=st.integers(0, 2**32))
def test_files_meet_the_laws(name: str, seed: int) -> None:
    files = cpa.workspace(Random(seed))
    folder = {"cpa-parsing": "task1", "cpa-clustering": "task2", "cpa-slots": "task3"}[name]
    key, response = files[f"key/{folder}/drift.{TASKS[name]}"], files[f"response/drift.{TASKS[name]}"]
    check_laws(task(name), key, response)
    live = all_repaired(task(name), key, response)
    assert [each for document in live.documents for each in Corrections(live).differences(document)] == []
    assert live.headline() == pytest.approx(scored_texts(task(name), key, key).headline())
