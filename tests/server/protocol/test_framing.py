"""Messages in a stream: whole ones whatever the parts it comes in, and an end where none can be found."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally_server.protocol.transports import MAX_HEADER, Framing, FramingError


def framed(*parts: bytes, limit: int = 100) -> list[bytes]:
    framing = Framing(limit)
    bodies = []
    for part in parts:
        framing.feed(part)
        while (body := framing.next()) is not None:
            bodies.append(body)
    return bodies


@given(st.lists(st.binary(max_size=20)), st.data())
def test_the_parts_in_which_a_stream_comes_do_not_matter(bodies: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    parts = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert framed(*parts) == bodies


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\n",
        b"content-length:2\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:  2 \r\n",
    ],
)
def test_names_of_header_fields_have_no_case(header: bytes) -> None:
    assert framed(header + b"\r\n{}") == [b"{}"]


NO_LENGTH = "message without a valid Content-Length"
UNKNOWN = "invalid message header"
LONG = f"message header longer than {MAX_HEADER} bytes"
REFUSED = [
    (b"Content-Length: 101\r\n\r\n", "message of 101 bytes exceeds the limit of 100 bytes"),
    (
        b"Content-Length: 999999999999999999\r\n\r\n",
        "message of 999999999999999999 bytes exceeds the limit of ",
    ),
    (b"Content-Length: %s\r\n\r\n" % (b"9" * 5000), NO_LENGTH),
    (b"Content-Length: -1\r\n\r\n", NO_LENGTH),
    (b"Content-Length: 1e9\r\n\r\n", NO_LENGTH),
    (b"Content-Length:\r\n\r\n", NO_LENGTH),
    ("Content-Length: ٣\r\n\r\n".encode(), NO_LENGTH),
    (b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", NO_LENGTH),
    (b"Content-Type: text/plain\r\n\r\n", NO_LENGTH),
    (b"\r\n\r\n", UNKNOWN),
    (b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", UNKNOWN),
    (b"Content-Length : 2\r\n\r\n{}", UNKNOWN),
    (b"X" * MAX_HEADER, LONG),
    (b"X: " + b"y" * MAX_HEADER + b"\r\nContent-Length: 2\r\n\r\n{}", LONG),
]


@pytest.mark.parametrize(("stream", "line"), REFUSED)
def test_a_header_that_cannot_be_used_is_one_line(stream: bytes, line: str) -> None:
    with pytest.raises(FramingError) as refused:
        framed(stream)
    assert str(refused.value).startswith(line)
    assert "\n" not in str(refused.value)


@given(st.binary())
def test_any_bytes_are_messages_or_an_error_of_framing(stream: bytes) -> None:
    with suppress(FramingError):
        framed(stream)


def test_messages_before_a_bad_header_are_served() -> None:
    framing = Framing()
    framing.feed(b"Content-Length: 2\r\n\r\n{}\r\n\r\n")
    assert framing.next() == b"{}"
    with pytest.raises(FramingError):
        framing.next()
