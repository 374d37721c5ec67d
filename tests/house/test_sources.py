"""Files and functions stay small, and each says what it is."""

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.house.tracked import name_of, sources, tracked

CODE = {".py", ".ts", ".mts", ".mjs", ".js", ".lua", ".sh", ".css"}
LONGEST_FILE = 800
LONGEST_FUNCTION = 50
MEDIAN_FUNCTION = 10

PRODUCT = sources("scoring", "server")
ALL = sources("scoring", "server", "editors", "tests", "benchmarks", "fuzz", "soak", "examples", "release")


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """The functions of a file with their lengths in lines, docstring included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def test_no_file_is_long() -> None:
    code = [path for path in tracked() if path.suffix in CODE]
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in code}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_every_module_has_a_docstring() -> None:
    texts = {name_of(path): path.read_text(encoding="utf-8") for path in ALL}
    assert [
        name for name, text in texts.items() if text.strip() and not ast.get_docstring(ast.parse(text))
    ] == []


def test_no_function_is_long() -> None:
    lengths = [(name_of(path), name, length) for path in PRODUCT for name, length in functions(path)]
    assert [row for row in lengths if row[-1] > LONGEST_FUNCTION] == []


def test_most_functions_are_about_ten_lines() -> None:
    lengths = [length for path in PRODUCT for _, length in functions(path)]
    assert statistics.median(lengths) <= MEDIAN_FUNCTION
