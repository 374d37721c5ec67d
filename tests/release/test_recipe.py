"""The recipe for conda-forge, made from metadata."""

from email.message import Message
from pathlib import Path

import pytest

from release import recipe
from release.failed import Failed


def told(*requirements: str) -> Message:
    message = Message()
    message["Requires-Python"] = ">=3.11"
    message["Summary"] = "Counts"
    message["License-Expression"] = "Apache-2.0"
    for requirement in requirements:
        message["Requires-Dist"] = requirement
    return message


def test_extras_and_dependencies_of_some_pythons_are_dependencies_of_the_package() -> None:
    needed = recipe.run_dependencies(
        told(
            "lark<2,>=1.3.1",
            "backport>=2.2; python_version < '3.12'",
            "Jinja2>=3; extra == 'report'",
            "plain",
        )
    )
    assert needed == ["backport >=2.2", "jinja2 >=3", "lark <2,>=1.3.1", "plain"]


def test_the_recipe_has_the_hash_and_the_pinned_back_end() -> None:
    lines = [*recipe._lines(told("lark<2"), "0" * 64)]
    assert f"  sha256: {'0' * 64}" in lines
    assert "    - lark <2" in lines
    assert [line for line in lines if line.startswith("    - hatchling ==")]
    assert not [line for line in lines if line.startswith("  homepage")]
    assert any(line.startswith(f"  url: {recipe.UNKNOWN}/") for line in lines)


def test_an_address_is_shown_once_there_is_one() -> None:
    message = told()
    message["Project-URL"] = "Repository, https://forge.example/people/keytally"
    lines = [*recipe._lines(message, "0")]
    page = "https://forge.example/people/keytally"
    assert f"  homepage: {page}" in lines
    version = "${{ version }}"
    assert f"  url: {page}/releases/download/v{version}/keytally-{version}.tar.gz" in lines


def test_without_a_distribution_there_is_no_recipe(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"release\.artefacts distribution recipe"):
        recipe.write(tmp_path)
