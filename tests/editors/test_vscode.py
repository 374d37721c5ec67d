"""The VS Code extension in a real VS Code, against the real server.

tests/editors/vscode/setup.sh installs the editor into a folder of the cache that later runs use again;
run.mjs beside it starts it on copies of the workspaces, with the extension as it is packaged for release.
KEYTALLY_PICTURES names a folder for the pictures of the docs; KEYTALLY_EDITORS=off leaves these tests out.
"""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.editors.adjudicated_examples import copy_examples, copy_trial, copy_walked
from tests.editors.mended_examples import copy_mended
from tests.editors.running import run
from tests.editors.smaller_png import smaller

HERE = Path(__file__).parent / "vscode"
CHECKOUT = Path(__file__).parents[2]
EXTENSION = CHECKOUT / "editors" / "vscode"
PICTURES = (
    "vscode.png",
    "marks.png",
    "reading-view.png",
    "difference.png",
    "accepted.png",
    "adjudicating.png",
    "annotation-view.png",
    "annotation-chains.png",
    "errors.png",
)

pytestmark = [
    pytest.mark.editors,
    pytest.mark.skipif(os.environ.get("KEYTALLY_EDITORS") == "off", reason="KEYTALLY_EDITORS is off"),
]


@pytest.fixture(scope="session")
def bench() -> Path:
    """The folder with the editor that setup.sh installed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "keytally-tests" / "vscode"
    run([str(HERE / "setup.sh"), str(folder)], HERE, timeout=900)
    return folder


@pytest.fixture(scope="session")
def extension() -> Path:
    """The extension as a package with its server, made from the sources as they are."""
    if not (EXTENSION / "node_modules").is_dir():
        run(["npm", "ci", "--ignore-scripts"], EXTENSION, timeout=600)
    run([sys.executable, "-m", "release.bundle"], CHECKOUT, timeout=300)
    run(["npm", "run", "package"], EXTENSION, timeout=120)
    return EXTENSION / "dist" / "keytally.vsix"


@pytest.fixture(scope="session")
def server() -> str:
    """The server of the environment that runs these tests."""
    found = shutil.which("keytally-server", path=str(Path(sys.executable).parent))
    assert found, "keytally-server is not installed beside this Python"
    return found


@pytest.mark.parametrize("part", ["host", "wasm", "drive", "trust"])
def test_in_the_editor(part: str, bench: Path, extension: Path, server: str, tmp_path: Path) -> None:
    workspace = Path(shutil.copytree(HERE / "workspace", tmp_path / "workspace"))
    copy_examples(workspace)
    copy_trial(workspace)
    copy_walked(workspace)
    copy_mended(workspace)
    options = {
        "bench": bench,
        "vsix": extension,
        "server": server,
        "workspace": workspace,
        "example": CHECKOUT / "examples" / "named_entity",
        "shots": tmp_path / "shots",
    }
    given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    run(["node", str(HERE / "run.mjs"), part, *given], HERE, timeout=960)
    if part == "drive" and (pictures := os.environ.get("KEYTALLY_PICTURES")):
        Path(pictures).mkdir(parents=True, exist_ok=True)
        shots = tmp_path / "shots"
        is_part = bool(os.environ.get("KEYTALLY_DRIVE"))
        for name in (each for each in PICTURES if not is_part or (shots / each).exists()):
            (Path(pictures) / name).write_bytes(smaller((shots / name).read_bytes()))
