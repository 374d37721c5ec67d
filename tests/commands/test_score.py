"""`keytally score` (design, "The command line")."""

import json
from pathlib import Path

import pytest

from keytally.commands.main import main
from keytally.runs.files import KeytallyError
from keytally.runs.score_result import ScoreResult

CONFIG = """; named entity
:scoring_task named_entity
:key_file key
:response_file response
:score_report_file out/scores1
:class_defs "enamex enamex scored 0"
:slot_defs "enamex text text scored 4 string"
           "enamex type type scored 4 set"
:doc_sections "TXT"
"""


@pytest.fixture
def config(workspace: Path) -> Path:
    path = workspace / "ne.config"
    path.write_text(CONFIG)
    return path


def test_a_key_and_a_response(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--task", "named_entity", "key", "response"]) == 0
    out, errors = capsys.readouterr()
    assert "F-MEASURES" in out and "75.00" in out and errors == ""
    assert sorted(path.name for path in workspace.iterdir()) == ["key", "response", "texts"]


def test_a_configuration_also_writes_the_reports_that_it_names(
    config: Path, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "ne.config"]) == 0
    assert (workspace / "out" / "scores1").is_file() and (workspace / "report_summary").is_file()
    assert "wrote " in capsys.readouterr().out


def test_reports_go_below_the_stated_folder(config: Path, workspace: Path) -> None:
    arguments = ["score", "ne.config", "--report-dir", "reports", "-O", "dump_map_history=yes"]
    assert main(arguments) == 0
    written = {path.relative_to(workspace).as_posix() for path in workspace.rglob("*") if path.is_file()}
    assert written == {
        *("key", "response", "texts", "ne.config"),
        *("reports/out/scores1", "reports/report_summary", "reports/map_history"),
    }


def test_without_a_configuration_reports_bear_the_manuals_names(workspace: Path) -> None:
    assert main(["score", "--task", "named_entity", "key", "response", "--report-dir", "r"]) == 0
    assert sorted(path.name for path in (workspace / "r").iterdir()) == ["report_summary", "scores"]


def test_json_is_one_document_and_nothing_else(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "ne.config", "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["totals"]["cor"] == 3
    assert values["slots"]["enamex"]["type"]["inc"] == 1


def test_verbose_adds_documents_and_the_marked_response(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "key", "response", "-v"]) == 0
    out = capsys.readouterr().out
    assert "[COR" in out and "[INC" in out and "\x1b" not in out


def test_options_are_read_as_lines_behind_the_files(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """ "`-O name=value` is read as a line after the file's, and its first use replaces a list." """
    arguments = ["score", "ne.config", "--format", "json", "-O", "response_file=key"]
    assert main([*arguments, "-O", 'class_defs="enamex enamex unscored 0"']) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["totals"]["cor"] == 4
    assert values["objects"]["enamex"]["cor"] == 0


def test_a_key_cannot_be_overwritten_by_a_report(
    config: Path, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (workspace / "key").read_bytes()
    assert main(["score", "ne.config", "-O", "score_report_file=key"]) == 2
    assert "key: this is an input file" in capsys.readouterr().err
    assert (workspace / "key").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["score", "gone.config"], "gone.config"),
        (["score", "."], "."),
        (["score", "key"], "key: not a configuration; specify a key and a response"),
        (["score", "key", "gone"], "gone: no such file"),
        (["score", ".", "response", "--task", "named_entity"], ".: this is a directory"),
        (["score", "key", "response", "texts"], "and a response, key first"),
        (["score", "ne.config", "--task", "named_entity"], "specify a key and a response"),
        (["score", "key", "response", "--config", "muc9"], "built-in names: muc6-co, muc6-ne"),
        (["score", "key", "response", "--task", "nonsense"], "unknown task 'nonsense'"),
        (["score", "key", "response", "-O", "nonsense"], "expected name=value"),
        (["score", "key", "response", "-O", "ne_overlap=sideways"], "ne_overlap"),
        (["score", "key", "response", "-O", "ne_overlapp=exact"], "did you mean ne_overlap?"),
        (["score", "ne.config", "-O", "ne_overlapp=exact"], "did you mean ne_overlap?"),
        (["score", "key", "response", "--report-dir", "key"], "key"),
        (["score", "key", "response", "--texts", "gone"], "gone: no such file"),
    ],
)
def test_what_cannot_be_scored_is_status_2_and_one_line(
    config: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    assert main(arguments) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    [line] = errors.splitlines()
    assert line.startswith("keytally: ") and problem in line


@pytest.mark.parametrize(
    ("text", "may_be_both"),
    [
        ("#begin document (d); part 000\nd 0 0 Marta (1)\n", False),
        ('{"docid": "d", "templates": []}\n', False),
        ("bright.a 1 :: clear 3;\n", False),
        ("Marta B-PER\nspoke O\n", False),
        ("Marta B-PER B-PER\nspoke O B-PER\n", True),
    ],
)
@pytest.mark.parametrize("command", ["score", "errors"])
def test_one_file_that_is_no_configuration(
    command: str, text: str, may_be_both: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    assert main([command, str(file)]) == 2
    advice = "specify a key and a response, key first"
    both = "; if this file contains both, specify it twice" if may_be_both else ""
    assert capsys.readouterr().err == f"keytally: {file}: not a configuration; {advice}{both}\n"


def test_a_misspelt_option_is_named_beside_the_file_that_it_left_unnamed(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(CONFIG.replace(":key_file", ":key_fiel"), encoding="utf-8")
    assert main(["score", "ne.config"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "no such file" in lines[0]
    assert "did you mean key_file?" in lines[1]


def test_errors_of_a_configuration_are_a_line_each_with_file_and_line(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(
        CONFIG.replace("scored 0", "scored zero").replace("4 set", "four set"), encoding="utf-8"
    )
    assert main(["score", "ne.config"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["ne.config:6", "ne.config:8"]


def test_an_unknown_option_of_a_configuration_is_a_warning(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(CONFIG + ":no_such_option 1\n", encoding="utf-8")
    assert main(["score", "ne.config", "--format", "json"]) == 0
    out, errors = capsys.readouterr()
    json.loads(out)
    assert errors.startswith("keytally: warning: ne.config:10: ")


@pytest.mark.parametrize("name", ["config1", "config2", "config3", "config_ie", "config_key2key"])
def test_the_corpora_are_scored_with_all_reports(
    corpora: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    before = sorted((corpora / "ne").iterdir())
    arguments = ["-O", "dump_map_history=yes", "--report-dir", str(tmp_path), "--format", "json"]
    assert main(["score", str(corpora / "ne" / name), *arguments]) == 0
    values = json.loads(capsys.readouterr().out)
    assert len(values["documents"]) == 49
    assert len(list(tmp_path.iterdir())) == 3
    assert sorted((corpora / "ne").iterdir()) == before


def test_a_folder_for_reports_of_a_task_that_has_none_is_told_of(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "gold.m2").write_text("S a b\nA 0 1|||X|||b|||REQUIRED|||-NONE-|||0\n\n")
    (workspace / "out").write_text("b b\n")
    assert main(["score", "--task", "m2", "gold.m2", "out", "--report-dir", "reports"]) == 0
    errors = capsys.readouterr().err
    assert errors == "keytally: warning: nothing was written to reports: m2 has no reports\n"
    assert not Path("reports").exists()


def test_a_key_scored_against_itself_gets_a_note(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(checkout / "examples" / "named_entity")
    assert main(["score", "key.sgml", "key.sgml"]) == 0
    assert "use -O scoring_method=key2key" in capsys.readouterr().err
    assert main(["score", "key.sgml", "key.sgml", "-O", "scoring_method=key2key"]) == 0
    assert "key2key" not in capsys.readouterr().err


def test_reports_can_be_omitted_and_do_not_hide_the_score(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (checkout / "examples" / "named_entity").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    assert main(["score", "ne.config", "--no-reports"]) == 0
    score = capsys.readouterr().out
    assert "F-MEASURES" in score and sorted(path.name for path in tmp_path.iterdir()) == before
    monkeypatch.setattr(ScoreResult, "write_configured_reports", _unwritable)
    assert main(["score", "ne.config"]) == 2
    assert capsys.readouterr() == (score, "keytally: ne.report: permission denied\n")


def _unwritable(self: ScoreResult, *, force: bool) -> list[Path]:
    raise KeytallyError("ne.report: permission denied")
