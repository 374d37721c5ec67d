"""The table of programs' means in the documentation."""

import re
from pathlib import Path

from keytally.families.records.programs import docubench, extractbench, omni
from tests.families.records.programs.data import docubench_documents, needs_records

PAGE = Path(__file__).parents[4] / "docs" / "explanation" / "record-thresholds.md"
SYSTEMS = ("claude", "docupipe_high", "docupipe_standard", "extend", "gemini", "gpt")


@needs_records
def test_the_table_has_the_figures_of_the_modes() -> None:
    rows = re.findall(
        r"^\|[^|]+\| (0\.\d{4}) \| (0\.\d{4}) \| (0\.\d{4}) \|$", PAGE.read_text(encoding="utf-8"), re.M
    )
    found = []
    for system in SYSTEMS:
        documents = docubench_documents(system)
        scores = [module.PROGRAM.evaluate(documents).score for module in (docubench, omni, extractbench)]
        found.append(tuple(f"{score:.4f}" for score in scores if score is not None))
    assert rows == found
