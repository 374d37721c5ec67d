"""The modes of the two score.pl: what they print, byte for byte, and the same numbers live."""

import json
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.lexsub.reading import FINAL, TRIAL, Program
from tests.families.lexsub.files import PROGRAMS, TASKS, live_pair, printed, program_run, scores, scoring
from tests.families.lexsub.recording import CASES, RECORDED, answers_of
from tests.families.lexsub.strategies import PATIENT, answer_lines, colons, gold_lines, texts

RECORDS: list[dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
CASE = {case.name: case for case in CASES}
SCALE = {"trial": 0.01, "final": 1.0}
LAST_DIGIT = {"trial": 0.00051, "final": 0.0051}
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


ENDED = [record for record in RECORDS if not record["died"]]
DIED = [record for record in RECORDS if record["died"]]


def output_of(record: dict[str, Any]) -> str:
    """What is printed here for the files of a record."""
    case, task = CASE[record["case"]], record["task"]
    return printed(task, record["program"], case.gold, answers_of(case, task), record["verbose"])


@pytest.mark.parametrize("case", CASE)
def test_what_a_program_printed_is_printed_here(case: str) -> None:
    """Recorded with `perl score.pl answers gold -t TYPE [-v]`."""
    records = [record for record in ENDED if record["case"] == case]
    assert [output_of(record) for record in records] == [record["output"] for record in records]


@pytest.mark.parametrize("case", sorted({record["case"] for record in DIED}))
def test_what_a_program_printed_before_it_died_is_printed_and_why_is_told_in_a_line(case: str) -> None:
    """ "Nothing attempted: `Illegal division by zero`."""
    for record in DIED:
        if record["case"] == case:
            assert output_of(record).startswith(record["output"])
            files = CASE[case].gold, answers_of(CASE[case], record["task"])
            _, live = live_pair(record["task"], *files, record["program"])
            remarks = scoring(record["task"], record["program"]).remarks(live.scores(), ())
            assert any("illegal division by zero" in remark for remark in remarks)


def test_every_case_is_recorded_for_both_programs_with_and_without_v() -> None:
    assert len(RECORDS) == len(CASES) * len(TASKS) * len(PROGRAMS) * 2


@pytest.mark.parametrize("case", sorted({record["case"] for record in ENDED}))
def test_the_sums_are_those_that_the_program_prints(case: str) -> None:
    """The live numbers, made item by item, against the lines that were printed for the whole file."""
    for record in ENDED:
        if record["case"] == case:
            task, program = record["task"], record["program"]
            result = scores(task, CASE[case].gold, answers_of(CASE[case], task), program)
            assert_same(result, record["output"], task, program)


def assert_same(result: Any, output: str, task: str, program: str) -> None:
    """Compare totals with the last four lines of an output."""
    shown = [float(number) for number in NUMBER.findall("".join(output.splitlines(keepends=True)[-4:]))]
    if task == "lexsub-mw":
        assert sum(shown) == pytest.approx(
            sum(_scaled(result, name, program) for name in result if name != "identified"), abs=0.03
        )
        return
    names = ("total", "attempted", "precision", "recall")
    modes = ("total_with_mode", "attempted_with_mode", "mode_precision", "mode_recall")
    expected = [_scaled(result, name, program) for name in (*names, *modes)]
    assert shown == pytest.approx(expected, abs=LAST_DIGIT[program])


def _scaled(result: Any, name: str, program: str) -> float:
    value: float = result[name]
    return value * SCALE[program] if "precision" in name or "recall" in name else value


# -- what each program does that the document does not ----------------------------------------------


def test_a_carriage_return_spoils_the_last_guess_of_each_line() -> None:
    gold = "a.n 1 :: red 2;\nb.n 2 :: blue 2;\n"
    answers = "a.n 1 :: red\r\nb.n 2 :: blue\r\n"
    assert scores("lexsub-best", gold, answers)["recall"] == 100.0
    for program in PROGRAMS:
        assert scores("lexsub-best", gold, answers, program)["recall"] == 0.0


def test_a_blank_answer_scores_the_line_before_again_in_the_final_release() -> None:
    """ "precision over 100 is possible"."""
    gold, answers = "a.n 1 :: red 2;\nb.n 2 :: red 3;\n", "a.n 1 :: red\nb.n 2 :: \n"
    result = scores("lexsub-best", gold, answers, "final")
    assert (result["precision"], result["attempted"], result["attempted_with_mode"]) == (200.0, 1, 2)
    assert scores("lexsub-best", gold, answers, "trial")["precision"] == 100.0
    assert scores("lexsub-best", gold, answers)["precision"] == 100.0


def test_it_is_the_line_before_in_the_file_whatever_its_item() -> None:
    gold = "a.n 1 :: red 2;\nb.n 2 :: red 3;\nc.n 3 :: blue 2;\n"
    blank_after_red = "c.n 3 :: blue\na.n 1 :: red\nb.n 2 :: \n"
    blank_after_blue = "a.n 1 :: red\nc.n 3 :: blue\nb.n 2 :: \n"
    assert scores("lexsub-best", gold, blank_after_red, "final")["recall"] == 100.0
    assert scores("lexsub-best", gold, blank_after_blue, "final")["recall"] == pytest.approx(200 / 3)


def test_the_trial_s_stale_counter_counts_items_of_one_response() -> None:
    gold = "a.n 1 :: red 3;\nb.n 2 :: é 1;\n"
    assert scores("lexsub-best", gold, "a.n 1 :: red\n", "trial")["total"] == 2
    assert scores("lexsub-best", gold, "a.n 1 :: red\n", "final")["total"] == 1
    turned = "b.n 2 :: é 1;\na.n 1 :: red 3;\n"
    assert scores("lexsub-best", turned, "a.n 1 :: red\n", "trial")["total"] == 1


def test_hyphens() -> None:
    """ "final turns system hyphens into blanks [...], accepts both, and can never match a hyphenated gold
    word as mode. In trial the best mode match de-hyphenates the system, oot de-hyphenates the gold"."""
    gold = "a.n 1 :: self-aware 3;out of it 1;\n"
    for answer in ("self-aware", "self aware"):
        final = scores("lexsub-best", gold, f"a.n 1 :: {answer}\n", "final")
        assert (final["recall"], final["mode_recall"]) == (75.0, 0.0)
    assert scores("lexsub-best", gold, "a.n 1 :: out-of-it\n", "final")["recall"] == 25.0
    assert scores("lexsub-best", gold, "a.n 1 :: out-of-it\n", "trial")["recall"] == 0.0
    plain = "a.n 1 :: out of it 3;\n"
    assert scores("lexsub-best", plain, "a.n 1 :: out-of-it\n", "trial")["mode_recall"] == 100.0
    assert scores("lexsub-oot", gold, "a.n 1 ::: self aware\n", "trial")["mode_recall"] == 100.0


@pytest.mark.parametrize(
    ("program", "piece", "guess"),
    [
        (FINAL, "non-stop", "nonstop"),
        (FINAL, "non stop", "nonstop"),
        (FINAL, "ne'er-do-well's", "neer do well's"),
        (FINAL, "color", "color"),
        (TRIAL, "non-stop", "non-stop"),
    ],
)
def test_what_a_guess_is_compared_as(program: Program, piece: str, guess: str) -> None:
    assert program.guess(piece) == guess


@pytest.mark.parametrize(
    ("piece", "final", "trial"),
    [
        ("team 2", ("team", 2), ("team", 2)),
        ("a 2", None, None),
        ("e.g. 2", None, None),
        ("11.27 kilograms 1", ("27 kilograms", 1), ("27 kilograms", 1)),
        ("don't be shy 2", ("don't be shy", 2), ("t be shy", 2)),
        ("two 2 many 3", ("two 2 many", 3), ("two 2 many", 3)),
        (" - by hand 1", ("by hand", 1), ("by hand", 1)),
        ("caffé nero 1", ("nero", 1), ("nero", 1)),
        ("garden  1", ("garden ", 1), ("garden ", 1)),
        ("", None, None),
    ],
)
def test_which_words_of_a_gold_standard_are_found(
    piece: str, final: tuple[str, int] | None, trial: tuple[str, int] | None
) -> None:
    """ "one-letter words, `e.g.` and accented words are lost or cut"."""
    assert FINAL.word_of(piece) == final
    assert TRIAL.word_of(piece) == trial


@pytest.mark.parametrize("text", ["a" * 200_000, "a " * 100_000, "-" * 200_000, "a.b " * 50_000])
def test_long_lines_take_linear_time(text: str) -> None:
    assert printed("lexsub-best", "final", f"a.n 1 :: {text}\n", f"{text}\n", verbose=False)
    FINAL.word_of(text)
    TRIAL.number_of(text)


def test_a_score_holds_its_credit_as_perl_adds_it_up() -> None:
    """The shares one after the other, in the order of the guesses."""
    gold = "a.n 1 :: red 1;blue 2;green 3;grey 4;\n"
    _, live = live_pair("lexsub-oot", gold, "a.n 1 ::: red;blue;pink;green\n", "final")
    (score,) = live.scores()
    assert score.earned == 0.1 + 0.2 + 0.3
    assert (score.credit, score.of) == (6, 10)


# -- against the programs themselves, where they are -------------------------------------------------


@cache
def program_paths() -> dict[str, Path]:
    """The two score.pl that KEYTALLY_SCORE_PL_TRIAL and KEYTALLY_SCORE_PL_FINAL name."""
    paths = {name: os.environ.get(f"KEYTALLY_SCORE_PL_{name.upper()}") for name in PROGRAMS}
    return {name: Path(path) for name, path in paths.items() if path}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("task", TASKS)
@PATIENT
@given(data=st.data())
def test_any_file_comes_out_as_from_the_program(program: str, task: str, data: st.DataObject) -> None:
    path = program_paths().get(program)
    if path is None or shutil.which("perl") is None:
        pytest.skip(f"score.pl cannot be shipped: name yours in KEYTALLY_SCORE_PL_{program.upper()}")
    gold = "fine.a 0 :: fine line 3;\n" + data.draw(texts(gold_lines()))
    answers = f"fine.a 0 {colons(task)} fine line\n" + data.draw(texts(answer_lines(task)))
    verbose = data.draw(st.booleans())
    with tempfile.TemporaryDirectory() as folder:
        run = program_run(path, task, (gold, answers), Path(folder), verbose)
    assert not run.died
    assert printed(task, program, gold, answers, verbose) == run.output
    assert_same(scores(task, gold, answers, program), run.output, task, program)
