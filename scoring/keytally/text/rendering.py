"""Text from files made safe for terminals, CI logs and Markdown; English plurals."""

import re

# Makes text of files safe to print: a terminal or a CI log shows it without interpreting it.
#
# Control characters could end the line or move a cursor, bidirectional controls change the order in which
# text is shown, and a line that begins with `::` or contains `##[` is a command to the runners of GitHub and
# Azure. A byte of a file name that is not UTF-8 is shown as `\xNN`.


_FIRST_BYTE = 0xDC00
"""The surrogate that stands for byte 0 of a file name that is not UTF-8 (`surrogateescape`)."""

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_CONTROLS = "\x7f-\x9f\u2028\u2029\ud800-\udfff" + _BIDI
_ON_A_LINE = re.compile(rf"[\x00-\x1f{_CONTROLS}]")
_ON_A_PAGE = re.compile(rf"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f{_CONTROLS}]")
_COMMAND = re.compile(r"^([^\S\n]*):(?=:)|#(?=#(?:vso)?\[)", re.M)


def printable(text: str) -> str:
    """Return `text` on one line, with control characters and the beginnings of CI commands escaped."""
    return _without_commands(_ON_A_LINE.sub(_escape, text))


def printable_page(text: str) -> str:
    """Return a multi-line `text`, escaped as in `printable`; tabs and line ends are kept."""
    return _without_commands(visible(text))


def visible(text: str) -> str:
    """Return a multi-line `text` with control characters escaped, except tabs and line ends."""
    return _ON_A_PAGE.sub(_escape, text)


def _without_commands(text: str) -> str:
    if "::" not in text and "##" not in text:
        return text
    return _COMMAND.sub(lambda found: found[1] + r"\x3a" if found[0].endswith(":") else r"\x23", text)


def _escape(found: re.Match[str]) -> str:
    byte = ord(found[0]) - _FIRST_BYTE
    return rf"\x{byte:02x}" if 0x80 <= byte <= 0xFF else found[0].encode("unicode_escape").decode("ascii")


_BACKTICKS = re.compile("`+")
_SPECIAL = re.compile(r"[\\`*{}\[\]<>#|~@]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\.", re.I)


def markdown_code(text: str) -> str:
    """Return text as Markdown code on one line.

    A line end could end the paragraph, and with it the code.
    """
    text = " ".join(text.split())
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest or not text else f"`{text}`"


def markdown_prose(text: str) -> str:
    """Return text as Markdown prose on one line, with escaped punctuation."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))


_UNCOUNTABLE = frozenset({"information"})
_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"


def quantity(count: int, noun: str) -> str:
    """Return a count with its noun: `1 tag`, `2 tags`, `0 classes`. `noun` is in the singular."""
    return f"{count} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the regular plural of an English noun: `tags`, `fixes`, `entries`."""
    if noun in _UNCOUNTABLE:
        return noun
    if noun.endswith(_HISSING):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"
