"""Whether a file that a project file names can be used, and the finding where it cannot."""

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from keytally.evaluations import registry
from keytally.findings.finding import Finding
from keytally.findings.table.project import (
    FOLDER_FOR_FILE,
    MISSING_FILE,
    OUTSIDE_WORKSPACE,
    UNREADABLE_FILE,
)
from keytally.project.reach import Reach
from keytally.project.toml_tables import Stated
from keytally.text.beginning import HEAD
from keytally.text.decoding import UTF16_MARKS
from keytally.text.regular import Within, fault_of, is_folder, reason_of, regular_head, short

ContentProblem = Callable[[Path, Within], str | None]
"""Why the content of a file that must lie within bounds cannot be used, in one line; None if it can."""


def problem_of(path: Path, stated: Stated, reach: Reach, *, may_be_folder: bool = False) -> Finding | None:
    """What keeps a named file from being used; None if nothing does.

    A file out of reach is not looked at. A folder is a fault unless it may be one and can be listed.
    """
    name = short(stated.value)
    if not reach.holds(path):
        return OUTSIDE_WORKSPACE.finding(*stated.place, {"file": name})
    fault = _folder_fault(path) if may_be_folder and is_folder(path) else fault_of(path)
    if fault is None:
        return None
    if isinstance(fault, FileNotFoundError | NotADirectoryError):
        return MISSING_FILE.finding(*stated.place, {"file": name})
    if isinstance(fault, IsADirectoryError):
        return FOLDER_FOR_FILE.finding(*stated.place, {"file": name})
    return unreadable(stated, name, reason_of(fault))


def unreadable(stated: Stated, name: str, problem: str) -> Finding:
    """The finding that a named file is there and cannot be used."""
    return UNREADABLE_FILE.finding(*stated.place, {"file": short(name), "problem": problem})


def text_problem(path: Path, reach: Reach) -> str | None:
    """Why a readable file is no text; None if its beginning is text, or cannot be read."""
    try:
        head = regular_head(path, HEAD, reach.holds)
    except OSError:
        return None
    if head.startswith(UTF16_MARKS):
        return "it is UTF-16; save it as UTF-8"
    return "it is binary, not text" if b"\0" in head else None


def content_problem(path: Path, problem_in: ContentProblem, reach: Reach) -> str | None:
    """What a family finds wrong with the content of a file; the answer is kept until the file changes."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return _content_problem(path, problem_in, reach, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _content_problem(
    path: Path, problem_in: ContentProblem, reach: Reach, changed: int, size: int
) -> str | None:
    try:
        return problem_in(path, reach.holds)
    except Exception as error:
        if fault := registry.fault_of(error):
            return fault
        raise


def _folder_fault(path: Path) -> OSError | None:
    """Why a folder cannot be listed."""
    try:
        os.scandir(path).close()
    except OSError as error:
        return error
    return None
