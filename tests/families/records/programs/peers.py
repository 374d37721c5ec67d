"""The programs, run by a Python that has them: documents on stdin, figures on stdout, as JSON lines.

omni-extract-bench and llama-extract-bench need Python 3.12, so they are run in another environment than the
tests. The first argument names the program.
"""

import json
import sys
from typing import Any


def _omni(key: Any, response: Any, schema: Any) -> dict[str, Any]:
    from omni_extract_bench.scorers.field_matching.compare import score  # noqa: PLC0415

    names = (
        "accuracy precision recall f1 total matched misread unfound fabricated invented_item invented_field"
    )
    found = score(response if isinstance(response, dict) else None, key, schema)
    return {name: found[name] for name in names.split()}


def _extractbench(key: Any, response: Any, schema: Any) -> dict[str, Any] | None:
    from extract_bench.evaluation.metrics.extract import unified_evidence_metric  # noqa: PLC0415

    response = response if isinstance(response, dict) else {}
    found = unified_evidence_metric.compute_unified_evidence_metrics(key, response, [], data_schema=schema)
    by_name = {each.metric_name.removeprefix("extract_unified_value_"): each for each in found}
    if not by_name:
        return None
    counts = by_name["f1"].metadata
    return {
        **{name: by_name[name].value for name in ("precision", "recall", "f1")},
        "correct_cells": counts["v_correct"],
        **{name: counts[name] for name in ("expected_cells", "predicted_cells")},
    }


if __name__ == "__main__":
    program = {"omni": _omni, "extractbench": _extractbench}[sys.argv[1]]
    for line in sys.stdin:
        print(json.dumps(program(*json.loads(line))))
