"""General modules know no family and no format by name: what they need stands in the families' facts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from keytally.families import registry
from tests.house.tracked import CHECKOUT, name_of

GENERAL = (
    *("scoring/keytally/project", "scoring/keytally/runs", "scoring/keytally/engine"),
    *("server/keytally_server/session", "server/keytally_server/protocol", "server/keytally_server/requests"),
    *("scoring/keytally/text", "scoring/keytally/tallies"),
    *("scoring/keytally/error_analysis", "scoring/keytally/report_page", "scoring/keytally/conversion"),
)
SHARED = [CHECKOUT / f"server/keytally_server/{name}.py" for name in ("answers", "cursor", "wording")]
MODULES = sorted([*SHARED, *(path for folder in GENERAL for path in (CHECKOUT / folder).rglob("*.py"))])
ORDINARY = {"config", "template", "columns", "token", "entities", "json", "records", "spans"}
"""Words of families, of tasks and of language ids that mean something else as well."""

FAMILIES = {family.name for family in registry.BUILT_IN}
NAMES = {*FAMILIES, *registry.tasks(), *registry.languages()} - ORDINARY
WORDS = {*FAMILIES, *registry.companions(), *re.split("-", "-".join(registry.languages()))} - ORDINARY


def named(node: ast.AST) -> Iterator[str]:
    """The names that a node gives or uses."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg | ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name


def words_of(name: str) -> list[str]:
    """The words of `snake_case` and `CamelCase` names, in lower case."""
    return [word.lower() for word in re.split("_|(?<=[a-z])(?=[A-Z])", name)]


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Texts that stand by themselves: they say what something is, and may give an example."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)


def breaches(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = docstrings(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        for module in imported(node):
            if any(module.startswith(f"keytally.families.{family}.") for family in FAMILIES):
                yield f"{line}: imports {module}"
        for name in named(node):
            if WORDS & set(words_of(name)):
                yield f"{line}: is called {name}"
        text = node.value if isinstance(node, ast.Constant) and node not in told else None
        if isinstance(text, str) and set(re.findall(r"[\w-]+", text.lower())) & NAMES:
            yield f"{line}: says {text!r}"


def test_general_modules_name_no_family_and_no_format() -> None:
    assert [f"{name_of(path)}:{breach}" for path in MODULES for breach in breaches(path)] == []


def types_asked_for(path: Path) -> Iterator[str]:
    """The types that a module names in `isinstance`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            yield ast.unparse(node.args[1])


def test_general_modules_ask_for_no_type_of_a_part_of_a_family() -> None:
    """What a family has is a field of its values: `keytally.families.contract` names no type to ask for."""
    parts = r"Unit\b|Language\b|Evaluation\b|Format\b|Editor\b|Classifier\b|Configurations\b"
    further = ("adjudication", "comparison", "commands")
    others = [path for folder in further for path in (CHECKOUT / "scoring/keytally" / folder).rglob("*.py")]
    asked = [(name_of(path), name) for path in (*MODULES, *others) for name in types_asked_for(path)]
    own = "DecisionUnit"
    assert [(path, name) for path, name in asked if re.search(parts, name) and name != own] == []
    contract = (CHECKOUT / "scoring/keytally/families/contract.py").read_text(encoding="utf-8")
    assert "runtime_checkable" not in contract


def test_the_registry_makes_no_casts() -> None:
    text = (CHECKOUT / "scoring/keytally/families/registry.py").read_text(encoding="utf-8")
    assert "cast(" not in text and "type: ignore" not in text
