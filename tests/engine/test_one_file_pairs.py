"""A pair within one file, which holds key and response: two readings of one text, or one that serves both."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families.contract import Role
from keytally.project.pair import Pair
from tests.engine.toy_columns import ColumnEvaluation

FILE, TEXTS = Path("/columns"), Path("/texts")
TEXT = "a1 X X\na2 Y X\nb1 X\n"

LINES = st.lists(
    st.sampled_from(["a1 X X\n", "a2 Y X\r\n", "b1 X\n", "\n", "b", " ", "Y", "\n"]), max_size=10
).map("".join)
EDITS = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 8), LINES), max_size=6)


def engine_on(text: str, *, joint: bool = False, texts: str | None = None) -> tuple[Engine, LivePair]:
    engine = Engine()
    engine.open(FILE, text)
    if texts is not None:
        engine.open(TEXTS, texts)
    pair = Pair("columns", FILE, FILE, None if texts is None else TEXTS)
    live = engine.add_pair(pair, ColumnEvaluation(joint=joint))
    live.work()
    return engine, live


def marks(live: LivePair, role: Role) -> list[tuple[int, int, str]]:
    return [(each.start, each.end, each.mark.status.value) for each in live.marks(role, 0, 10**6, FILE)]


def findings(engine: Engine) -> list[tuple[str, int, int]]:
    return [(each.finding.rule.name, each.start, each.end) for each in engine.findings(FILE)]


def everything(engine: Engine, live: LivePair) -> dict[str, Any]:
    live.work()
    return {
        "totals": live.totals(),
        "documents": {name: live.document_totals(name) for name in live.documents},
        "findings": findings(engine),
        "marks": [marks(live, role) for role in (Role.KEY, Role.RESPONSE)],
        "texts": ["".join(unit.text for unit in live.side(role).units) for role in (Role.KEY, Role.RESPONSE)],
    }


@pytest.mark.parametrize("joint", [False, True])
def test_one_text_has_one_score_and_the_marks_of_both_sides(joint: bool) -> None:
    _, live = engine_on(TEXT, joint=joint)
    assert live.totals() == {"a": 1}
    assert marks(live, Role.KEY) == [(3, 4, "cor"), (10, 11, "inc"), (17, 18, "inc")]
    assert marks(live, Role.RESPONSE) == [(5, 6, "cor"), (12, 13, "inc")]


def test_a_file_is_read_once_for_each_role_and_shows_its_reading_as_the_response() -> None:
    engine, live = engine_on(TEXT)
    assert len(list(engine.source(FILE).readings)) == len(live.readings) == 2
    assert engine.reading(FILE) is live.reading(FILE) is live.response.reading(FILE)
    assert live.reading(FILE) is not live.key.reading(FILE)
    assert live.role_of(FILE) is Role.RESPONSE


def test_a_language_of_both_columns_reads_the_file_once() -> None:
    engine, live = engine_on(TEXT, joint=True)
    assert len(list(engine.source(FILE).readings)) == len(live.readings) == 1
    assert live.key.reading(FILE) is live.response.reading(FILE)


def test_findings_of_the_file_are_those_of_the_response_each_once() -> None:
    engine, _ = engine_on("a1\na1 X\n")
    assert findings(engine) == [
        ("attribute-value", 2, 2),
        ("duplicate-docno", 3, 5),
        ("attribute-value", 7, 7),
    ]


@pytest.mark.parametrize("joint", [False, True])
def test_an_edit_of_either_column_is_scored_in_its_document_only(joint: bool) -> None:
    engine, live = engine_on(TEXT, joint=joint)
    assert engine.edit(FILE, [(10, 11, "X")]) == {FILE}
    assert live.work() == ["a"]
    assert live.totals() == {"a": 2}
    engine.edit(FILE, [(5, 6, "Y")])
    assert live.work() == ["a"]
    assert live.totals() == {"a": 1}
    assert marks(live, Role.RESPONSE) == [(5, 6, "inc"), (12, 13, "cor")]


def test_the_partner_of_a_mark_stands_in_the_reading_of_the_other_role() -> None:
    _, live = engine_on(TEXT)
    [first, *_] = live.marks(Role.RESPONSE, 0, 6, FILE)
    assert first.mark.partner is not None
    unit, start, end = first.mark.partner
    assert unit in live.key.reading(FILE).units
    assert unit.text[start:end] == "X"


def test_the_file_is_compared_with_its_texts_once() -> None:
    engine, live = engine_on(TEXT, texts=TEXT.replace("b1 X", "b1 Y"))
    assert [name for name, *_ in findings(engine)] == ["text-altered", "attribute-value"]
    assert len(live.key.reading(FILE).findings) == 0


def test_a_pair_that_goes_leaves_no_reading_of_its_own() -> None:
    engine, live = engine_on(TEXT)
    engine.remove_pair(live)
    assert list(engine.source(FILE).readings) == []
    engine.close(FILE)
    assert FILE not in engine


@given(LINES, EDITS, st.booleans(), st.none() | LINES)
@example("\n", [(0, 0, "a1 X X\n")], False, "")
@example("", [(0, 0, "\n"), (0, 0, "a1 X X\n"), (0, 7, "")], True, "b1 X\n")
def test_edits_equal_a_fresh_run(
    text: str, edits: list[tuple[int, int, str]], joint: bool, texts: str | None
) -> None:
    engine, live = engine_on(text, joint=joint, texts=texts)
    for at, length, new in edits:
        size = len(engine.source(FILE).buffer)
        engine.edit(FILE, [(min(at, size), min(at + length, size), new)])
        live.work(lambda: True)
    fresh = engine_on(engine.source(FILE).text, joint=joint, texts=texts)
    assert everything(engine, live) == everything(*fresh)
