"""Extended grapheme clusters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally_server.cursor import cluster_end, cluster_start, whole_clusters

regex = pytest.importorskip("regex")

FAMILY = "👩\u200d👩\u200d👧\u200d👦"
CHARACTERS = [
    *"aé訪\n\r東ก\u0e33ำล\u0301\u200d\u200c\ufe0f",
    *"👩👧👍🏽❤🇩🇪🇫",
    *"\u1100\u1161\u11a8\uac00\uac01",
    *("\u0915\u094d", "\u0937", "\u0928", "\u0928\u093f", "\u0b95\u0bcd", "\u0b95"),
    "\U000e0067",
    "\u200b",
]


def clusters(text: str) -> list[str]:
    found, place = [], 0
    while place < len(text):
        end = cluster_end(text, place + 1)
        found.append(text[place:end])
        place = end
    return found


@pytest.mark.parametrize(
    "pieces",
    [
        ["a", FAMILY, "b"],
        ["👍🏽", "👍"],
        ["❤\ufe0f\u200d🔥"],
        ["🙂\u200d↔\ufe0f"],
        ["🇩🇪", "🇫🇷", "🇩"],
        ["🏴\U000e0067\U000e0062\U000e007f"],
        ["e\u0301", "x"],
        ["\r\n", "\n"],
        ["क्षि", "न"],
        ["각", "\u1100\u1161\u11a8"],
        ["東", "京"],
    ],
)
def test_a_cluster_is_what_a_person_sees_as_one_character(pieces: list[str]) -> None:
    assert clusters("".join(pieces)) == pieces


@given(st.lists(st.sampled_from(CHARACTERS), max_size=8).map("".join))
def test_clusters_are_those_of_the_unicode_standard(text: str) -> None:
    assert clusters(text) == regex.findall(r"\X", text)


def test_a_range_within_a_cluster_is_extended_to_it() -> None:
    text = f"x{FAMILY}y"
    assert whole_clusters(text, 1, 2) == (1, 8)
    assert whole_clusters(text, 3, 3) == (3, 3)
    assert cluster_start(text, 5) == 1
    assert cluster_end(text, 1) == 1
