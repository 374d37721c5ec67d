"""Columns in the engine: after any edits all is as in a fresh run."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.columns.evaluation import evaluation
from keytally.families.columns.model import Scheme
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from tests.families.columns.written import pairs, written
from tests.live_state import KEY, RESPONSE, edited, everything

MODES = ("document", "conlleval", "seqeval", "seqeval-strict", "nervaluate")
PIECES = ["", "", "\n", "\n\n", "\r", " \n", "x", "\t", "B", "I-PER", "O"]
LINES = ["w0\tB-NEW\n", "# c\n", "-DOCSTART- O\n"]
EDIT = st.tuples(
    st.sampled_from([KEY, RESPONSE]),
    st.integers(0, 200),
    st.sampled_from([0, 0, 1, 1, 2, 9]),
    st.sampled_from([*PIECES, *LINES]),
)
Sides = list[tuple[list[str], list[str]]]


def engine_on(key: str, response: str, mode: str, told: str = Scheme.IOB2.value) -> Engine:
    """An engine with a pair, whose key tells so much of itself."""
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    task = evaluation(Settings(told, options=[("compatible", (mode,))]))
    engine.add_pair(Pair("entities", KEY, RESPONSE), task)
    return engine


@pytest.mark.long
@given(pairs(), st.sampled_from(MODES), st.lists(EDIT, max_size=6))
@settings(max_examples=150)
def test_edits_equal_a_fresh_run(sides: Sides, mode: str, edits: list[Any]) -> None:
    texts = [written([each[at] for each in sides]) for at in (0, 1)]
    engine = engine_on(texts[0], texts[1], mode)
    now = edited(engine, edits)
    assert everything(engine) == everything(engine_on(now[0], now[1], mode))


@given(pairs("IB"), st.sampled_from(MODES), st.lists(EDIT, max_size=6))
@settings(max_examples=80)
def test_so_they_do_where_tokens_stand_behind_numbers(sides: Sides, mode: str, edits: list[Any]) -> None:
    """Files of CoNLL-U Plus; `1-2` and `1.1` are no words."""
    header, told = "# global.columns = ID FORM NER\n", "IOB2 token=2"
    texts = [header + written([each[at] for each in sides]).replace("w", "1\tw") for at in (0, 1)]
    engine = engine_on(texts[0], texts[1], mode, told)
    now = edited(engine, [*edits, (RESPONSE, 40, 0, "1-2\tx\t_\n")])
    assert everything(engine) == everything(engine_on(now[0], now[1], mode, told))


def test_a_new_sentence_takes_findings_of_types_away_behind_it() -> None:
    """Behind the first sentence out of step nothing is compared, whatever number a sentence has now."""
    engine = engine_on("w0\tO\n\nw0\tO\n", "w0\tO\n\nw0\tB-PER\n", "document")
    assert [each.finding.rule.name for each in engine.findings(RESPONSE)] == ["columns-type"]
    engine.edit(RESPONSE, [(1, 1, "\n\n")])
    engine.pairs[0].work()
    assert [each.start for each in engine.findings(RESPONSE)] == [0, 0]


@given(pairs())
def test_totals_are_the_sums_of_sentences(sides: Sides) -> None:
    engine = engine_on(written([mine for mine, _ in sides]), written([its for _, its in sides]), "document")
    shown = everything(engine)["json"]
    for name in ("correct", "proposed", "gold"):
        assert shown["scores"][name] == sum(item[name] for item in shown["items"].values())
        assert shown["scores"][name] == sum(each[name] for each in shown["types"].values())
    assert shown["scores"]["f"] == shown["schemas"]["strict"]["f"]


@given(pairs())
def test_swapped_roles_swap_recall_and_precision(sides: Sides) -> None:
    texts = [written([each[at] for each in sides]) for at in (0, 1)]
    there, back = (everything(engine_on(*each, "document"))["totals"] for each in (texts, texts[::-1]))
    assert (there["precision"], there["recall"], there["f"]) == (back["recall"], back["precision"], back["f"])


@given(pairs())
def test_each_entity_has_one_mark_on_its_side(sides: Sides) -> None:
    engine = engine_on(written([mine for mine, _ in sides]), written([its for _, its in sides]), "document")
    shown = everything(engine)
    counted = shown["totals"]["schemas"]["strict"]
    statuses = [mark[2].value for mark in shown["marks"][Role.RESPONSE]]
    assert {name: statuses.count(name) for name in ("cor", "inc", "mis", "spu")} == {
        name: counted[name] for name in ("cor", "inc", "mis", "spu")
    }
