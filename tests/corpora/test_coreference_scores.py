"""The figures of the coreference corpus, held against an independent reading of the paper."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpora.conftest import Run
from tests.corpora.independent_coreference import Figures, figures_of

pytestmark = pytest.mark.corpora

ALL = "co_metrics=muc,b3,ceafm,ceafe,blanc,lea"


def read(entry: dict[str, object]) -> Figures:
    """An entry of the JSON output as the second reading has it."""
    recall, precision = entry["recall"], entry["precision"]
    assert isinstance(recall, list)
    assert isinstance(precision, list)
    classes = entry["key_classes"], entry["response_classes"]
    return Figures(*classes, tuple(recall), tuple(precision))  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_document_agrees(number: int, exact: bool, corpora: Path, run: Run, tmp_path: Path) -> None:
    folder = corpora / "co"
    chosen = ["-O", "co_exact=yes"] if exact else []
    done = run("score", folder / f"config{number}", *chosen, "--format", "json", "--report-dir", tmp_path)
    assert done.status == 0
    report = json.loads(done.out)
    expected = figures_of(folder / "key", folder / f"response{number}", exact)
    assert {name: read(entry) for name, entry in report["documents"].items()} == expected
    totals = report["totals"]
    assert totals["recall"][0] == totals["precision"][0]
    for name in ("recall", "precision"):
        sums = [sum(getattr(each, name)[place] for each in expected.values()) for place in (0, 1)]
        assert totals[name] == sums
    ratios = [100 * above / below for above, below in (totals["recall"], totals["precision"])]
    assert totals["f"] == pytest.approx(2 * ratios[0] * ratios[1] / sum(ratios))


def test_a_key_against_itself_is_perfect_under_every_measure(corpora: Path, run: Run, tmp_path: Path) -> None:
    key = corpora / "co" / "key"
    options = ["-O", ALL, "-O", "doc_sections=DOC HL DD TXT"]
    done = run("score", "--task", "coreference", key, key, *options, "--format", "json")
    assert done.status == 0
    report = json.loads(done.out)
    assert report["totals"]["f"] == 100
    assert {name: values["f"] for name, values in report["metrics"]["totals"].items()} == dict.fromkeys(
        ("b3", "ceafm", "ceafe", "blanc", "lea"), 100
    )


@pytest.mark.long
def test_the_same_files_under_another_order_of_documents(
    copied: Callable[..., Path], run: Run, corpora: Path
) -> None:
    folder = copied("co", "key", "response3", "config3")
    before = json.loads(
        run("score", corpora / "co" / "config3", "--format", "json", "--report-dir", folder).out
    )
    for name in ("key", "response3"):
        pieces = re.split(r"(?=<DOC>)", (folder / name).read_text(encoding="utf-8"))[1:]
        (folder / name).write_text("".join(reversed(pieces)), encoding="utf-8")
    after = json.loads(run("score", folder / "config3", "--format", "json").out)
    assert after["totals"] == before["totals"]
    assert after["documents"] == before["documents"]


def test_the_corpus_is_clean(corpora: Path, run: Run) -> None:
    done = run("check", corpora / "co", "--format", "json")
    assert (done.status, json.loads(done.out)) == (0, [])
