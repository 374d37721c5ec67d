"""The command as a whole: its exit statuses, and that nothing ends in a traceback."""

import errno
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from keytally.commands import check, main
from keytally.project.toml_values import load_toml
from keytally.version import VERSION


def command(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "keytally", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["--version"]) == 0
    assert capsys.readouterr().out == f"keytally {VERSION}\n"


def test_the_version_is_that_of_the_distribution(checkout: Path) -> None:
    project = load_toml((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    assert isinstance(project, dict) and project["project"].get("version", VERSION) == VERSION


def test_the_version_needs_no_parser_of_configurations(workspace: Path) -> None:
    code = "import sys; from keytally.commands.main import main; main(['--version'])"
    code += "; print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_a_score_with_a_plain_option_needs_no_parser_of_configurations(tmp_path: Path) -> None:
    (tmp_path / "gold.m2").write_text("S a b\nA 0 1|||T|||x|||R|||-|||0\n", encoding="utf-8")
    (tmp_path / "output").write_text("x b\n", encoding="utf-8")
    arguments = ["score", "--task", "m2", "gold.m2", "output", "-O", "compatible=head"]
    code = f"import sys; from keytally.commands.main import main; main({arguments})"
    code += "; print('lark' in sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["bogus"],
        ["check", "key", "--format", "xml"],
        ["check", "--fix", "--diff", "."],
    ],
)
def test_wrong_arguments_are_one_line_and_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1 and captured.err.startswith("keytally")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["scor", "key"], "keytally: unknown command 'scor'; did you mean score? (see keytally --help)"),
        (["--versoin"], "keytally: unknown option --versoin; did you mean --version? (see keytally --help)"),
        (
            ["score", "--tsk", "m2", "key", "response"],
            "keytally score: unknown option --tsk; did you mean --task? (see keytally score --help)",
        ),
        (["convert", "key", "--too=brat"], "keytally convert: unknown option --too; did you mean --to?"),
        (["check", "--colour"], "keytally check: unknown option --colour (see keytally check --help)"),
        (["check", "-x"], "keytally check: unknown option -x (see keytally check --help)"),
    ],
)
def test_an_unknown_command_or_option_is_reported_with_the_nearest_one(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(arguments) == 2
    assert capsys.readouterr().err.startswith(line)


def test_arguments_after_two_hyphens_are_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check", "--", "--colour"]) == 2
    assert capsys.readouterr().err.startswith("keytally: --colour: no such file")


@pytest.mark.parametrize("name", ["score", "check", "pairs"])
def test_each_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: keytally {name}")


def test_no_control_character_of_a_name_reaches_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check", "no\x1b[31m"]) == 2
    assert capsys.readouterr().err.startswith(r"keytally: no\x1b[31m: no such file")


def test_an_interrupt_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", interrupt)
    assert main.main(["check", "."]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_defect_of_keytally_itself_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> int:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr(check, "run", fail)
    monkeypatch.delenv("KEYTALLY_DEBUG", raising=False)
    assert main.main(["check", "."]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line == "keytally: internal error, please report it: ZeroDivisionError: by zero"


def test_output_that_cannot_be_written_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(check, "run", fail)
    assert main.main(["check", "."]) == 2
    assert capsys.readouterr().err == "keytally: cannot write the output: No space left on device\n"


def test_a_reader_that_goes_away_ends_it_quietly(workspace: Path) -> None:
    many = "<ENAMEX TYPE=PERSON>x</ENAMEX>\n" * 5_000
    (workspace / "many.sgml").write_text(f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{many}</TXT>\n</DOC>\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "keytally", "check", "many.sgml", "--task", "named_entity"],
        cwd=workspace,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) in (1, 141)
    assert errors == b""


def test_output_that_the_encoding_lacks_is_escaped(workspace: Path) -> None:
    (workspace / "ключ.sgml").write_text("<DOC>\n<TXT>東</TXT>\n</DOC>\n", encoding="utf-8")
    done = command("check", ".", folder=workspace, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert rb"\u043a\u043b\u044e\u0447.sgml" in done.stdout


def test_the_module_is_the_command(workspace: Path) -> None:
    done = command("check", "gone", folder=workspace)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [b"keytally: gone: no such file; specify an existing path"]


def test_a_family_that_cannot_be_loaded_is_told_of_where_a_run_fails(tmp_path: Path) -> None:
    """The task that there is not may be one of it."""
    declared = tmp_path / "broken-1.dist-info" / "entry_points.txt"
    declared.parent.mkdir()
    declared.write_text("[keytally.families]\nbroken = nowhere_to_be_found:FAMILY\n", encoding="utf-8")
    (declared.parent / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\n", encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    done = command("score", "--task", "broken", "key", "response", folder=tmp_path, PYTHONPATH=path)
    assert done.returncode == main.CANNOT_RUN
    error, warning = done.stderr.decode().splitlines()
    assert error.startswith("keytally: unknown task 'broken'; ")
    assert warning.startswith("keytally: warning: the family broken cannot be loaded: ModuleNotFoundError")


ZIPPED = """
import sys
import zipfile
archive, *sys.argv[1:] = sys.argv[1:]
sys.path.insert(0, archive)
import keytally
from keytally.commands.main import main
assert keytally.__file__.startswith(archive)
sys.exit(main())
"""


def test_the_package_can_be_run_from_a_zip_archive(checkout: Path, workspace: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (checkout / "scoring" / "keytally").rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                file.write(path, path.relative_to(checkout / "scoring"))
        for path in (checkout / "docs" / "schemas").iterdir():
            file.write(path, f"keytally/schemas/{path.name}")
    lines = [
        ["score", "key", "response"],
        ["check", "key", "--task", "named_entity"],
        ["bnf", "muc6-te"],
        ["schema", "score"],
        ["completion", "bash"],
    ]
    for line in lines:
        command = [sys.executable, "-P", "-c", ZIPPED, str(archive), *line]
        done = subprocess.run(command, cwd=workspace, capture_output=True, check=False)
        assert (line, done.returncode, done.stderr) == (line, 0, b"")
        assert done.stdout


BROKEN = "[rules]\nselect =\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "key"],
        ["score", "key", "responses"],
        ["score"],
        ["errors", "key", "responses"],
        ["errors"],
        ["report", "key", "responses", "-o", "page.html"],
        ["compare", "key", "responses", "key"],
        ["agreement", "key", "responses"],
        ["agreement"],
        ["merge", "key", "responses"],
        ["pairs"],
        ["pairs", "."],
    ],
)
def test_a_keytally_toml_with_a_syntax_error_is_one_line_and_status_2(
    arguments: list[str], workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "keytally.toml").write_text(BROKEN, encoding="utf-8")
    monkeypatch.chdir(workspace)
    assert main.main(arguments) == 2
    assert capsys.readouterr() == ("", "keytally: keytally.toml:2:9: invalid TOML: invalid value\n")


@pytest.mark.parametrize("path", ["keytally.toml", "."])
def test_a_checked_keytally_toml_has_its_syntax_error_as_a_finding(
    path: str, workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "keytally.toml").write_text(BROKEN, encoding="utf-8")
    monkeypatch.chdir(workspace)
    assert main.main(["check", path]) == 1
    assert "keytally.toml:2:9: error[project-syntax] invalid value" in capsys.readouterr().out
