"""Requests ask the presenter of a file's format: they know no format and ask for no type themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from keytally_server import requests

MODULES = sorted(Path(str(requests.__file__)).parent.glob("*.py"))
KNOWN = (
    "keytally.families.contract",
    "keytally.families.presentation",
    "keytally.families.annotations",
)


PRESENTERS = {f"keytally_server.presenters.{name}" for name in ("presenter", "registry", "safe_fixes")}


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_request_knows_no_format(path: Path) -> None:
    found = list(imported(ast.parse(path.read_text("utf-8"))))
    assert [name for name in found if name.startswith("keytally.families") and name not in KNOWN] == []
    of_formats = [name for name in found if name.startswith("keytally_server.presenters")]
    assert set(of_formats) <= PRESENTERS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_request_asks_for_no_type_of_a_format(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    asked = [ast.unparse(call.args[1]) for call in calls if ast.unparse(call.func) == "isinstance"]
    assert set(asked) <= {"ValuedDifference", "NavigationTarget", "int"}
