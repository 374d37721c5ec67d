"""The compatibility modes print what the reference programs print, to the byte."""

import json
import os
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from tests.families.m2.files import block, compatible, counts, scorer
from tests.families.m2.recording import CASES, PROGRAMS, RECORDED, Case, as_printed, program_run

RECORDS = json.loads(RECORDED.read_text(encoding="utf-8"))
OUTPUTS = [(case, mode, shown) for case in CASES for mode in PROGRAMS for shown in case.shown]
FLAGS = {"": [], "--verbose": ["-v"], "--very_verbose": ["-vv"]}


def printed(case: Case, mode: str, shown: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `keytally score` prints about a case."""
    (folder / "gold.m2").write_text(case.gold, encoding="utf-8")
    (folder / "output").write_text(case.output, encoding="utf-8")
    options = [f"-O{name}={value}" for name, value in {**case.options, "compatible": mode}.items()]
    files = [str(folder / "gold.m2"), str(folder / "output")]
    assert main(["score", "--task", "m2", *files, *options, *FLAGS[shown]]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("case", "mode", "shown"), OUTPUTS, ids=lambda each: getattr(each, "name", each or "quiet")
)
def test_output_is_as_recorded(
    case: Case, mode: str, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(case, mode, shown, tmp_path, capsys) == RECORDS[case.name][mode][shown]


@pytest.mark.parametrize(("mode", "variable"), [("3.2", "M2SCORER_32"), ("head", "M2SCORER")])
def test_output_is_that_of_a_program_at_hand(
    mode: str, variable: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = os.environ.get(variable)
    if not program:
        pytest.skip(f"{variable} names no m2scorer.py to compare with")
    for case in CASES:
        for shown in case.shown:
            wanted = as_printed(mode, program_run(program, case, shown))
            assert printed(case, mode, shown, tmp_path, capsys) == wanted, case.name


def test_two_tokens_at_the_start_match_but_in_release_3_2() -> None:
    gold, output = block("c d", "0 0 a b"), "a b c d\n"
    found = {mode: counts(gold, output, compatible(mode))[0] for mode in ("document", "3.2", "head")}
    assert found == {"document": 1, "3.2": 0, "head": 1}


def test_a_duplicated_gold_edit_counts_once_by_the_document_and_twice_in_the_programs() -> None:
    gold, output = block("a b", "0 1 x", "0 1 x"), "x b\n"
    assert counts(gold, output) == (1, 1, 1)
    assert counts(gold, output, compatible("head")) == (2, 1, 2)


def test_gold_edits_may_stand_in_any_order_by_the_document() -> None:
    gold, output = block("a b c d e f", "5 6 y", "0 1 x"), "x b c d e y\n"
    assert counts(gold, output) == (2, 2, 2)
    assert counts(gold, output, compatible("3.2")) == (1, 2, 2)


def test_case_is_ignored_on_both_sides_by_the_document_and_on_one_by_the_programs() -> None:
    gold, output = block("the cat sat", "0 1 The", "2 3 sits"), "The cat sits\n"
    assert counts(gold, output, scorer(ignore_whitespace_casing="yes")) == (1, 1, 1)
    assert counts(gold, output, compatible("head", ignore_whitespace_casing="yes")) == (1, 1, 2)


def test_the_programs_choose_by_f_so_far_the_document_by_the_sentence() -> None:
    """Alone one edit of one is the best; behind ten misses three of four are better."""
    first = block("a b c d e f g h i j", *(f"{at} {at + 1} x" for at in range(10)))
    second = block("a b c d", "0 4 w x y z #0", "0 1 w #1", "1 2 x #1", "2 3 y #1", "3 4 q #1")
    gold, output = first + second, "a b c d e f g h i j\nw x y z\n"
    assert counts(gold, output) == (1, 1, 11)
    assert counts(gold, output, compatible("head")) == counts(gold, output, compatible("3.2")) == (3, 4, 14)


def test_the_mode_is_in_the_signature() -> None:
    assert compatible("3.2", beta="1").signature.endswith("|task:m2|beta:1|compatible:3.2")
    assert scorer().signature.endswith("|task:m2")


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("beta=x", "beta=x: it must be a non-negative number, such as 0.5"),
        ("beta=-1", "beta=-1: it must be a non-negative number"),
        ("beta=nan", "beta=nan: it must be a non-negative number"),
        ("beta=1e200", "beta=1e200: it must be a non-negative number"),
        (f"max_unchanged_words={'9' * 5000}", "it must be a non-negative integer"),
        ("max_unchanged_words=1.5", "max_unchanged_words=1.5: it must be a non-negative integer"),
        ("compatible=3.1", "compatible=3.1: it must be one of document, 3.2, head"),
        ("ignore_whitespace_casing=maybe", "ignore_whitespace_casing=maybe: it must be one of yes, no"),
        ("betta=1", "m2 has no option 'betta'; it takes compatible, beta"),
        ("betta=1", "ignore_whitespace_casing; did you mean beta?\n"),
    ],
)
def test_options_that_cannot_be_used_are_one_line(
    option: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gold.m2").write_text(block("a", "0 1 b"))
    (tmp_path / "output").write_text("b\n")
    files = [str(tmp_path / "gold.m2"), str(tmp_path / "output")]
    assert main(["score", "--task", "m2", *files, "-O", option]) == 2
    assert problem in capsys.readouterr().err


def test_a_differing_number_of_lines_is_one_line_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "gold.m2").write_text(block("a b", "0 1 x") + block("c d", "0 1 x"))
    (tmp_path / "output").write_text("a b\nnew\nc d\n")
    with pytest.raises(
        keytally.KeytallyError, match="output:2: 3 lines and 2 sentences; line 2 is the first"
    ):
        keytally.score(tmp_path / "gold.m2", tmp_path / "output", task="m2")
