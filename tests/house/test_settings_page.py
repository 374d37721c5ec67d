"""The settings and the commands are one list: server and clients have what the documentation says."""

import json
import re
from typing import Any

import pytest

from editors.generator.capabilities import server_capabilities
from editors.generator.editor_commands import TOLD
from editors.generator.settings import SETTINGS, Setting, texts
from keytally_server.answers import CodeActionKind
from keytally_server.session.settings import Settings, settings_of
from tests.house.tracked import CHECKOUT

PAGE = (CHECKOUT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
MANIFEST = json.loads((CHECKOUT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
TEXTS = (CHECKOUT / "editors" / "vscode" / "package.nls.json").read_text(encoding="utf-8")
CLIENT = (CHECKOUT / "editors" / "nvim" / "lsp" / "keytally.lua").read_text(encoding="utf-8")
HELP = (CHECKOUT / "editors" / "nvim" / "doc" / "keytally.txt").read_text(encoding="utf-8")
OF_SERVER = [setting for setting in SETTINGS if setting.of_server]


def tables_of(settings: list[Setting]) -> dict[str, Any]:
    """The settings at their defaults, in tables within tables as their names say."""
    tables: dict[str, Any] = {}
    for setting in settings:
        *sections, last = setting.name.split(".")
        table = tables
        for section in sections:
            table = table.setdefault(section, {})
        table[last] = json.loads(json.dumps(setting.default))
    return tables


def in_lua(value: object) -> str:
    """A value as a client written in Lua states it; a table without entries says that it is no list."""
    if isinstance(value, dict) and value:
        return f"{{ {', '.join(f'{name} = {in_lua(each)}' for name, each in value.items())} }}"
    return "vim.empty_dict()" if value == {} else "{}" if value == [] else json.dumps(value)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_setting_stands_on_the_page_with_its_default(setting: Setting) -> None:
    row = re.search(rf"^\| `keytally.{re.escape(setting.name)}` \| `(.+?)` \| .+ \|$", PAGE, re.M)
    assert row is not None and json.loads(row[1]) == json.loads(json.dumps(setting.default))


def test_the_server_has_these_defaults() -> None:
    assert settings_of(tables_of(OF_SERVER)) == (Settings(), [])


def test_neovim_sends_these_defaults() -> None:
    section = re.search(r"^    keytally = \{\n(.*?)^    \},$", CLIENT, re.M | re.S)
    stated = [line.strip() for line in section[1].splitlines()] if section else []
    assert stated == [f"{name} = {in_lua(value)}," for name, value in tables_of(OF_SERVER).items()]


def test_the_help_of_neovim_tells_the_settings_that_it_sends_and_no_others() -> None:
    listed = re.findall(r"^    keytally\.(\S+) +(\S+) +\S", HELP, re.M)
    assert [name for name, _ in listed] == [setting.name for setting in OF_SERVER]
    assert all(len(line) <= 78 for line in HELP.splitlines())


def test_sentences_about_settings_stand_where_they_stood() -> None:
    present = {"a": "first", "setting.old": "gone", "b": "last"}
    made = list(json.loads(texts(json.dumps(present))))
    assert (made[0], made[1], made[-1]) == ("a", f"setting.{SETTINGS[0].name}", "b")
    assert "setting.old" not in made and set(made[1:-1]) <= set(json.loads(TEXTS))


def test_each_command_of_the_extension_is_told_and_no_other() -> None:
    commands = {command["command"] for command in MANIFEST["contributes"]["commands"]}
    assert commands == {f"keytally.{name}" for name in TOLD}


def test_the_commands_of_the_server_stand_on_the_page_and_no_others() -> None:
    section = PAGE.split("\n## Commands of the server\n")[1].split("\n## ", 1)[0]
    listed = re.findall(r"^\| `(keytally\.\w+)` \|", section, re.M)
    assert sorted(listed) == sorted(server_capabilities()["executeCommandProvider"]["commands"])


@pytest.mark.parametrize("kind", [*(kind.value for kind in CodeActionKind), "repair", "done", "adjudicate.1"])
def test_a_kind_of_code_action_stands_on_the_page(kind: str) -> None:
    assert f"`refactor.rewrite.{kind}`" in PAGE
