"""What a keystroke costs in VS Code: bytes that the server sends, and the time to the painted marks.

Targets: at most 32 KB at 10 MB, and at most twice the time at 100 KB. The times need the editor that
`make setup-editors` installs, and the extension that `make vsix` packages.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpora.named_entity import named_entities
from tests.server.window import CASES, Case, Window, typed_at

CHECKOUT = Path(__file__).parents[1]
HARNESS = CHECKOUT / "tests" / "editors" / "vscode" / "run.mjs"
EXTENSION = CHECKOUT / "editors" / "vscode" / "dist" / "keytally.vsix"
SIZES = {"small": 100_000, "large": 10_000_000}
SLOW = 1_000_000
"""A case that names a smaller size takes minutes to score at 10 MB; it is measured at its own size."""


def size_of(case: Case) -> int:
    """Bytes of the file that is typed in: 10 MB, if that can be scored in seconds."""
    return SIZES["large"] if case.size > SLOW else case.size


def sent(case: Case, typed: str) -> tuple[int, int]:
    """Bytes that the server sends for a keystroke in a large file: of findings, and of all else."""
    with tempfile.TemporaryDirectory() as folder:
        window = Window(case, Path(folder), size_of(case))
        line, character = typed_at(window.lines())
        window.type(line, character, "1")
        sizes = window.type(line, character, typed)
        return sizes.pop("textDocument/diagnostic"), sum(sizes.values())


def times() -> Iterator[str]:
    """What the real editor says of itself; a line that says why, where it is not there."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    bench = cache / "keytally-tests" / "vscode"
    server = shutil.which("keytally-server", path=str(Path(sys.executable).parent))
    if not (bench / "complete").exists() or not EXTENSION.exists() or server is None:
        yield "VS Code is not set up: make setup-editors vsix"
        return
    with tempfile.TemporaryDirectory() as name:
        for folder, size in SIZES.items():
            (Path(name) / folder).mkdir()
            for side, text in named_entities(size)._asdict().items():
                (Path(name) / folder / f"a.{side}.sgml").write_text(text, encoding="utf-8")
        options = ["--bench", str(bench), "--vsix", str(EXTENSION), "--server", server, "--workspace", name]
        done = subprocess.run(
            ["node", str(HARNESS), "host", *options],
            env={**os.environ, "KEYTALLY_HOST_MODULES": "keystrokes"},
            capture_output=True,
            text=True,
            check=False,
        )
    lines = [line.removeprefix("# ") for line in done.stdout.splitlines() if line.startswith("# VS Code,")]
    yield from lines or [f"VS Code: {done.stdout}{done.stderr}"]


def report() -> Iterator[str]:
    """A line a task with the bytes of a letter and of a new line, and what the editor says."""
    titles = "".join(f" {title:>9}" for title in ("letter", "findings", "new line", "findings"))
    yield f"{'bytes for a keystroke in VS Code':40} {'size':>11}{titles}"
    for case in CASES:
        figures = [each for typed in ("1", "\n") for each in reversed(sent(case, typed))]
        yield f"{case.name:40} {size_of(case):11,}{''.join(f' {each:9,}' for each in figures)}"
    yield from times()


if __name__ == "__main__":
    for line in report():
        print(line, flush=True)
