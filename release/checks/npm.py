"""The npm package is installed in a clean folder without a registry, and its command works without Python."""

import json
import shutil
import tempfile
from pathlib import Path
from urllib.parse import unquote

from release.checkout import NPM
from release.failed import Failed
from release.running import run
from release.trial import command_scores, examples_in

MOST_BYTES = 12_000_000


def check(dist: Path) -> str:
    """Install the package from its file, and score and check with its command; raises Failed."""
    package = (dist / NPM).resolve()
    if package.stat().st_size > MOST_BYTES:
        raise Failed(f"{NPM} has {package.stat().st_size} bytes: see release/npm_package.py")
    with tempfile.TemporaryDirectory(prefix="keytally-npm-") as name:
        folder = Path(name).resolve()
        (folder / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
        run(["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", package], folder)
        examples, path = examples_in(folder), {"PATH": str(only_node(folder / "programs"))}
        command = [folder / "node_modules" / ".bin" / "keytally"]
        command_scores(command, examples, path)
        run([*command, "score", "-j", "2", "key.bio", "response.bio"], examples / "columns", path)
        found: list[str | Path] = [*command, "check", "--exit-zero", examples / "named_entity_defects"]
        page = run(found, folder, path).partition("file://")[2].partition("\n")[0]
        if not Path(unquote(page)).is_file():
            raise Failed(f"the command names the page {page!r}, which does not exist")
    return f"{NPM} ({package.stat().st_size / 1e6:.1f} MB) scores and checks without Python and a registry"


def only_node(folder: Path) -> Path:
    """Make a folder with Node as its only program; raises Failed without Node."""
    node = shutil.which("node")
    if node is None:
        raise Failed("Node is not on PATH")
    folder.mkdir()
    (folder / "node").symlink_to(node)
    return folder
