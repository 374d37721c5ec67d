"""Words as annotators count them."""

import pytest

from keytally_server.cursor import (
    after_next_word,
    before_previous_word,
    without_first_word,
    without_last_word,
    word_at,
)

AROUND = [
    ("met Ko‸ry in", "Kory"),
    ("met ‸Kory in", "Kory"),
    ("met Kory‸ in", "Kory"),
    ("of Coca-‸Cola Co.", "Coca-Cola"),
    ("Mr. O'‸Brien's hat", "O'Brien"),
    ("Dingell‸'s hat", "Dingell"),
    ("Dingell’‸s hat", "s"),
    ("AT‸&T said", "AT&T"),
    ("the U.‸S. Army", "U.S."),
    ("at 10 a.‸m. on", "a.m."),
    ("for $‸48 million", "$48"),
    ("for ‸$48 million", "$48"),
    ("by 4.‸5% in", "4.5%"),
    ("by 12‸% in", "12%"),
    ("on 01/‸12/26.", "01/12/26"),
    ("all 3,‸000 men", "3,000"),
    ("end‸. Then", "end"),
    ("a, ‸ b", ""),
    ("café‸s", "cafés"),
    ("cafe\u0301‸s", "cafe\u0301s"),
    ("訪問‸東京", "東"),
    ("訪問‸", "問"),
    ("訪‸Kory", "Kory"),
    ("Ko‸ry訪", "Kory"),
    ("กำล‸ัง", "ลั"),
    ("‸訪問東京", "訪"),
    ("กำ‸ลัง", "ลั"),
    ("‸", ""),
]


@pytest.mark.parametrize(("picture", "word"), AROUND)
def test_the_word_at_the_cursor(picture: str, word: str) -> None:
    text = picture.replace("‸", "")
    start, end = word_at(text, picture.index("‸"))
    assert text[start:end] == word


RIGHT = [
    ("Saint", " Orrin, which", ["Saint Orrin", "Saint Orrin,", "Saint Orrin, which"]),
    ("Corrigan", " & Vale Inc., said", ["Corrigan & Vale", "Corrigan & Vale Inc", "Corrigan & Vale Inc."]),
    ("12", "% more", ["12%", "12% more"]),
    ("Tokyo", "-based firm", ["Tokyo-based", "Tokyo-based firm"]),
    ("Dingell", "'s hat", ["Dingell's", "Dingell's hat"]),
    ("Saint", "\r\nOrrin.", ["Saint\r\nOrrin", "Saint\r\nOrrin."]),
    ("東", "京都、と", ["東京", "東京都", "東京都、と"]),
    ("cafe", "\u0301s x", ["cafe\u0301s"]),
    ("depth", " < 1 foot", ["depth < 1", "depth < 1 foot"]),
    ("last", ' "', []),
    ("last", "", []),
]


@pytest.mark.parametrize(("stretch", "rest", "steps"), RIGHT)
def test_a_stretch_grows_to_the_right_by_a_word(stretch: str, rest: str, steps: list[str]) -> None:
    text, end = stretch + rest, len(stretch)
    for step in steps:
        longer = after_next_word(text, end, len(text))
        assert longer is not None
        assert text[:longer] == step
        end = longer
    assert steps or after_next_word(text, end, len(text)) is None


LEFT = [
    ("bought Saint ", "Orrin", ["Saint Orrin", "bought Saint Orrin"]),
    ("for $", "48", ["$48", "for $48"]),
    ("the Corrigan & ", "Vale", ["Corrigan & Vale", "the Corrigan & Vale"]),
    ("at St. ", "Mary", ["St. Mary", "at St. Mary"]),
    ("an anti-", "war", ["anti-war", "an anti-war"]),
    ("Saint\r\n", "Orrin", ["Saint\r\nOrrin"]),
    ("在東", "京", ["東京", "在東京"]),
    ('"', "Orrin", ['"Orrin']),
    ("  ", "Orrin", []),
]


@pytest.mark.parametrize(("rest", "stretch", "steps"), LEFT)
def test_a_stretch_grows_to_the_left_by_a_word(rest: str, stretch: str, steps: list[str]) -> None:
    text, start = rest + stretch, len(rest)
    for step in steps:
        earlier = before_previous_word(text, start, 0)
        assert earlier is not None
        assert text[earlier:] == step
        start = earlier
    assert steps or before_previous_word(text, start, 0) is None


FROM_THE_RIGHT = [
    ("Corrigan & Vale Inc.", ["Corrigan & Vale Inc", "Corrigan & Vale", "Corrigan", ""]),
    ("Vale Inc. of", ["Vale Inc.", "Vale Inc", "Vale", ""]),
    ("Dingell's", ["Dingell", ""]),
    ("Tokyo-based", ["Tokyo", ""]),
    ("about $48", ["about", ""]),
    ("Saint\r\nOrrin ", ["Saint\r\nOrrin", "Saint", ""]),
    ("東京都", ["東京", "東", ""]),
    ("...", ["..", ".", ""]),
]


@pytest.mark.parametrize(("text", "steps"), FROM_THE_RIGHT)
def test_a_stretch_shrinks_from_the_right(text: str, steps: list[str]) -> None:
    end = len(text)
    for step in steps:
        end = without_last_word(text, end, 0)
        assert text[:end] == step


FROM_THE_LEFT = [
    ("The Corrigan & Vale", ["Corrigan & Vale", "Vale", ""]),
    ("St. Mary", ["Mary", ""]),
    ("O'Brien", ["Brien", ""]),
    ("for $48", ["$48", "48", ""]),
    (" Saint\nOrrin", ["Saint\nOrrin", "Orrin", ""]),
    ("東京都", ["京都", "都", ""]),
]


@pytest.mark.parametrize(("text", "steps"), FROM_THE_LEFT)
def test_a_stretch_shrinks_from_the_left(text: str, steps: list[str]) -> None:
    start = 0
    for step in steps:
        start = without_first_word(text, start, len(text))
        assert text[start:] == step


def test_a_line_of_any_length_is_searched_for_a_few_hundred_characters() -> None:
    text = "a" * 100_000
    start, end = word_at(text, 50_000)
    assert 0 < end - start <= 1000
    assert after_next_word(text, 0, len(text)) == 400
    assert after_next_word(" " * 100_000, 0, 100_000) is None
