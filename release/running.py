"""Runs the programs that build and try artefacts."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from release.failed import Failed

LONGEST = 900
"""Seconds after which a program is taken to hang."""


def run(command: Sequence[str | Path], folder: Path, given: Mapping[str, str] | None = None) -> str:
    """Run a program in a folder; what it printed on standard output.

    `given` are variables besides those of this process. Raises Failed with the program's last line.
    """
    words = [str(word) for word in command]
    environment = {**os.environ, **(given or {})}
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=LONGEST,
        )
    except OSError as error:
        raise Failed(f"{words[0]} cannot be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"`{' '.join(words)}` has not ended after {LONGEST} seconds") from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()
        raise Failed(f"`{' '.join(words)}` ended with {done.returncode}: {said[-1]}")
    return done.stdout
