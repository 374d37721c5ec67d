"""The walkthrough of the extension for VS Code has the name by which the documentation tells of it."""

import json
import re

from tests.house.tracked import CHECKOUT

TOLD = re.compile(r"walkthrough \*([^*]+)\*", re.I)


def test_the_documentation_has_the_name_of_the_walkthrough() -> None:
    extension = CHECKOUT / "editors" / "vscode"
    titles = json.loads((extension / "package.nls.json").read_text(encoding="utf-8"))
    pages = [*(CHECKOUT / "docs").rglob("*.md"), CHECKOUT / "README.md", extension / "README.md"]
    told = {name for page in pages for name in TOLD.findall(page.read_text(encoding="utf-8"))}
    assert told == {titles["walkthrough.start.title"]}
