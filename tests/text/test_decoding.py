"""A file's bytes survive a round trip, whatever they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.text.files import decode, is_encoding


@given(st.binary(max_size=200), st.sampled_from([None, "gb18030", "euc-jp", "utf-16", "no-such", "rot13"]))
def test_bytes_survive_a_round_trip(data: bytes, encoding: str | None) -> None:
    assert decode(data, encoding).encode() == data


def test_utf_8_comes_first() -> None:
    assert decode("Zürich".encode(), "gb18030").encoding == "utf-8"


def test_then_the_stated_encoding() -> None:
    decoded = decode("中文".encode("gb18030"), "gb18030")
    assert (decoded.text, decoded.encoding) == ("中文", "gb18030")


def test_then_latin_1() -> None:
    decoded = decode("Zürich".encode("latin-1"))
    assert (decoded.text, decoded.encoding) == ("Zürich", "latin-1")


def test_a_byte_order_mark_is_kept_and_is_no_text() -> None:
    decoded = decode(b"\xef\xbb\xbf<DOC>")
    assert (decoded.text, decoded.bom) == ("<DOC>", True)
    assert decoded.encode("<DOC>\r\n") == b"\xef\xbb\xbf<DOC>\r\n"


def test_a_text_that_begins_with_a_mark_is_read_back_whole() -> None:
    assert decode(decode(b"D").encode("\ufeffD")).text == "\ufeffD"


def test_newlines_stay_as_they_are() -> None:
    assert decode(b"a\r\nb\rc\n").text == "a\r\nb\rc\n"


@pytest.mark.parametrize(
    ("name", "known"), [("gb18030", True), ("rot13", False), ("x\0y", False), ("", False)]
)
def test_only_text_encodings_are_encodings(name: str, known: bool) -> None:
    assert is_encoding(name) is known
