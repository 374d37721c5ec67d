"""Pieces of SVG: monospaced text, boxes, lines; the same pieces give the same bytes."""

from collections.abc import Iterable
from typing import NamedTuple
from xml.sax.saxutils import escape

CELL, LINE, MARGIN = 8.4, 22.0, 14.0
"""The width of a character, the height of a line, and the border, in pixels."""

_FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
INK, QUIET, GROUND = "#1b1b1b", "#595959", "#ffffff"
COLOURS = {
    "cor": "#00755a",
    "par": "#7d5800",
    "inc": "#a34000",
    "mis": "#005f9e",
    "spu": "#8f3a70",
    "opt": "#5f5f5f",
    "non": "#5f5f5f",
}
"""The colours of verdicts, as those of the pages of `keytally report`."""

_DASHES = {"mis": "2 3", "spu": "7 3", "inc": "4 2", "opt": "1 4"}
"""Verdicts differ by the line around them as well as by their colours."""


class Point(NamedTuple):
    """A place in a picture, in pixels."""

    x: float
    y: float


def picture(width: float, height: float, title: str, pieces: Iterable[str], style: str = "") -> str:
    """A whole picture with its title, which is read out where it cannot be seen."""
    rules = f"<style>{style}</style>\n" if style else ""
    shown = "\n".join(pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_px(width)} {_px(height)}" '
        f'width="{_px(width)}" height="{_px(height)}" role="img" font-family="{_FONTS}" font-size="14">\n'
        f"<title>{escape(title)}</title>\n{rules}"
        f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>\n{shown}\n</svg>\n'
    )


def words(text: str, at: Point, colour: str = INK, *, bold: bool = False, anchor: str = "start") -> str:
    """A line of text with its base line at a point; blanks are kept."""
    weight = ' font-weight="bold"' if bold else ""
    side = f' text-anchor="{anchor}"' if anchor != "start" else ""
    shown = escape(text).replace(" ", "\N{NO-BREAK SPACE}")
    return f'<text x="{_px(at.x)}" y="{_px(at.y)}" fill="{colour}"{weight}{side}>{shown}</text>'


def box(at: Point, width: float, height: float, verdict: str) -> str:
    """A box with the line and the colour of a verdict."""
    colour = COLOURS[verdict]
    dashes = f' stroke-dasharray="{_DASHES[verdict]}"' if verdict in _DASHES else ""
    place = f'x="{_px(at.x)}" y="{_px(at.y)}" width="{_px(width)}" height="{_px(height)}"'
    return f'<rect {place} rx="3" fill="{colour}" fill-opacity="0.12" stroke="{colour}"{dashes}/>'


def line(start: Point, end: Point, colour: str, dashes: str = "") -> str:
    """A straight line."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    place = f'x1="{_px(start.x)}" y1="{_px(start.y)}" x2="{_px(end.x)}" y2="{_px(end.y)}"'
    return f'<line {place} stroke="{colour}" stroke-width="1.5"{dashed}/>'


def group(pieces: Iterable[str], name: str = "") -> str:
    """Pieces that belong together; a name is that of a class of the style."""
    inner = "\n".join(pieces)
    return f'<g class="{name}">\n{inner}\n</g>' if name else f"<g>\n{inner}\n</g>"


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
