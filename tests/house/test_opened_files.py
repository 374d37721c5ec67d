"""One module opens the files of users: keytally.text.regular knows what may be read, and how much."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tracked import CHECKOUT, name_of, sources

READING = "scoring/keytally/text/regular.py"
OTHERS = {
    "scoring/keytally/cli/completion.py": "reads a part of the package",
    "scoring/keytally/cli/main.py": "discards output that nobody reads",
    "scoring/keytally/evaluations/installed.py": "looks into installed distributions",
    "scoring/keytally/evaluations/muc/builtin/configurations/__init__.py": "reads a part of the package",
    "scoring/keytally/evaluations/muc/builtin/task_definitions/__init__.py": "reads a part of the package",
}
READERS = {"read_text", "read_bytes", "fdopen", "open_code"}
PROBES = {"exists", "is_file", "is_dir", "is_symlink"}
PROBING = {
    READING,
    "scoring/keytally/batch/writing.py",
    "scoring/keytally/findings/pages.py",
    "scoring/keytally/project/folders.py",
    "scoring/keytally/project/patterns.py",
}
"""Modules that ask within a `try`, of entries of a folder, or of the package's own folders."""

MODULES = {"os", "io", "codecs", "gzip", "tokenize"}


def opening(tree: ast.AST) -> Iterator[str]:
    """The calls of a module that open a file: of `open`, of paths, and of the system's modules."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name("open"):
                yield "open"
            case ast.Attribute(ast.Name(module), "open") if module in MODULES:
                yield f"{module}.open"
            case ast.Attribute(owner, "open") if "engine" not in ast.unparse(owner):
                yield f"{ast.unparse(owner)}.open"
            case ast.Attribute(_, name) if name in READERS:
                yield name


@pytest.mark.parametrize(
    "path",
    [path for path in sources("scoring", "server") if name_of(path) not in (READING, *OTHERS)],
    ids=name_of,
)
def test_no_other_module_opens_files(path: Path) -> None:
    assert list(opening(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_exceptions_are_needed() -> None:
    for name in [READING, *OTHERS]:
        assert list(opening(ast.parse((CHECKOUT / name).read_text(encoding="utf-8")))), name


@pytest.mark.parametrize(
    "code", ["open('a')", "Path('a').open()", "path.read_text()", "os.open('a', 0)", "path.read_bytes()"]
)
def test_each_way_to_open_a_file_is_seen(code: str) -> None:
    assert len(list(opening(ast.parse(code)))) == 1


@pytest.mark.parametrize(
    "path",
    [path for path in sources("scoring", "server") if name_of(path) not in PROBING],
    ids=name_of,
)
def test_no_other_module_asks_paths_what_raises_for_some(path: Path) -> None:
    """`Path.is_file` and its like raise for a name that is too long, or a folder that may not be entered."""
    calls = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    asked = [call.func.attr for call in calls if isinstance(call.func, ast.Attribute)]
    assert not PROBES & {*asked}
