"""Why a text is no JSON, in words for the person who wrote it."""

import json

import pytest

from keytally.text.json_text import json_fault


def fault(text: str) -> str:
    with pytest.raises((ValueError, RecursionError)) as raised:
        json.loads(text)
    return json_fault(raised.value)


def test_an_error_of_form_has_its_place() -> None:
    assert fault("[1,\n2") == "Expecting ',' delimiter: line 2 column 2 (char 5)"


def test_deep_nesting() -> None:
    assert fault("[" * 100_000) == "it is nested too deeply"


def test_the_interpreter_s_limit_of_digits() -> None:
    limit = "Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits()"
    assert json_fault(ValueError(limit)) == "a number in it has too many digits"
