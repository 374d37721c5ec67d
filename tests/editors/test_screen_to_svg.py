"""The pictures of terminals that the documentation shows."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

SCRIPT = Path(__file__).parent / "screen_to_svg.py"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(screen: str) -> ElementTree.Element:
    command = [sys.executable, str(SCRIPT)]
    done = subprocess.run(command, input=screen.encode(), capture_output=True, check=True)
    return ElementTree.fromstring(done.stdout.decode())


def test_text_keeps_its_place_and_colour() -> None:
    picture = drawn("ab \x1b[1;38;2;255;0;16mc & <d>\x1b[0m e\n\n")
    texts = picture.iter(f"{SVG}text")
    assert [(text.text, text.get("x"), text.get("fill"), text.get("font-weight")) for text in texts] == [
        ("ab", "10.0", "#e0e2ea", None),
        ("c\N{NO-BREAK SPACE}&\N{NO-BREAK SPACE}<d>", "35.2", "#ff0010", "bold"),
        ("\N{NO-BREAK SPACE}e", "94.0", "#e0e2ea", None),
    ]


def test_the_five_underlines_differ() -> None:
    screen = "".join(f"\x1b[4:{number}m\x1b[58;2;1;2;3mx\x1b[0m " for number in range(1, 6))
    paths = list(drawn(screen).iter(f"{SVG}path"))
    assert {path.get("stroke") for path in paths} == {"#010203"}
    shapes = {(len(path.get("d", "")), path.get("stroke-dasharray")) for path in paths}
    assert len(shapes) == 5


def test_backgrounds_reverse_and_palettes() -> None:
    picture = drawn("\x1b[7mr\x1b[27m\x1b[48;5;196mi\x1b[49m\x1b[42mg\x1b[49mn")
    grounds = [rectangle.get("fill") for rectangle in picture.iter(f"{SVG}rect")][1:]
    assert grounds == ["#e0e2ea", "#ff0000", "#b3f6c0"]
