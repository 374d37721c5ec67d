"""`keytally agreement` (document of lexical substitution, section 6)."""

import json
from pathlib import Path

import pytest

from keytally.commands.main import CANNOT_RUN, main
from keytally.families import registry
from keytally.runs.agreement import check_measured
from keytally.runs.files import KeytallyError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, words in (("ann", "glad;merry"), ("bo", "glad"), ("cy", "jovial")):
        (tmp_path / name).write_text(f"happy.a 9 :: {words}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_both_readings_of_the_union_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement", "--task", "lexsub-best", "ann", "bo", "cy"]) == 0
    assert capsys.readouterr().out == (
        "3 annotators, 3 pairs of answers to 1 items\n"
        "Pairwise agreement, maximum union  = 16.67\n"
        "Pairwise agreement, additive union = 11.11\n"
        "Agreement with the mode, ann = 100.00\n"
        "Agreement with the mode, bo = 100.00\n"
        "Agreement with the mode, cy = 0.00\n"
    )


@pytest.mark.usefixtures("folder")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement", "--task", "lexsub-best", "ann", "bo", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "task": "lexsub-best",
        "annotators": ["ann", "bo"],
        "pairs": [
            {
                "a": "ann",
                "b": "bo",
                "f": None,
                "agreement": {"maximum": 50.0, "additive": pytest.approx(100 / 3)},
                "compared_answers": 1,
            }
        ],
        "coefficients": [
            {
                "name": f"agreement, {name}",
                "value": pytest.approx(value),
                "items": 1,
                "item": "item answered by at least two annotators",
                "annotators": ["ann", "bo"],
            }
            for name, value in (("maximum", 1 / 2), ("additive", 1 / 3))
        ],
        "disagreements": [],
        "items": 1,
        "compared_answers": 1,
        "agreement": {"maximum": 50.0, "additive": pytest.approx(100 / 3)},
        "with_mode": {"ann": 100.0, "bo": 100.0},
    }


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["lexsub-best", "ann"], "specify one file per annotator; agreement needs at least two"),
        (["lexsub-oot", "ann", "bo"], "no item is answered in more than one file, so there is nothing"),
        (["cpa-slots", "ann", "bo"], "ann: contains no verb of this task; is this the right file?"),
        (["named_entity", "ann", "bo"], "ann: contains no document of this task; is this the right file?"),
        (
            ["lexsub-best", "ann", "ann"],
            "ann: this file is specified twice; each annotator needs a separate file",
        ),
        (["lexsub-best", "ann", "junk"], "junk: contains no item of this task; is this the right file?"),
        (["lexsub-best", "ann", "other"], "no item is answered in more than one file, so there is nothing"),
        (["lexsub-best", "ann", "nil"], "no item is answered in more than one file, so there is nothing"),
        (["lexsub-best", "ann", "nobody"], "nobody: no such file"),
    ],
)
def test_what_cannot_be_compared_is_told_in_one_line(
    folder: Path, arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "junk").write_text("junk\n")
    (folder / "other").write_text("happy.a 10 :: glad\n")
    (folder / "nil").write_text("happy.a 9 :: NIL\n")
    assert main(["agreement", "--task", *arguments]) == CANNOT_RUN
    assert capsys.readouterr().err.startswith(f"keytally: {problem}")


def test_a_task_without_a_measure_names_those_that_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = registry.task_named("cpa-slots")._replace(agreement=False)
    monkeypatch.setattr(registry, "task_named", lambda name: facts)
    with pytest.raises(
        KeytallyError,
        match=(
            r"^cpa-slots has no measure of agreement; "
            r"tasks that have one: named_e"
        ),
    ):
        check_measured("cpa-slots")


def test_out_of_ten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of 2 and 3 words one is common: 1 of 4 in the maximum union, 1 of 5 in the additive one."""
    for name, words in (("ann", "glad;merry"), ("bo", "glad;jolly;gay")):
        (tmp_path / name).write_text(f"happy.a 9 ::: {words}\n")
    files = [str(tmp_path / name) for name in ("ann", "bo")]
    assert main(["agreement", "--task", "lexsub-oot", *files]) == 0
    assert capsys.readouterr().out.startswith(
        "2 annotators, 1 pairs of answers to 1 items\n"
        "Pairwise agreement, maximum union  = 25.00\n"
        "Pairwise agreement, additive union = 20.00\n"
    )


MULTIWORDS = {
    "ann": "take.v 1 :: take part\ntake.v 2 :: take off\ntake.v 3 :: take in\n",
    "bo": "take.v 1 :: take part\ntake.v 2 :: take  away\ntake.v 4 :: NIL\n",
}


def test_multiwords(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both have a multiword for 2 of 3 and 2 items, for one of them the same: F 2 · 2 / 5 and 2 · 1 / 5."""
    for name, text in MULTIWORDS.items():
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in MULTIWORDS]
    assert main(["agreement", "--task", "lexsub-mw", *files]) == 0
    out = capsys.readouterr().out
    assert "Pairwise agreement, maximum union  = 50.00\n" in out
    assert "F of multiword detection           = 80.00\n" in out
    assert "F of multiword identification      = 40.00\n" in out
    assert main(["agreement", "--task", "lexsub-mw", *files, "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["detection"] == 80
    assert [values["pairs"][0][name] for name in ("f", "f_a_as_key", "f_b_as_key")] == [40, 40, 40]
    assert main(["agreement", "--task", "lexsub-mw", *files, "--format", "csv"]) == 0
    assert f'"f, a as key",{files[0]},{files[1]},40.0' in capsys.readouterr().out
