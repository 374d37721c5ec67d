"""Random changes of texts and bytes, for every format alike."""

import re
from collections.abc import Callable, Sequence
from random import Random

from fuzz.case import Files, bytes_of, text_of

NASTY = (
    *(
        "<",
        ">",
        "</",
        "/>",
        '"',
        "'",
        "&",
        "#",
        ";",
        ":",
        "::",
        ":::",
        "|||",
        "||",
        "|",
        "/",
        "##",
        "=",
        "[",
        "]",
    ),
    *("{", "}", "(", ")", "*", "\\", ",", ".", "-", "-1", "0", "9" * 30, "1e999", "%s", "{}", "\x00", "\x0b"),
    *(
        "\t",
        " ",
        "\n",
        "\r",
        "\r\n",
        "\n\n\n",
        "\x0c",
        "\x85",
        "\u2028",
        "\ufeff",
        "\u200d",
        "\u0130",
        "\u00df",
    ),
    *(
        "é",
        "e\u0301",
        "\U0001f600",
        "٣",
        "²",
        "\udcff",
        "\udcfe\udcff",
        "\x1b[31m",
        "../",
        "/dev/null",
        "~",
        "*",
    ),
    *(
        "<DOC>",
        "</DOC>",
        "<DOCNO> 1 </DOCNO>",
        "<TXT>",
        "<!--",
        "-->",
        "<?",
        "<![CDATA[",
        "/*",
        "*/",
        " :: ",
        ":=\n",
    ),
)
"""Text that has a meaning in some format, or is unusual in any."""

_PIECE = re.compile(r"\w+|\s+|[^\w\s]")
LONGEST = 20_000
"""Characters beyond which nothing is added: hostile sizes are the ladder's part."""

Mutation = Callable[[Random, bytes], bytes]


def mutated(chance: Random, text: str) -> str:
    """A text after one to eight random changes of its bytes."""
    data = bytes_of(text)
    for _ in range(1 + min(int(chance.expovariate(0.5)), 7)):
        data = chance.choice(_MUTATIONS)(chance, data)[: 2 * LONGEST]
    return text_of(data)


def mutated_files(chance: Random, files: Files) -> dict[str, str]:
    """A workspace of which one or two files are changed."""
    changed = dict(files)
    for name in chance.sample(sorted(files), min(chance.randint(1, 2), len(files))):
        changed[name] = mutated(chance, files[name])
    return changed


def new_text(chance: Random, texts: Sequence[str]) -> str:
    """What is typed or pasted in an edit: nothing, nasty text, or a piece of one of these texts."""
    kind = chance.random()
    if kind < 0.25:
        return ""
    if kind < 0.5:
        return "".join(chance.choices(NASTY, k=chance.randint(1, 3)))
    pieces = _PIECE.findall(chance.choice(texts))
    if not pieces:
        return chance.choice("ax1 \n")
    at = chance.randrange(len(pieces))
    return "".join(pieces[at : at + 1 + min(int(chance.expovariate(0.3)), 30)])


def _stretch(chance: Random, data: bytes, most: int = 60) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + min(int(chance.expovariate(0.1)), most))


def _remove(chance: Random, data: bytes) -> bytes:
    start, end = _stretch(chance, data)
    return data[:start] + data[end:]


def _insert(chance: Random, data: bytes) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + bytes_of(chance.choice(NASTY)) * chance.choice((1, 1, 1, 2, 40)) + data[at:]


def _byte(chance: Random, data: bytes) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _repeat(chance: Random, data: bytes) -> bytes:
    start, end = _stretch(chance, data, 400)
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 10)) + data[end:]


def _move(chance: Random, data: bytes) -> bytes:
    start, end = _stretch(chance, data, 400)
    rest = data[:start] + data[end:]
    at = chance.randint(0, len(rest))
    return rest[:at] + data[start:end] + rest[at:]


def _cut(chance: Random, data: bytes) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] if chance.random() < 0.5 else data[at:]


def _swap_lines(chance: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"".join(lines)


def _repeat_line(chance: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    at = chance.randrange(len(lines))
    return b"".join([*lines[:at], lines[at] * chance.choice((2, 3, 20)), *lines[at + 1 :]])


def _line_ends(chance: Random, data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\n")))


def _case(chance: Random, data: bytes) -> bytes:
    start, end = _stretch(chance, data, 400)
    return data[:start] + data[start:end].swapcase() + data[end:]


def _mark(chance: Random, data: bytes) -> bytes:
    return chance.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\n\n", b" ")) + data


_MUTATIONS: tuple[Mutation, ...] = (
    *(_remove, _insert, _insert, _byte, _repeat, _move, _cut, _swap_lines, _repeat_line),
    *(_line_ends, _case, _mark, _remove, _insert, _move),
)
