"""One module opens the files of users: keytally.text.files knows what may be read, and how much."""

import ast
from collections.abc import Iterator

import pytest

from tests.house.tracked import name_of, sources

READING = "scoring/keytally/text/files.py"
OTHERS = {
    "scoring/keytally/runs/outputs.py": "creates the unfinished file that takes the place of an output",
    "scoring/keytally/commands/main.py": "discards output that nobody reads",
    "scoring/keytally/families/registry.py": "looks into installed distributions",
    "scoring/keytally/text/files.py": "reads parts of the package",
}
READERS = {"read_text", "read_bytes", "fdopen", "open_code"}
PROBES = {"exists", "is_file", "is_dir", "is_symlink"}
PROBING = {
    READING,
    "scoring/keytally/runs/outputs.py",
    "scoring/keytally/findings/finding.py",
    "scoring/keytally/project/folders.py",
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


PRODUCT = {
    name_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in sources("scoring", "server")
}


def test_no_other_module_opens_files() -> None:
    opens = {name: [*opening(tree)] for name, tree in PRODUCT.items() if name not in (READING, *OTHERS)}
    assert {name: calls for name, calls in opens.items() if calls} == {}


def test_the_exceptions_are_needed() -> None:
    assert [name for name in [READING, *OTHERS] if not [*opening(PRODUCT[name])]] == []


@pytest.mark.parametrize(
    "code", ["open('a')", "Path('a').open()", "path.read_text()", "os.open('a', 0)", "path.read_bytes()"]
)
def test_each_way_to_open_a_file_is_seen(code: str) -> None:
    assert len(list(opening(ast.parse(code)))) == 1


def probing(tree: ast.AST) -> set[str]:
    """The methods of paths that a module calls and that raise for some names."""
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return PROBES & {call.attr for call in calls if isinstance(call, ast.Attribute)}


def test_no_other_module_asks_paths_what_raises_for_some() -> None:
    """`Path.is_file` and its like raise for a name that is too long, or a folder that may not be entered."""
    asked = {name: probing(tree) for name, tree in PRODUCT.items() if name not in PROBING}
    assert {name: methods for name, methods in asked.items() if methods} == {}
