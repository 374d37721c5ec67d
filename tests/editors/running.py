"""Runs of programs by the tests in real editors and browsers."""

import subprocess
from collections.abc import Sequence
from pathlib import Path


def run(command: Sequence[str], folder: Path, timeout: int) -> str:
    """Run a command to its end; what it said is the reason of a failure."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"
    return done.stdout
