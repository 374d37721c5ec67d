"""JSON on many lines is that of Python's library."""

import json
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.text.json_text import indented_json


class Number(IntEnum):
    ONE = 1


class Word(StrEnum):
    YES = "yes"


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.sampled_from([Number.ONE, Word.YES])
)
NAMES = st.one_of(st.text(), st.integers(), st.booleans(), st.none(), st.floats(), st.just(Word.YES))


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(inner, max_size=3)
    return st.one_of(lists, lists.map(tuple), st.dictionaries(NAMES, inner, max_size=3))


@given(st.recursive(SCALARS, nested))
def test_any_value_is_written_as_the_library_writes_it(value: Any) -> None:
    assert indented_json(value) == json.dumps(value, indent=2)


@pytest.mark.parametrize("value", [{1, 2}, [object()], {"a": b"b"}, {(1, 2): 3}])
def test_what_json_lacks_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        indented_json(value)
