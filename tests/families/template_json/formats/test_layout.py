"""Edits of lists and objects: what stays keeps its layout, and the result is JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.template_json.json_tree import Parser, json_text, list_edits, member_edits
from keytally.findings.finding import apply_edits

values = st.lists(st.sampled_from([["a"], ["b", "c"], [], "d", {"e": 1}]), max_size=5)


def changed(text: str, replaced: dict[int, Any], added: list[Any]) -> str:
    """A list after changes that go by the number of each item."""
    items = Parser(text).value().items
    by_start = {items[at].start: value for at, value in replaced.items() if at < len(items)}
    return apply_edits(text, list_edits(text, 0, len(text), by_start, added))


@given(
    values,
    st.dictionaries(st.integers(0, 4), st.sampled_from([None, ["new"], [["x", 1]]]), max_size=4),
    st.lists(st.sampled_from([["y"], "z"]), max_size=2),
    st.sampled_from([None, 1, "\t"]),
)
def test_a_list_becomes_what_is_asked_for(
    start: list[Any], replaced: dict[int, Any], added: list[Any], indent: int | None
) -> None:
    wanted = [replaced.get(at, item) for at, item in enumerate(start)]
    wanted = [item for at, item in enumerate(wanted) if not (at in replaced and replaced[at] is None)]
    assert json.loads(changed(json.dumps(start, indent=indent), replaced, added)) == [*wanted, *added]


@given(st.sampled_from(["{}", '{"a": 1}', '{\n "a": 1\n}', '{"a":1,"b":2}', "{ }"]))
def test_an_object_has_further_members(text: str) -> None:
    edited = apply_edits(text, member_edits(text, 0, len(text), {"x": [1], "y": {}}))
    assert json.loads(edited) == {**json.loads(text), "x": [1], "y": {}}


LAYOUTS = [
    ('[["a"], ["b"]]', {0: None}, [], '[["b"]]'),
    ('[["a"], ["b"]]', {1: None}, [], '[["a"]]'),
    ('[["a"],["b"]]', {}, [["c"]], '[["a"],["b"],["c"]]'),
    ('[\n  ["a"]\n]', {}, [["c"]], '[\n  ["a"],\n  [\n    "c"\n  ]\n]'),
    ('[\r\n  ["a"]\r\n]', {0: None}, [["c"]], '[\r\n  [\r\n    "c"\r\n  ]\r\n]'),
    ("[]", {}, [["c"], ["d"]], '[["c"], ["d"]]'),
    ('"a"', {}, [["c"]], '[["a"], ["c"]]'),
    ("null", {}, [["c"]], '[["c"]]'),
    ('[["a"],]', {}, [["c"]], '[["a"], ["c"],]'),
    ('[["a"]', {0: None}, [["c"]], '[["c"]'),
]


@pytest.mark.parametrize(("text", "replaced", "added", "result"), LAYOUTS)
def test_the_layout_stays(text: str, replaced: dict[int, Any], added: list[Any], result: str) -> None:
    assert changed(text, replaced, added) == result


def test_what_no_file_can_hold_is_escaped() -> None:
    assert json_text(["\u00e9"]) == '["\u00e9"]'
    assert json_text(["\ud800"]) == '["\\ud800"]'
