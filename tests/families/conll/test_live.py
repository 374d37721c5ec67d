"""Documents of chains in the engine: after any edits all is as in a fresh run."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.conll.evaluation import evaluation
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from tests.families.conll import written_corefud as corefud
from tests.families.conll.written import Mention, mentions, written
from tests.live_state import KEY, RESPONSE, edited, everything

PIECES = ["", "", "\n", "\r", " ", "x", "\t", "(1", "1)", "|(2)", "#"]
LINES = ["w\t(3)\n", "#begin document (a); part 000\n", "#end document\n", "\n#begin document (c)\n"]
EDIT = st.tuples(
    st.sampled_from([KEY, RESPONSE]),
    st.integers(0, 300),
    st.sampled_from([0, 0, 1, 1, 2, 9, 40]),
    st.sampled_from([*PIECES, *LINES]),
)
FILE = st.tuples(mentions(repeated=True), mentions()).map(
    lambda both: written(both[0], "a") + written(both[1], "b")
)


def engine_on(key: str, response: str, **options: str) -> Engine:
    """An engine with a pair."""
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    given_options = [(name, (value,)) for name, value in options.items()]
    task = evaluation(Settings(options=given_options))
    engine.add_pair(Pair("conll-coreference", KEY, RESPONSE), task)
    return engine


@settings(max_examples=80)
@given(FILE, FILE, st.sampled_from(["document", "v8.01"]), st.lists(EDIT, max_size=5))
def test_edits_equal_a_fresh_run(key: str, response: str, mode: str, edits: list[Any]) -> None:
    engine = engine_on(key, response, compatible=mode)
    now = edited(engine, edits)
    assert everything(engine) == everything(engine_on(now[0], now[1], compatible=mode))


@given(FILE, FILE)
def test_totals_are_the_sums_of_documents(key: str, response: str) -> None:
    shown = everything(engine_on(key, response))["json"]
    for name in ("mentions", "muc", "ceaf_m", "mor"):
        for side in ("recall", "precision"):
            parts = [item[name][side] for item in shown["items"].values()]
            assert shown["scores"][name][side] == [sum(column) for column in zip(*parts, strict=True)]


@given(mentions(), mentions())
def test_each_mention_has_one_mark(key: list[Mention], response: list[Mention]) -> None:
    shown = everything(engine_on(written(key), written(response)))
    counted = shown["totals"]["mentions"]
    of_key, of_response = (
        [mark[2].value for mark in shown["marks"][role]] for role in (Role.KEY, Role.RESPONSE)
    )
    assert len(of_key) == counted["recall"][1]
    assert of_response.count("cor") + of_response.count("inc") == counted["recall"][0]
    assert len(of_response) - of_response.count("mis") == counted["precision"][1]
    assert of_response.count("mis") == of_key.count("mis") == counted["recall"][1] - counted["recall"][0]


@given(corefud.mentions(repeated=True), corefud.mentions(repeated=True), st.sampled_from(["exact", "head"]))
def test_each_mention_of_corefud_has_a_mark_in_each_of_its_chains(
    key: list[corefud.Written], response: list[corefud.Written], match: str
) -> None:
    texts = corefud.written(key), corefud.written(response)
    marks = everything(engine_on(*texts, singletons="keep", match=match))["marks"]
    statuses = [mark[2].value for mark in marks[Role.RESPONSE]]
    assert len(marks[Role.KEY]) == len(key)
    assert len(statuses) - statuses.count("mis") == len(response)
    itself = everything(engine_on(texts[0], texts[0], singletons="keep", match=match))["marks"]
    assert {mark[2].value for marks in itself.values() for mark in marks} <= {"cor"}


def test_a_mark_tells_the_chain_that_a_mention_should_be_in() -> None:
    key = written([(1, 0, 0), (1, 2, 2), (2, 3, 3), (2, 4, 5)])
    response = written([(1, 0, 0), (1, 2, 2), (1, 3, 3), (2, 4, 5), (9, 6, 6)])
    marks = everything(engine_on(key, response))["marks"][Role.RESPONSE]
    assert [label for *_, label in marks] == [
        'COR "w0" of chain 1',
        'COR "w2" of chain 1',
        'INC "w3" of chain 1 (key: chain 2)',
        'COR "w4 w5" of chain 2',
        'SPU "w6" of chain 9',
    ]


@settings(max_examples=40)
@given(corefud.mentions(repeated=True), corefud.mentions([2]), st.lists(EDIT, max_size=4))
def test_edits_of_corefud_equal_a_fresh_run(key: Any, response: Any, edits: list[Any]) -> None:
    engine = engine_on(corefud.written(key), corefud.written(response, [2]))
    now = edited(engine, edits)
    assert everything(engine) == everything(engine_on(now[0], now[1]))
