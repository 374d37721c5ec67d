"""The address of the repository, written into all that shows it."""

import json
import shutil
from pathlib import Path

import pytest

from release import address
from tests.house.tracked import CHECKOUT

HOME = "https://forge.example/people/keytally"
FILES = ("pyproject.toml", "editors/vscode/package.json", "mkdocs.yml")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / name, tmp_path / name)
    return tmp_path


def test_each_file_shows_the_address(checkout: Path) -> None:
    address.write(HOME, checkout)
    project, manifest, site = ((checkout / name).read_text(encoding="utf-8") for name in FILES)
    assert f'[project.urls]\nRepository = "{HOME}"\nIssues = "{HOME}/issues"\n' in project
    assert json.loads(manifest)["repository"]["url"] == f"{HOME}.git"
    assert f"\nrepo_url: {HOME}\n" in site


def test_written_again_it_replaces_the_address(checkout: Path) -> None:
    address.write(f"{HOME}-before", checkout)
    address.write(HOME, checkout)
    texts = [(checkout / name).read_text(encoding="utf-8") for name in FILES]
    assert not [text for text in texts if f"{HOME}-before" in text]
    once = texts
    address.write(HOME, checkout)
    assert [(checkout / name).read_text(encoding="utf-8") for name in FILES] == once


@pytest.mark.parametrize(
    "text", ["http://forge.example/a/b", "https://forge.example", "people/keytally", "https://a b/c"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="is no address"):
        address._address(text)
