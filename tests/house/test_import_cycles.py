"""No modules import each other in a circle, not even for their types or within a function."""

import ast
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.house.tracked import CHECKOUT, sources

ROOTS = (CHECKOUT / "scoring", CHECKOUT / "server")

PACKAGES = ("keytally", "keytally_server")
"""Each is free of circles: the imports among its modules, those of its sub-packages with them."""

Graph = Mapping[str, Set[str]]


def module_name(path: Path) -> str:
    """The dotted name of a source file."""
    root = next(root for root in ROOTS if root in path.parents)
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, modules: Set[str]) -> Iterator[str]:
    """The modules that a source imports, wherever in it the import stands; a relative import is refused."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None and not node.level
            for each in node.names:
                name = f"{node.module}.{each.name}"
                yield name if name in modules else node.module


def graph_of(sources: Mapping[str, str]) -> Graph:
    """Which modules each of them imports, of those given; a module's own package does not count."""
    modules = sources.keys()
    return {name: ({*imported(text, modules)} & modules) - {name} for name, text in sources.items()}


def cycle_in(graph: Graph) -> list[str]:
    """The modules of a circle, each one imported by the one behind it; none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def within(package: str) -> Graph:
    """The imports among the modules of a package of this repository."""
    files = {module_name(path): path for path in sources("scoring", "server")}
    inside = [name for name in files if name == package or name.startswith(f"{package}.")]
    return graph_of({name: files[name].read_text(encoding="utf-8") for name in inside})


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    graph = within(package)
    assert len(graph) > 1
    assert not cycle_in(graph)


@pytest.mark.parametrize(
    "back",
    [
        "from house import hall",
        "import house.hall",
        "from house.hall import door",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.hall import door",
        "def enter():\n    from house.hall import door",
    ],
)
def test_a_circle_is_found_wherever_an_import_stands(back: str) -> None:
    graph = graph_of({"house": "", "house.hall": "from house.room import bed", "house.room": back})
    assert set(cycle_in(graph)) == {"house.hall", "house.room"}


def test_one_way_is_no_circle() -> None:
    room = "from house.hall import door\nimport os"
    assert not cycle_in(graph_of({"house": "", "house.hall": "from house import key", "house.room": room}))
