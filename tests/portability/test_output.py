"""What the command prints is the same bytes under every locale and code page, with line ends as they are."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.project.schemas import NAMES, schema_text

TEXT = (
    "<DOC>\r\n<DOCNO> 1 </DOCNO>\r\n<TXT>\r\n"
    '<ENAMEX TYPE="PERSON">Zoë 東</ENAMEX> smiled.\r\n</TXT>\r\n</DOC>\r\n'
)
PLAIN_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    """A folder with the equal files of two annotators, whose lines end as on Windows."""
    for name in ("anna.sgml", "ben.sgml"):
        (tmp_path / name).write_bytes(TEXT.encode())
    return tmp_path


def run(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, in a changed environment."""
    command = [sys.executable, "-m", "keytally", *arguments]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    return subprocess.run(
        command, cwd=folder, env={**kept, **environment}, capture_output=True, check=True, timeout=120
    )


def piped(*arguments: str, folder: Path, **environment: str) -> bytes:
    """What a command writes into a pipe."""
    return run(*arguments, folder=folder, **environment).stdout


@pytest.mark.skipif(
    sys.version_info < (3, 13) and not keytally.__file__.isascii(),
    reason="Python itself cannot start there: the .pth file of the checkout is not ASCII",
)
def test_a_locale_without_letters_changes_no_output(annotated: Path) -> None:
    arguments = ("merge", "--task", "named_entity", "anna.sgml", "ben.sgml")
    assert piped(*arguments, folder=annotated, **PLAIN_LOCALE) == TEXT.encode()


def test_who_asks_for_an_encoding_gets_it(annotated: Path) -> None:
    arguments = ("merge", "--task", "named_entity", "anna.sgml", "ben.sgml")
    got = piped(*arguments, folder=annotated, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert got == TEXT.encode("cp1252", "backslashreplace")


def test_a_stream_that_turns_line_ends_and_has_a_code_page(
    annotated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So standard output is on Windows: cp1252, and each line feed becomes two characters."""
    monkeypatch.chdir(annotated)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252", newline="\r\n"))
    assert main(["merge", "--task", "named_entity", "anna.sgml", "ben.sgml"]) == 0
    assert written.getvalue() == TEXT.encode()


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_read_under_any_code_page(name: str) -> None:
    assert schema_text(name).isascii()


COMMANDS = {
    "score": ("score",),
    "check": ("check", ".", "--format", "json"),
    "pairs": ("pairs",),
    "errors": ("errors", "key.sgml", "response.sgml"),
    "compare": ("compare", "key.sgml", "response.sgml", "response_two.sgml"),
    "report": ("report", "key.sgml", "response.sgml", "-o", "page.html"),
    "convert": ("convert", "key.sgml", "--to", "brat", "-o", "brat/"),
    "bnf": ("bnf", "muc6-te"),
    "init": ("init", "--bnf", "muc6-te"),
    "schema": ("schema", "keytally.toml"),
    "reports": ("score", "ne.config", "--report-dir", "reports"),
    "agreement": ("agreement", "--task", "named_entity", "key.sgml", "response.sgml"),
    "spread": ("score", "-j", "2"),
}


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_no_file_is_opened_in_the_encoding_of_the_locale(
    arguments: tuple[str, ...], examples: Path, tmp_path: Path
) -> None:
    """Python tells of each text that is read or written without an encoding of its own."""
    folder = Path(shutil.copytree(examples / "named_entity", tmp_path / "ne"))
    shutil.copy(folder / "response.sgml", folder / "response_two.sgml")
    asked = {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "always::EncodingWarning"}
    done = run(*arguments, folder=folder, **asked)
    warnings = [line for line in os.fsdecode(done.stderr).splitlines() if "EncodingWarning" in line]
    ours = f"{Path(keytally.__file__).parent}{os.sep}"
    assert not [line for line in warnings if ours in line]
