"""CorefUD is scored as the CorefUD scorer does; its outputs on cases of our own are recorded."""

import importlib
import json
import os
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keytally.runs.files import KeytallyError
from keytally.runs.score import score
from tests.families.conll.written_corefud import LENGTH, Written, mentions, written

RECORDS = json.loads((Path(__file__).parent / "recorded_corefud.json").read_text(encoding="utf-8"))
REPEATED = json.loads((Path(__file__).parent / "recorded_repeated.json").read_text(encoding="utf-8"))
SCORER = "COREFUD_SCORER"
"""The environment's variable for the folder of corefud-scorer.py, which needs numpy, scipy and udapi."""

METRICS = {
    "muc": ["muc"],
    "b_cubed": ["b_cubed"],
    "ceaf_m": ["ceafm"],
    "ceaf_e": ["ceafe"],
    "blanc": ["blancc", "blancn"],
    "lea": ["lea"],
    "mor": ["mention_overlap"],
}
"""The program's functions of each measure; BLANC is the mean of those of links and of links that are none.

Where neither side has any of one kind, the other kind counts alone (Luo et al. 2014).
"""

MATCHES = ("exact", "head", "partial")
Case = tuple[list[Written], list[Written], tuple[list[int], list[int]]]


@st.composite
def pairs(draw: st.DrawFn) -> Case:
    """Mentions of key and response, and where empty nodes stand in each."""
    zeros = [sorted(draw(st.sets(st.integers(0, LENGTH * 2 - 1), max_size=2))) for _ in range(2)]
    return draw(mentions(zeros[0])), draw(mentions(zeros[1])), (zeros[0], zeros[1])


def found(
    folder: Path, texts: Sequence[str], match: str, singletons: str, **others: str
) -> dict[str, list[float]]:
    """Recall and precision of each measure."""
    paths = [folder / "key.conllu", folder / "response.conllu"]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    options = {"match": match, "singletons": singletons, **others}
    scores = score(*paths, task="conll-coreference", options=options).values["scores"]
    ratios = ([scores[name][side] for side in ("recall", "precision")] for name in METRICS)
    values = [[above / below if below else 0.0 for above, below in both] for both in ratios]
    return dict(zip(METRICS, values, strict=True))


def of_program(folder: Path, match: str, singletons: str) -> dict[str, list[float]]:
    """The same from the program; skips the test where it is not at hand."""
    place = os.environ.get(SCORER)
    if not place:
        pytest.skip(f"{SCORER} does not name the folder of corefud-scorer.py")
    sys.path.insert(0, place)
    try:
        reader: Any = importlib.import_module("scorer.corefud.reader")
        evaluator: Any = importlib.import_module("scorer.eval.evaluator")
    finally:
        sys.path.remove(place)
    matching = {"partial": "partial-corefud"}.get(match, match)
    read = reader.CorefUDReader(
        match=matching, keep_singletons=singletons == "keep", keep_zeros=True, zero_match_method="dependent"
    )
    read.get_coref_infos(str(folder / "key.conllu"), str(folder / "response.conllu"))
    values = {}
    for name, metrics in METRICS.items():
        counted = [evaluator.Evaluator(getattr(evaluator, metric)) for metric in metrics]
        for document, each in product(read.doc_coref_infos.values(), counted):
            each.update(document)
        counted = [each for each in counted if each.r_den or each.p_den] or counted
        values[name] = [
            mean(each.get_recall() for each in counted),
            mean(each.get_precision() for each in counted),
        ]
    return values


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=pairs(), match=st.sampled_from(MATCHES), kept=st.sampled_from(["keep", "drop"]))
def test_random_documents(case: Case, match: str, kept: str, tmp_path: Path) -> None:
    texts = written(case[0], case[2][0]), written(case[1], case[2][1])
    mine = found(tmp_path, texts, match, kept)
    its = of_program(tmp_path, match, kept)
    assert mine == {name: pytest.approx(values) for name, values in its.items()}


@pytest.mark.parametrize(
    "case", RECORDS, ids=lambda case: f"{case['name']}-{case['match']}-{case['singletons']}"
)
def test_as_recorded(case: dict[str, Any], tmp_path: Path) -> None:
    mine = found(tmp_path, (case["key"], case["response"]), case["match"], case["singletons"])
    assert mine == {name: pytest.approx(values) for name, values in case["values"].items()}


@pytest.mark.parametrize(
    "case", REPEATED, ids=lambda case: f"{case['name']}-{case['match']}-{case['singletons']}"
)
def test_repeated_mentions_count_in_every_chain(case: dict[str, Any], tmp_path: Path) -> None:
    texts = case["key"], case["response"]
    mine = found(tmp_path, texts, case["match"], case["singletons"])
    assert mine == {name: pytest.approx(values) for name, values in case["values"].items()}


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=pairs(), match=st.sampled_from(MATCHES), kept=st.sampled_from(["keep", "drop"]))
def test_without_repeated_mentions_the_option_has_no_effect(
    case: Case, match: str, kept: str, tmp_path: Path
) -> None:
    texts = written(case[0], case[2][0]), written(case[1], case[2][1])
    first = found(tmp_path, texts, match, kept, repeated="first")
    assert found(tmp_path, texts, match, kept, repeated="every") == first


def test_a_mention_in_two_chains_is_reported_unless_it_counts_in_both(tmp_path: Path) -> None:
    """Of each chain it still counts once."""
    twice = [Written(1, 0, 1, 1), Written(2, 0, 1, 1), Written(1, 4, 4, 1)]
    path = tmp_path / "key.conllu"
    path.write_text(written(twice), encoding="utf-8")

    def warnings(**options: str) -> int:
        return len(score(path, path, task="conll-coreference", options=options).warnings)

    assert (warnings(), warnings(repeated="every"), warnings(repeated="first")) == (0, 0, 2)
    in_one = written(twice).replace("(e2-x-1-", "(e1-x-1-").replace("e2)", "e1)")
    path.write_text(in_one, encoding="utf-8")
    assert warnings() == warnings(repeated="every") == 2


def test_the_option_does_not_go_with_the_rules_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "key.conll"
    path.write_text("#begin document (a); part 000\na 0 0 w (1)\n#end document\n", encoding="utf-8")
    with pytest.raises(
        KeytallyError, match=r"repeated=every: compatible=v8\.01 has its own rules for repeated mentions"
    ):
        score(path, path, options={"compatible": "v8.01", "repeated": "every"})


def test_defaults_are_those_of_the_shared_tasks(tmp_path: Path) -> None:
    """CRAC: heads match, singletons are dropped."""
    key = [Written(1, 0, 1, 1), Written(1, 3, 3, 1), Written(2, 2, 2, 1)]
    response = [Written(1, 0, 0, 1), Written(1, 3, 3, 1)]
    texts = written(key), written(response)
    auto = found(tmp_path, texts, "auto", "auto")
    assert auto == found(tmp_path, texts, "head", "drop")
    assert auto["muc"] == [1, 1] and auto["b_cubed"] == [1, 1]
    assert auto["mor"] == [2 / 3, 1]
    assert found(tmp_path, texts, "exact", "keep")["b_cubed"] == [1 / 6, 1 / 4]
