"""Control characters of files never reach a terminal as they are: they could move its cursor or rename it."""

import io
import json
import os
import re
from pathlib import Path

import pytest

from keytally.commands.main import main
from keytally.findings.outputs import FORMATS

ODD = "\x1b]0;odd\x07\x1b[2J\x08\x9b1m"
RAW = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x80-\x9f]")

NAMES = (
    f'<DOC>\n<DOCNO> 1{ODD} </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON{ODD}">Ann{ODD}</ENAMEX> <x{ODD}>\n'
    f'<COREF ID="1{ODD}">a{ODD}</COREF> <COREF ID="1{ODD}" REF="9{ODD}" {ODD}="2">b</COREF>\n</TXT>\n</DOC>\n'
)
TEMPLATES = (
    f'<PERSON-1{ODD}-1> :=\n\tPER_NAME: "Ann{ODD}\n<PERSON-1-1> :=\n\tPER_NAME{ODD}: "A{ODD}"\n'
    f"\tPER_ALIAS: <NOWHERE{ODD}-1-2>\n<ODD{ODD}-1-3> :=\n"
)
LEXSUB = f"bright.a 1 :: clear{ODD} 3;sunny 1;\nbright.a 1 :: x{ODD} y;\nodd{ODD} :: z\n"
M2 = f"S a {ODD} b\nA 0 1|||Vt{ODD}|||x{ODD}|||REQUIRED|||-NONE-|||0\nA 9 9|||V{ODD}|||\n"
CPA = f"1\ta{ODD}\n1\tb{ODD}\n\t{ODD}\n2{ODD}\tc\n"
PAT = f"1\tgo{ODD}\t[[Human{ODD}]]\tgo\t[[Act]]\t\t\t\t\n"
BNF = f'<PERSON{ODD}> :=\n\tPER_NAME{ODD}: "NAME{ODD}"+\n<A> := {{{ODD}\n'
CONFIG = f":scoring_task named_entity\n:odd{ODD} yes\n:key_file k{ODD}\n:text_filtering {ODD}\n"
TOML = '[[pair]]\ntask = "odd\\u001b[2J"\nkey = "k\\u001b[2J"\nresponses = ["r\\u009b*"]\n'
FILES = {
    "named_entity": NAMES,
    "coreference": NAMES,
    "template_element": TEMPLATES,
    "lexsub-best": LEXSUB,
    "m2": M2,
    "cpa-clustering": CPA,
    "cpa-slots": PAT,
    "cpa-parsing": PAT,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a file of each kind."""
    for task, text in FILES.items():
        (tmp_path / f"{task}{ODD[3:]}").write_text(text)
    for name, text in {"odd.bnf": BNF, "odd.config": CONFIG, "keytally.toml": TOML}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """All output."""
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("task", [*FILES, "odd.bnf", "odd.config", "keytally.toml"])
def test_no_finding_has_them(
    folder: Path, format_: str, task: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [f"{task}{ODD[3:]}", "--task", task] if task in FILES else [task]
    assert main(["check", "--format", format_, *arguments]) in (0, 1, 2)
    assert not RAW.search(printed(capsys))


class Terminal(io.StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("more", [[], ["-v"], ["-vv"], ["--format", "json"]], ids=" ".join)
@pytest.mark.parametrize("task", FILES)
def test_no_score_has_them(
    folder: Path,
    task: str,
    more: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    name = f"{task}{ODD[3:]}"
    assert main(["score", "--task", task, name, name, *more]) in (0, 2)
    output = terminal.getvalue() + printed(capsys)
    assert output and not RAW.search(output)


@pytest.mark.parametrize(
    "arguments",
    [["bnf", "odd.bnf"], ["init", "--bnf", "odd.bnf"], ["pairs"], ["score"], ["score", "odd.config"]],
    ids=" ".join,
)
def test_no_other_output_has_them(
    folder: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) in (0, 1, 2)
    output = printed(capsys)
    assert output and not RAW.search(output)


def test_the_output_of_another_program_is_exact_but_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gold").write_text("S a \x1b[2J\nA 0 1|||V|||x|||REQUIRED|||-NONE-|||0\n")
    (tmp_path / "out").write_text("x \x1b[2J\n")
    run = [
        "score",
        "--task",
        "m2",
        str(tmp_path / "gold"),
        str(tmp_path / "out"),
        "-O",
        "compatible=3.2",
        "-v",
    ]
    assert main(run) == 0
    assert "\x1b[2J" in capsys.readouterr().out
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(run) == 0
    assert "\\x1b[2J" in terminal.getvalue() and not RAW.search(terminal.getvalue())


def test_a_difference_can_be_applied_and_is_safe_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.sgml").write_text(
        "<DOC>\n<DOCNO> 1 </DOCNO>\n<ENAMEX TYPE=PERSON>\x1b[2J</ENAMEX>\n</DOC>\n"
    )
    run = ["check", "--diff", "--task", "named_entity", str(tmp_path / "a.sgml")]
    main(run)
    assert "\x1b[2J" in capsys.readouterr().out
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    main(run)
    without_colours = re.sub(r"\x1b\[\d+m", "", terminal.getvalue())
    assert "\\x1b[2J" in without_colours and not RAW.search(without_colours)


UNQUOTED = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE=PERSON>Ann</ENAMEX>\n</TXT>\n</DOC>\n"


def test_bytes_of_a_name_that_is_not_utf8_are_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = os.fsdecode(b"r\xe9sum\xe9.sgml")
    try:
        (tmp_path / odd).write_text(UNQUOTED)
    except OSError:
        return  # this system has no such names
    monkeypatch.chdir(tmp_path)
    shown = r"r\xe9sum\xe9.sgml"
    assert main(["check", odd]) == 1
    assert capsys.readouterr().out.startswith(f"{shown}:")
    assert main(["errors", odd, odd]) == 0
    assert "udce9" not in capsys.readouterr().out
    assert main(["check", f"{odd}x"]) == 2
    assert capsys.readouterr().err.startswith(f"keytally: {shown}x: no such file")
    assert main(["check", odd, "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["path"] == odd
