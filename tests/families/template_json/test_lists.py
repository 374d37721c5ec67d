"""Lists of records: in any layout they are read, edited and repaired as JSON lines are."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.contract import Settings
from keytally.families.template_json.evaluation import evaluation
from keytally.families.template_json.records import may_hold
from keytally.families.template_json.rules import TemplateLanguage
from keytally.runs.score import score
from tests.error_analysis.laws import all_repaired
from tests.families.template_json.test_live import EDIT, Sides, engine_on, texts_of
from tests.families.template_json.written import pairs
from tests.live_state import KEY, RESPONSE, edited, everything

Layout = Callable[[str], str]


def _records(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def _dumped(**options: Any) -> Layout:
    return lambda text: json.dumps(_records(text), **options)


LAYOUTS: dict[str, Layout] = {
    "one line": _dumped(),
    "one line without spaces": _dumped(separators=(",", ":")),
    "indented": _dumped(indent=2),
    "indented by tabs": _dumped(indent="\t"),
    "a line each": lambda text: f"[{text.strip()}]\n".replace("}\n{", "},\n{"),
    "a line each, indented": lambda text: f"[\n  {text.strip()}\n]\n".replace("}\n{", "},\n  {"),
    "bracket alone": lambda text: f"[\n{text.strip()}\n]\n".replace("}\n{", "},\n{"),
    "comma first": lambda text: f"[ {text.strip()}\n]\n".replace("}\n{", "}\n, {"),
    "name last": lambda text: json.dumps([dict(reversed(each.items())) for each in _records(text)], indent=1),
    "name second": lambda text: json.dumps([{"id": 7, **each} for each in _records(text)], indent=1),
    "commas without brackets": lambda text: text.replace("}\n", "},\n"),
}
by_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
by_task = pytest.mark.parametrize("task", ["template-filling", "role-filling"])


@by_layout
@by_task
@given(sides=pairs(2))
@settings(max_examples=3, deadline=None)
def test_a_list_is_read_as_its_records(task: str, layout: Layout, sides: Sides) -> None:
    key, response = texts_of(sides, task, by_line=True)
    plain = everything(engine_on(key, response, task))
    listed = everything(engine_on(layout(key), layout(response), task))
    assert listed["json"] == plain["json"]
    for at in (0, 1):
        assert [each[0] for each in listed["findings"][at]] == [each[0] for each in plain["findings"][at]]


@by_task
@given(pairs(2), st.sampled_from([*LAYOUTS.values()]), st.lists(EDIT, max_size=6))
@settings(max_examples=25, deadline=None)
def test_edits_of_a_list_equal_a_fresh_run(task: str, sides: Sides, layout: Layout, edits: list[Any]) -> None:
    key, response = texts_of(sides, task, by_line=True)
    engine = engine_on(layout(key), layout(response), task)
    now = edited(engine, edits)
    assert everything(engine) == everything(engine_on(now[0], now[1], task))


@given(pairs(2), st.sampled_from([*LAYOUTS.values()]), st.data())
@settings(max_examples=25, deadline=None)
def test_edited_marks_of_a_list_equal_a_fresh_run(sides: Sides, layout: Layout, data: st.DataObject) -> None:
    """Edits right before objects, where records begin."""
    key, response = texts_of(sides, "template-filling", by_line=True)
    text = layout(response)
    engine = engine_on(key, text, "template-filling")
    places = [at for at, each in enumerate(text) if each == "{"]
    edits = []
    for _ in range(4):
        place = data.draw(st.sampled_from(places)) - data.draw(st.integers(0, 6))
        new = data.draw(st.sampled_from(["", ",", "]", "[", "\n", " " * 81, '"x":', "{", "}"]))
        edits.append((RESPONSE, max(place, 0), data.draw(st.integers(0, 3)), new))
    now = edited(engine, edits)
    assert everything(engine) == everything(engine_on(now[0], now[1], "template-filling"))


@by_layout
@given(sides=pairs(2))
@settings(max_examples=3, deadline=None)
def test_a_repaired_list_has_all_of_the_key(layout: Layout, sides: Sides) -> None:
    key, response = texts_of(sides, "template-filling", by_line=True)
    first = response.splitlines(keepends=True)[0]
    live = all_repaired(evaluation("template-filling", Settings()), key, layout(first))
    correct, proposed, found, gold = next(iter(live.totals().values()))["counts"]
    assert (correct, found) == (proposed, gold)
    text = "".join(unit.text for unit in live.response.units)
    if layout is not LAYOUTS["commas without brackets"]:
        names = [each["docid"] for each in json.loads(text)]
        assert len({*names}) == len(names)


@pytest.mark.parametrize("text", ["[", "[\n", "[\n]\n", " [ ] "])
def test_a_record_is_inserted_into_a_list_without_any(text: str) -> None:
    key = '{"docid": "a", "templates": [{"incident_type": "flood", "Place": [["the dock"]]}]}\n'
    live = all_repaired(evaluation("template-filling", Settings()), key, text)
    new = "".join(unit.text for unit in live.response.units)
    assert json.loads(new if "]" in text else f"{new}]")[0]["docid"] == "a"


def found_in(*texts: str) -> list[str]:
    language = TemplateLanguage()
    units = [language.read(each) for each in texts]
    own = [each.message for unit in units for each in unit.findings]
    beside = [language.compare_neighbours(*two) for two in pairwise(units)]
    return own + [each.message for some in beside for each in some]


A, B, C = (f'{{"docid": "{name}", "templates": []}}' for name in "abc")


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (["[\n", f"{A}\n", f"{B}]\n"], "missing comma between this record"),
        ([f"[{A},\n", f"{B}\n", f"{C},\n"], "missing comma between this record"),
        ([f"{A}\n", f"{B},\n"], "missing comma between this record"),
        ([f"[{A}]\n", f"{B}\n"], "the list that contains all documents ends before this record"),
        ([f"[{A},]\n"], "trailing comma"),
        ([f"[{A},,\n"], "unexpected text after the end"),
        ([f"[{A}]]\n"], "unexpected text after the end"),
    ],
)
def test_a_broken_list_is_found_once(texts: list[str], problem: str) -> None:
    (message,) = found_in(*texts)
    assert problem in message


@pytest.mark.parametrize(
    "texts", [["[\n", f"{A},\n", f"{B}\n]\n"], [f"[{A}", f",{B}", f", {C}]"], [f"{A}\n", f"{B}\n"]]
)
def test_a_list_has_no_finding(texts: list[str]) -> None:
    assert found_in(*texts) == []


def test_objects_that_are_not_records_do_not_divide_one() -> None:
    text = (
        '{"docid": "a", "doctext": "x", "templates": [{"incident_type": "fire", "Place": [["mill"]]}, '
        '{"incident_type": "flood", "Place": [[{"text": "mill"}, {"text": "yard"}]]}]}'
    )
    assert TemplateLanguage().boundaries(text) == []


def test_a_list_whose_records_cannot_be_found_is_refused_with_what_to_do(tmp_path: Path) -> None:
    long = "word " * 90
    records = [{"text": long, "docid": name, "templates": []} for name in "ab"]
    (tmp_path / "k.jsonl").write_text(f"{A}\n{B}\n")
    (tmp_path / "r.json").write_text(f"{json.dumps(records)}\n{C}\n")
    result = score(tmp_path / "k.jsonl", tmp_path / "r.json", task="template-filling")
    assert "1 list of the response cannot be read; write each list item on its own line" in result.warnings


@by_layout
def test_names_may_be_integers(layout: Layout) -> None:
    lines = f"{A}\n{B}\n".replace('"a"', "3").replace('"b"', "12")
    language = TemplateLanguage()
    text = layout(lines)
    places = [0, *language.boundaries(text), len(text)]
    units = [language.read(text[start:end]) for start, end in pairwise(places)]
    assert [unit.document for unit in units if unit.document] == ["3", "12"]
    assert may_hold(text, ["3", "12", "1"]) == {"3", "12"}


def test_places_in_a_list_are_those_of_the_file() -> None:
    response = LAYOUTS["one line"](f"{A}\n{B}\n").replace('"b", "templates": []', '"b", "templates": 3')
    engine = engine_on(f"{A}\n{B}\n", response, "template-filling")
    (finding,) = engine.findings(RESPONSE)
    assert response[finding.start : finding.end] == "3"
    assert not list(engine.findings(KEY))
