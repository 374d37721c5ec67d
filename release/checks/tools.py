"""The wheel runs by the tools that give each program an environment of its own: uvx, `uv tool`, and pipx."""

import sys
import tempfile
from pathlib import Path

from release.checkout import WHEEL
from release.failed import Failed
from release.interpreters import UV
from release.running import run
from release.trial import BIN, command_scores, examples_in, server_answers

PIPX = [sys.executable, "-m", "pipx"]


def check(dist: Path) -> str:
    """Run command and server from the wheel by each tool, once and installed, in folders of this check."""
    wheel = str((dist / WHEEL).resolve())
    with tempfile.TemporaryDirectory(prefix="keytally-tools-") as name:
        folder = Path(name)
        examples = examples_in(folder)
        given = _folders(folder)
        for once in ([UV, "tool", "run", "--from"], [*PIPX, "run", "--spec"]):
            command_scores([*once, wheel, "keytally"], examples, given)
            server_answers([*once, f"{wheel}[server]", "keytally-server"], examples, given)
        for program, install in (("uv", [UV, "tool", "install", "--quiet"]), ("pipx", [*PIPX, "install"])):
            run([*install, f"{wheel}[server]"], folder, given)
            command_scores([folder / program / BIN / "keytally"], examples, given)
            server_answers([folder / program / BIN / "keytally-server"], examples, given)
        if not (folder / "pipx" / "man" / "man1" / "keytally.1").is_file():
            raise Failed("pipx shows no manual page: see `shared-data` in pyproject.toml")
    return "`uvx --from`, `pipx run`, `uv tool install` and `pipx install` give both programs from the wheel"


def _folders(folder: Path) -> dict[str, str]:
    """Variables that keep the tools out of the folders of the person who runs this check."""
    return {
        "UV_TOOL_DIR": str(folder / "uv" / "tools"),
        "UV_TOOL_BIN_DIR": str(folder / "uv" / BIN),
        "PIPX_HOME": str(folder / "pipx" / "home"),
        "PIPX_BIN_DIR": str(folder / "pipx" / BIN),
        "PIPX_MAN_DIR": str(folder / "pipx" / "man"),
        "PIPX_COMPLETION_DIR": str(folder / "pipx" / "completions"),
    }
