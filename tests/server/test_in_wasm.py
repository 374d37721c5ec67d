"""Server and command in WebAssembly, in Node: they answer as those in this Python do."""

import shutil
import sys
from collections.abc import AsyncIterator
from importlib.metadata import files
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from release import bundle, npm_package
from release.checkout import CHECKOUT
from release.running import run
from tests.server.conftest import Start
from tests.server.editor import Editor, capabilities_of

EXTENSION = CHECKOUT / "editors" / "vscode"
MODULES = EXTENSION / "node_modules"
BRIDGE = CHECKOUT / "release" / "wasm_stdio.mjs"
SOURCES = (CHECKOUT / "scoring" / "keytally", CHECKOUT / "server" / "keytally_server")
TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'

pytestmark = pytest.mark.skipif(
    not (MODULES / "pyodide").is_dir() or not shutil.which("node"),
    reason="needs Node and the packages of the extension: npm ci --prefix editors/vscode --ignore-scripts",
)


def packages(folder: Path) -> Path:
    """The zip of the extension, from the packages of this environment and the sources of the checkout."""
    lock = bundle.LOCK.read_text(encoding="utf-8")
    for pin in bundle.pinned(lock, lambda name: name not in bundle.LEFT_OUT | {"colorama"}):
        for file in files(pin.partition("==")[0]) or ():
            if file.suffix in {".py", ".lark"} and ".." not in file.parts:
                target = folder / "packages" / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    for source in SOURCES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, folder / "packages" / source.name, ignore=ignored)
    shutil.copytree(CHECKOUT / "docs" / "rules", folder / "packages" / bundle.RULE_PAGES)
    bundle.pack(folder / "packages", folder / "packages.zip")
    return folder / "packages.zip"


def built_worker(folder: Path) -> Path:
    """The worker of the extension, from its sources."""
    worker = folder / "serverWorker.mjs"
    esbuild = [MODULES / ".bin" / "esbuild", "src/serverWorker.ts", f"--outfile={worker}"]
    run([*esbuild, "--bundle", "--platform=node", "--format=esm", "--log-level=error"], EXTENSION)
    return worker


@pytest_asyncio.fixture
async def editor(workspace: Path, tmp_path: Path) -> AsyncIterator[Editor]:
    """An editor whose server runs in WebAssembly."""
    editor = Editor()
    command = [BRIDGE, built_worker(tmp_path), MODULES / "pyodide", packages(tmp_path), workspace]
    await editor.start_io("node", *map(str, command))
    await editor.begin(workspace, capabilities=capabilities_of(watch=True))
    yield editor
    await editor.end()


async def answers(editor: Editor, workspace: Path) -> list[Any]:
    """What a server tells of a response that is opened and edited, and of a key that changes on disk."""
    uri = editor.open(workspace / "response.sgml")
    told: list[Any] = [await editor.scored(uri), await editor.marks(uri), await editor.rules(uri)]
    editor.replace(uri, TAG, "PORT ANSELM <ENAMEX")
    told += [await editor.scored(uri), await editor.rules(uri)]
    key = workspace / "key.sgml"
    key.write_bytes(key.read_bytes().replace(TAG.encode(), b"PORT ANSELM"))
    editor.forget()
    editor.changed_on_disk(key)
    told += [(await editor.scored(uri))["totals"]]
    told += [await editor.command("listPairs"), await editor.command("renderReports", uri)]
    await editor.shutdown_session()
    return told


@pytest.mark.asyncio
async def test_it_answers_as_in_this_python(
    editor: Editor, start: Start, workspace: Path, tmp_path: Path
) -> None:
    kept = shutil.copyfile(workspace / "key.sgml", tmp_path / "key.sgml")
    in_wasm = await answers(editor, workspace)
    shutil.copyfile(kept, workspace / "key.sgml")
    in_python = await answers(await start(workspace, watch=True), workspace)
    assert in_wasm == in_python


def test_the_command_in_wasm_prints_what_it_prints_in_this_python(workspace: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    shutil.copyfile(npm_package.SOURCE / "keytally.mjs", package / "keytally.mjs")
    shutil.copyfile(packages(tmp_path), package / "packages.zip")
    (package / "pyodide").symlink_to(MODULES / "pyodide")
    in_wasm = run(["node", package / "keytally.mjs", "score", "ne.config"], workspace)
    assert in_wasm == run([sys.executable, "-m", "keytally", "score", "ne.config"], workspace)
