"""The metadata of sdist and wheel are complete, and a package index would show them."""

import re
import sys
from email.message import Message
from pathlib import Path

from keytally.version import VERSION
from release import wheel_file
from release.checkout import CHECKOUT, SDIST, WHEEL
from release.failed import Failed
from release.interpreters import supported
from release.running import run

STATED = {
    "Name": "keytally",
    "Version": VERSION,
    "License-Expression": "Apache-2.0",
    "License-File": "LICENSE",
    "Description-Content-Type": "text/markdown",
}
EXTRAS = {"compare", "report", "server"}


def check(dist: Path) -> str:
    """Read the wheel's metadata, and let twine check both files."""
    told = wheel_file.metadata(dist / WHEEL)
    for problem in (*_problems(told), *_missing(wheel_file.names(dist / WHEEL))):
        raise Failed(problem)
    run([sys.executable, "-m", "twine", "check", "--strict", dist / WHEEL, dist / SDIST], CHECKOUT)
    addresses = told.get_all("Project-URL") or []
    note = f"{len(addresses)} addresses" if addresses else "no address yet, see docs/releasing.md"
    versions = f"classifiers for Python {supported()[0]} to {supported()[-1]}"
    return f"sdist and wheel pass `twine check --strict`; {versions}; {note}"


def _problems(told: Message) -> list[str]:
    """What the metadata lack, a line each."""
    wrong = [
        f"pyproject.toml: {name} is {told[name]!r}, not {value!r}"
        for name, value in STATED.items()
        if told[name] != value
    ]
    classifiers = {*(told.get_all("Classifier") or [])}
    due = {"Typing :: Typed", *(f"Programming Language :: Python :: {version}" for version in supported())}
    wrong += [f"pyproject.toml: the classifier {name} is missing" for name in sorted(due - classifiers)]
    if told["Requires-Python"] != f">={supported()[0]}":
        wrong.append(f"pyproject.toml: {told['Requires-Python']} is not the lowest Python of the classifiers")
    if EXTRAS - {*(told.get_all("Provides-Extra") or [])}:
        wrong.append(f"pyproject.toml: one of the extras {', '.join(sorted(EXTRAS))} is missing")
    return [*wrong, *_lost_links(str(told.get_payload()))]


def _lost_links(page: str) -> list[str]:
    """The links of the page of the project that count from a checkout, a line each."""
    return [
        f"README.md: {path} leads nowhere on a package index: see release/index_page.py"
        for path in re.findall(r"\]\((?!\w+:|#)([^)\s]+)\)", page)
    ]


def _missing(names: set[str]) -> list[str]:
    """Which files of a typed package with two commands are not in the wheel."""
    due = ("keytally/py.typed", "keytally_server/py.typed", f"keytally-{VERSION}.dist-info/entry_points.txt")
    return [f"pyproject.toml: {name} is not in the wheel" for name in due if name not in names]
