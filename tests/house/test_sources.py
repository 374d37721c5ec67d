"""Files and functions stay small, and each says what it is."""

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tracked import name_of, sources, tracked

CODE = {".py", ".ts", ".mts", ".mjs", ".js", ".lua", ".sh", ".css"}
LONGEST_FILE = 350
LONGEST_TEST = 500
LONGEST_FUNCTION = 50
MEDIAN_FUNCTION = 10

PRODUCT = sources("scoring", "server")
ALL = sources("scoring", "server", "editors", "tests", "benchmarks", "fuzz", "soak", "examples", "release")


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """The functions of a file with their lengths in lines, docstring included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", [path for path in tracked() if path.suffix in CODE], ids=name_of)
def test_a_file_is_not_long(path: Path) -> None:
    most = LONGEST_TEST if name_of(path).startswith("tests/") else LONGEST_FILE
    assert len(path.read_text(encoding="utf-8").splitlines()) < most


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_a_module_says_what_it_is(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not source.strip() or ast.get_docstring(ast.parse(source)), f"{name_of(path)} has no docstring"


@pytest.mark.parametrize("path", PRODUCT, ids=name_of)
def test_no_function_is_long(path: Path) -> None:
    long = [f"{name}: {length} lines" for name, length in functions(path) if length > LONGEST_FUNCTION]
    assert not long


def test_most_functions_are_about_ten_lines() -> None:
    lengths = [length for path in PRODUCT for _, length in functions(path)]
    assert statistics.median(lengths) <= MEDIAN_FUNCTION


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_no_named_tuple_has_another_base(path: Path) -> None:
    # Python 3.10 refuses such a class when its module is imported; later versions allow `Generic` beside.
    classes = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    mixed = [
        node.name for node in classes if len(node.bases) > 1 and "NamedTuple" in map(ast.unparse, node.bases)
    ]
    assert not mixed
