"""Places of a text in an altered copy of it: `‸` in both texts."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.text.difference import NEAR, OffsetMap

STARTS = [
    ("attached ‸to the wall", "attached ‸to the wall"),
    ("attached ‸to the wall", "x attached ‸to the wall"),
    ("attached ‸to the wall", "attaached ‸to the wall"),
    ("attached ‸to the wall", "attached ‸tto the wall"),
    ("attached ‸to the wall", "attached ‸xto the wall"),
    ("attached ‸to the wall", "attached x ‸to the wall"),
    ("attached ‸to the wall", "attached ,‸to the wall"),
    ("attached ‸to the wall", "attached ‸the wall"),
    ("attached ‸to the wall", "‸attachedto the wall"),
    ("attached ‸to the wall", "pinned onto ‸to my wall"),
    ("ate ‸tomato soup", "ate tom ‸tomato soup"),
    ("cost ‸$5 more", "‸cost5 more"),
    ("un‸American", "xun‸American"),
    ("‸one", "‸"),
]
ENDS = [
    ("left to‸ the wall", "left to‸, the wall"),
    ("left to‸ the wall", "left tox‸ the wall"),
    ("left to‸ the wall", "left too‸ the wall"),
    ("left to‸ the wall", "lleft to‸ the wall"),
    ("left to‸ the wall", "left ‸the wall"),
    ("left to‸ the wall", "left tothe‸ wall"),
]


def place_of(picture: str) -> tuple[str, int]:
    return picture.replace("‸", ""), picture.index("‸")


def drawn(text: str, place: int) -> str:
    return f"{text[:place]}‸{text[place:]}"


@pytest.mark.parametrize(("original", "copy"), STARTS)
def test_what_starts_at_a_word_starts_there_in_an_altered_text(original: str, copy: str) -> None:
    text, place = place_of(original)
    altered, _ = place_of(copy)
    assert drawn(altered, OffsetMap(text, altered).start(place)) == copy


@pytest.mark.parametrize(("original", "copy"), ENDS)
def test_what_ends_at_a_word_ends_there_in_an_altered_text(original: str, copy: str) -> None:
    text, place = place_of(original)
    altered, _ = place_of(copy)
    assert drawn(altered, OffsetMap(text, altered).end(place)) == copy


def test_in_text_too_long_to_compare_the_same_word_near_by_is_taken() -> None:
    words = " ".join(f"w{number}" for number in range(10 * NEAR))
    altered = f"x{words} x".replace(" w7000 ", " w7000x ")
    place = words.index("w9000 ")
    assert altered[OffsetMap(words, altered).start(place) :].startswith("w9000 ")


WORDS = [
    *("harbour", "meadow", "lantern", "kettle", "orchard", "pigeon"),
    *("violin", "saddle", "tunnel", "mirror", "cabbage", "fiddle"),
]
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(["", "x", " ", "-", "yz q", "\n"]), st.integers(0, 3))
)


@st.composite
def altered_texts(draw: st.DrawFn) -> tuple[str, str]:
    """A text of words of which no two are the same, and the text after some edits."""
    words = draw(st.permutations(WORDS))
    gaps = draw(st.lists(st.sampled_from([" ", ", ", ".\n", " $"]), min_size=len(words), max_size=len(words)))
    text = altered = "".join(f"{word}{gap}" for word, gap in zip(words, gaps, strict=True))
    for where, inserted, removed in draw(EDITS):
        place = round(where * len(altered))
        altered = altered[:place] + inserted + altered[place + removed :]
    return text, altered


def spans(text: str) -> dict[str, tuple[int, int]]:
    """Where each word is that a text has once."""
    found = [(match[0], match.span()) for match in re.finditer(r"\w+", text)]
    words = [word for word, _ in found]
    return {word: span for word, span in found if words.count(word) == 1}


def is_within_word(text: str, place: int) -> bool:
    return re.fullmatch(r"\w\w", text[max(place - 1, 0) : place + 1]) is not None


@given(altered_texts())
@example(
    (
        "harbour meadow lantern.\nkettle orchard pigeon violin saddle tunnel mirror cabbage fiddle ",
        "yz qarbour meadow lantern kettle- xorchard pigeon violin saddle tunnel mirror cabbage fiddle ",
    )
)
def test_a_word_that_survives_keeps_its_edges_and_no_edge_comes_to_lie_within_a_word(
    texts: tuple[str, str],
) -> None:
    original, altered = texts
    counterparts = OffsetMap(original, altered)
    survived = spans(altered)
    for word, (start, end) in spans(original).items():
        places = counterparts.start(start), counterparts.end(end)
        assert not any(is_within_word(altered, place) for place in places)
        if word in survived:
            assert places == survived[word]


@given(altered_texts(), st.floats(0, 1), st.floats(0, 1))
def test_a_range_comes_from_all_places_that_lead_into_it(
    texts: tuple[str, str], one: float, other: float
) -> None:
    original, altered = texts
    counterparts = OffsetMap(original, altered)
    start, end = sorted(round(each * len(altered)) for each in (one, other))
    first, last = counterparts.originals(start, end)
    for place in range(len(original) + 1):
        if start <= counterparts.start(place) <= end:
            assert first <= place <= last
