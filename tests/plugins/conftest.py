"""The family of docs/families.md, installed as the distribution that the page makes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tracked import CHECKOUT
from tests.server.conftest import start

__all__ = ["start"]

PAGE = CHECKOUT / "docs" / "families.md"
FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)


def listing() -> dict[str, str]:
    """The files that the page shows, by name."""
    return dict(FILE.findall(PAGE.read_text(encoding="utf-8")))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which pip has installed the distribution, and nothing else."""
    source = tmp_path_factory.mktemp("keytally-keywords")
    for name, text in listing().items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(target)]
    subprocess.run([*pip, *options, str(source)], check=True, timeout=120)
    return target


def offer(place: Path, distribution: str, entries: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes see a distribution that offers objects of the tests under groups of entry points."""
    info = place / f"{distribution}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    points = (f"[{group}]\n{distribution} = {value}\n" for group, value in entries.items())
    (info / "entry_points.txt").write_text("\n".join(points))
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(place), str(CHECKOUT), before])))


@pytest.fixture
def environment(installed: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of processes that see the distribution."""
    path = os.pathsep.join(filter(None, [str(installed), os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", path)
    return dict(os.environ)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A key and a response of the family."""
    (tmp_path / "a.key.keywords").write_text("d1: tide, storm, harbour\nd2: budget\n")
    (tmp_path / "a.response.keywords").write_text("d1: tide, wind, tide\nd2: budget\nd3 rates\n")
    (tmp_path / "keytally.toml").write_text(
        '[[pair]]\ntask = "keywords"\nkey = "a.key.keywords"\nresponses = ["a.response.keywords"]\n'
    )
    return tmp_path
