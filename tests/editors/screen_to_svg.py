"""Draw a captured terminal screen as SVG: standard input is what `tmux capture-pane -e` prints.

The same screen gives the same bytes. Known are the attributes that editors use: the colours of
text, background and underline, bold, italic, reverse, strike-through and the five underlines.
"""

import re
import sys
from dataclasses import dataclass, replace
from itertools import groupby
from xml.sax.saxutils import escape

CELL_WIDTH, CELL_HEIGHT, BASELINE, MARGIN = 8.4, 18, 13, 10
FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
FOREGROUND, BACKGROUND = "#e0e2ea", "#14161b"
BASIC = ["#07080d", "#ffc0b9", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#eef1f8"]
BRIGHT = ["#4f5258", "#ff7f6b", "#7fe89a", "#ffd23f", "#7fc4ff", "#ff9dff", "#52f3f1", "#ffffff"]
SEQUENCE = re.compile(r"\x1b\[([\d;:]*)m|\x1b[\[\]()][^a-zA-Z]*[a-zA-Z]|[\x0e\x0f]")


@dataclass(frozen=True, slots=True)
class Style:
    """How a cell looks; colours are `#rrggbb`, or None for the terminal's own."""

    text: str | None = None
    ground: str | None = None
    line_colour: str | None = None
    underline: int = 0
    bold: bool = False
    italic: bool = False
    reverse: bool = False
    strike: bool = False

    def colours(self) -> tuple[str, str]:
        """The colours of the text and of its background as they are seen."""
        pair = self.text or FOREGROUND, self.ground or BACKGROUND
        return (pair[1], pair[0]) if self.reverse else pair


FLAGS: dict[str, dict[str, object]] = {
    "1": {"bold": True},
    "22": {"bold": False},
    "3": {"italic": True},
    "23": {"italic": False},
    "4": {"underline": 1},
    "21": {"underline": 2},
    "24": {"underline": 0},
    "7": {"reverse": True},
    "27": {"reverse": False},
    "9": {"strike": True},
    "29": {"strike": False},
    "39": {"text": None},
    "49": {"ground": None},
    "59": {"line_colour": None},
}
BLOCKS = ((30, BASIC, "text"), (90, BRIGHT, "text"), (40, BASIC, "ground"), (100, BRIGHT, "ground"))
EXTENDED = {"38": "text", "48": "ground", "58": "line_colour"}


def indexed(number: int) -> str:
    """The colour of that number in the palette of 256."""
    if number < 16:
        return (BASIC + BRIGHT)[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = (0, 95, 135, 175, 215, 255)
    red, rest = divmod(number - 16, 36)
    return "#" + "".join(f"{levels[part]:02x}" for part in (red, *divmod(rest, 6)))


def extended(parts: list[str]) -> tuple[str | None, int]:
    """The colour that `2;r;g;b` or `5;n` names, and how many parts it took."""
    if parts[:1] == ["2"] and len(parts) >= 4:
        return "#" + "".join(f"{int(part):02x}" for part in parts[1:4]), 4
    if parts[:1] == ["5"] and len(parts) >= 2:
        return indexed(int(parts[1])), 2
    return None, len(parts)


def basic(code: str) -> dict[str, object]:
    """What one of the sixteen colours of old changes; nothing where `code` is none of them."""
    number = int(code)
    for first, palette, field in BLOCKS:
        if first <= number < first + 8:
            return {field: palette[number - first]}
    return {}


def styled(style: Style, parameters: str) -> Style:
    """`style` after one escape sequence with these parameters."""
    codes = parameters.split(";") if parameters else ["0"]
    while codes:
        code = codes.pop(0) or "0"
        name, *inner = code.split(":")
        if code == "0":
            style = Style()
        elif name in EXTENDED:
            colour, taken = extended([part for part in inner if part] or codes)
            style = replace(style, **{EXTENDED[name]: colour})  # type: ignore[arg-type]
            codes = codes if inner else codes[taken:]
        elif name == "4" and inner:
            style = replace(style, underline=int(inner[0]))
        else:
            style = replace(style, **(FLAGS.get(code) or basic(code)))  # type: ignore[arg-type]
    return style


def cells(screen: str) -> list[list[tuple[str, Style]]]:
    """The rows of a screen as characters with their styles."""
    rows: list[list[tuple[str, Style]]] = [[]]
    style, at = Style(), 0
    while at < len(screen):
        if sequence := SEQUENCE.match(screen, at):
            at = sequence.end()
            if sequence[1] is not None:
                style = styled(style, sequence[1])
            continue
        if screen[at] == "\n":
            rows.append([])
        else:
            rows[-1].append((screen[at], style))
        at += 1
    while rows and not rows[-1]:
        rows.pop()
    return rows


def wave(left: float, right: float, y: float) -> str:
    """The path of a curly line."""
    path, x, up = f"M{left:.1f} {y:.1f}", left, True
    while x + 2.1 <= right + 0.01:
        path += f"q1.05 {-2.4 if up else 2.4} 2.1 0"
        x, up = x + 2.1, not up
    return path


def underline(style: Style, left: float, right: float, top: float) -> str:
    """The line below a run of cells, in the style of its number: 1 plain to 5 dashed."""
    if not style.underline:
        return ""
    y = top + BASELINE + 2.5
    straight = f"M{left:.1f} {y:.1f}H{right:.1f}"
    paths = {2: straight + f"M{left:.1f} {y + 2:.1f}H{right:.1f}", 3: wave(left, right, y + 0.5)}
    dashes = {4: ' stroke-dasharray="1.2 2"', 5: ' stroke-dasharray="4.2 2.1"'}.get(style.underline, "")
    colour = style.line_colour or style.colours()[0]
    return f'<path d="{paths.get(style.underline, straight)}" fill="none" stroke="{colour}"{dashes}/>'


def run(text: str, style: Style, column: int, top: float) -> str:
    """A run of cells of one style."""
    left, width = MARGIN + column * CELL_WIDTH, len(text) * CELL_WIDTH
    ink, ground = style.colours()
    parts = []
    if ground != BACKGROUND:
        area = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{CELL_HEIGHT}"'
        parts.append(f'<rect {area} fill="{ground}"/>')
    parts.append(underline(style, left, left + width, top))
    if style.strike:
        middle = top + BASELINE - 4.5
        parts.append(f'<path d="M{left:.1f} {middle:.1f}H{left + width:.1f}" stroke="{ink}"/>')
    if seen := text.rstrip(" "):
        weight = ' font-weight="bold"' if style.bold else ""
        slant = ' font-style="italic"' if style.italic else ""
        place = f'x="{left:.1f}" y="{top + BASELINE}" textLength="{len(seen) * CELL_WIDTH:.1f}"'
        # Browsers fold common spaces.
        content = escape(seen.replace(" ", "\N{NO-BREAK SPACE}"))
        parts.append(f'<text {place} fill="{ink}"{weight}{slant}>{content}</text>')
    return "".join(parts)


def svg(screen: str) -> str:
    """The picture of a screen."""
    rows = cells(screen)
    width = 2 * MARGIN + CELL_WIDTH * max((len(row) for row in rows), default=0)
    height = 2 * MARGIN + CELL_HEIGHT * len(rows)
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg"'
        f' viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}"'
        f' font-family="{FONTS}" font-size="14">',
        f'<rect width="100%" height="100%" rx="6" fill="{BACKGROUND}"/>',
    ]
    for number, row in enumerate(rows):
        column = 0
        for style, group in groupby(row, key=lambda cell: cell[1]):
            text = "".join(character for character, _ in group)
            lines.append(run(text, style, column, MARGIN + number * CELL_HEIGHT))
            column += len(text)
    return "\n".join([line for line in lines if line] + ["</svg>", ""])


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.write(svg(sys.stdin.read()))
