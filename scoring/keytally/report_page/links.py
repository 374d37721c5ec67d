"""Links from a page to places in files, which open them in an editor or in the browser."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote


class Links(NamedTuple):
    """How files are linked to: the address of a file, and whether `:line:column` may stand behind it."""

    address: Callable[[Path], str]
    has_places: bool


def _in_vscode(path: Path) -> str:
    """The address by which VS Code opens a file."""
    name = path.as_posix()
    return f"vscode://file{'' if name.startswith('/') else '/'}{quote(os.fsencode(name))}"


LINKS: Mapping[str, Links] = {
    "vscode": Links(_in_vscode, has_places=True),
    "file": Links(Path.as_uri, has_places=False),
    "none": Links(lambda path: "", has_places=False),
}
"""The kinds of links, by the names that people choose them by; browsers open no place of a file."""
