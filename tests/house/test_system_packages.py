"""The system packages of the tests: one list, which the start page repeats and `.ci/packages` reads."""

import os
import re
import subprocess
from pathlib import Path

from tests.house.tracked import CHECKOUT

LISTED = [
    line.split()[:2]
    for line in (CHECKOUT / "requirements" / "debian.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def test_the_start_page_names_all_of_them() -> None:
    page = (CHECKOUT / "README.md").read_text("utf-8")
    [named] = re.findall(r"^apt-get install (.*)$", page, re.M)
    assert named.split() == [package for _, package in LISTED]


def missing(tmp_path: Path, *commands: str) -> str:
    """What the script names where it may not install, with nothing but its own tools on PATH."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("bash", "dirname", "grep"):
        found = next(Path(folder, name) for folder in os.get_exec_path() if Path(folder, name).exists())
        (tools / name).symlink_to(found)
    (tools / "id").write_text("#!/usr/bin/env bash\necho 1000\n")
    (tools / "id").chmod(0o755)
    command = ["bash", str(CHECKOUT / ".ci" / "packages"), *commands]
    path = {**os.environ, "PATH": str(tools)}
    done = subprocess.run(command, env=path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    return done.stderr.strip()


def test_what_a_command_needs_is_named_where_it_may_not_be_installed(tmp_path: Path) -> None:
    assert missing(tmp_path, "tclsh", "kak").endswith(": apt-get install tcl kakoune")


def test_a_package_without_a_command_is_known_by_a_file(tmp_path: Path) -> None:
    by_file = {package for command, package in LISTED if command.startswith("/") and Path(command).exists()}
    by_command = [package for command, package in LISTED if not command.startswith("/")]
    named = missing(tmp_path).partition("apt-get install ")[2].split()
    assert not by_file & {*named} and {*by_command} <= {*named}
