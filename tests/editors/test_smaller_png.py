"""The pictures of VS Code that the documentation shows are small, and look as they did."""

import struct
import zlib
from pathlib import Path

import pytest

from tests.editors.smaller_png import SIGNATURE, smaller

IMAGES = Path(__file__).parents[2] / "docs" / "images"
LARGEST = 150_000
RED, WHITE, BLACK = b"\xff\0\0", b"\xff\xff\xff", b"\0\0\0"


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, rows: list[bytes], colour_type: int = 2) -> bytes:
    """A PNG of rows that begin with their filter."""
    header = struct.pack(">IIBBBBB", width, len(rows), 8, colour_type, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(*part) for part in parts)


def colours(picture: bytes) -> list[list[bytes]]:
    """The colours of each row of a picture with a palette and no filters."""
    parts, place = {}, len(SIGNATURE)
    while place < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, place)
        parts[kind] = picture[place + 8 : place + 8 + length]
        place += length + 12
    width, height = struct.unpack_from(">II", parts[b"IHDR"])
    palette = [parts[b"PLTE"][at : at + 3] for at in range(0, len(parts[b"PLTE"]), 3)]
    data = zlib.decompress(parts[b"IDAT"])
    starts = range(0, height * (width + 1), width + 1)
    assert all(data[start] == 0 for start in starts)
    return [[palette[number] for number in data[start + 1 : start + 1 + width]] for start in starts]


def test_each_filter_is_undone() -> None:
    rows = [
        b"\0" + RED + WHITE,
        b"\1" + RED + b"\0\xff\xff",
        b"\2" + b"\0\0\0" + b"\0\0\0",
        b"\3" + b"\x80\0\0" + b"\0\x80\x80",
        b"\4" + b"\0\0\0" + b"\0\0\0",
    ]
    assert colours(smaller(png(2, rows))) == [[RED, WHITE]] * 5


def test_rare_colours_become_the_nearest_of_those_that_are_kept() -> None:
    greys = [bytes([level] * 3) for level in range(256)]
    rows = [b"\0" + b"".join(greys)] * 2 + [b"\0" + b"\xfe\xff\xff" + BLACK * 255]
    shown = colours(smaller(png(256, rows)))
    assert shown[0] == greys
    assert shown[2][:2] == [WHITE, BLACK]


def test_other_forms_are_refused() -> None:
    with pytest.raises(ValueError, match="eight-bit RGB"):
        smaller(png(1, [b"\0\0"], colour_type=0))


@pytest.mark.parametrize("picture", sorted(IMAGES.glob("*.png")), ids=lambda picture: picture.name)
def test_the_pictures_of_the_documentation_are_small(picture: Path) -> None:
    assert picture.stat().st_size < LARGEST
