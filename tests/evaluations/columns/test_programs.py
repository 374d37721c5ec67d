"""The compatibility modes print what the programs print, to the byte."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings

from keytally.cli.main import main
from tests.evaluations.columns.programs import conlleval_report, nervaluate_reports, seqeval_report
from tests.evaluations.columns.written import pairs, written

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


@quick
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


@quick
@given(sides=pairs("IIBE"))
def test_nervaluate_on_other_prefixes(
    sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program takes any prefix within an entity, and stops where one begins with another than B and I."""
    wanted = None
    with suppress(ValueError):
        wanted = nervaluate_reports(*sentences(sides))
    assume(wanted is not None and any(label != "O" for each in sides for side in each for label in side))
    assert printed(sides, tmp_path, capsys, "-Ocompatible=nervaluate", "-v") == wanted


@quick
@given(sides=pairs())
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
