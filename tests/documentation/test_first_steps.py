"""The commands that the first pages show, one after the other in the examples: each does its work."""

import re
import shutil
from pathlib import Path

import pytest

from tests.documentation.pages import Command
from tests.documentation.reader import Reader, contents_of
from tests.house.tracked import CHECKOUT

PAGES = (("README.md", "A short tour"), ("docs/guide/getting-started.md", "Score an example"))
OWN = {"key.sgml": "key.sgml", "a.sgml": "response.sgml", "b.sgml": "key.sgml", "c.sgml": "response.sgml"}
"""Files of the reader's own that a page speaks of, as files of the example."""


def commands(page: str, heading: str) -> list[str]:
    """The lines of the blocks without a language, from a heading on."""
    _, _, text = (CHECKOUT / page).read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
    return [line for language, block in blocks if not language for line in block.splitlines()]


@pytest.mark.long
@pytest.mark.parametrize(("page", "heading"), PAGES)
def test_each_command_of_a_first_page_can_be_carried_out(page: str, heading: str, tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    reader = Reader(tmp_path)
    shown = commands(page, heading)
    assert len(shown) > 2
    for line in shown:
        done = _with_own_files(line, tmp_path) if "compare" in line else line
        seen = reader.does(Command(done, ""))
        assert "[exit status 2]" not in seen, f"{line}\n{seen}"
    assert contents_of(tmp_path / "examples") == contents_of(CHECKOUT / "examples")


def _with_own_files(line: str, folder: Path) -> str:
    """A command where the reader's own files are, and are not any more after it."""
    example = folder / "examples" / "named_entity"
    copied = [f"cp '{example / source}' {name}" for name, source in OWN.items()]
    return " && ".join([*copied, line, f"rm {' '.join(OWN)}"])
