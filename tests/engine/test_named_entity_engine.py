"""Named-entity pairs under edits: findings, scores and marks equal those of a fresh run."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.live_pair import PlacedMark
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.families.muc.evaluation import named_entity
from keytally.families.muc.scoring.alignment import ClassComparison
from keytally.project.pair import Pair

KEY, RESPONSE, TEXTS = Path("/key"), Path("/response"), Path("/texts")
BITS = st.sampled_from(
    [
        "<DOC>",
        "</DOC>\n",
        "<DOCNO> 1 </DOCNO>",
        "<DOCNO> 2 </DOCNO>",
        "<TXT>",
        "</TXT>",
        '<ENAMEX TYPE="PERSON">',
        '<ENAMEX TYPE="PERSON|LOCATION" STATUS="OPT">',
        '<ENAMEX TYPE="PERSN" ALT="Ann|Bob">',
        "</ENAMEX>",
        '<TIMEX TYPE="DATE',
        "</TIMEX>",
        "Ann ",
        "Bob",
        "\r\n",
        "& < >",
        '"',
        "é\U0001f600",
    ]
)
TEXT = st.lists(BITS, max_size=14).map("".join)
DOCUMENTS = st.lists(
    st.tuples(st.sampled_from("123"), TEXT).map(
        lambda part: f"<DOC>\n<DOCNO> {part[0]} </DOCNO>\n<TXT>{part[1]}</TXT>\n</DOC>\n"
    ),
    max_size=4,
).map("".join)
EDITS = st.lists(
    st.tuples(st.sampled_from([KEY, RESPONSE, TEXTS]), st.integers(0, 300), st.integers(0, 30), TEXT),
    max_size=6,
)


def engine_on(key: str, response: str, texts: str) -> Engine:
    engine = Engine()
    for path, text in ((KEY, key), (RESPONSE, response), (TEXTS, texts)):
        engine.open(path, text)
    evaluation = registry.evaluation("named_entity", Settings("muc6-ne"))
    engine.add_pair(Pair("named_entity", KEY, RESPONSE, TEXTS), evaluation)
    return engine


def everything(engine: Engine) -> dict[str, Any]:
    live = engine.pairs[0]
    live.work()
    return {
        "json": live.evaluation.report_json(live.scores()),
        "totals": live.totals(),
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


@pytest.mark.long
@pytest.mark.parametrize("large", [named_entity.LARGE, 0], ids=["small documents", "large documents"])
@given(DOCUMENTS, DOCUMENTS, DOCUMENTS, EDITS)
def test_edits_equal_a_fresh_run(large: int, key: str, response: str, texts: str, edits: list[Any]) -> None:
    """Large documents are scored from what is kept of the version before; the fresh run keeps nothing."""
    with patch.object(named_entity, "LARGE", large):
        engine = edited(key, response, texts, edits)
        found = everything(engine)
    fresh = engine_on(*(engine.source(path).text for path in (KEY, RESPONSE, TEXTS)))
    assert found == everything(fresh)


def edited(key: str, response: str, texts: str, edits: list[Any]) -> Engine:
    engine = engine_on(key, response, texts)
    for path, start, length, new in edits:
        size = len(engine.source(path).buffer)
        first = min(start, size)
        engine.edit(path, [(first, min(first + length, size), new)])
        engine.pairs[0].work(lambda: True)
    return engine


@given(DOCUMENTS, DOCUMENTS, st.integers(0, 200), st.integers(0, 60))
def test_marks_of_a_part_of_a_large_document_are_those_of_the_whole(
    key: str, response: str, start: int, length: int
) -> None:
    engine = engine_on(key, response, "")
    live = engine.pairs[0]
    live.work()
    for role in (Role.KEY, Role.RESPONSE):
        stretch = start, start + length
        whole = [mark for mark in live.marks(role, 0, 10**6) if _meets(mark, *stretch)]
        with patch.object(named_entity, "LARGE", 0):
            part = list(live.marks(role, *stretch))
        assert part == whole


def _meets(mark: PlacedMark, start: int, end: int) -> bool:
    return mark.start <= end and mark.end >= start


def test_a_keystroke_compares_only_what_it_touches() -> None:
    """The other tags of a large document are compared as before, though those behind the edit have moved."""
    text = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n" + "".join(
        f'<ENAMEX TYPE="PERSON">Ann {number}</ENAMEX> met.\n' for number in range(50)
    )
    with patch.object(named_entity, "LARGE", 0):
        engine = engine_on(text, text, text)
        engine.pairs[0].work()
        engine.edit(RESPONSE, [(text.index("Ann 7"),) * 2 + ("x",)])
        with patch.object(
            ClassComparison, "compare", autospec=True, side_effect=ClassComparison.compare
        ) as compare:
            engine.pairs[0].work()
    assert compare.call_count == 1
    assert engine.pairs[0].totals()["inc"] == 1
