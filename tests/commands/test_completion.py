"""Completions of both programs in the shells that are on this machine, and the pages for `man`."""

import shutil
import subprocess
from pathlib import Path

import pytest

from keytally.commands.completion import SHELLS, TERMINAL
from keytally.commands.main import COMMANDS, main

COMPLETED_IN_BASH = """
source "$1"
COMP_WORDS=($2) COMP_CWORD=$3 COMP_LINE="$2"
_shtab_keytally
printf '%s\\n' "${COMPREPLY[@]}"
"""
REGISTERED_IN_ZSH = (
    'fpath=("$1" $fpath); autoload -U compinit; compinit -D -u; print -r -- ${_comps[keytally]}'
)


def shell(name: str, script: str, *arguments: str) -> list[str]:
    """The lines that a shell prints; the test is skipped where there is none of that name."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not on this machine")
    plain = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[name]
    first = [] if name == "fish" else [name]
    done = subprocess.run(
        [name, *plain, "-c", script, *first, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split("\n")[:-1]


@pytest.mark.parametrize("name", SHELLS)
def test_the_command_prints_the_completion_of_a_shell(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", name]) == 0
    assert "fail-if" in capsys.readouterr().out


def test_another_shell_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "cmd"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("keytally con", {"convert"}),
        ("keytally score --report-", {"--report-dir"}),
        ("keytally score --format ", {"text", "json"}),
        ("keytally score --task conll", {"conll-coreference"}),
    ],
)
def test_bash_completes(words: str, expected: set[str]) -> None:
    count = len(words.split()) - (not words.endswith(" "))
    found = shell("bash", COMPLETED_IN_BASH, str(TERMINAL / "keytally.bash"), words, str(count))
    assert {*found} == expected


def test_bash_completes_files_for_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key.sgml").touch()
    monkeypatch.chdir(tmp_path)
    found = shell("bash", COMPLETED_IN_BASH, str(TERMINAL / "keytally.bash"), "keytally score ke", "2")
    assert "key.sgml" in found


def test_fish_completes_commands_and_options() -> None:
    script = "source $argv[1]; complete -C $argv[2]"
    file = str(TERMINAL / "keytally.fish")
    assert {line.split("\t")[0] for line in shell("fish", script, file, "keytally ")} >= {*COMMANDS}
    assert shell("fish", script, file, "keytally compare --fail-")[0].startswith("--fail-if")


def test_zsh_finds_the_completion_in_its_path() -> None:
    assert shell("zsh", REGISTERED_IN_ZSH, str(TERMINAL)) == ["_keytally"]
    shell("zsh", 'zsh -n "$1"', str(TERMINAL / "_keytally"))


@pytest.mark.parametrize("page", ["keytally.1", "keytally-server.1"])
def test_the_pages_for_man_are_without_faults(page: str) -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not on this machine")
    command = ["mandoc", "-T", "lint", "-W", "warning", TERMINAL / page]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout
    assert [line for line in said.splitlines() if "missing date" not in line] == []


def test_the_page_of_the_command_has_each_subcommand() -> None:
    text = (TERMINAL / "keytally.1").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f".SH KEYTALLY {name.upper()}\n" not in text] == []
