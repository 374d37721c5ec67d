"""The seventeen systems of the documentation: the command gives the table that stands there."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpora.conftest import Run

pytestmark = pytest.mark.corpora

NAMES = (
    "bbn ge ge-cmu hughes lsi mdc mitre nmsu-brandeis nyu paramax prc sra sri umbc-conquest umass umich usc"
)
SYSTEMS = NAMES.split()


def test_the_table_of_seventeen_systems(
    copied: Callable[..., Path], run: Run, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied("st")
    for number, name in enumerate(SYSTEMS, 1):
        (folder / f"config{number}").rename(folder / name)
    monkeypatch.chdir(folder)
    done = run("compare", *SYSTEMS, "--baseline", "ge", "--format", "markdown")
    assert done.status == 0
    board = next(part for part in done.out.split("\n\n") if part.startswith("| # | system"))
    page = (checkout / "docs" / "guide" / "comparing.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"^\| # \| system .*?(?=\n\n)", page, flags=re.S | re.M)
    assert shown == board.rstrip("\n")
