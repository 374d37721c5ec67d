"""The list of settings and commands is one for all clients: the page has what the clients offer."""

import json
import re
from typing import Any

import pytest

from tests.house.tracked import CHECKOUT

PAGE = (CHECKOUT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
CONTRIBUTED = json.loads((CHECKOUT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))[
    "contributes"
]
SETTINGS: dict[str, Any] = CONTRIBUTED["configuration"]["properties"]


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_setting_stands_on_the_page_with_its_default(setting: str) -> None:
    row = re.search(rf"^\| `{re.escape(setting)}` \| `(.+?)` \|", PAGE, re.M)
    assert row is not None
    assert json.loads(row[1]) == SETTINGS[setting]["default"]


def test_the_page_has_no_setting_that_no_client_offers() -> None:
    assert set(re.findall(r"^\| `(keytally\.[\w.]+)` \| `[^|]+` \|", PAGE, re.M)) == set(SETTINGS)


def test_every_command_of_the_extension_stands_on_the_page() -> None:
    commands = {command["command"] for command in CONTRIBUTED["commands"]}
    assert not [command for command in commands if f"`{command}`" not in PAGE]
