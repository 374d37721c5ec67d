"""The report counts the differences that `keytally errors` lists."""

from pathlib import Path

import pytest

import keytally
from tests.house.tracked import CHECKOUT

PAIRED = sorted(
    path.parent
    for path in (CHECKOUT / "examples").glob("*/keytally.toml")
    if not path.parent.name.startswith("adjudication")
)


@pytest.mark.parametrize("folder", PAIRED, ids=lambda folder: folder.name)
def test_a_report_counts_the_differences_of_errors(folder: Path) -> None:
    for found in keytally.errors_project(folder, top=0):
        if found.result is None:
            continue
        task, key, response = found.task, found.key, found.response
        page = keytally.report(key, [response], task=task).page
        [system] = page.systems
        expected = len(found.result.values["differences"])
        assert system.differences == expected
        assert sum(document.standings[0].differences for document in page.documents) == expected
