"""Coreference pairs under edits: findings, scores, marks and reports equal those of a fresh run."""

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair

KEY, RESPONSE = Path("/key"), Path("/response")
TAGS = st.builds(
    lambda name, reference, more: f'<COREF ID="{name}"{reference}{more}>',
    st.sampled_from("1234"),
    st.sampled_from(["", "", ' TYPE="IDENT" REF="1"', ' TYPE="IDENT" REF="2"', ' REF="3"']),
    st.sampled_from(["", "", ' MIN="boat"', ' STATUS="OPT"']),
)
BITS = st.one_of(
    TAGS,
    st.sampled_from(
        [
            *("<DOC>", "</DOC>\n", "<DOCNO> 2 </DOCNO>", "<TXT>", "</TXT>"),
            *("</COREF>", "</COREF>", '<COREF ID="1', "<COREF>", "</COREF"),
            *("the boat ", "Noor ", "\r\n", '"', "é\U0001f600"),
        ]
    ),
)
TEXT = st.lists(BITS, max_size=10).map("".join)
MENTIONS = st.lists(st.builds(lambda tag: f"{tag}the boat</COREF> of ", TAGS), max_size=5).map("".join)
DOCUMENTS = st.lists(
    st.builds(
        lambda number, body: f"<DOC>\n<DOCNO> {number} </DOCNO>\n<TXT>{body}</TXT>\n</DOC>\n",
        st.sampled_from("123"),
        st.one_of(MENTIONS, TEXT),
    ),
    max_size=3,
).map("".join)
EDITS = st.lists(
    st.tuples(
        st.sampled_from([KEY, RESPONSE]), st.integers(0, 300), st.integers(0, 30), st.one_of(TEXT, TAGS)
    ),
    max_size=6,
)


def engine_on(key: str, response: str) -> Engine:
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    options = [("co_metrics", ("b3,lea",)), ("dump_map_history", ("yes",))]
    engine.add_pair(
        Pair("coreference", KEY, RESPONSE),
        registry.evaluation("coreference", Settings("muc6-co", options=options)),
    )
    return engine


def everything(engine: Engine) -> dict[str, Any]:
    live = engine.pairs[0]
    live.work()
    return {
        "json": live.evaluation.report_json(live.scores()),
        "totals": live.totals(),
        "documents": {name: live.document_totals(name) for name in live.documents},
        "findings": [
            [(found.finding.rule.name, found.start, found.end, found.finding.message) for found in found_in]
            for found_in in (engine.findings(path) for path in (KEY, RESPONSE))
        ],
        "marks": [
            [(place.start, place.end, *place.mark[3:6]) for place in live.marks(role, 0, 10**6)]
            for role in (Role.KEY, Role.RESPONSE)
        ],
        "reports": live.report_files(),
    }


@given(DOCUMENTS, DOCUMENTS, EDITS)
def test_edits_equal_a_fresh_run(key: str, response: str, edits: list[Any]) -> None:
    engine = engine_on(key, response)
    for path, start, length, new in edits:
        size = len(engine.source(path).buffer)
        first = min(start, size)
        engine.edit(path, [(first, min(first + length, size), new)])
        engine.pairs[0].work(lambda: True)
    fresh = engine_on(*(engine.source(path).text for path in (KEY, RESPONSE)))
    assert everything(engine) == everything(fresh)


@given(st.sampled_from("123"), st.integers(0, 60))
def test_an_edit_leaves_the_units_of_other_documents(number: str, offset: int) -> None:
    """Findings are made anew for the document that is edited only."""
    document = '<DOC>\n<DOCNO> {} </DOCNO>\n<TXT><COREF ID="1" REF="9">a</COREF></TXT>\n</DOC>\n'
    text = "".join(document.format(each) for each in "123")
    engine = engine_on(text, text)
    live = engine.pairs[0]
    live.work()
    before = {unit.document: unit for unit in live.response.units}
    start = engine.source(RESPONSE).text.index(f"<DOCNO> {number}") + len("<DOCNO> 1 </DOCNO>\n<TXT>")
    engine.edit(RESPONSE, [(start, start, "x" * (offset + 1))])
    after = {unit.document: unit for unit in live.response.units}
    assert {name for name, unit in after.items() if before[name] is not unit} == {number}
    assert live.work() == [number]
