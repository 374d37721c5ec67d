"""Which Pythons a release is for, and which of them are found on a machine."""

import sys
from pathlib import Path

import pytest

from release import interpreters
from tests.house.tracked import CHECKOUT

THIS = f"{sys.version_info.major}.{sys.version_info.minor}"


def test_the_versions_are_those_that_the_distribution_names() -> None:
    versions = interpreters.supported()
    required = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8").partition('requires-python = ">=')[2]
    assert required.startswith(f'{versions[0]}"')
    assert versions == [f"3.{number}" for number in range(11, 11 + len(versions))]


def test_an_interpreter_that_does_not_run_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = (tmp_path / name / f"python{THIS}" for name in ("shims", "bin"))
    for path, script in ((broken, "exit 127"), (sound, f'exec "{sys.executable}" "$@"')):
        path.parent.mkdir()
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{sound.parent}")
    assert interpreters.interpreters([THIS]) == {THIS: sound}


def test_a_version_that_is_nowhere_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("UV_PYTHON_INSTALL_DIR", str(tmp_path))
    assert interpreters.interpreters(["3.99"]) == {}
