"""The check of the documentation says in one line what an artefact lacks."""

import shutil
import sys
import tarfile
from pathlib import Path

import pytest

from release.checkout import SDIST
from release.checks import documentation
from release.failed import Failed
from tests.house.tracked import CHECKOUT


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A source that has the schemas."""
    shutil.copytree(CHECKOUT / "docs" / "schemas", tmp_path / "docs" / "schemas")
    return tmp_path


def test_schemas_are_printed_as_the_documentation_has_them(source: Path) -> None:
    documentation.print_schemas(Path(sys.prefix), source)
    (source / "docs" / "schemas" / "score.schema.json").write_text("{}", encoding="utf-8")
    with pytest.raises(Failed, match=r"`keytally schema score` is not docs/schemas/score.schema.json"):
        documentation.print_schemas(Path(sys.prefix), source)


def test_an_installation_without_completions_is_told(tmp_path: Path) -> None:
    if not any(map(shutil.which, documentation.COMPLETIONS)):
        pytest.skip("no shell that completes is on this machine")
    with pytest.raises(Failed):
        documentation.complete_in_shells(tmp_path)


def test_an_installation_without_manual_pages_is_told(tmp_path: Path) -> None:
    if shutil.which("man") is None:
        pytest.skip("man is not on this machine")
    with pytest.raises(Failed, match="man"):
        documentation.show_manuals(tmp_path)


def test_an_sdist_is_unpacked_into_its_folder(tmp_path: Path) -> None:
    root = SDIST.removesuffix(".tar.gz")
    (tmp_path / "page.md").write_text("text", encoding="utf-8")
    with tarfile.open(tmp_path / SDIST, "w:gz") as archive:
        archive.add(tmp_path / "page.md", f"{root}/page.md")
    assert (documentation.unpacked(tmp_path / SDIST, tmp_path / "there") / "page.md").is_file()


def test_the_sdist_has_what_the_site_is_built_from() -> None:
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"/mkdocs.yml"' in text and '"/docs"' in text
