"""Template pairs under edits of any of their files: findings and marks equal those of a fresh run."""

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.contract import Role
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.project.pair import Pair
from tests.families.muc.template_files import template_element

KEY, RESPONSE, TEXTS = Path("/key"), Path("/response"), Path("/texts")
TASK = TemplateTask("template_element", template_element())
BITS = st.sampled_from(
    [
        "<PERSON-1-1> :=\n",
        "<PERSON-1-2> :=\n",
        "<ORGANIZATION-2-1> :=\n",
        "<PERSON-1-3> ",
        ": ",
        ";",
        "=\n",
        "\tPER_NAME: ",
        "\tPER_ALIAS ",
        "\tORG_LEADER: ",
        '"Ann" ##0#3#texts\n',
        '"Bob" ##1#4#texts\n',
        '"Bob" ##9000#9003#texts\n',
        '"Ann" ##0#3#elsewhere\n',
        "<PERSON-1-1>\n",
        "\t\t/ ",
        '"Ann',
        "\n",
        "x",
    ]
)
RECORDS = st.lists(BITS, max_size=20).map("".join)
WORDS = st.sampled_from(
    ["Ann", "Bob ", "<DOC>", "<DOCNO> 1 </DOCNO>", "<p>", '<COREF ID="1">', "</COREF>", "\n"]
)
PROSE = st.lists(WORDS, max_size=8).map("".join)
EDITS = st.lists(
    st.tuples(st.sampled_from([KEY, RESPONSE]), st.integers(0, 300), st.integers(0, 30), RECORDS)
    | st.tuples(st.just(TEXTS), st.integers(0, 40), st.integers(0, 10), PROSE),
    max_size=6,
)


def engine_on(key: str, response: str, texts: str) -> Engine:
    engine = Engine()
    for path, text in ((KEY, key), (RESPONSE, response), (TEXTS, texts)):
        engine.open(path, text)
    engine.add_pair(Pair("template_element", KEY, RESPONSE, TEXTS), TASK)
    return engine


def everything(engine: Engine) -> dict[str, Any]:
    live = engine.pairs[0]
    live.work()
    return {
        "totals": live.totals(),
        "findings": [
            [(found.finding.rule.name, found.start, found.end, found.finding.message) for found in found_in]
            for found_in in (engine.findings(path) for path in (KEY, RESPONSE))
        ],
        "counts": [len(live.reading(path).findings) for path in (KEY, RESPONSE)],
        "marks": [
            [(place.start, place.end, *place.mark[3:6]) for place in live.marks(role, 0, 10**6)]
            for role in (Role.KEY, Role.RESPONSE)
        ],
    }


@given(RECORDS, RECORDS, PROSE, EDITS)
def test_edits_equal_a_fresh_run(key: str, response: str, texts: str, edits: list[Any]) -> None:
    engine = engine_on(key, response, texts)
    for path, start, length, new in edits:
        size = len(engine.source(path).buffer)
        first = min(start, size)
        engine.edit(path, [(first, min(first + length, size), new)])
    fresh = engine_on(*(engine.source(path).text for path in (KEY, RESPONSE, TEXTS)))
    assert everything(engine) == everything(fresh)


def test_an_edit_of_the_texts_touches_the_files_that_lead_into_them() -> None:
    linked = '<PERSON-1-1> :=\n\tPER_NAME: "Ann" ##0#3#texts\n'
    engine = engine_on(linked, linked.replace("#texts", "#elsewhere"), "Ann")
    assert engine.edit(TEXTS, [(0, 0, "x")]) == {TEXTS, KEY}
    assert [each.finding.rule.name for each in engine.findings(KEY)] == ["link-text"]
    engine.remove_pair(engine.pairs[0])
    engine.add_pair(Pair("template_element", KEY, RESPONSE), TASK)
    assert list(engine.findings(KEY)) == [], "texts that no pair has are compared with nothing"
