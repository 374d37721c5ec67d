"""The example of the guide runs on a local Dask cluster, and gives the result of one process."""

import contextlib
import io
import logging
import re
import shutil
from pathlib import Path

import pytest
from dask import config
from dask.distributed import Client, LocalCluster

import keytally

BLOCK = re.compile(r"^```python\n(.*?)^```", re.S | re.M)


@pytest.fixture(autouse=True)
def workspace(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example of named entities; the cluster writes into its folder only."""
    folder = shutil.copytree(examples / "named_entity", tmp_path / "named_entity")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.long
def test_the_example_prints_the_score(checkout: Path, tmp_path: Path) -> None:
    page = (checkout / "docs" / "guide" / "machines.md").read_text(encoding="utf-8")
    [example] = BLOCK.findall(page)
    said = io.StringIO()
    quiet = {"temporary-directory": str(tmp_path)}
    with config.set(quiet), contextlib.redirect_stdout(said):
        exec(compile(example, "machines.md", "exec"), {"__name__": "__main__"})
    result = keytally.score("key.sgml", "response.sgml", config="ne.config")
    assert said.getvalue() == f"{result.headline_name} {result.headline:.2f}\n"


def test_a_cluster_gives_all_that_one_process_gives(tmp_path: Path) -> None:
    one = keytally.score("key.sgml", "response.sgml", config="ne.config")
    with (
        config.set({"temporary-directory": str(tmp_path)}),
        LocalCluster(
            n_workers=2,
            processes=False,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster) as client,
    ):
        shares = keytally.documents("key.sgml", "response.sgml", config="ne.config")
        scores = client.gather(client.map(keytally.DocumentShare.score, shares, pure=False))
    found = keytally.fold(scores)
    assert (found.values, found.text(), found.warnings) == (one.values, one.text(), one.warnings)
    assert found.reports == one.reports
