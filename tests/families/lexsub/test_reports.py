"""What is printed and told: options, text, JSON, remarks, the command, the example workspace."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from keytally.commands.main import CANNOT_RUN, main
from keytally.families.contract import Settings, SettingsError
from keytally.families.lexsub.evaluation import evaluation
from tests.families.lexsub.files import live_pair, scoring

GOLD = "bright.a 1 :: clear 3;sunny 2;\nwarm.a 2 :: hot 1;cosy 1;\n"


@pytest.fixture
def workspace(examples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = examples / "lexical_substitution"
    monkeypatch.chdir(folder)
    return folder


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["score", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("workspace")
def test_the_example_s_best_guesses_as_counted_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Credits 5/12, 4/5, 0, 0 (Guide), 2/5, 2/5, -, 4/12 + 2/12, 1 of nine items, eight attempted."""
    credits = 5 / 12 + 4 / 5 + 2 / 5 + 2 / 5 + 1 / 2 + 1
    assert output(capsys, "gold", "response.best") == (
        "Total = 9, attempted = 8\n"
        f"precision = {100 * credits / 8:.2f}, recall = {100 * credits / 9:.2f}\n"
        "Total with mode 6 attempted 5\n"
        "Mode precision = 60.00, Mode recall = 50.00\n"
        f"{scoring('lexsub-best').signature}\n"
    )


@pytest.mark.usefixtures("workspace")
def test_a_line_for_each_item(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "gold", "response.best", "-v").splitlines()
    assert lines[0] == "bright.a 1  credit 41.67 %  mode clear not found"
    assert lines[2] == "bright.a 3  credit 0.00 %"
    assert lines[6] == "calm.n 7  not attempted  mode lull not found"
    assert lines[9] == "Total = 9, attempted = 8"
    lines = output(capsys, "mwgold", "response.mw", "-v").splitlines()
    assert lines[:4] == [
        "steer.v 5  multiword steer clear of  identified",
        "calm.n 7  multiword calm before the storm  found",
        "roughly.r 8  multiword none  not found",
        "bright.a 3  multiword none  found",
    ]


@pytest.mark.usefixtures("workspace")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    values: dict[str, Any] = json.loads(output(capsys, "mwgold", "response.mw", "--format", "json"))
    assert values["task"] == "lexsub-mw"
    assert values["scores"]["identification_recall"] == 50.0
    assert values["items"]["7"] == {
        "lexelt": "calm.n",
        "scored": True,
        "attempted": True,
        "multiwords": ["calm before the storm"],
        "identified": False,
    }


@pytest.mark.usefixtures("workspace")
def test_a_program_s_output_stands_in_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "gold", "response.best", "-O", "compatible=final") == (
        "Total = 9, attempted = 8\nprecision = 41.88, recall = 37.22\n"
        "Total with mode 6 attempted 5\nMode precision = 60.00, Mode recall = 50.00\n"
    )
    shown = output(capsys, "gold", "response.oot", "-O", "compatible=trial", "-v").splitlines()
    assert shown[0] == "bright.a Item 1 mode 'clear'  found in guesses"
    assert shown[-1] == "precision = 1.000, recall = 1.000"


def test_the_example_has_the_findings_that_it_is_to_show(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", ".", "--format", "json"]) == 1
    findings = json.loads(capsys.readouterr().out)
    assert [finding["rule"] for finding in findings] == ["lexsub-near-miss", "lexsub-blank-in-list"]
    assert {Path(finding["path"]).name for finding in findings} == {"response.best"}


def test_check_fix_mends_a_file_of_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answers = tmp_path / "response.best"
    (tmp_path / "gold").write_text(GOLD)
    answers.write_bytes(b"bright.a 1 :: clear\r\nwarm.a 2 :: hot\r\n")
    assert main(["check", "--fix", "response.best"]) == 0
    assert answers.read_bytes() == b"bright.a 1 :: clear\nwarm.a 2 :: hot\n"


def test_check_fix_writes_none_of_the_key_s_answers_into_a_response(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shutil.copytree(workspace, tmp_path / "copy"))
    answers = Path("response.best").read_text(encoding="utf-8")
    main(["check", ".", "--fix", "--select", "lexsub-near-miss"])
    captured = capsys.readouterr()
    assert "lexsub-near-miss" in captured.out
    assert captured.err == "keytally: applied 0 fixes in 0 files\n"
    assert Path("response.best").read_text(encoding="utf-8") == answers
    assert main(["check", ".", "--diff", "--select", "lexsub-near-miss"]) == 0
    assert capsys.readouterr().out == ""


def test_nothing_is_left_out_of_an_empty_response(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold").write_text(GOLD)
    (tmp_path / "answers").touch()
    assert main(["score", "--task", "lexsub-best", "gold", "answers"]) == 0
    assert "left out" not in capsys.readouterr().err


def test_what_is_left_out_and_what_is_zero_for_want_of_answers_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold").write_text(GOLD)
    (tmp_path / "answers").write_text("bright.a 1 : clear\nwarm.a 9 :: hot\n")
    arguments = ["score", "--task", "lexsub-best", "gold", "answers"]
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert "precision = 0.00, recall = 0.00" in told.out
    assert [line.removeprefix("keytally: warning: ") for line in told.err.splitlines()] == [
        "answers:1: 1 place in the response cannot be read: "
        "1 colon before the list, but an answer for lexsub-best requires :: [lexsub-colons]",
        "no item of the gold standard was attempted: ratios are zero",
    ]
    assert main([*arguments, "-O", "compatible=final"]) == 0
    assert "illegal division by zero" in capsys.readouterr().err


@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize(
    ("task", "answers", "warning"),
    [
        ("best", "oot", "9 places in the response cannot be read"),
        ("oot", "best", "8 places in the response cannot be read"),
    ],
)
def test_answers_of_the_other_measure_are_told_by_their_colons(
    capsys: pytest.CaptureFixture[str], task: str, answers: str, warning: str
) -> None:
    assert main(["score", "--task", f"lexsub-{task}", "gold", f"response.{answers}"]) == 0
    lost, hint = capsys.readouterr().err.splitlines()[:2]
    assert warning in lost
    assert hint.endswith(f"are in lexsub-{answers} format; did you mean --task lexsub-{answers}?")


def test_a_file_that_is_no_gold_standard_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes").write_text("see p 3: hello\n")
    (tmp_path / "answers").write_text("bright.a 1 :: clear\n")
    assert (
        main(["score", "--task", "lexsub-best", *(str(tmp_path / name) for name in ("notes", "answers"))])
        == 2
    )
    assert (
        "notes: contains no item of lexsub-best (lexelt id :: substitutes); is this the right file?"
        in capsys.readouterr().err
    )
    (tmp_path / "notes").write_text("bright.a 1 :: clear 1;\n")
    assert (
        main(["score", "--task", "lexsub-best", *(str(tmp_path / name) for name in ("notes", "answers"))])
        == 0
    )
    assert "no item of the gold standard has two responses" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("compatible=2007", "compatible=2007: it must be one of document, trial, final"),
        ("beta=1", "lexsub-best has no option 'beta'; it takes compatible, input"),
        ("compatible=fnal", "compatible=fnal: it must be one of document, trial, final"),
        (
            "compatibel=final",
            "lexsub-best has no option 'compatibel'; it takes compatible, input; did you mean compatible?",
        ),
        ("compatible=", "compatible takes one value; write it as compatible=VALUE"),
    ],
)
def test_options_of_no_use_are_told_in_one_line(
    tmp_path: Path, option: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gold").write_text(GOLD)
    files = [str(tmp_path / "gold")] * 2
    assert main(["score", "--task", "lexsub-best", *files, "-O", option]) == CANNOT_RUN
    assert capsys.readouterr().err == f"keytally: {problem}\n"


def test_a_configuration_of_muc_is_refused() -> None:
    with pytest.raises(SettingsError, match="does not take a MUC configuration"):
        evaluation(Settings(text=":scoring_task named_entity"), "lexsub-best")


def test_the_signature_has_the_mode_and_no_file() -> None:
    assert scoring("lexsub-oot", "final").signature.endswith("|task:lexsub-oot|compatible:final")
    assert scoring("lexsub-oot").signature.endswith("|task:lexsub-oot")


def test_an_item_without_a_mode_says_why_and_one_that_is_not_scored_says_so() -> None:
    _, live = live_pair("lexsub-best", "a.n 1 :: b 2;c 2;\na.n 2 :: b 1;\n", "a.n 1 :: b\na.n 2 :: b\n")
    assert [tuple(figure) for figure in live.evaluation.figures(live.document_totals("1"))] == [
        ("attempted", "yes"),
        ("credit", "50.00"),
        ("mode", "none (no single substitute is the most frequent)"),
    ]
    unscored = live.document_totals("2")
    assert [tuple(figure) for figure in live.evaluation.figures(unscored)] == [("scored", "no")]


def test_figures_and_short_lines() -> None:
    _, live = live_pair("lexsub-best", GOLD, "bright.a 1 :: clear\n")
    evaluation = live.evaluation
    assert evaluation.in_short(live.totals()) == "R 30.00  P 60.00  mode R 100.00"
    assert evaluation.in_short(live.document_totals("1")) == "credit 60.00 %  mode found"
    assert evaluation.in_short(live.document_totals("2")) == "not attempted"
    assert evaluation.in_short({}) == ""
    assert [figure.name for figure in evaluation.figures(live.totals())][:4] == ["P", "R", "mode P", "mode R"]
    assert [tuple(figure) for figure in evaluation.figures(live.document_totals("1"))] == [
        ("attempted", "yes"),
        ("credit", "60.00"),
        ("mode", "clear"),
        ("mode found", "yes"),
    ]
    assert evaluation.document_name == "item"
    _, multiwords = live_pair("lexsub-mw", "take.v 1 :: take on 2;\n", "take.v 1 :: take on\n")
    assert multiwords.evaluation.in_short(multiwords.totals()).startswith("identification R 100.00")
    assert multiwords.evaluation.in_short(multiwords.document_totals("1")) == "identified"
