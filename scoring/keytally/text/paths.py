"""Paths in the form for comparison: absolute, and without `.` and `..`."""

import os
from pathlib import Path


def absolute(path: Path) -> Path:
    """The path made absolute, without `.` and `..`; links are not followed."""
    return Path(os.path.normpath(path.absolute()))
