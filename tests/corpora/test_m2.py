"""The M2 scorer on the corpus: its figures, its clean files, and what is planted in them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpora.conftest import Run

pytestmark = pytest.mark.corpora

GOLD, OUTPUTS = "gold.m2", ("response1", "response2")
SCORES = {
    ("response1", "3.2"): ("0.9970", "0.5254", "0.8453"),
    ("response1", "head"): ("0.9985", "0.5262", "0.8465"),
    ("response2", "3.2"): ("0.9967", "0.6903", "0.9154"),
    ("response2", "head"): ("0.9978", "0.6910", "0.9164"),
}
"""What the reference programs print, by `python m2scorer.py response gold.m2`."""


def printed(figures: tuple[str, str, str]) -> str:
    return "Precision   : {}\nRecall      : {}\nF_0.5       : {}\n".format(*figures)


@pytest.mark.parametrize(("output", "mode"), SCORES)
def test_the_modes_print_what_the_programs_print(corpora: Path, run: Run, output: str, mode: str) -> None:
    files = [corpora / "m2" / GOLD, corpora / "m2" / output]
    done = run("score", "--task", "m2", *files, "-O", f"compatible={mode}")
    assert (done.status, done.errors) == (0, [])
    assert done.out == printed(SCORES[output, mode])


@pytest.mark.parametrize("output", OUTPUTS)
def test_items_sum_up_to_the_scores(corpora: Path, run: Run, output: str) -> None:
    """The outputs are made of gold corrections, so nothing that they change is wrong."""
    values = json.loads(
        run("score", "--task", "m2", corpora / "m2" / GOLD, corpora / "m2" / output, "--format", "json").out
    )
    for count in ("correct", "proposed", "gold"):
        assert values["scores"][count] == sum(item[count] for item in values["items"].values())
    assert len(values["items"]) == 1509
    assert values["scores"]["precision"] > 99.9
    assert values["scores"]["recall"] == pytest.approx(
        100 * values["scores"]["correct"] / values["scores"]["gold"]
    )


def test_the_files_are_clean_and_pair_by_their_names(corpora: Path, run: Run) -> None:
    done = run(
        "check", corpora / "m2" / GOLD, *(corpora / "m2" / output for output in OUTPUTS), "--format", "json"
    )
    assert (done.status, json.loads(done.out)) == (0, [])
    assert run("pairs", corpora / "m2").out.count("found by  file names") == len(OUTPUTS)


PLANTED = [
    ("m2-fields", "|||REQUIRED|||-NONE-|||0", "|||REQUIRED|||0"),
    ("m2-annotator", "|||-NONE-|||0", "|||-NONE-|||A0"),
    ("m2-offset", "A 3 4|||", "A 3 400|||"),
    ("m2-line", "\nA 3 4|||", "\nB 3 4|||"),
]


@pytest.mark.parametrize(("rule", "old", "new"), PLANTED)
@pytest.mark.parametrize("nth", [1, 40])
def test_a_planted_defect_is_found_on_its_line_and_nothing_else(
    copied: Callable[..., Path], run: Run, rule: str, old: str, new: str, nth: int
) -> None:
    path = copied("m2", GOLD) / GOLD
    text = path.read_text(encoding="utf-8")
    place = -1
    for _ in range(nth):
        place = text.index(old, place + 1)
    path.write_text(text[:place] + new + text[place + len(old) :], encoding="utf-8")
    [found] = json.loads(run("check", path, "--format", "json").out)
    line = text[: place + new.startswith("\n")].count("\n") + 1
    assert (found["rule"], found["range"]["start"]["line"]) == (rule, line)


@pytest.mark.parametrize("at", [0, 700, 1508])
def test_a_lost_line_is_named(copied: Callable[..., Path], run: Run, at: int) -> None:
    folder = copied("m2", GOLD, "response1")
    lines = (folder / "response1").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "response1").write_text("".join(lines[:at] + lines[at + 1 :]), encoding="utf-8")
    [found] = json.loads(run("check", folder / "response1", "--format", "json").out)
    assert found["rule"] == "m2-line-count"
    assert abs(found["range"]["start"]["line"] - (at + 1)) <= 1
    done = run("score", "--task", "m2", folder / GOLD, folder / "response1")
    assert done.status == 2
    assert len(done.errors) == 1
