"""`keytally check` (design, "The command line")."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from keytally.commands.main import main


class Done:
    """What a run of the command came to."""

    def __init__(self, status: int, out: str, errors: str) -> None:
        self.status, self.out, self.errors = status, out, errors.splitlines()


Check = Callable[..., Done]


@pytest.fixture
def check(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Run `keytally check` in the workspace."""

    def run(*arguments: str) -> Done:
        status = main(["check", *arguments])
        return Done(status, *capsys.readouterr())

    return run


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_bytes().decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_bytes(text.encode())


UNQUOTED = ('"PERSON"', "PERSON")


def test_nothing_found_is_status_0(check: Check, workspace: Path) -> None:
    done = check(".")
    assert (done.status, done.out, done.errors) == (0, "No findings in 3 files.\n", [])


def test_an_error_is_status_1_and_the_path_is_as_given(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED)
    for given in ("response", "./response", str(workspace / "response")):
        done = check(given, "--format", "concise")
        assert done.status == 1
        assert done.out == f"{Path(given)}:4:14: error[unquoted-attribute] the value of TYPE has no quotes\n"


def test_information_and_hints_are_status_0(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED)
    (workspace / "keytally.toml").write_text('[rules.severity]\nunquoted-attribute = "information"\n')
    done = check(".", "--format", "concise")
    assert done.status == 0 and "information[unquoted-attribute]" in done.out


def test_warnings_are_status_1(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED)
    (workspace / "keytally.toml").write_text('[rules.severity]\nunquoted-attribute = "warning"\n')
    assert check(".").status == 1


def test_what_cannot_run_is_status_2_and_the_rest_is_checked(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED)
    done = check("gone", "response", "--format", "json")
    assert done.status == 2
    assert done.errors == ["keytally: gone: no such file; specify an existing path"]
    assert [finding["rule"] for finding in json.loads(done.out)] == ["unquoted-attribute"]


def test_where_nothing_could_be_checked_nothing_is_summed_up(check: Check) -> None:
    assert check("gone").out == ""
    assert json.loads(check("gone", "--format", "json").out) == []


def test_paths_given_twice_are_checked_once(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED)
    assert len(check("response", ".", "./response", "--format", "concise").out.splitlines()) == 1


@pytest.mark.parametrize("name", ["json", "gitlab", "sarif"])
def test_formats_for_programs_are_one_document_alone(check: Check, workspace: Path, name: str) -> None:
    assert json.loads(check(".", "--format", name).out) is not None
    edit(workspace / "response", UNQUOTED)
    json.loads(check(".", "--format", name, "--fix").out)


def test_rules_are_names_separated_by_commas(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED, (" met ", " meet "))
    both = check("response", "--select", "unquoted-attribute, text-altered", "--format", "concise")
    assert len(both.out.splitlines()) == 2
    one = check("response", "--ignore", "unquoted-attribute", "--format", "concise")
    assert "text-altered" in one.out and "unquoted" not in one.out


def test_unknown_rules_are_one_line_each(check: Check) -> None:
    done = check(".", "--select", "nonsense,text-alterd")
    assert (done.status, done.out) == (2, "")
    assert done.errors == [
        "keytally: unknown rule 'nonsense'",
        "keytally: unknown rule 'text-alterd'; did you mean text-altered?",
    ]


@pytest.mark.parametrize("way", [[], ["--diff"], ["--format", "json"]])
def test_a_folder_without_a_file_to_check_is_told_of(check: Check, workspace: Path, way: list[str]) -> None:
    (workspace / "none").mkdir()
    (workspace / "none" / "notes.md").write_text("nothing\n")
    done = check("none", *way)
    told = "keytally: none: no recognised files in this directory; specify files, or use --task"
    assert (done.status, done.errors) == (0, [told])
    assert check("none", ".", str(workspace), *way).errors == [told]


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda path: path.symlink_to("nowhere"), "no such file"),
        (lambda path: path.symlink_to(path.parent.parent / "response"), "it is outside the directory"),
        (os.mkfifo, "not a regular file; save its text to a file and specify that"),
    ],
)
@pytest.mark.parametrize("beside", [[], ["notes.md"]])
def test_a_folder_without_a_file_that_can_be_read_cannot_be_checked(
    check: Check, workspace: Path, made: Callable[[Path], None], reason: str, beside: list[str]
) -> None:
    (workspace / "none" / "below").mkdir(parents=True)
    made(workspace / "none" / "key.sgml")
    for name in beside:
        (workspace / "none" / name).write_text("nothing\n")
    done = check("none")
    told = "keytally: none: no file in this directory could be checked; cannot read key.sgml: "
    assert (done.status, done.errors) == (2, [told + reason])


def test_a_link_to_a_folder_is_no_file_that_cannot_be_read(check: Check, workspace: Path) -> None:
    (workspace / "none").mkdir()
    (workspace / "none" / "link").symlink_to(workspace)
    assert check("none").status == 0


def test_fix_makes_the_safe_fixes_of_selected_rules(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED, (" met ", " meet "))
    done = check("response", "--fix", "--ignore", "text-altered", "--format", "concise")
    assert (done.status, done.out) == (0, "")
    assert done.errors == ["keytally: applied 1 fix in 1 file"]
    text = (workspace / "response").read_text()
    assert 'TYPE="PERSON"' in text and " meet " in text


def test_fix_restores_the_text(check: Check, workspace: Path) -> None:
    before = (workspace / "response").read_bytes()
    edit(workspace / "response", (" met ", " meet "))
    assert check("response", "--fix").status == 0
    assert (workspace / "response").read_bytes() == before


def test_fix_leaves_everything_else_byte_for_byte(check: Check, workspace: Path) -> None:
    for name in ("key", "response", "texts"):
        path = workspace / name
        data = path.read_bytes().replace(b"\n", b"\r\n").replace(b"staff", b"caf\xe9\x0c\x85")
        path.write_bytes(data)
    before = (workspace / "response").read_bytes()
    (workspace / "response").write_bytes(before.replace(b'"PERSON"', b"PERSON"))
    assert check("response", "--fix").status == 0
    assert (workspace / "response").read_bytes() == before


def test_what_has_no_safe_fix_is_still_found(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED, ('"LOCATION"', '"CITY"'))
    done = check("response", "--fix", "--format", "concise")
    assert done.status == 1
    assert "[attribute-value]" in done.out and "[unquoted-attribute]" not in done.out


def test_diff_shows_what_fix_would_do_and_changes_nothing(check: Check, workspace: Path) -> None:
    edit(workspace / "response", UNQUOTED)
    before = (workspace / "response").read_bytes()
    done = check(".", "--diff")
    assert done.status == 1
    assert done.out.startswith("--- response\n+++ response\n@@ ")
    assert "\n-<ENAMEX TYPE=PERSON>" in done.out and '\n+<ENAMEX TYPE="PERSON">' in done.out
    assert (workspace / "response").read_bytes() == before


@pytest.mark.skipif(
    shutil.which("patch") is None, reason="the system has no patch to apply a difference with"
)
@pytest.mark.parametrize("end", ["\n", ""])
def test_patch_applies_the_difference(check: Check, workspace: Path, end: str) -> None:
    path = workspace / "response"
    fixed = path.read_text().rstrip("\n") + end
    path.write_text(fixed)
    edit(path, UNQUOTED)
    difference = check("response", "--diff", "--ignore", "text-altered").out
    subprocess.run(
        ["patch", "-p0"], input=difference, text=True, check=True, cwd=workspace, capture_output=True
    )
    assert path.read_text() == fixed


def test_fix_of_a_project_file(check: Check, workspace: Path) -> None:
    (workspace / "keytally.toml").write_text("[rule]\n")
    assert check("keytally.toml", "--fix").status == 0
    assert (workspace / "keytally.toml").read_text() == "[rules]\n"


def test_a_task_says_what_an_unknown_file_is(check: Check, workspace: Path) -> None:
    (workspace / "odd").write_text("no document yet <ENAMEX>x</ENAMEX>")
    assert check("odd").status == 2
    assert check("odd", "--task", "named_entity").status in (0, 1)


def test_options_of_the_design_are_taken(check: Check, workspace: Path) -> None:
    (workspace / "task.bnf").write_text("<A> :=\n")
    done = check(
        *("key", "--task", "named_entity", "--config", "muc6-ne", "--texts", "texts", "--role", "key"),
        *("--bnf", "task.bnf", "--format", "github"),
    )
    assert (done.status, done.out, done.errors) == (0, "", [])


def test_a_link_of_a_named_pipe_is_not_waited_for(check: Check, workspace: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("only systems with named pipes can hang on one")
    os.mkfifo(workspace / "pipe.sgml")
    assert check(".").status == 0


def test_thousands_of_fixes_take_no_quadratic_time(check: Check, workspace: Path) -> None:
    tags = "<ENAMEX TYPE=PERSON>x</ENAMEX>\n" * 5000
    (workspace / "many.sgml").write_text(f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{tags}</TXT>\n</DOC>\n")
    done = check("many.sgml", "--fix")
    assert (done.status, done.errors) == (0, ["keytally: applied 5000 fixes in 1 file"])


def test_a_bnf_says_that_a_file_is_of_templates(check: Check, workspace: Path) -> None:
    """Whatever its first line is; not of files that are found by search."""
    (workspace / "odd.rsp.tmpl").write_text("stray\n<PERSON-1-1> :=\n\tPER_SHOE: 9\n")
    assert check("odd.rsp.tmpl").errors == [
        "keytally: odd.rsp.tmpl: cannot determine the type of this file; specify --task"
    ]
    done = check("odd.rsp.tmpl", "--bnf", "muc6-te", "--format", "concise")
    assert not done.errors
    assert "unknown-slot" in done.out
    assert "odd.rsp.tmpl" not in check(".", "--bnf", "muc6-te", "--format", "concise").out


def test_a_bnf_that_there_is_not(check: Check, workspace: Path) -> None:
    done = check("key", "--bnf", "muc6")
    assert (done.status, done.out) == (2, "")
    assert done.errors == ["keytally: muc6: no such file; built-in names: muc6-st, muc6-te, muc7-te, muc7-tr"]


def test_an_annotators_file_is_a_key_that_is_held_against_the_texts(check: Check, workspace: Path) -> None:
    (workspace / "keytally.toml").write_text(
        '[[adjudication]]\ntask = "named_entity"\ngold = "gold"\ntexts = "raw"\n'
        'annotators = { anna = "anna", ben = "ben" }\n'
    )
    for old, new in (("texts", "raw"), ("key", "anna"), ("response", "ben")):
        (workspace / old).rename(workspace / new)
    edit(workspace / "ben", ('"LOCATION"', '"LOCATION|ORGANIZATION"'), ("staff", "stuff"))
    done = check("ben", "anna", "--format", "concise")
    assert done.out.splitlines() == [
        'ben:4:101: error[text-altered] "a" was changed to "u"',
    ]


DEFECTS = Path(__file__).parents[2] / "examples" / "named_entity_defects" / "response.sgml"


def test_statistics_count_the_findings_of_each_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(DEFECTS), "--statistics"]) == 1
    lines = capsys.readouterr().out.splitlines()
    counts = [int(line.split()[0]) for line in lines]
    assert counts == sorted(counts, reverse=True)
    assert main(["check", str(DEFECTS), "--format", "concise"]) == 1
    assert sum(counts) == len(capsys.readouterr().out.splitlines())


def test_exit_zero_ignores_findings_but_not_failures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(DEFECTS), "--exit-zero"]) == 0
    assert main(["check", "no-such-file", "--exit-zero"]) == 2


def test_quiet_omits_totals(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(DEFECTS)])
    full = capsys.readouterr().out
    main(["check", str(DEFECTS), "-q"])
    quiet = capsys.readouterr().out
    assert full.startswith(quiet) and full.removeprefix(quiet).endswith(" in 1 file.\n")


def test_findings_are_written_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.sgml").write_bytes(DEFECTS.read_bytes())
    assert main(["check", "r.sgml", "--format", "json"]) == 1
    printed = capsys.readouterr().out
    assert main(["check", "r.sgml", "--format", "json", "-o", "findings.json"]) == 1
    assert capsys.readouterr().out == "" and (tmp_path / "findings.json").read_text() == printed
    assert json.loads(printed)[0]["url"].endswith(f"{json.loads(printed)[0]['rule']}.md")
    assert main(["check", "r.sgml", "-o", "r.sgml"]) == 2
    assert "this is an input file" in capsys.readouterr().err
    assert (tmp_path / "r.sgml").read_bytes() == DEFECTS.read_bytes()


@pytest.mark.parametrize("arguments", [[], ["--diff"], ["--format", "concise"]])
def test_colours_are_forced_and_suppressed_by_the_environment(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    main(["check", str(DEFECTS), *arguments])
    plain = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    main(["check", str(DEFECTS), *arguments])
    coloured = capsys.readouterr().out
    assert "\x1b[" not in plain and "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", str(DEFECTS), *arguments])
    assert capsys.readouterr().out == plain
