"""The extension for VS Code is installed, upgraded and downgraded, and its server runs without a network."""

import sys
import tempfile
import zipfile
from pathlib import Path

from keytally.version import VERSION
from release import offline
from release.bundle import COMMAND, LAUNCHER, SERVER
from release.checkout import CHECKOUT, VSIX
from release.editor import Editor
from release.failed import Failed
from release.interpreters import interpreters, supported
from release.launcher import ARCHIVE
from release.running import run
from release.trial import command_scores, examples_in, server_answers, server_commands_answer

EXTENSION = "keytally.keytally"
OLDER = "0.0.1"
MOST_FILES = 300
MOST_BYTES = 12_000_000
_VERSIONED = ("extension/package.json", "extension.vsixmanifest")
_NEEDED = (
    "readme.md",
    "changelog.md",
    "LICENSE.txt",
    "images/icon.png",
    "package.nls.json",
    "dist/keytally.toml.schema.json",
    f"bundled/{LAUNCHER}",
    f"bundled/{ARCHIVE}",
    "dist/serverWorker.mjs",
    "dist/pyodide/pyodide.asm.wasm",
    "dist/pyodide/python_stdlib.zip",
)


def check(dist: Path) -> str:
    """Install the VSIX over an older and under a newer version of it, and use the server that it brings."""
    with tempfile.TemporaryDirectory(prefix="keytally-vsix-") as name:
        folder = Path(name)
        expect_files(dist / VSIX)
        older = of_version(OLDER, dist / VSIX, folder / "older.vsix")
        installed = change_versions(Editor(folder), dist / VSIX, older)
        pythons = interpreters(supported()) or {"": Path(sys.executable)}
        for python in pythons.values():
            use_server(python, installed, examples_in(folder))
        use_wasm(installed, examples_in(folder))
    size = (dist / VSIX).stat().st_size / 1e6
    return (
        f"{VSIX} ({size:.1f} MB) is installed, upgraded from {OLDER} and downgraded to it; its server works "
        f"in WebAssembly, and without a network in Python {', '.join(pythons)}"
    )


def expect_files(vsix: Path) -> None:
    """Raise Failed unless the extension has its pages, its picture and its server, and is small enough."""
    with zipfile.ZipFile(vsix) as archive:
        names = {*archive.namelist()}
    if len(names) > MOST_FILES or vsix.stat().st_size > MOST_BYTES:
        raise Failed(f"{vsix.name} has {len(names)} files, {vsix.stat().st_size} bytes: see .vscodeignore")
    if lost := [name for name in _NEEDED if f"extension/{name}" not in names]:
        raise Failed(f"{vsix.name} has no {lost[0]}: see .vscodeignore, and make it by `make vsix`")


def of_version(version: str, vsix: Path, copy: Path) -> Path:
    """A copy of an extension that says that it is of another version."""
    with zipfile.ZipFile(vsix) as source, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename in _VERSIONED:
                content = content.replace(f'"{VERSION}"'.encode(), f'"{version}"'.encode())
            target.writestr(entry, content)
    return copy


def change_versions(editor: Editor, vsix: Path, older: Path) -> Path:
    """Install the older version, this one, the older and this one; the folder of the last. Raises Failed."""
    for file, version in ((older, OLDER), (vsix, VERSION), (older, OLDER), (vsix, VERSION)):
        editor.install(file)
        if (told := editor.installed()) != f"{EXTENSION}@{version}":
            raise Failed(f"the editor has {told!r} after {version} was installed: try it by hand")
    return editor.folder_of(f"{EXTENSION}-{VERSION}")


def use_server(python: Path, extension: Path, examples: Path) -> None:
    """Score an example, make its page and start the server, as the extension calls them; raises Failed."""
    launcher = extension / "bundled" / LAUNCHER
    called: list[str | Path] = [python, "-I", offline.__file__, launcher]
    command_scores([*called, COMMAND], examples)
    run([*called, COMMAND, "report", "ne.config", "-o", "page.html"], examples / "named_entity")
    server_answers([*called, SERVER], examples)
    server_commands_answer([*called, SERVER], examples)


def use_wasm(extension: Path, examples: Path) -> None:
    """Start the server in WebAssembly and have it carry out its commands; raises Failed."""
    files = ("dist/serverWorker.mjs", "dist/pyodide", f"bundled/{ARCHIVE}")
    bridge = CHECKOUT / "release" / "wasm_stdio.mjs"
    server: list[str | Path] = ["node", bridge, *(extension / name for name in files), examples]
    server_answers(server, examples)
    server_commands_answer(server, examples)
