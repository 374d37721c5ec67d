"""The figures equal those of the programs on changed documents.

Set `KEYTALLY_RECORD_PROGRAMS` to a Python 3.12 or later that has omni-extract-bench and llama-extract-bench.
"""

import json
import os
import subprocess
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from keytally.families.records.programs import extractbench, omni
from tests.families.records.programs.data import assert_close, docubench_documents, needs_records
from tests.families.records.programs.perturbed import perturbed

PYTHON = os.environ.get("KEYTALLY_RECORD_PROGRAMS", "")
SYSTEMS = ("claude", "docupipe_high", "docupipe_standard", "extend", "gemini", "gpt")
ROUNDS = int(os.environ.get("KEYTALLY_EXAMPLES", "30")) // 10


@needs_records
@pytest.mark.long
@pytest.mark.skipif(not PYTHON, reason="KEYTALLY_RECORD_PROGRAMS does not name a Python with the programs")
@pytest.mark.parametrize("module", [omni, extractbench], ids=lambda module: module.NAME)
def test_figures_on_changed_documents_equal_the_program(
    module: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(20261130)
    documents = [
        perturbed(document, random, random.choice((0.02, 0.1, 0.3, 0.6)))
        for system in SYSTEMS
        for document in docubench_documents(system)
        for _ in range(ROUNDS)
    ]
    text = "".join(json.dumps(document[1:]) + "\n" for document in documents)
    program = Path(__file__).with_name("peers.py")
    run = subprocess.run(
        [PYTHON, program, module.NAME], input=text, capture_output=True, text=True, check=True
    )
    compared = 0
    for document, line in zip(documents, run.stdout.splitlines(), strict=True):
        figures = module.PROGRAM.evaluate([document]).documents[document[0]]
        compared += assert_close(figures, json.loads(line), [json.dumps(document)])
    with capsys.disabled():
        print(f"{module.NAME}: {compared} figures of {len(documents)} documents are equal")
