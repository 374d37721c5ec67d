"""Finds the Pythons of this machine: on the path, those of pyenv, and those that uv manages."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from release.checkout import CHECKOUT
from release.failed import Failed

UV = str(Path(sys.executable).with_name("uv"))
_NAMED = re.compile(r'"Programming Language :: Python :: (3\.\d+)"')
_ASKED = "import sys; print('%d.%d' % sys.version_info[:2])"


def supported() -> list[str]:
    """The versions that the distribution says it is for, lowest first, such as `3.11`."""
    return _NAMED.findall((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def interpreters(versions: Sequence[str]) -> dict[str, Path]:
    """An interpreter of each version that can be had; versions that cannot are left out."""
    found = {version: next(_working(version), None) for version in versions}
    return {version: path for version, path in found.items() if path is not None}


def _working(version: str) -> Iterator[Path]:
    """Interpreters that run and tell this version; the shims of pyenv exist and do not run."""
    for path in _candidates(version):
        try:
            asked = subprocess.run(
                [path, "-c", _ASKED], capture_output=True, text=True, check=False, timeout=60
            )
        except OSError:
            continue
        if not asked.returncode and asked.stdout.strip() == version:
            yield path


def _candidates(version: str) -> Iterator[Path]:
    folders = os.environ.get("PATH", "").split(os.pathsep)
    yield from (path for folder in folders if (path := Path(folder, f"python{version}")).is_file())
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv", "versions")
    yield from sorted(pyenv.glob(f"{version}.*/bin/python{version}"), reverse=True)
    yield from _managed(version)


def _managed(version: str) -> Iterator[Path]:
    """The interpreter that uv manages, if it has one."""
    command = [UV, "python", "find", "--managed-python", "--no-python-downloads", "--no-project", version]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except OSError:
        raise Failed(f"{UV} cannot be run: `make setup` installs it") from None
    if not told.returncode:
        yield Path(told.stdout.strip())
