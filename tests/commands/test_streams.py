"""`-` for standard input and output, `-o FILE`, and `-q`."""

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from keytally.commands.main import COMMANDS, main, parser


class Done(NamedTuple):
    """The results of a run."""

    status: int
    out: str
    errors: str


Run = Callable[..., Done]


@pytest.fixture
def run(
    examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run the command in a copy of an example; `stdin` names a file in it."""
    shutil.copytree(examples, tmp_path / "examples")

    def command(folder: str, *arguments: str, stdin: str | None = None) -> Done:
        place = tmp_path / "examples" / folder
        monkeypatch.chdir(place)
        data = b"" if stdin is None else (place / stdin).read_bytes()
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        return Done(main(arguments), *capsys.readouterr())

    return command


NE = "named_entity"
ANNOTATORS = "adjudication_named_entity"


@pytest.mark.parametrize(
    ("folder", "response"),
    [
        (NE, "response.sgml"),
        ("conll", "response.conll"),
        ("columns", "response.bio"),
        ("spans", "response.json"),
        ("relations", "response.jsonl"),
        ("records", "response.jsonl"),
        ("m2", "response.txt"),
        ("template_element", "response.tmpl"),
    ],
)
def test_a_response_from_stdin_scores_as_the_file_does(run: Run, folder: str, response: str) -> None:
    key = _key(folder)
    expected = run(folder, "score", key, response)
    assert expected.status == 0
    assert run(folder, "score", key, "-", stdin=response)[:2] == expected[:2]


def _key(folder: str) -> str:
    names = {NE: "key.sgml", "m2": "gold.m2", "conll": "key.conll", "columns": "key.bio"}
    return names.get(folder, "key.tmpl" if folder.startswith("template") else "key.jsonl")


def test_a_key_or_a_configuration_comes_from_stdin(run: Run) -> None:
    expected = run(NE, "score", "key.sgml", "response.sgml", "--format", "json").out
    assert run(NE, "score", "-", "response.sgml", "--format", "json", stdin="key.sgml").status == 0
    configured = run(NE, "score", "ne.config", "--no-reports").out
    assert run(NE, "score", "-", "--no-reports", stdin="ne.config").out == configured
    assert json.loads(expected)["task"] == "named_entity"


@pytest.mark.parametrize(
    ("folder", "line", "stdin"),
    [
        (NE, "score key.sgml - -j 4", "response.sgml"),
        (NE, "check -", "response.sgml"),
        (NE, "errors key.sgml -", "response.sgml"),
        (NE, "compare key.sgml response.sgml -", "key.sgml"),
        (NE, "report key.sgml - -o -", "response.sgml"),
        (NE, "convert - --to spacy", "response.sgml"),
        (NE, "convert - --to spacy --from muc-sgml -o -", "response.sgml"),
        (NE, "score key.sgml response.sgml --texts -", "texts.sgml"),
        (NE, "score key.sgml response.sgml --config -", "ne.config"),
        (ANNOTATORS, "agreement anna.sgml -", "ben.sgml"),
        (ANNOTATORS, "merge anna.sgml - --strategy union -o -", "ben.sgml"),
        ("template_element", "bnf -", "te.bnf"),
        ("template_element", "init --bnf -", "te.bnf"),
        ("template_element", "check key.tmpl --bnf -", "te.bnf"),
    ],
)
def test_every_command_reads_stdin_where_it_reads_a_file(
    run: Run, folder: str, line: str, stdin: str
) -> None:
    done = run(folder, *line.split(), stdin=stdin)
    assert done.status in (0, 1), done.errors
    assert done.out


def test_stdin_is_read_once(run: Run) -> None:
    done = run(NE, "score", "-", "-", stdin="key.sgml")
    assert (done.status, done.out, len(done.errors.splitlines())) == (2, "", 1)
    assert "specified twice" in done.errors


def test_stdin_of_a_run_is_not_that_of_the_next(run: Run) -> None:
    assert run(NE, "check", "-", stdin="key.sgml").status == 0
    assert run(NE, "check", "./-").status == 2


def test_an_empty_stdin_is_an_error_in_one_line(run: Run) -> None:
    done = run(NE, "score", "-", "response.sgml")
    assert (done.status, done.out, len(done.errors.splitlines())) == (2, "", 1)


def test_a_format_of_several_files_does_not_come_from_stdin(run: Run) -> None:
    done = run(NE, "convert", "-", "--from", "brat", "--to", "spacy", stdin="key.sgml")
    assert (done.status, len(done.errors.splitlines())) == (2, 1)


def test_fix_prints_the_text_of_stdin_and_its_findings_on_stderr(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "examples" / NE
    good = (place / "response.sgml").read_text()
    (place / "bad.sgml").write_text(good.replace('TYPE="PERSON"', "TYPE=PERSON", 1))
    done = run(NE, "check", "-", "--fix", stdin="bad.sgml")
    assert (done.status, done.out) == (0, good)
    assert "applied 1 fix in 1 file" in done.errors
    assert run(NE, "check", "-", "--fix", "-q", stdin="response.sgml") == (0, good, "")


@pytest.mark.parametrize("name", COMMANDS)
def test_output_and_quiet_are_spelled_alike(name: str) -> None:
    (subparsers,) = (action for action in parser(name)._actions if action.dest == "command")
    options = subparsers.choices[name]._option_string_actions  # type: ignore[index, union-attr]
    assert options["-o"] is options["--output"]
    for short, long in (("-v", "--verbose"), ("-q", "--quiet"), ("-j", "--jobs")):
        assert options.get(short) is options.get(long)


@pytest.mark.parametrize(
    "line",
    [
        "score key.sgml response.sgml",
        "score key.sgml response.sgml --format json",
        "check response.sgml",
        "errors key.sgml response.sgml",
        "compare key.sgml response.sgml key.sgml",
        "pairs",
        "rule text-altered",
        "tasks",
        "options named_entity",
        "schema score",
        "bnf muc6-te",
        "init --bnf muc6-te",
        "completion bash",
    ],
)
def test_output_goes_to_a_file(run: Run, tmp_path: Path, line: str) -> None:
    printed = run(NE, *line.split())
    written = run(NE, *line.split(), "-o", str(tmp_path / "out.txt"))
    assert (written.status, written.out, written.errors) == (printed.status, "", printed.errors)
    assert (tmp_path / "out.txt").read_text() == printed.out
    (tmp_path / "out.txt").write_text("an earlier result")
    assert run(NE, *line.split(), "-o", str(tmp_path / "out.txt")).status == printed.status
    assert (tmp_path / "out.txt").read_text() == printed.out


@pytest.mark.parametrize("name", ["key.sgml", "response.sgml", "ne.config", "keytally.toml", "texts.sgml"])
@pytest.mark.parametrize(
    "line", ["score key.sgml response.sgml", "score ne.config --no-reports", "errors", "pairs"]
)
def test_output_never_goes_over_a_file_of_the_project(run: Run, tmp_path: Path, line: str, name: str) -> None:
    before = (tmp_path / "examples" / NE / name).read_bytes()
    done = run(NE, *line.split(), "-o", name)
    assert (done.status, done.out, len(done.errors.splitlines())) == (2, "", 1)
    assert (tmp_path / "examples" / NE / name).read_bytes() == before


def test_output_never_goes_over_the_files_of_a_configuration(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "examples" / NE
    (place / "keytally.toml").unlink()
    for line in ("score ne.config --no-reports", "compare ne.config ne.config -j 2"):
        for name in ("key.sgml", "response.sgml"):
            assert run(NE, *line.split(), "-o", name).status == 2
            assert (place / name).read_text().startswith("<DOC>")


def test_a_failed_run_writes_no_output(run: Run, tmp_path: Path) -> None:
    assert run(NE, "score", "key.sgml", "none", "-o", str(tmp_path / "out")).status == 2
    assert not (tmp_path / "out").exists()


def test_quiet_runs_print_no_warnings_and_notes(run: Run) -> None:
    assert "note: " in run(NE, "score", "key.sgml", "key.sgml").errors
    assert run(NE, "score", "key.sgml", "key.sgml", "-q").errors == ""
    assert run(NE, "score", "key.sgml", "none", "-q").errors.count("\n") == 1
