"""The mode `errant` prints what errant_compare of ERRANT 3.0.2 prints, byte for byte."""

import json
import os
import re
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally import check
from keytally.commands.main import main
from keytally.families.m2.edits.errant import choices_in_order, score_pairs, whole_counts
from keytally.families.m2.edits.options import EditsOptions
from keytally.families.m2.reading import block_of
from tests.conftest import CHECKOUT
from tests.families.m2.edits.recording import (
    CASES,
    RECORDED,
    Case,
    drawn,
    drawn_options,
    program_output,
    split_gold,
)

RECORDS = json.loads(RECORDED.read_text(encoding="utf-8"))


def printed(case: Case, folder: Path, capsys: pytest.CaptureFixture[str], mode: str = "errant") -> str:
    """Return what `keytally score` prints for a case."""
    key, response = folder / "key.m2", folder / "response.m2"
    key.write_text(case.key, encoding="utf-8")
    response.write_text(case.response, encoding="utf-8")
    options = [f"-O{name}={value}" for name, value in case.options.items() if name != "verbose"]
    flags = ["-v"] if "verbose" in case.options else []
    files = [str(key), str(response)]
    assert main(["score", "--task", "m2-edits", *files, f"-Ocompatible={mode}", *options, *flags]) == 0
    return capsys.readouterr().out


def program() -> str | None:
    """Return the path of errant_compare: that of the variable, or that of an installed ERRANT 3.0.2."""
    if named := os.environ.get("ERRANT_COMPARE"):
        return named
    try:
        distribution = metadata.distribution("errant")
    except metadata.PackageNotFoundError:
        return None
    path = Path(str(distribution.locate_file("errant/commands/compare_m2.py")))
    return str(path) if distribution.version == "3.0.2" and path.is_file() else None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_output_is_as_recorded(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(case, tmp_path, capsys) == RECORDS[case.name]


def test_output_is_that_of_the_installed_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = program()
    if path is None:
        pytest.skip("neither ERRANT 3.0.2 is installed, nor does ERRANT_COMPARE name its compare_m2.py")
    for case in (*CASES, *map(drawn, range(1000, 1040))):
        assert printed(case, tmp_path, capsys) == program_output(path, case), case.name


@pytest.mark.corpora
def test_output_is_that_of_the_program_on_real_edits(
    corpora: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = program()
    if path is None:
        pytest.skip("neither ERRANT 3.0.2 is installed, nor does ERRANT_COMPARE name its compare_m2.py")
    text = (corpora / "m2" / "gold.m2").read_text(encoding="utf-8")
    for seed in range(12):
        case = Case(f"gold {seed}", *split_gold(text, seed), drawn_options(seed))
        assert printed(case, tmp_path, capsys) == program_output(path, case), case.name


@pytest.mark.parametrize("side", ["key", "response"])
def test_an_edit_that_the_program_counts_twice_is_a_finding(side: str, tmp_path: Path) -> None:
    """ERRANT issue 49."""
    case = next(case for case in CASES if case.name == f"an edit that the {side} repeats")
    texts = {"key": case.key, "response": case.response}
    for name, text in texts.items():
        (tmp_path / f"{name}.m2").write_text(text, encoding="utf-8")
    found = check(tmp_path / f"{side}.m2", task="m2-edits", role=side)
    assert [finding.rule.name for finding in found] == ["m2-duplicate-edit"]


GUIDE = CHECKOUT / "docs" / "guide" / "grammatical-errors.md"
EXAMPLE = re.compile(r"```\n(?:cd \S+\n)?keytally (score key\.m2 .*)\n```\n\n```text\n([^`]*)```")


@pytest.mark.parametrize(("command", "output"), EXAMPLE.findall(GUIDE.read_text(encoding="utf-8")))
def test_the_guide_shows_the_output(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CHECKOUT / "examples" / "m2_edits")
    assert main(command.split()) == 0
    assert capsys.readouterr().out == output


PLAIN = """S a b c
A 0 1|||R:X|||x|||REQUIRED|||-NONE-|||0
A 2 2|||UNK|||y|||REQUIRED|||-NONE-|||0
A 1 2|||R:X|||y|||REQUIRED|||-NONE-|||1

S d e
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S f
"""
RESPONSE = PLAIN.replace("A 1 2", "A 1 3").replace("S f", "S f\nA 0 1|||U:X||||||REQUIRED|||-NONE-|||0")


def test_plain_files_are_added_up() -> None:
    counts = whole_counts(PLAIN.encode(), RESPONSE.encode(), EditsOptions())
    assert counts == (1, 2, 1)


@pytest.mark.parametrize(
    "change",
    [
        ("S d e", "S d  f"),
        ("A 0 1|||R:X", "A 0 4|||R:X"),
        ("A 0 1|||R:X", "A 1 0|||R:X"),
        ("A 1 2", "B 1 2"),
        ("A 2 2|||UNK|||y", "A 0 1|||R:X|||x"),
        ("REQUIRED|||-NONE-|||1", "REQUIRED|||-NONE-"),
        ("\n\nS d", "\n\n\nS d"),
        ("S f", "S f\r"),
    ],
)
def test_other_files_are_read_sentence_by_sentence(change: tuple[str, str]) -> None:
    assert whole_counts(PLAIN.encode(), PLAIN.replace(*change).encode(), EditsOptions()) is None


@given(st.lists(st.sampled_from([*PLAIN.split("\n"), *RESPONSE.split("\n")]), max_size=4), st.booleans())
def test_the_sum_is_that_of_the_sentences(lines: list[str], is_key: bool) -> None:
    edits = "".join(f"{line}\n" for line in lines if line.startswith("A "))
    texts = [PLAIN, PLAIN.replace("S f\n", f"S f\n{edits}").replace("S d e\n", f"S d e\n{edits}")]
    key, response = texts if is_key else texts[::-1]
    found = whole_counts(key.encode(), response.encode(), EditsOptions())
    if found is not None:
        units = [
            [block_of(f"{block}\n") for block in text.rstrip("\n").split("\n\n")] for text in (key, response)
        ]
        results = {
            number: [each.counts for each in score_pairs(*blocks, EditsOptions())]
            for number, blocks in enumerate(zip(*units, strict=True))
        }
        chosen = choices_in_order(results, 0.5)
        sums = [results[number][choice] for number, choice in enumerate(chosen)]
        assert found == tuple(map(sum, zip(*sums, strict=True)))
