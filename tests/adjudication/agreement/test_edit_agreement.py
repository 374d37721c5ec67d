"""The agreement on edits of sentences: F over equal edits, and coefficients over tokens and edits."""

import json
from pathlib import Path
from typing import Any

import pytest

from keytally.commands.main import main
from keytally.runs.agreement import agreement
from tests.adjudication.agreement.annotated_files import coefficient

ANNA = """\
S This are a sentence .
A 1 2|||SVA|||is|||REQUIRED|||-NONE-|||0
A 3 3|||ADJ|||short|||REQUIRED|||-NONE-|||0

S He go home .
A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0

"""
BEN = """\
S This are a sentence .
A 1 2|||SVA|||was|||REQUIRED|||-NONE-|||0
A 3 4|||N|||phrase|||REQUIRED|||-NONE-|||0

S He go home .
A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    Path("anna.m2").write_text(ANNA, encoding="utf-8")
    Path("ben.m2").write_text(BEN, encoding="utf-8")
    return ["anna.m2", "ben.m2"]


@pytest.fixture
def values(files: list[str]) -> dict[str, Any]:
    return agreement("m2", files).values


def test_f_counts_equal_edits(values: dict[str, Any]) -> None:
    """One of three edits each: 2 · 1 / (3 + 3), the same in both directions."""
    pair = values["pairs"][0]
    assert pair["f"] == pair["f_a_as_key"] == pair["f_b_as_key"] == pytest.approx(100 / 3)
    assert pair["documents"] == {"1": 0, "2": 100}


def test_kappa_over_the_tokens_of_the_sentences(values: dict[str, Any]) -> None:
    """Nine tokens: two SVA by both, one N by ben only; chance (2 · 2 + 7 · 6) / 81."""
    found = coefficient(values, "Cohen's kappa")
    chance = (2 * 2 + 7 * 6) / 81
    assert (found["value"], found["items"]) == (pytest.approx((8 / 9 - chance) / (1 - chance)), 9)


def test_alpha_over_edits(values: dict[str, Any]) -> None:
    """Types: SVA SVA, ADJ none, none N, SVA SVA: Do = 4 / 8, De = 1 - (4 · 3 + 2 · 1) / 56."""
    found = coefficient(values, "Krippendorff's alpha, edits")
    assert (found["value"], found["items"]) == (pytest.approx(1 - (4 / 8) / (1 - 14 / 56)), 4)


def test_insertions_are_no_spans_and_that_is_said(values: dict[str, Any]) -> None:
    assert "; 1 left out, because they are empty" in coefficient(values, "Krippendorff's alpha-U")["item"]


def test_disagreements_have_the_lines_of_both(values: dict[str, Any]) -> None:
    first = values["disagreements"][0]
    assert [(each["path"], each["line"], each["says"]) for each in first["said"]] == [
        ("anna.m2", 2, "SVA is"),
        ("ben.m2", 2, "SVA was"),
    ]


def test_the_command(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement", "--task", "m2", *files, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["task"] == "m2"
