"""The measures beyond that of MUC, as the coreference task reports them."""

import pytest

from keytally.measures.coreference import MeasureSums
from tests.families.muc.coreference_files import coreference, in_classes, scored, unit_of


class TestEvaluation:
    def test_documents_add_up_before_they_are_divided(self) -> None:
        both = MeasureSums(["b3"])
        for sides in (("AB", "AB"), ("ABCDEF", "")):
            both.add(scored(*map(in_classes, sides)).overlaps())
        assert both.ratios()["b3"].recall == pytest.approx(100 * 2 / 8)

    def test_they_are_reported_apart_and_only_on_request(self) -> None:
        plain, task = coreference(), coreference(co_metrics="muc, B3")
        units = unit_of(task, in_classes("AB CD")), unit_of(task, in_classes("ABC D"))
        scores = task.score("1", [units[0]], [units[1]])
        assert "metrics" not in plain.report_json(scores)
        metrics = task.report_json(scores)["metrics"]
        assert metrics["totals"] == metrics["documents"]["1"]
        assert list(metrics["totals"]) == ["b3"]
        assert metrics["totals"]["b3"]["recall"] == pytest.approx(75)
        assert plain.report_json(scores)["totals"] == task.report_json(scores)["totals"]
        table = (
            "Measure            Recall   Precision       f\nB-cubed              75.0        66.7    70.6\n"
        )
        assert table in task.report_text(scores, verbose=False)
        assert task.report_files(scores, [units[0]], [units[1]])["scores"].endswith("\n\n" + table)
        assert "Measure" not in plain.report_text(scores, verbose=False)

    def test_the_signature_names_them(self) -> None:
        assert "co_metrics" not in coreference(co_metrics="MUC").signature
        assert "|co_metrics:muc,b3,lea" in coreference(co_metrics="muc,b3,lea").signature
        assert (
            coreference(co_metrics="muc b3 lea").signature == coreference(co_metrics="muc,b3,lea").signature
        )
