"""The agreement on chains: the mention's chain as a set, and the mean of three measures, by hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from keytally.runs.agreement import agreement
from keytally.runs.score import score
from tests.adjudication.agreement.annotated_files import coefficient

WORDS = "abcd"


def file_of(chains: str, shift: int = 0) -> str:
    """A document of the words a b c d; the chain of each is a letter, a point is a word without a tag."""
    last: dict[str, int] = {}
    pieces = []
    for number, (word, chain) in enumerate(zip(WORDS, chains, strict=True), 1 + shift):
        ref = f' REF="{last[chain]}" TYPE="IDENT"' if chain in last else ""
        pieces.append(word if chain == "." else f'<COREF ID="{number}"{ref}>{word}</COREF>')
        last[chain] = number
    return f"<DOC>\n<DOCNO> 7 </DOCNO>\n<TXT>\n{' x '.join(pieces)}\n</TXT>\n</DOC>\n"


def values_of(folder: Path, files: Mapping[str, str]) -> dict[str, Any]:
    for name, text in files.items():
        (folder / f"{name}.sgml").write_text(text, encoding="utf-8")
    return agreement("coreference", {name: folder / f"{name}.sgml" for name in files}).values


ALPHA = "Krippendorff's alpha, chains by Passonneau's distance"
MEAN = "Mean F of MUC, B-cubed and CEAF-e"


def test_alpha_and_the_mean_by_hand(tmp_path: Path) -> None:
    """The chains are ab and cd by anna, abc and d by ben.

    Alpha: Do = 2 (1/3 + 1/3 + 2/3 + 1/3) / 8, De = 2 (4 + 2 + 2 + 4 + 2/3 + 3) / 56. F: MUC 1/2, B-cubed of
    R = 3/4 and P = 2/3, CEAF-e (4/5 + 2/3) / 2.
    """
    values = values_of(tmp_path, {"anna": file_of("ppqq"), "ben": file_of("pppq", shift=40)})
    alpha = coefficient(values, ALPHA)
    observed, expected = 2 * (5 / 3) / 8, 2 * (15 + 2 / 3) / 56
    assert (alpha["value"], alpha["items"]) == (pytest.approx(1 - observed / expected), 4)
    mean = coefficient(values, MEAN)
    fs = 1 / 2, 2 * (3 / 4) * (2 / 3) / (3 / 4 + 2 / 3), (4 / 5 + 2 / 3) / 2
    assert (mean["value"], mean["items"]) == (pytest.approx(sum(fs) / 3), 4)


def test_how_ids_are_numbered_does_not_matter(tmp_path: Path) -> None:
    values = values_of(tmp_path, {"anna": file_of("ppqp"), "ben": file_of("rrsr", shift=9)})
    assert coefficient(values, ALPHA)["value"] == 1
    assert coefficient(values, MEAN)["value"] == 1
    assert values["disagreements"] == []


def test_a_mention_that_is_not_marked_is_alone(tmp_path: Path) -> None:
    """The chains are abcd by anna, abc by ben: d is {d} for ben, which is a part of the other set."""
    values = values_of(tmp_path, {"anna": file_of("pppp"), "ben": file_of("ppp.")})
    alpha = coefficient(values, ALPHA)
    expected = 2 * (4 * 3 * (1 / 3) + 4 * (1 / 3) + 3) / 56
    assert alpha["value"] == pytest.approx(1 - 2 * (4 / 3) / 8 / expected)
    assert [(each["kind"], each["a_says"], each["b_says"]) for each in values["confusions"]] == [
        ("mention", "COREF", None)
    ]


def test_f_is_that_of_the_scorer(tmp_path: Path) -> None:
    values = values_of(tmp_path, {"anna": file_of("ppqq"), "ben": file_of("pppq")})
    found = score(tmp_path / "anna.sgml", tmp_path / "ben.sgml", task="coreference")
    assert values["pairs"][0]["f_a_as_key"] == found.totals["f"] == 50
    assert values["pairs"][0]["documents"] == {"7": 50}


def test_without_chains_there_is_no_figure_for_them(tmp_path: Path) -> None:
    values = values_of(tmp_path, {"anna": file_of("pqrs"), "ben": file_of("pqr.")})
    assert ALPHA not in [each["name"] for each in values["coefficients"]]
    assert values["pairs"][0]["f"] is None
