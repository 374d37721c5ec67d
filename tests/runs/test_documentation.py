"""The examples of the documentation run as they are printed."""

import doctest
import inspect
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import keytally

BLOCK = re.compile(r"^```python\n(.*?)^```", re.S | re.M)


@pytest.fixture
def workspace(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the example workspaces; the current folder is that of named entities."""
    for name in ("named_entity", "named_entity_defects", "adjudication_named_entity"):
        shutil.copytree(examples / name, tmp_path / name)
    monkeypatch.chdir(tmp_path / "named_entity")
    return tmp_path / "named_entity"


def test_the_page_on_python(checkout: Path, workspace: Path) -> None:
    page = (checkout / "docs" / "api.md").read_text(encoding="utf-8")
    session = "\n".join(block[1] for block in BLOCK.finditer(page))
    test = doctest.DocTestParser().get_doctest(session, {}, "docs/api.md", "docs/api.md", 0)
    failures: list[str] = []
    results = doctest.DocTestRunner().run(test, out=failures.append)
    assert results.attempted > 10
    assert results.failed == 0, "".join(failures)


FUNCTIONS = [
    keytally.check,
    keytally.merge,
    keytally.merge_project,
    keytally.score,
    keytally.score_configuration,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_page_on_python_has_the_arguments(function: Callable[..., object], checkout: Path) -> None:
    page = (checkout / "docs" / "api.md").read_text(encoding="utf-8")
    assert f"`{function.__name__}{arguments(function)}`" in page


def test_the_page_on_python_has_all_that_a_result_has(checkout: Path) -> None:
    page = (checkout / "docs" / "api.md").read_text(encoding="utf-8")
    names = {name for name in dir(keytally.ScoreResult) if not name.startswith("_")} | {"warnings"}
    for name in names:
        value = getattr(keytally.ScoreResult, name, None)
        assert f"`{name}{arguments(value) if inspect.isfunction(value) else ''}`" in page


def arguments(function: Callable[..., object]) -> str:
    """The arguments of a function or a method with their defaults, without their types."""
    signature = inspect.signature(function)
    plain = [
        each.replace(annotation=each.empty) for each in signature.parameters.values() if each.name != "self"
    ]
    return str(signature.replace(parameters=plain, return_annotation=signature.empty))


def test_the_example_of_the_readme(checkout: Path, workspace: Path) -> None:
    [block, *_] = BLOCK.finditer((checkout / "README.md").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    exec(compile(block[1], "README.md", "exec"), names)
    assert isinstance(names["result"], keytally.ScoreResult)
    assert names["findings"] == []


def test_every_public_name_can_be_completed() -> None:
    assert set(keytally.__all__) <= set(dir(keytally))


def test_every_public_name_is_there_and_documented() -> None:
    for name in keytally.__all__:
        value = getattr(keytally, name)
        assert name == "__version__" or value.__doc__, name


def test_the_docstring_shows_what_runs(workspace: Path) -> None:
    lines = [line.strip() for line in (keytally.__doc__ or "").splitlines() if line.startswith("    ")]
    exec("\n".join(lines), {})


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = keytally.no_such_name
