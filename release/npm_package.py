"""The npm package of the command: keytally in WebAssembly, with the same files as the VS Code extension."""

import json
import shutil
import tempfile
from pathlib import Path

from keytally.version import VERSION
from release import bundle, launcher
from release.checkout import CHECKOUT, NPM
from release.failed import Failed
from release.running import run

SOURCE = CHECKOUT / "release" / "npm"
EXTENSION = CHECKOUT / "editors" / "vscode"
PYODIDE = EXTENSION / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
"""What the interpreter reads when it starts; the lock of npm has the hash of the package."""

MANIFEST = {
    "name": "keytally",
    "version": VERSION,
    "description": "Scores annotations against an answer key: the command keytally in WebAssembly",
    "license": "Apache-2.0",
    "type": "module",
    "bin": {"keytally": "keytally.mjs"},
    "engines": {"node": ">=20"},
}


def stage(folder: Path) -> Path:
    """Put the files of the package into a folder, and return it; raises Failed."""
    if not PYODIDE.is_dir():
        raise Failed("pyodide is not installed: `npm ci --prefix editors/vscode --ignore-scripts`")
    bundled = bundle.make(folder / "bundled")
    package = folder / "package"
    (package / "pyodide").mkdir(parents=True)
    shutil.copyfile(bundled / launcher.ARCHIVE, package / launcher.ARCHIVE)
    shutil.copytree(bundled / bundle.PAGES / bundle.RULE_PAGES, package / "rule_pages")
    for name in RUNTIME:
        shutil.copyfile(PYODIDE / name, package / "pyodide" / name)
    for name in ("keytally.mjs", "README.md"):
        shutil.copyfile(SOURCE / name, package / name)
    shutil.copyfile(CHECKOUT / "LICENSE", package / "LICENSE")
    shutil.copyfile(EXTENSION / "licences" / "pyodide.txt", package / "NOTICES.txt")
    (package / "package.json").write_text(json.dumps(MANIFEST, indent=2) + "\n", encoding="utf-8")
    return package


def pack(dist: Path) -> None:
    """Write the package into `dist`; raises Failed."""
    with tempfile.TemporaryDirectory(prefix="keytally-npm-") as name:
        package = stage(Path(name))
        run(["npm", "pack", "--silent", "--pack-destination", dist.resolve()], package)
    if not (dist / NPM).is_file():
        raise Failed(f"npm wrote no {NPM}: run `npm pack` by hand")
