"""Plurals of the nouns that keytally counts."""

import pytest

from keytally.text.rendering import plural, quantity


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("document", "documents"),
        ("named set", "named sets"),
        ("class", "classes"),
        ("fix", "fixes"),
        ("entry", "entries"),
        ("key", "keys"),
        ("information", "information"),
    ],
)
def test_regular_plurals(noun: str, expected: str) -> None:
    assert plural(noun) == expected


def test_one_thing_is_singular() -> None:
    assert [quantity(count, "tag") for count in (0, 1, 2)] == ["0 tags", "1 tag", "2 tags"]
    assert quantity(2, "information") == "2 information"
