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
    assert named.split() == [package for command, package in LISTED if ":" not in command]


def missing(tmp_path: Path, *commands: str, expected: int = 1) -> str:
    """What the script names where it may not install, with nothing but its own tools on PATH."""
    tools = tmp_path / "tools"
    tools.mkdir(exist_ok=True)
    for name in ("bash", "dirname", "grep"):
        found = next(Path(folder, name) for folder in os.get_exec_path() if Path(folder, name).exists())
        (tools / name).symlink_to(found)
    (tools / "id").write_text("#!/usr/bin/env bash\necho 1000\n")
    (tools / "id").chmod(0o755)
    command = ["bash", str(CHECKOUT / ".ci" / "packages"), *commands]
    path = {**os.environ, "PATH": str(tools)}
    done = subprocess.run(command, env=path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == expected
    return done.stderr.strip()


def test_what_a_command_needs_is_named_where_it_may_not_be_installed(tmp_path: Path) -> None:
    assert missing(tmp_path, "tclsh", "kak").endswith(": apt-get install tcl kakoune")


def eglot(tmp_path: Path, status: int) -> str:
    """What the script names for Eglot where an Emacs is there that has it, or has it not."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "emacs").write_text(f"#!/usr/bin/env bash\nexit {status}\n")
    (tools / "emacs").chmod(0o755)
    return missing(tmp_path, "emacs", "emacs:eglot", expected=1 if status else 0)


def test_eglot_is_installed_only_where_emacs_lacks_it(tmp_path: Path) -> None:
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    assert eglot(tmp_path / "with", 0) == ""
    assert eglot(tmp_path / "without", 255).endswith(": apt-get install elpa-eglot")


def test_a_package_without_a_command_is_known_by_a_file(tmp_path: Path) -> None:
    by_file = {package for command, package in LISTED if command.startswith("/") and Path(command).exists()}
    by_command = [package for command, package in LISTED if not re.search("^/|:", command)]
    named = missing(tmp_path).partition("apt-get install ")[2].split()
    assert not by_file & {*named} and {*by_command} <= {*named}
