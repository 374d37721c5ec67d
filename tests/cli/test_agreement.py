"""`keytally agreement` (document of lexical substitution, section 6)."""

import json
from pathlib import Path

import pytest

from keytally.cli.main import CANNOT_RUN, main


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
                "item": "item that at least two have answered",
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
        (["lexsub-best", "ann"], "give a file for each annotator: agreement takes at least two"),
        (["lexsub-mw", "ann", "bo"], "lexsub-mw does not say what agreement is; these do: named_entity"),
        (["cpa-slots", "ann", "bo"], "ann: no verb of the task in it; is it the right file?"),
        (["named_entity", "ann", "bo"], "ann: no document of the task in it; is it the right file?"),
        (["lexsub-best", "ann", "ann"], "ann: this file is given twice; two annotators have two files"),
        (["lexsub-best", "ann", "junk"], "junk: no item of the task in it; is it the right file?"),
        (["lexsub-best", "ann", "other"], "no two of the files answer the same item, so there is nothing"),
        (["lexsub-best", "ann", "nil"], "no two of the files answer the same item, so there is nothing"),
        (["lexsub-best", "ann", "nobody"], "nobody: there is no such file"),
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
