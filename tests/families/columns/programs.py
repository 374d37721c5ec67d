"""Runs of the programs that the modes stand for."""

import os
import subprocess
import warnings
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

CONLLEVAL = "CONLLEVAL"
"""The environment's variable for the path of conlleval.pl."""

Sentences = Sequence[Sequence[str]]


def seqeval_report(key: Sentences, response: Sentences, scheme: str | None = None) -> str:
    """The classification report of seqeval; strict in a scheme where one is given."""
    metrics: Any = import_module("seqeval.metrics")
    schemes: Any = import_module("seqeval.scheme")
    strict = {"mode": "strict", "scheme": getattr(schemes, scheme)} if scheme else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return str(metrics.classification_report([*map(list, key)], [*map(list, response)], **strict))


def nervaluate_reports(key: Sentences, response: Sentences) -> str:
    """The summary reports of nervaluate: of all scenarios, then by type in each."""
    program: Any = import_module("nervaluate")
    types = sorted({label[2:] for each in (*key, *response) for label in each if label != "O"})
    evaluator = program.Evaluator([*map(list, key)], [*map(list, response)], tags=types, loader="list")
    by_type = (
        evaluator.summary_report(mode="entities", scenario=each)
        for each in ("strict", "exact", "partial", "ent_type")
    )
    return "\n".join([evaluator.summary_report(), *by_type])


def conlleval_report(key: Sentences, response: Sentences) -> str:
    """The output of conlleval; skips the test where the program is not at hand."""
    program = os.environ.get(CONLLEVAL)
    if not program or not Path(program).is_file():
        pytest.skip(f"{CONLLEVAL} does not name conlleval.pl")
    rows = (
        "".join(f"w {mine} {its}\n" for mine, its in zip(*each, strict=True))
        for each in zip(key, response, strict=True)
    )
    done = subprocess.run(
        ["perl", program], input="\n".join(rows), capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return done.stdout
