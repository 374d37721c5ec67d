"""What the check of the extension needs: another version of a package, and a process without a network."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from keytally.version import VERSION
from release import offline
from release.checks import vsix
from release.failed import Failed

RUNS = "import socket, sys; print(sys.argv[1:]); socket.socketpair()"
CONNECTS = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
ASKS = "import socket; socket.getaddrinfo('keytally.invalid', 80)"


def package(folder: Path) -> Path:
    path = folder / "keytally.vsix"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("extension/package.json", json.dumps({"version": VERSION}))
        archive.writestr("extension.vsixmanifest", f'<Identity Version="{VERSION}" />')
        archive.writestr("extension/bundled/packages/x.py", f'VERSION = "{VERSION}"')
    return path


def test_a_copy_says_that_it_is_of_another_version(tmp_path: Path) -> None:
    with zipfile.ZipFile(vsix.of_version("0.0.1", package(tmp_path), tmp_path / "older.vsix")) as archive:
        read = {name: archive.read(name).decode() for name in archive.namelist()}
    assert json.loads(read["extension/package.json"]) == {"version": "0.0.1"}
    assert read["extension.vsixmanifest"] == '<Identity Version="0.0.1" />'
    assert read["extension/bundled/packages/x.py"] == f'VERSION = "{VERSION}"'


def test_a_package_without_its_server_is_told(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"keytally\.vsix has no readme\.md"):
        vsix.expect_files(package(tmp_path))


def status_of(program: str, folder: Path) -> tuple[int, str]:
    script = folder / "script.py"
    script.write_text(program, encoding="utf-8")
    words = [sys.executable, "-I", offline.__file__, str(script), "one"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


def test_a_script_that_stays_on_the_machine_is_run_with_its_arguments(tmp_path: Path) -> None:
    assert status_of(RUNS, tmp_path) == (0, "['one']\n")


@pytest.mark.parametrize("program", [CONNECTS, ASKS])
def test_a_script_that_reaches_for_the_network_is_ended(program: str, tmp_path: Path) -> None:
    assert status_of(program, tmp_path) == (offline.NETWORK_USED, "")
