"""Spans as plain values of Python are scored as files with them are."""

import json
from pathlib import Path
from typing import Any

import pytest

import keytally
from tests.families.spans.test_task import KEY, RESPONSE, doccano


def test_plain_values_have_the_score_of_files(tmp_path: Path) -> None:
    for name, spans in (("key", KEY), ("response", RESPONSE)):
        (tmp_path / f"{name}.jsonl").write_text(doccano(spans), encoding="utf-8")
    of_files = keytally.score(tmp_path / "key.jsonl", tmp_path / "response.jsonl")
    of_values = keytally.spans(KEY, RESPONSE)
    assert json.dumps(of_values.values) == json.dumps(of_files.values)
    assert (of_values.precision, of_values.recall, of_values.f) == (50, 50, 50)
    assert str(of_values).startswith("             COR ")
    assert repr(of_values) == "<SpansResult F 50.00>"


def test_sequences_are_aligned_by_order() -> None:
    result = keytally.spans([[(0, 3, "PER")], []], [[(0, 3, "PER")], [(4, 6, "LOC")]])
    assert list(result.values["items"]) == ["1", "2"]
    assert result.precision == 50


def test_a_span_may_have_gaps() -> None:
    extents = [(0, 2), (5, 7)]
    assert keytally.spans({"a": [(extents, "X")]}, {"a": [(extents, "X")]}).f == 100
    assert keytally.spans({"a": [(extents, "X")]}, {"a": [(0, 7, "X")]}).f == 0


WRONG: list[tuple[Any, Any, str]] = [
    ({}, [], "both sides"),
    ([[]], [], "1 documents"),
    ({"a": [(0, 3)]}, {}, "document a: (0, 3)"),
    ({"a": ["PER"]}, {}, "document a: 'PER'"),
    ({"a": [(3, 0, "PER")]}, {}, "not in order"),
    ({"a": [(-1, 0, "PER")]}, {}, "negative"),
    ({"a": [([], "PER")]}, {}, "document a"),
]


@pytest.mark.parametrize(("key", "response", "says"), WRONG)
def test_other_values_are_errors(key: Any, response: Any, says: str) -> None:
    with pytest.raises(ValueError) as raised:
        keytally.spans(key, response)
    assert says in str(raised.value)
