"""JSON is read with places, whatever the text."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.template_json.json_tree import DEEPEST, Kind, Parser, Value, tokens_of
from keytally.families.template_json.records import record_of
from keytally.findings.finding import apply_edits

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
ODD = st.text(st.sampled_from("{}[]:,\"'\\ \n\r\tab1-.\xa0\x0b\x85"), max_size=40)


def plain(value: Value) -> Any:
    """A tree as plain values."""
    if value.kind is Kind.OBJECT:
        return {member.name.text: plain(member.value) for member in value.members}
    if value.kind is Kind.ARRAY:
        return [plain(item) for item in value.items]
    return value.text if value.kind is Kind.STRING else json.loads(value.text)


def places(value: Value) -> list[tuple[int, int]]:
    """The places of a value and of all in it."""
    inner = [*value.items, *(each for member in value.members for each in (member.name, member.value))]
    return [(value.start, value.end), *(place for each in inner for place in places(each))]


@given(values, st.sampled_from([None, 1]), st.booleans())
def test_json_is_read_as_it_is(value: Any, indent: int | None, ascii_only: bool) -> None:
    parser = Parser(json.dumps(value, indent=indent, ensure_ascii=ascii_only))
    assert plain(parser.value()) == value
    parser.leftover()
    assert parser.problems == []


@given(ODD | st.text())
def test_any_text_is_read(text: str) -> None:
    tokens = tokens_of(text)
    assert "".join(token.text for token in tokens) == "".join(
        text[token.start : token.end] for token in tokens
    )
    between = [0, *(place for token in tokens for place in (token.start, token.end)), len(text)]
    assert all(
        not text[start:end].strip(" \t\r\n") for start, end in zip(between[::2], between[1::2], strict=True)
    )
    record = record_of(text)
    for problem in (*record.syntax, *record.shape):
        assert 0 <= problem.start <= problem.end <= len(text)


@given(ODD)
def test_places_lie_within_each_other(text: str) -> None:
    value = Parser(text).value()
    assert all(value.start <= start <= end <= value.end for start, end in places(value))


@given(ODD)
def test_a_text_without_problems_is_json(text: str) -> None:
    parser = Parser(text)
    value = parser.value()
    parser.leftover()
    if not parser.problems:
        json.loads(text)
        assert len(text.strip()) == value.end - value.start


@pytest.mark.parametrize(
    ("text", "wrong", "mended"),
    [
        ('{"a" 1}', '"a"', '{"a": 1}'),
        ('{"a": 1,}', ",", '{"a": 1}'),
        ('{"a": 1 "b": 2}', '"b"', '{"a": 1, "b": 2}'),
        ("{a: 1}", "a", '{"a": 1}'),
        ("[1, 2]]", "]", None),
        ("[1,, 2]", ",", "[1, 2]"),
        ('{"a": [1, 2}', "[", None),
        ('{"a": "b', '"b', None),
        ("[Word]", "Word", None),
        ('["a\tb"]', '"a\tb"', None),
        ('["\\x"]', '"\\x"', None),
        ('{"a": }', "}", None),
    ],
)
def test_problems(text: str, wrong: str, mended: str | None) -> None:
    parser = Parser(text)
    parser.value()
    parser.leftover()
    problem = parser.problems[0]
    assert text[problem.start : problem.end] == wrong
    if mended is not None:
        assert len(parser.problems) == 1
        for edit in sorted(problem.edits, key=lambda edit: -edit.start):
            text = text[: edit.start] + edit.text + text[edit.end :]
        assert json.loads(text) == json.loads(mended)


def test_what_is_nested_too_deep_is_passed_over() -> None:
    depth = DEEPEST + 100_000
    parser = Parser(f"{'[' * depth}1{']' * depth}")
    parser.value()
    parser.leftover()
    assert [problem.start for problem in parser.problems] == [DEEPEST]


QUOTES = st.text(st.sampled_from("ab '\"\\é,\n"), max_size=8)
ESCAPED = st.text(st.sampled_from('a1xu "\\\n\x85\xa0\u200b\U000e0001'), max_size=8)
"""Characters that Python prints by their numbers, and none that has it print double quotes."""


@given(st.sampled_from([QUOTES, ESCAPED]).flatmap(lambda some: st.dictionaries(some, st.lists(some))))
def test_what_python_prints_is_mended(value: dict[str, list[str]]) -> None:
    """The texts are those of its strings, and the fixes make JSON of it."""
    text = repr(value)
    parser = Parser(text)
    assert plain(parser.value()) == value
    assert json.loads(apply_edits(text, [edit for each in parser.problems for edit in each.edits])) == value


def test_half_a_character_that_python_prints_stays_as_it_is_written() -> None:
    assert plain(Parser(r"['\ud83d \U00110000 \xa']").value()) == [r"\ud83d \U00110000 \xa"]


@pytest.mark.parametrize("text", ["['a' b]", "['a]", "[a'b, c']", "['']", "['"])
def test_an_apostrophe_that_ends_no_value_is_one_of_a_word(text: str) -> None:
    parser = Parser(text)
    assert parser.value().kind is Kind.ARRAY


def test_many_apostrophes_cost_no_more_than_their_number() -> None:
    """A quote that ends nothing is not tried again at each character before it."""
    text = "['" + "a" * 5_000 + "' b" + "' " * 5_000
    assert len(tokens_of(text)) < 11_000
