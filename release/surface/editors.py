"""The public surface of the clients: settings, commands and keys that people put into their own settings."""

import json
import re
from collections.abc import Iterator
from typing import Any

from release.checkout import CHECKOUT
from release.surface.item import Item

MANIFEST = CHECKOUT / "editors" / "vscode" / "package.json"
NEOVIM = CHECKOUT / "editors" / "nvim"
_SUBCOMMANDS = re.compile(r"^local COMMANDS = \{$(.*?)^\}$", re.M | re.S)
_SUBCOMMAND = re.compile(r"^  (?:\['([\w-]+)'\]|(\w+)) = \{$", re.M)
_PLUG = re.compile(r"^plug\('(\w)', '(\w+)'", re.M)
_STATED = ("type", "enum", "items", "additionalProperties", "default", "scope")


def items() -> Iterator[Item]:
    """What both clients offer by name."""
    yield from _vscode(json.loads(MANIFEST.read_text(encoding="utf-8"))["contributes"])
    commands = _SUBCOMMANDS.search((NEOVIM / "lua/keytally/commands.lua").read_text(encoding="utf-8"))
    for quoted, plain in _SUBCOMMAND.findall(commands[1] if commands else ""):
        yield Item("command", ":Keytally", quoted or plain)
    plugin = (NEOVIM / "plugin/keytally.lua").read_text(encoding="utf-8")
    for mode, name in _PLUG.findall(plugin):
        yield Item("mapping", "Neovim", f"<Plug>(Keytally{name})", f"mode {mode}")


def _vscode(contributes: dict[str, Any]) -> Iterator[Item]:
    for name, stated in contributes["configuration"]["properties"].items():
        told = {key: stated[key] for key in _STATED if key in stated}
        yield Item("setting", "VS Code", name, json.dumps(told, sort_keys=True))
    for command in contributes["commands"]:
        yield Item("command", "VS Code", command["command"])
    for view in [view for views in contributes.get("views", {}).values() for view in views]:
        yield Item("view", "VS Code", view["id"])
    for colour in contributes.get("colors", []):
        yield Item("colour", "VS Code", colour["id"])
