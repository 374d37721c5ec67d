"""The configurations that docs/editors/others.md shows, each in its real program where that is installed."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from editors.generator.facts import facts_of
from keytally.families.registry import BUILT_IN
from tests.house.tracked import CHECKOUT

HERE = Path(__file__).parent / "others"
PAGE = (CHECKOUT / "docs" / "editors" / "others.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
EXTENSIONS = sorted(
    {extension for language in facts_of(BUILT_IN).languages for extension in language.vscode_extensions}
    | {".sgml", ".sgm", ".template", ".conll"}
)
NAMES = [f"a{extension}" for extension in EXTENSIONS]
ALE = Path("/usr/share/vim-ale")
EGLOT = ["emacs", "--batch", "--eval", "(require 'eglot)"]

KAK_LSP = """#!/bin/sh
echo 'declare-option str lsp_servers'
echo 'define-command lsp-enable-window %{ echo -to-file enabled %val{buffile} }'
"""


def shown(editor: str, language: str, at: int = 0) -> str:
    """The block of a language in the section of an editor: the first, or that of a number from 0."""
    section = re.search(rf"^## {editor}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert section, editor
    return [text for name, text in BLOCK.findall(section[1]) if name == language][at]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CHECKOUT / "examples" / "named_entity_defects", tmp_path / "work space"))


def run(command: list[str], workspace: Path, **variables: str) -> str:
    """Run an editor that sees this environment's server and nothing of the person's; what it printed."""
    path = os.pathsep.join([str(workspace.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    home = {"HOME": str(workspace.parent), "XDG_CONFIG_HOME": str(workspace.parent), "PATH": path}
    done = subprocess.run(
        command,
        cwd=workspace,
        env={**os.environ, **home, "KEYTALLY_NAMES": " ".join(NAMES), **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def expect_findings_and_types(said: list[str], mode: str) -> None:
    """See that a response was checked and mended, and that all names have their type."""
    assert f"mode {mode}" in said and "mended" in said, said
    findings = [line for line in said if line.startswith("finding ")]
    assert len(findings) == 10 and any("duplicate attribute TYPE" in line for line in findings), findings
    assert [line for line in said if line.startswith("type ")] == [f"type {name} {mode}" for name in NAMES]


@pytest.mark.editors
def test_emacs(workspace: Path) -> None:
    if shutil.which("emacs") is None or subprocess.run(EGLOT, check=False, capture_output=True).returncode:
        pytest.skip("Emacs with eglot is not installed")
    config = workspace.parent / "config.el"
    config.write_text(shown("Emacs", "lisp"), "utf-8")
    said = run(
        ["emacs", "-q", "--batch", "-l", str(config), "-l", "eglot", "-l", str(HERE / "drive.el")], workspace
    )
    expect_findings_and_types(said.splitlines(), "keytally-mode")
    [line] = re.findall(r"^line (.*)$", said, re.M)
    assert '<ENAMEX TYPE="ORGANIZATION">Tidewater Lines</ENAMEX>' in line


@pytest.mark.editors
def test_vim(workspace: Path) -> None:
    if shutil.which("vim") is None or not ALE.is_dir():
        pytest.skip("Vim with ALE is not installed")
    config, said = workspace.parent / "vimrc", workspace.parent / "said"
    loading = (
        f"set nocompatible noswapfile\nset runtimepath^={ALE}\nfiletype plugin on\nruntime plugin/ale.vim\n"
    )
    config.write_text(loading + shown("Vim", "vim"), "utf-8")
    script = f"source {HERE / 'drive.vim'}"
    command = ["vim", "-N", "-i", "NONE", "-u", str(config), "--not-a-term", "-c", script, "response.sgml"]
    run(command, workspace, KEYTALLY_SAID=str(said), TERM="dumb")
    expect_findings_and_types(said.read_text("utf-8").splitlines(), "keytally")


STAND_INS = """
function! LspAddServer(servers)
  call writefile([json_encode(a:servers[0])], 'vim9')
endfunction
doautocmd User lsp_setup
"""
VIM_LSP = """
function! lsp#register_server(server)
  let l:command = a:server.cmd(a:server)
  call writefile([json_encode(extend(copy(a:server), {'cmd': l:command}))], 'vim-lsp')
endfunction
"""


@pytest.mark.editors
def test_other_clients_in_vim(workspace: Path) -> None:
    """What they are told, by stand-ins for them."""
    if shutil.which("vim") is None:
        pytest.skip("Vim is not installed")
    (workspace / "autoload").mkdir()
    (workspace / "autoload" / "lsp.vim").write_text(VIM_LSP)
    config = workspace / "vimrc"
    config.write_text(f"set runtimepath^=.\n{shown('Vim', 'vim', 1)}{STAND_INS}{shown('Vim', 'vim', 2)}")
    run(["vim", "-N", "-i", "NONE", "-u", str(config), "--not-a-term", "-c", "qall!"], workspace, TERM="dumb")
    told = {name: json.loads((workspace / name).read_text()) for name in ("vim9", "vim-lsp")}
    assert told == {
        "vim9": {"name": "keytally", "filetype": ["keytally"], "path": "keytally-server", "args": []},
        "vim-lsp": {"name": "keytally", "cmd": ["keytally-server"], "allowlist": ["keytally"]},
    }
    server = json.loads(shown("Vim", "json"))["languageserver"]["keytally"]
    assert (server["command"], server["filetypes"]) == ("keytally-server", ["keytally"])


@pytest.mark.editors
def test_kakoune(workspace: Path) -> None:
    if shutil.which("kak") is None:
        pytest.skip("Kakoune is not installed")
    client = workspace.parent / "kak-lsp"
    client.write_text(KAK_LSP)
    client.chmod(0o755)
    (workspace / "kakrc").write_text(shown("Kakoune", "kak"), "utf-8")
    steps = "; ".join(f"edit {name}; echo -to-file type-{name} %opt{{filetype}}" for name in NAMES)
    script = f"source kakrc; {steps}; edit response.sgml; echo -to-file servers %opt{{lsp_servers}}; quit!"
    run(["kak", "-n", "-ui", "dummy", "-e", script], workspace)
    assert [(workspace / f"type-{name}").read_text() for name in NAMES] == ["keytally"] * len(NAMES)
    servers = tomllib.loads((workspace / "servers").read_text())
    assert servers == {"keytally-server": {"root_globs": ["keytally.toml", ".git"]}}
    assert (workspace / "enabled").read_text() == str(workspace / "response.sgml")


def test_helix() -> None:
    config = tomllib.loads(shown("Helix", "toml"))
    [language] = config["language"]
    assert config["language-server"][language["language-servers"][0]] == {"command": "keytally-server"}
    types = [each if isinstance(each, str) else each["glob"] for each in language["file-types"]]
    covered = [
        name for name in EXTENSIONS if name[1:] in types or (name.endswith("_conll") and "*_conll" in types)
    ]
    assert covered == EXTENSIONS


def test_sublime_text() -> None:
    syntax = yaml.safe_load(shown("Sublime Text", "yaml"))
    [client] = json.loads(shown("Sublime Text", "json"))["clients"].values()
    assert client["selector"] == syntax["scope"] and client["command"] == ["keytally-server"]
    assert {f".{each}" for each in syntax["file_extensions"]} == {*EXTENSIONS}
