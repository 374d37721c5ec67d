"""A reader who does what a page says, in a folder of their own."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.documentation.open_folder import OpenFolder
from tests.documentation.pages import Command, Gesture, Step, WrittenFile

LONGEST = 120.0
PROGRAMS = str(Path(sys.executable).parent)


class Reader:
    """Works in a folder, which `cd` changes; a folder is opened in an editor for the first step in one.

    The `/tmp` of a page is the directory `tmp` of that folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._temporary = folder.resolve() / "tmp"
        self._temporary.mkdir()
        self._opened: dict[Path, OpenFolder] = {}

    def does(self, step: Step) -> str:
        """Do a step; returns what is seen then: what a command prints, or the figure of a gesture."""
        if isinstance(step, WrittenFile):
            (self._folder / step.name).parent.mkdir(parents=True, exist_ok=True)
            (self._folder / step.name).write_text(step.text, encoding="utf-8", newline="\n")
            return ""
        if isinstance(step, Gesture):
            if self._folder not in self._opened:
                self._opened[self._folder] = OpenFolder(self._folder)
            return self._opened[self._folder].take(step)
        self._opened.clear()
        return self._runs(step)

    def _runs(self, command: Command) -> str:
        line = re.sub(r"(?<![\w/])/tmp/", f"{self._temporary}/", command.line)
        words = shlex.split(line)
        if words[0] == "cd":
            self._folder = (self._folder / words[1]).resolve(strict=True)
            return ""
        path = os.pathsep.join([PROGRAMS, os.environ["PATH"]])
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self._folder,
            env={**os.environ, "PATH": path, "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
            check=False,
        )
        status = f"[exit status {done.returncode}]\n" if done.returncode else ""
        return done.stdout.decode("utf-8").replace(str(self._temporary), "/tmp") + status


def contents_of(folder: Path) -> dict[str, bytes]:
    """Return the content of each file of a directory, by its name there."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def is_as_told(seen: str, told: str) -> bool:
    """Whether something is what a page says, with any lines for each `...`."""
    parts = re.split(r"^\.\.\.\n", told, flags=re.M)
    return re.fullmatch("(?:.*\n)*?".join(map(re.escape, parts)), seen) is not None
