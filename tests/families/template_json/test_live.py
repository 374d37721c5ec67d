"""Templates in the engine: after any edits all is as in a fresh run."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.contract import Role, Settings
from keytally.families.template_json.evaluation import evaluation
from keytally.project.pair import Pair
from tests.families.template_json.written import Document, extracts, lines, one_object, pairs, with_offsets
from tests.live_state import KEY, RESPONSE, edited, everything

PIECES = ["", "", "\n", "{", "}", "[", "]", '"', ",", ":", "\\", "x", "null", "attack", '["bomb"]']
RECORDS = ['{"docid": "10002", "templates": []}\n', '"10002": {"pred_templates": []},', '"docid": ', "10001"]
EDIT = st.tuples(
    st.sampled_from([KEY, RESPONSE]),
    st.integers(0, 600),
    st.sampled_from([0, 0, 1, 1, 2, 9, 40]),
    st.sampled_from([*PIECES, *RECORDS]),
)
TASKS = ("template-filling", "role-filling")
Sides = list[tuple[Document, Document]]


def texts_of(sides: Sides, task: str, *, by_line: bool) -> tuple[str, str]:
    """The texts of a key and a response; of a document's templates the first one gives the roles."""
    key, response = ([each[at] for each in sides] for at in (0, 1))
    if task == "role-filling":
        gold, found = ([extracts(each[0]) if each else {} for each in side] for side in (key, response))
        return lines(gold, "extracts"), lines(found, "extracts") if by_line else one_object(
            found, "pred_extracts"
        )
    gold_lines = lines([[*map(with_offsets, each)] for each in key])
    return gold_lines, lines(response) if by_line else one_object(response)


def engine_on(key: str, response: str, task: str) -> Engine:
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    engine.add_pair(Pair(task, KEY, RESPONSE), evaluation(task, Settings()))
    return engine


@pytest.mark.parametrize("task", TASKS)
@given(pairs(), st.booleans(), st.lists(EDIT, max_size=6))
@settings(max_examples=120, deadline=None)
def test_edits_equal_a_fresh_run(task: str, sides: Sides, by_line: bool, edits: list[Any]) -> None:
    engine = engine_on(*texts_of(sides, task, by_line=by_line), task)
    now = edited(engine, edits)
    assert everything(engine) == everything(engine_on(now[0], now[1], task))


@pytest.mark.parametrize("task", TASKS)
@given(pairs())
@settings(deadline=None)
def test_totals_are_the_sums_of_documents_and_roles(task: str, sides: Sides) -> None:
    shown = everything(engine_on(*texts_of(sides, task, by_line=False), task))["json"]
    for measure, scores in shown["scores"].items():
        for at, count in enumerate(scores["counts"]):
            items = [item[measure]["counts"][at] for item in shown["items"].values()]
            assert count == pytest.approx(sum(items))
            assert count == pytest.approx(sum(role["counts"][at] for role in scores["roles"].values()))


@given(pairs())
@settings(deadline=None)
def test_swapped_roles_swap_precision_and_recall(sides: Sides) -> None:
    """Of the measures that are symmetric: phi-3, whose types must be equal and not several."""
    plain = [tuple(_plain(each[at]) for at in (0, 1)) for each in sides]
    turned = [(its, mine) for mine, its in plain]
    there, back = (
        everything(engine_on(*texts_of(each, "template-filling", by_line=True), "template-filling"))["totals"]
        for each in (plain, turned)
    )
    one, other = there["ceaf_rme_phi3"], back["ceaf_rme_phi3"]
    assert (one["precision"], one["recall"]) == (other["recall"], other["precision"])


def _plain(document: Document) -> Document:
    """A document whose templates differ, have one type each and no mention twice in an entity."""
    shown: list[Any] = []
    for template in document:
        kept = {
            name: value.split(" / ")[0] if isinstance(value, str) else [each[:1] for each in value]
            for name, value in template.items()
        }
        if kept not in shown:
            shown.append(kept)
    return shown


@given(pairs())
@settings(deadline=None)
def test_the_marks_of_a_response_count_as_gtt_does(sides: Sides) -> None:
    """A template is a mark, and so is an entity; those that are right have the status correct."""
    shown = everything(engine_on(*texts_of(sides, "template-filling", by_line=False), "template-filling"))
    statuses = [mark[2].value for mark in shown["marks"][Role.RESPONSE]]
    correct, proposed, _, _ = shown["totals"]["gtt"]["counts"]
    assert statuses.count("cor") == correct
    assert sum(statuses.count(each) for each in ("cor", "inc", "spu")) == proposed


@given(pairs())
@settings(deadline=None)
def test_the_marks_of_a_key_count_as_gtt_does(sides: Sides) -> None:
    shown = everything(engine_on(*texts_of(sides, "template-filling", by_line=True), "template-filling"))
    statuses = [mark[2].value for mark in shown["marks"][Role.KEY]]
    _, _, found, gold = shown["totals"]["gtt"]["counts"]
    assert (statuses.count("cor"), len(statuses)) == (found, gold)
