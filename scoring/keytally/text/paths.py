"""Paths as they are compared: absolute, and without `.` and `..`."""

import os
from pathlib import Path


def absolute(path: Path) -> Path:
    """The path made absolute, without `.` and `..`; links stay."""
    return Path(os.path.normpath(path.absolute()))
