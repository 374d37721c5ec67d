"""What reaches a terminal of a text from elsewhere."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.text.rendering import printable


def test_controls_are_escaped_and_all_else_stays() -> None:
    assert printable("a\x1b[2J\r\n\x9b\u2028é\xa0東") == r"a\x1b[2J\r\n\x9b\u2028é\xa0東".replace(
        r"\xa0", "\xa0"
    )


@given(st.text())
def test_it_is_one_line_whatever_stands_in_it(text: str) -> None:
    shown = printable(text)
    assert shown.splitlines() in ([shown], [])
    assert printable(shown) == shown
