"""Make a screenshot small: its 256 most frequent colours, and for the others the nearest of these."""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = 3
MOST_COLOURS = 256

Colour = tuple[int, ...]


def smaller(picture: bytes) -> bytes:
    """The same picture with a palette. Raises ValueError if it is not eight-bit RGB."""
    width, height, rows = _rows(picture)
    counts = Counter(colour for row in rows for colour in row)
    palette = [colour for colour, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))]
    palette = palette[:MOST_COLOURS]
    number = {colour: at for at, colour in enumerate(palette)}
    for colour in counts:
        if colour not in number:
            number[colour] = min(range(len(palette)), key=lambda at: _distance(palette[at], colour))
    lines = b"".join(b"\0" + bytes(number[colour] for colour in row) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", bytes(part for colour in palette for part in colour)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = len(SIGNATURE)
    while place < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, place)
        yield kind, picture[place + 8 : place + 8 + length]
        place += length + 12


def _rows(picture: bytes) -> tuple[int, int, list[list[Colour]]]:
    """Width, height, and the colours of each row."""
    chunks = list(_chunks(picture))
    width, height, *form = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    if form != [8, 2, 0, 0, 0]:
        raise ValueError("not a PNG of eight-bit RGB")
    data = zlib.decompress(b"".join(part for kind, part in chunks if kind == b"IDAT"))
    step, above, rows = width * CHANNELS + 1, bytearray(width * CHANNELS), []
    for start in range(0, height * step, step):
        above = _unfiltered(data[start], bytearray(data[start + 1 : start + step]), above)
        rows.append(list(zip(*[iter(above)] * CHANNELS, strict=True)))
    return width, height, rows


def _unfiltered(kind: int, row: bytearray, above: bytearray) -> bytearray:
    """A row without its filter, by section 9 of the PNG specification."""
    for at in range(len(row) if kind else 0):
        left = row[at - CHANNELS] if at >= CHANNELS else 0
        corner = above[at - CHANNELS] if at >= CHANNELS else 0
        guesses = (0, left, above[at], (left + above[at]) // 2, _paeth(left, above[at], corner))
        row[at] = (row[at] + guesses[kind]) & 255
    return row


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda each: abs(guess - each))
