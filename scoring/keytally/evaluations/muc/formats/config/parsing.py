"""Parses any text to the tree of a configuration file."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.formats.config.document import (
    LONGEST_TEXT,
    ConfigPiece,
    ConfigUnit,
    OptionLine,
    Value,
)
from keytally.evaluations.muc.formats.config.options import find_option
from keytally.evaluations.muc.formats.config.scanner import scan

_VALUES = ("BARE", "QUOTED", "UNCLOSED")


def parse(text: str, overrides_from: int | None = None) -> ConfigUnit:
    """The tree of any text, without findings; lines from `overrides_from` on are overrides."""
    boundary = len(text) + 1 if overrides_from is None else overrides_from
    if len(text) > LONGEST_TEXT:
        return ConfigUnit(text, [ConfigPiece("UNREAD", 0, len(text))], (), (), boundary)
    pieces = scan(text)
    stray, *parts = _options(text, pieces)
    lines = [_option_line(text, part) for part in parts]
    return ConfigUnit(text, pieces, lines, _values(text, stray), boundary)


def _options(text: str, pieces: Sequence[ConfigPiece]) -> Iterator[list[ConfigPiece]]:
    """The pieces before the first option, then those of each option.

    An option begins at a colon in the first column; a colon that blanks precede on its line begins one too if
    an option's name follows.
    """
    option: list[ConfigPiece] = []
    fresh = True
    for piece in pieces:
        if piece.kind == "HEAD" or (fresh and _is_indented_head(text, piece)):
            yield option
            option = []
        option.append(piece)
        fresh = piece.kind == "BREAK" or (fresh and piece.kind == "BLANK")
    yield option


def _is_indented_head(text: str, piece: ConfigPiece) -> bool:
    kind, start, end = piece
    return kind == "BARE" and text[start] == ":" and find_option(text[start + 1 : end]) is not None


def _option_line(text: str, pieces: Sequence[ConfigPiece]) -> OptionLine:
    kind, start, end = pieces[0]
    values = _values(text, pieces[1:])
    last = values[-1].end if values else end
    return OptionLine(text[start + 1 : end], start, last, values, kind == "BARE")


def _values(text: str, pieces: Sequence[ConfigPiece]) -> tuple[Value, ...]:
    return tuple(_value(text, piece) for piece in pieces if piece.kind in _VALUES)


def _value(text: str, piece: ConfigPiece) -> Value:
    kind, start, end = piece
    written = text[start:end]
    if kind == "BARE":
        return Value(written, start, end)
    if kind == "QUOTED":
        return Value(written[1:-1], start, end, written[0])
    written = written.rstrip()
    return Value(written[1:], start, start + len(written), written[0], closed=False)
