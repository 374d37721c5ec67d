"""How gold files and system output are cut, and that nothing takes one for the other."""

import pytest

from keytally.families.contract import Role
from keytally.families.m2.rules import GoldLanguage, SentenceLanguage


@pytest.mark.parametrize("role", Role)
def test_gold_is_never_taken_for_output(role: Role) -> None:
    """The engine keeps a reading of a file for each language that is another."""
    assert GoldLanguage(role) != SentenceLanguage(role)
    assert GoldLanguage(role) == GoldLanguage(role)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("S a\nA 0 1|||T|||x|||R|||-|||0\n\nS b\n", [31]),
        ("S a\r\nS b\rS\nS", [5, 9, 11]),
        ("S a\nSo b\n S c\nxS d\n", []),
    ],
)
def test_a_unit_of_gold_starts_at_each_line_that_begins_with_a_lone_s(text: str, starts: list[int]) -> None:
    assert GoldLanguage().boundaries(text) == starts
