"""Features ask the presenter of a file's format: they know no format and ask for no type themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from keytally_server import features

MODULES = sorted(Path(features.__file__).parent.glob("*.py"))
KNOWN = (
    "keytally.evaluations.interface",
    "keytally.evaluations.presentation",
    "keytally.evaluations.classified",
)


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_feature_knows_no_format(path: Path) -> None:
    found = list(imported(ast.parse(path.read_text("utf-8"))))
    assert [name for name in found if name.startswith("keytally.evaluations") and name not in KNOWN] == []
    of_formats = [name for name in found if name.startswith("keytally_server.formats")]
    assert of_formats in ([], ["keytally_server.formats.registry"])


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_feature_asks_for_no_type(path: Path) -> None:
    calls = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    assert "isinstance" not in [call.id for call in calls if isinstance(call, ast.Name)]
