"""The files that state the version, and what they state."""

import re
from collections.abc import Mapping
from pathlib import Path

from release.checkout import CHECKOUT

FILES = {
    "scoring/keytally/version.py": re.compile(r'^(VERSION = ")([^"]+)(")$', re.M),
    "pyproject.toml": re.compile(r'^(version = ")([^"]+)(")$', re.M),
    "editors/vscode/package.json": re.compile(r'^(  "version": ")([^"]+)(",)$', re.M),
    "editors/vscode/package-lock.json": re.compile(r'^((?:  |      )"version": ")([^"]+)(",)$', re.M),
    "examples/ci/github.yml": re.compile(r"^( +- uses: OWNER/keytally/\S+@v)(\S+)()$", re.M),
    "examples/ci/pre-commit-config.yaml": re.compile(r"^( +rev: v)(\S+)()$", re.M),
    "docs/guide/teams.md": re.compile(r"^( +(?:rev: |- uses: OWNER/keytally/\S+@)v)(\S+)()$", re.M),
}
"""By name: an expression for the places of the version; the second group is the version."""

PLACES = {"editors/vscode/package-lock.json": 2, "examples/ci/github.yml": 2, "docs/guide/teams.md": 3}
"""How many of the places that the expression finds are the version's own, where it is not one."""


def stated(checkout: Path = CHECKOUT) -> Mapping[str, str]:
    """The version that each file states; "" for one that states none, or several."""
    return {name: _version(name, (checkout / name).read_text(encoding="utf-8")) for name in FILES}


def write(version: str, checkout: Path = CHECKOUT) -> None:
    """State a version in all files."""
    for name, expression in FILES.items():
        path = checkout / name
        text = path.read_text(encoding="utf-8")
        new = expression.sub(rf"\g<1>{version}\g<3>", text, count=PLACES.get(name, 1))
        path.write_text(new, encoding="utf-8", newline="\n")


def _version(name: str, text: str) -> str:
    found = {match[1] for match in FILES[name].findall(text)[: PLACES.get(name, 1)]}
    return found.pop() if len(found) == 1 else ""
