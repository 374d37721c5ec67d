"""`keytally bnf` and `keytally init`: what they print, and their exit statuses."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from keytally.commands.main import main

BNF = '<CLUB> :=\n\tHEAD: <PERSON>-\n\tPLACE: {{LOC}}*\n<PERSON> :=\n\tNAME: "NAME"^\nLOC :: {CITY, UNK}\n'
FAULTY = BNF.replace("{{LOC}}", "{{LOCS}}")


class Done(NamedTuple):
    status: int
    out: str
    errors: list[str]


Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `keytally` in a folder with two BNFs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "task.bnf").write_text(BNF)
    (tmp_path / "faulty.bnf").write_text(FAULTY)

    def command(*arguments: str) -> Done:
        status = main(arguments)
        out, errors = capsys.readouterr()
        return Done(status, out, errors.splitlines())

    return command


def test_what_was_understood(run: Run) -> None:
    done = run("bnf", "task.bnf")
    assert (done.status, done.errors) == (0, [])
    assert done.out.splitlines()[:5] == [
        "task.bnf: 2 classes, 3 slots, 1 named set",
        "",
        "CLUB",
        "  HEAD   pointer  at most one fill     an object of PERSON",
        "  PLACE  set      any number of fills  one of CITY, UNK (LOC)",
    ]


def test_what_was_not_understood_is_said_as_findings_are(run: Run) -> None:
    done = run("bnf", "faulty.bnf")
    assert done.status == 1
    assert done.out.splitlines()[-1] == (
        "faulty.bnf:3:11: error[undefined-set] undefined set LOCS; did you mean LOC?"
    )


def test_a_circle_of_pointers_is_told_of_but_no_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "circle.bnf").write_text("<CLUB> :=\n\tHEAD: <CLUB>-\n<TOWN> :=\n\tCLUB: <CLUB>-\n")
    done = run("bnf", "circle.bnf")
    assert (done.status, done.out.splitlines()[-1]) == (
        0,
        "circle.bnf:2:8: information[pointer-circle] "
        "pointers form a cycle, so no order of classes is valid: CLUB → CLUB",
    )
    assert run("init", "--bnf", "circle.bnf", "--task", "template_element").status == 0
    done = run("init", "--bnf", "circle.bnf")
    assert (done.status, done.out) == (2, "")
    assert done.errors[-1].endswith("no order of classes is valid: CLUB")


def test_the_same_for_programs(run: Run) -> None:
    done = run("bnf", "faulty.bnf", "--format", "json")
    values = json.loads(done.out)
    assert (done.status, values["path"]) == (1, "faulty.bnf")
    assert [each["name"] for each in values["classes"]] == ["CLUB", "PERSON"]
    [finding] = values["findings"]
    assert finding["rule"] == "undefined-set"
    assert finding["range"]["start"] == {"line": 3, "column": 11}
    assert finding["fix"]["edits"][0]["text"] == "LOC"
    assert json.loads(run("bnf", "task.bnf", "--format", "json").out)["findings"] == []


@pytest.mark.parametrize("command", [("bnf",), ("init", "--bnf")])
def test_a_bnf_by_name_or_none_at_all(run: Run, command: tuple[str, ...]) -> None:
    assert run(*command, "muc6-te").status == 0
    done = run(*command, "no.bnf")
    assert (done.status, done.out) == (2, "")
    assert done.errors == [
        "keytally: no.bnf: no such file; built-in names: muc6-st, muc6-te, muc7-te, muc7-tr"
    ]
    assert run(*command, ".").status == 2


def test_a_skeleton_is_taken_by_score_and_check_as_it_is(run: Run, tmp_path: Path) -> None:
    """`keytally init --bnf FILE` prints; a person redirects it into a file."""
    for name in ("our key", "theirs"):
        (tmp_path / name).write_text('<PERSON-1-1> :=\n\tNAME: "Ann"\n<CLUB-1-1> :=\n\tHEAD: <PERSON-1-1>\n')
    done = run("init", "--bnf", "task.bnf", "--key", "our key", "--response", "theirs")
    assert (done.status, done.errors) == (0, [])
    (tmp_path / "task.config").write_text(done.out)
    assert run("check", "task.config", "--bnf", "task.bnf").status == 0
    scored = run("score", "task.config", "--report-dir", "reports", "--format", "json")
    values = json.loads(scored.out)
    assert (values["task"], values["totals"]["cor"], values["totals"]["pos"]) == ("template_relation", 2, 2)
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == ["report_summary", "scores"]


@pytest.mark.parametrize("name", ["muc6-st", "muc6-te", "muc7-te", "muc7-tr"])
def test_every_built_in_bnf_gives_a_skeleton_that_check_takes(run: Run, name: str, tmp_path: Path) -> None:
    (tmp_path / "task.config").write_text(run("init", "--bnf", name).out)
    assert run("check", "task.config", "--bnf", name) == Done(0, "No findings in 1 file.\n", [])


def test_a_task_of_ones_own_choice(run: Run) -> None:
    assert (
        ":scoring_task         template_element\n"
        in run("init", "--bnf", "task.bnf", "--task", "template_element").out
    )
    done = run("init", "--bnf", "task.bnf", "--task", "template_elemen")
    assert (done.status, done.out) == (2, "")
    assert done.errors[0].startswith(
        "keytally: the task 'template_elemen' has no BNF; did you mean template_element?"
    )


def test_of_a_faulty_bnf_no_skeleton_is_printed_but_what_is_wrong(run: Run) -> None:
    done = run("init", "--bnf", "faulty.bnf")
    assert (done.status, done.out, len(done.errors)) == (1, "", 1)
    assert "faulty.bnf:3:11: error[undefined-set]" in done.errors[0]


TEMPLATES = "".join(
    f'<CLUB-17-{number}> :=\n\tHEAD: <PERSON-17-{number}>\n\tPLACE: CITY\n\t/ "Ulm: a town"\n'
    for number in range(1, 200)
)
LOOKS_LIKE = "key: this looks like a template file; specify the BNF that defines its classes and slots"


def test_a_template_file_in_place_of_a_bnf_makes_no_skeleton(run: Run, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(TEMPLATES)
    done = run("init", "--bnf", "key")
    assert (done.status, done.out, len(done.errors)) == (1, "", 22)
    assert done.errors[0] == f"keytally: {LOOKS_LIKE}"
    assert done.errors[1].startswith("keytally: key:2:2: error[bnf-syntax]")
    assert re.fullmatch(r"keytally: key: \d{3,} more findings not shown", done.errors[-1])


def test_a_template_file_in_place_of_a_bnf_is_not_described(run: Run, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(TEMPLATES)
    done = run("bnf", "key")
    lines = done.out.splitlines()
    assert (done.status, len(lines), lines[0], done.errors) == (1, 22, LOOKS_LIKE, [])
    assert len(json.loads(run("bnf", "key", "--format", "json").out)["findings"]) > 100


def test_a_file_of_another_kind_has_few_lines_too_and_no_guess(run: Run, tmp_path: Path) -> None:
    (tmp_path / "prose").write_text("What is this, then?\n" * 300)
    done = run("init", "--bnf", "prose")
    assert (done.out, len(done.errors)) == ("", 21)
    assert not any("looks like" in line for line in done.errors)


def test_a_class_with_hyphens_and_digits_in_its_name_is_no_object(run: Run, tmp_path: Path) -> None:
    (tmp_path / "our.bnf").write_text('<CLUB-MUC-7> :=\n\tNAME: "NAME"^\n')
    done = run("init", "--bnf", "our.bnf")
    assert (done.status, done.errors) == (0, [])


def test_a_bnf_that_defines_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.bnf").write_text("")
    assert run("bnf", "empty.bnf").out == "empty.bnf: 0 classes, 0 slots, 0 named sets\n"
    done = run("init", "--bnf", "empty.bnf")
    assert (done.status, done.out) == (2, "")
    assert done.errors == [
        "keytally: empty.bnf: the BNF does not define a class with a slot, so there is nothing to score"
    ]


@pytest.mark.parametrize("command", [("bnf",), ("init", "--bnf"), ("check", "key", "--bnf")])
def test_a_named_pipe_is_not_waited_for(run: Run, command: tuple[str, ...], tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("only systems with named pipes can hang on one")
    (tmp_path / "key").write_text("<PERSON-1-1> :=\n")
    os.mkfifo(tmp_path / "pipe")
    done = run(*command, "pipe")
    assert (done.status, done.out) == (2, "")
    assert done.errors == ["keytally: pipe: not a regular file; save its text to a file and specify that"]
