"""After any edits the engine tells what a fresh run on the same texts tells."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.contract import Role
from keytally.project.pair import Pair
from tests.engine.toy import ToyEvaluation, ToyLanguage

KEY, RESPONSE, TEXTS = Path("/key"), Path("/response"), Path("/texts")
TEXT = st.lists(
    st.sampled_from(["<D1", "<D2", "<D", "1", " ", "x", "A", "B", "\n", "\r\n"]), max_size=12
).map("".join)
EDIT = st.tuples(st.sampled_from([KEY, RESPONSE, TEXTS]), st.integers(0, 40), st.integers(0, 6), TEXT)


def engine_on(key: str, response: str, texts: str | None) -> Engine:
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    if texts is not None:
        engine.open(TEXTS, texts)
    engine.add_pair(Pair("toy", KEY, RESPONSE, TEXTS if texts is not None else None), ToyEvaluation())
    return engine


def everything(engine: Engine) -> dict[str, Any]:
    live = engine.pairs[0]
    live.work()
    return {
        "totals": live.totals(),
        "documents": {name: live.document_totals(name) for name in live.documents},
        "findings": [
            [
                (found.finding.rule.name, found.start, found.end, found.line, found.finding.edits)
                for found in engine.findings(path)
            ]
            for path in (KEY, RESPONSE)
        ],
        "counts": [len(live.reading(path).findings) for path in (KEY, RESPONSE)],
        "marks": [
            [(place.start, place.end, place.mark.status) for place in live.marks(role, 0, 1000)]
            for role in (Role.KEY, Role.RESPONSE)
        ],
        "texts": ["".join(unit.text for unit in live.side(role).units) for role in (Role.KEY, Role.RESPONSE)],
    }


@given(TEXT, TEXT, st.none() | TEXT, st.lists(EDIT, max_size=8))
def test_edits_equal_a_fresh_run(key: str, response: str, texts: str | None, edits: list[Any]) -> None:
    engine = engine_on(key, response, texts)
    for path, start, length, new in edits:
        if path in engine:
            end = min(start + length, len(engine.source(path).buffer))
            engine.edit(path, [(min(start, end), end, new)])
            engine.pairs[0].work(lambda: True)
    now = [engine.source(path).text if path in engine else None for path in (KEY, RESPONSE, TEXTS)]
    assert everything(engine) == everything(engine_on(now[0] or "", now[1] or "", now[2]))


@given(TEXT, TEXT, st.lists(EDIT, max_size=8))
def test_many_changes_at_once_equal_one_after_the_other(key: str, response: str, edits: list[Any]) -> None:
    engine = engine_on(key, response, None)
    text = key
    changes = []
    for _, start, length, new in edits:
        at = min(start, len(text))
        end = min(at + length, len(text))
        changes.append((at, end, new))
        text = text[:at] + new + text[end:]
    engine.edit(KEY, changes)
    assert engine.source(KEY).text == text
    assert everything(engine) == everything(engine_on(text, response, None))


def test_a_keystroke_scores_its_document_only() -> None:
    engine = engine_on("<D1 A <D2 B", "<D1 A <D2 B", None)
    live = engine.pairs[0]
    assert live.work() == ["1", "2"]
    engine.edit(RESPONSE, [(4, 5, "C")])
    assert live.work() == ["1"]
    assert live.totals() == {"B": 1}


def test_work_stops_when_told_and_goes_on_later() -> None:
    engine = engine_on("<D1 A <D2 B", "<D1 A <D2 B", None)
    live = engine.pairs[0]
    assert live.work(lambda: True) == ["1"]
    assert live.stale
    assert live.work() == ["2"]


def test_new_text_for_a_known_file_is_the_edit_that_leads_to_it() -> None:
    engine = engine_on("<D1 A <D2 B", "<D1 A <D2 B", None)
    engine.pairs[0].work()
    engine.open(RESPONSE, "<D1 A <D2 C")
    assert engine.pairs[0].work() == ["2"]


def test_a_change_of_the_key_can_change_the_findings_of_the_response() -> None:
    engine = engine_on("<D1 A", "<D1 A", None)
    assert engine.edit(KEY, [(4, 5, "B")]) == {KEY, RESPONSE}
    assert engine.edit(RESPONSE, [(4, 5, "B")]) == {RESPONSE}


def test_a_pair_that_goes_leaves_its_files_readable() -> None:
    engine = engine_on("<D1 x", "<D1 A", None)
    engine.open(KEY, "<D1 x", ToyLanguage(Role.UNKNOWN))
    engine.remove_pair(engine.pairs[0])
    assert [found.start for found in engine.findings(KEY)] == [4]


def test_a_file_that_no_pair_holds_is_forgotten_when_closed() -> None:
    engine = engine_on("<D1", "<D1", None)
    engine.open(Path("/other"), "x", ToyLanguage(Role.UNKNOWN))
    engine.close(Path("/other"))
    engine.close(KEY)
    assert engine.paths == [KEY, RESPONSE]


@given(TEXT, st.lists(EDIT, max_size=4))
def test_lines_and_columns_are_those_of_the_text(key: str, edits: list[Any]) -> None:
    engine = engine_on(key, "", None)
    for _, start, length, new in edits:
        size = len(engine.source(KEY).buffer)
        engine.edit(KEY, [(min(start, size), min(start + length, size), new)])
    buffer, reading = engine.source(KEY).buffer, engine.pairs[0].key.readings[0]
    for offset in range(len(buffer) + 1):
        assert reading.places.position(offset) == buffer.position(offset)


def test_changes_that_break_off_leave_readings_at_the_text() -> None:
    def changes() -> Iterator[tuple[int, int, str]]:
        yield 4, 5, "C"
        raise ValueError("a place that is not there")

    engine = engine_on("<D1 A <D2 B", "<D1 A <D2 B", None)
    engine.pairs[0].work()
    with pytest.raises(ValueError, match="not there"):
        engine.edit(RESPONSE, changes())
    text = engine.source(RESPONSE).text
    assert text == "<D1 C <D2 B"
    assert everything(engine) == everything(engine_on("<D1 A <D2 B", text, None))
