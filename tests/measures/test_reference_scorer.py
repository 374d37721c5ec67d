"""BLANC as release 8.01 of the CoNLL reference scorer gives it: by hand, and as that program prints it."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from keytally.measures.coreference import MeasureSums, Ratios, overlaps
from tests.conftest import CHECKOUT

SCORER = CHECKOUT.parent / "shared" / "programs" / "conll-scorer" / "scorer.pl"
BY_HAND = [
    ("abc", "ab c", (100 / 3, 100, 50)),
    ("abc", "abc", (100, 100, 100)),
    ("abc", "abcd", (100, 50, 200 / 3)),
    ("ab", "a b", (0, 0, 0)),
    ("a b", "a b", (100, 100, 100)),
    ("a b", "ab", (0, 0, 0)),
    ("a", "ab", (0, 0, 0)),
    ("abc d", "ab cd", (50, 50, 50 * (2 / 5 + 4 / 7))),
]
"""Key, response, and recall, precision and F; of `abc` against `ab c` one of three links is kept, and that
the response sets c apart does not count, since the key has no links between classes."""


def measured(key: str, response: str, compatible: str) -> Ratios:
    sums = MeasureSums(["blanc"], compatible)
    sums.add(overlaps(key.split(), response.split()))
    return sums.ratios()["blanc"]


@pytest.mark.parametrize(("key", "response", "ratios"), BY_HAND)
def test_the_figures_worked_by_hand(key: str, response: str, ratios: Sequence[float]) -> None:
    assert measured(key, response, "v8.01") == pytest.approx(ratios)


@pytest.mark.parametrize(
    ("key", "response", "f"),
    [("abc", "ab c", 25), ("abc", "abcd", None), ("a b", "ab", 0), ("abc d", "ab cd", None)],
)
def test_the_definition_counts_links_that_only_the_response_has(
    key: str, response: str, f: float | None
) -> None:
    own = measured(key, response, "document")
    assert own.f == pytest.approx(measured(key, response, "v8.01").f if f is None else f)


def written(classes: str) -> str:
    """Classes of single tokens, a to f, as a document of CoNLL-2012."""
    number = {token: index for index, members in enumerate(classes.split()) for token in members}
    lines = [f"d\t0\t{at}\t{token}\t{_cell(number.get(token))}" for at, token in enumerate("abcdef")]
    return "\n".join(["#begin document (d);", *lines, "", "#end document", ""])


def _cell(index: int | None) -> str:
    return "-" if index is None else f"({index})"


@pytest.mark.parametrize(("key", "response", "ratios"), BY_HAND)
def test_the_program_prints_these_figures(
    tmp_path: Path, key: str, response: str, ratios: Sequence[float]
) -> None:
    if shutil.which("perl") is None or not SCORER.is_file():
        pytest.skip(f"perl and the reference scorer are not part of the checkout: {SCORER}")
    for name, classes in (("key", key), ("response", response)):
        (tmp_path / name).write_text(written(classes))
    command = [
        "perl",
        f"-I{SCORER.parent / 'lib'}",
        SCORER,
        "blanc",
        tmp_path / "key",
        tmp_path / "response",
        "none",
    ]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    line = next(line for line in printed.splitlines() if line.startswith("BLANC:"))
    found = [float(value) for value in re.findall(r"([\d.]+)%", line)]
    assert found == pytest.approx(list(ratios), abs=0.01)
