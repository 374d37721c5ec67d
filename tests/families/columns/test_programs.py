"""The compatibility modes print what the programs print, to the byte."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings

from keytally.commands.main import main
from tests.families.columns.programs import conlleval_report, nervaluate_reports, seqeval_report
from tests.families.columns.written import pairs, written

RECORDS = json.loads((Path(__file__).parent / "recorded.json").read_text(encoding="utf-8"))
SCHEMES = {"IOB1": "IB", "IOB2": "IB", "IOBES": "IBES", "BILOU": "IBLU"}

Sides = Sequence[tuple[Sequence[str], Sequence[str]]]
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def printed(sides: Sides, folder: Path, capsys: pytest.CaptureFixture[str], *flags: str) -> str:
    """What `keytally score` prints under the flags."""
    files = []
    for name, at in (("key.bio", 0), ("response.bio", 1)):
        files.append(folder / name)
        files[-1].write_text(written([each[at] for each in sides]), encoding="utf-8")
    capsys.readouterr()
    assert main(["score", "--task", "entities", *map(str, files), *flags]) == 0
    return capsys.readouterr().out


def sentences(sides: Sides) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    return [mine for mine, _ in sides], [its for _, its in sides]


def test_conlleval_sets_types_flush_by_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sides = [(["B-É", "B-Z"], ["B-É", "O"])]
    found = printed(sides, tmp_path, capsys, "-O", "compatible=conlleval")
    assert [line.partition(":")[0] for line in found.splitlines()[2:]] == [f"{'Z':>17}", f"{'É':>16}"]


HALVED = [
    ("B-PER B-A-B B-LOC O B-LOC", "E-PER L-LOC O E-LOC O"),
    ("I-A-B E-PER S-A-B E-LOC O L-LOC", "E-PER O B-LOC E-PER L-LOC O"),
    ("O O U-A-B B-PER E-A-B E-PER E-LOC", "B-PER U-A-B O O U-A-B E-PER L-LOC"),
    ("L-LOC O B-LOC", "O E-PER U-A-B"),
]
"""A weighted precision of 0.275, which the program prints by the rounding of its sums."""


@quick
@example(sides=[(mine.split(), its.split()) for mine, its in HALVED])
@given(sides=pairs())
def test_seqeval(sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if any(label != "O" for each in sides for side in each for label in side):
        assert printed(sides, tmp_path, capsys, "-Ocompatible=seqeval") == seqeval_report(*sentences(sides))


@quick
@given(sides=pairs("IB"))
@pytest.mark.parametrize("scheme", ["IOB1", "IOB2"])
def test_seqeval_strict(
    scheme: str, sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_strict(scheme, sides, tmp_path, capsys)


@quick
@given(sides=pairs("IBES"))
def test_seqeval_strict_in_iobes(sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_strict("IOBES", sides, tmp_path, capsys)


@quick
@given(sides=pairs("IBLU"))
def test_seqeval_strict_in_bilou(sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_strict("BILOU", sides, tmp_path, capsys)


@quick
@given(sides=pairs("IE"))
@pytest.mark.parametrize("scheme", ["IOE1", "IOE2"])
def test_seqeval_strict_in_schemes_of_ends(
    scheme: str, sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_strict(scheme, sides, tmp_path, capsys)


def check_strict(scheme: str, sides: Sides, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The program stops with an error where no entity is well formed; keytally prints zeros."""
    flags = ("-Ocompatible=seqeval-strict", f"-Oscheme={scheme}")
    out = printed(sides, folder, capsys, *flags)
    if len(out.splitlines()) > len(("head", "", "", "micro", "macro", "weighted")):
        assert out == seqeval_report(*sentences(sides), scheme)


@quick
@given(sides=pairs("IB"))
def test_nervaluate(sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if any(label != "O" for each in sides for side in each for label in side):
        out = printed(sides, tmp_path, capsys, "-Ocompatible=nervaluate", "-v")
        assert out == nervaluate_reports(*sentences(sides))


def opened(labels: Sequence[str]) -> list[str]:
    """The labels with `I` where an entity begins with `E`, at which nervaluate stops."""
    before = ["O", *labels]
    return [
        f"I-{label[2:]}" if label[0] == "E" and last[1:] != label[1:] else label
        for last, label in zip(before, labels, strict=False)
    ]


@quick
@given(sides=pairs("IBE"))
def test_nervaluate_on_other_prefixes(
    sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program takes any prefix within an entity."""
    taken = [(opened(mine), opened(its)) for mine, its in sides]
    if any(label != "O" for each in taken for side in each for label in side):
        out = printed(taken, tmp_path, capsys, "-Ocompatible=nervaluate", "-v")
        assert out == nervaluate_reports(*sentences(taken))


@quick
@given(sides=pairs())
@example(sides=[(["B-É", "B-Z"], ["B-É", "O"])])
def test_conlleval_at_hand(sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = conlleval_report(*sentences(sides))
    assert printed(sides, tmp_path, capsys, "-Ocompatible=conlleval") == program


@pytest.mark.parametrize("case", RECORDS, ids=lambda case: case["name"])
def test_conlleval_as_recorded(
    case: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Outputs of conlleval.pl on cases of our own."""
    sides = [(mine.split(), its.split()) for mine, its in zip(case["key"], case["response"], strict=True)]
    assert printed(sides, tmp_path, capsys, "-Ocompatible=conlleval") == case["printed"]
