"""Tries the artefacts of a release where nothing of the checkout can be seen (`make release-check`).

`python -m release.check [NAME...]` makes the artefacts in `dist/` and runs all checks, or those named; with
`--made` it takes the artefacts that lie there. A check is a module of `release.checks` with a function

    def check(dist: Path) -> str

which returns the line that says what it proved, and raises `Failed` with one line of what to do.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from release import artefacts
from release.checkout import DIST
from release.checks import (
    bills_of_materials,
    builds,
    conda_recipe,
    documentation,
    image,
    metadata,
    npm,
    nvim,
    publishing,
    python_versions,
    signatures,
    team,
    tools,
    vsix,
    wheel,
)
from release.failed import Failed


class Check(Protocol):
    """A module of `release.checks`."""

    __name__: str

    def check(self, dist: Path) -> str:
        """Try the artefacts in a folder; the line that says what was proved. Raises Failed."""
        ...


CHECKS: tuple[Check, ...] = (
    builds,
    metadata,
    wheel,
    python_versions,
    tools,
    documentation,
    bills_of_materials,
    signatures,
    publishing,
    conda_recipe,
    image,
    vsix,
    npm,
    nvim,
    team,
)
"""In the order in which they run."""


def name_of(check: Check) -> str:
    """The name by which the command line knows a check."""
    return check.__name__.rpartition(".")[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the artefacts and run the checks; 1 if one failed."""
    parser = argparse.ArgumentParser(
        prog="python -m release.check", description="Try the artefacts of a release."
    )
    parser.add_argument("--made", action="store_true", help="take the artefacts that are in dist/")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="only these of: " + " ".join(map(name_of, CHECKS))
    )
    given = parser.parse_args(arguments)
    if unknown := sorted({*given.names} - {*map(name_of, CHECKS)}):
        parser.error(f"there is no check {unknown[0]}")
    try:
        made = DIST if given.made else artefacts.make(DIST)[0].parent
    except Failed as failed:
        print(f"artefacts: failed: {failed}", file=sys.stderr)
        return 1
    chosen = [check for check in CHECKS if not given.names or name_of(check) in given.names]
    return run_all(chosen, made)


def run_all(checks: Sequence[Check], dist: Path) -> int:
    """Run checks one after the other, each whatever became of those before it; 1 if one failed."""
    passed = [run_one(check, dist) for check in checks]
    print(f"{sum(passed)} of {len(passed)} checks hold")
    return 0 if all(passed) else 1


def run_one(check: Check, dist: Path) -> bool:
    """Run one check and print its line; whether it holds."""
    begun = time.monotonic()
    try:
        line, holds = check.check(dist), True
    except Failed as failed:
        line, holds = f"failed: {failed}", False
    except Exception as error:
        line, holds = f"failed, and is to be mended itself: {type(error).__name__}: {error}", False
    took = time.monotonic() - begun
    print(f"{name_of(check)}: {line} ({took:.0f} s)", file=sys.stdout if holds else sys.stderr, flush=True)
    return holds


if __name__ == "__main__":
    sys.exit(main())
