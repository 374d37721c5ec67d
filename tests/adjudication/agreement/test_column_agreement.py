"""The agreement on entities in token columns: F of the scorer, and coefficients over tokens and entities."""

from pathlib import Path
from typing import Any

import pytest

from keytally.runs.agreement import agreement
from tests.adjudication.agreement.annotated_files import coefficient

ANNA = "Ida\tB-PER\nWren\tI-PER\nleft\tO\n\nPort\tB-LOC\nAnselm\tI-LOC\nis\tO\n"
BEN = "Ida\tB-PER\nWren\tE-PER\nleft\tO\n\nPort\tB-ORG\nAnselm\tE-ORG\nis\tO\n"


@pytest.fixture
def values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    Path("anna.bio").write_text(ANNA, encoding="utf-8")
    Path("ben.bio").write_text(BEN, encoding="utf-8")
    return agreement("entities", ["anna.bio", "ben.bio"]).values


def test_f_is_the_strict_one_of_the_scorer_whatever_the_schemes(values: dict[str, Any]) -> None:
    [pair] = values["pairs"]
    assert pair["f"] == pair["f_a_as_key"] == pair["f_b_as_key"] == 50
    assert pair["documents"] == {"1": 100, "2": 0}


def test_kappa_over_tokens(values: dict[str, Any]) -> None:
    """Six tokens: two PER and two of none by both, two LOC by one that are ORG by the other."""
    found, chance = coefficient(values, "Cohen's kappa"), (2 * 2 + 2 * 2) / 36
    assert (found["value"], found["items"]) == (pytest.approx((4 / 6 - chance) / (1 - chance)), 6)


def test_alpha_over_entities(values: dict[str, Any]) -> None:
    """PER PER, LOC ORG: Do = 2 / 4, De = 1 - 2 · 1 / 12."""
    found = coefficient(values, "Krippendorff's alpha, entities")
    assert (found["value"], found["items"]) == (pytest.approx(1 - (2 / 4) / (1 - 2 / 12)), 2)


def test_disagreements_have_the_lines_of_both(values: dict[str, Any]) -> None:
    [only] = values["disagreements"]
    assert [(each["path"], each["line"], each["column"], each["says"]) for each in only["said"]] == [
        ("anna.bio", 5, 1, "LOC"),
        ("ben.bio", 5, 1, "ORG"),
    ]


@pytest.mark.parametrize("end", ["", "\n\n\n"])
def test_a_file_may_end_without_a_line_end_or_with_more(
    tmp_path: Path, values: dict[str, Any], end: str
) -> None:
    Path("ben.bio").write_text(BEN.rstrip("\n") + end, encoding="utf-8")
    found = agreement("entities", ["anna.bio", "ben.bio"]).values
    assert found["notes"] == [] and found["coefficients"] == values["coefficients"]
