"""The template corpora through the command: every configuration, every report, every count."""

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import independent_templates
from tests.corpora.conftest import Run

pytestmark = pytest.mark.corpora

CONFIGURATIONS = [
    *(f"te/config{name}" for name in ("1", "2", "_key2key", "_orig", "_partial")),
    *(f"tr/config{name}" for name in ("1", "2", "_relations_only")),
    *(f"st/config{number}" for number in range(1, 18)),
    *(f"st/config_{name}" for name in ("key2key", "partial", "threshold")),
]
TALLIES = ("pos", "act", "cor", "par", "inc", "mis", "spu", "non")
ALL_LISTS = """
set file [open [lindex $argv 0]]
fconfigure $file -encoding utf-8
foreach document [read $file] {
    puts [list [dict get $document -docnum] {*}[dict get $document -doctallies]]
}
"""


@pytest.mark.long
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_configuration_gives_independent_counts_and_writes_all_reports(
    name: str, corpora: Path, run: Run, tmp_path: Path
) -> None:
    """`keytally score CONFIG -O dump_map_history=yes --report-dir DIR`; tclsh reads the map history back."""
    configuration, folder = corpora / name, tmp_path / "reports"
    arguments = [configuration, "-O", "dump_map_history=yes", "--report-dir", folder]
    done = run("score", *arguments, "--format", "json")
    assert (done.status, done.errors) == (0, [])
    values = json.loads(done.out)
    assert independent_templates.counts_of(values) == independent_templates.score(configuration)
    ratios_follow_from_counts(values)
    files = {
        kind: folder / named(configuration, kind)
        for kind in ("map_history", "report_summary", "score_report")
    }
    assert sorted(folder.iterdir()) == sorted(files.values())
    assert all(path.stat().st_size > 5_000 for path in files.values())
    assert pages_of(files["score_report"]) == [*values["documents"], "TOTALS"]
    assert read_by_tcl(files["map_history"], tmp_path) == {
        document: [tallies[count] for count in TALLIES] for document, tallies in values["documents"].items()
    }


def named(configuration: Path, kind: str) -> str:
    """The name that a configuration gives a report."""
    lines = (line.split() for line in configuration.read_text(encoding="utf-8").splitlines())
    return next(words[1] for words in lines if words and words[0] == f":{kind}_file")


def ratios_follow_from_counts(values: dict[str, Any]) -> None:
    """POS and ACT and all ratios of every row, by the manual's formulas."""
    rows = [values["totals"], *values["documents"].values(), *values["objects"].values()]
    rows += [row for slots in values["slots"].values() for row in slots.values()]
    for row in rows:
        cor, par, inc, mis, spu = (row[name] for name in ("cor", "par", "inc", "mis", "spu"))
        assert (row["pos"], row["act"]) == (cor + par + inc + mis, cor + par + inc + spu)
        half, right = Fraction(par, 2), cor + Fraction(par, 2)
        expected = {
            "rec": (right, row["pos"]),
            "pre": (right, row["act"]),
            "und": (mis, row["pos"]),
            "ovg": (spu, row["act"]),
            "sub": (inc + half, cor + par + inc),
            "err": (inc + half + spu + mis, cor + par + inc + spu + mis),
        }
        for name, (over, under) in expected.items():
            assert row[name] == pytest.approx(float(100 * over / under) if under else 0.0)


def pages_of(report: Path) -> list[str]:
    """What each page of a score report is for, in order."""
    lines = report.read_text(encoding="utf-8").splitlines()
    headings = [line.strip() for line in lines if line and not line.startswith((" ", "-"))]
    return [heading.split()[-1] for heading in headings if heading.startswith(("Document", "TOTALS"))]


def read_by_tcl(map_history: Path, folder: Path) -> dict[str, list[int]]:
    """The tallies of each document, as tclsh reads them."""
    if not (tclsh := shutil.which("tclsh")):
        pytest.fail("tclsh is needed to read map histories: apt-get install tcl")
    script = folder / "documents.tcl"
    script.write_text(ALL_LISTS)
    done = subprocess.run([tclsh, script, map_history], capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return {document: [int(count) for count in counts] for document, *counts in lines}
