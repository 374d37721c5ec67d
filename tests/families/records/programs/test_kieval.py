"""KIEval's table."""

import pytest

from keytally.families.records.programs import kieval
from keytally.families.records.programs.shared import assign
from tests.families.records.programs.data import SHARED, needs_records, records


@needs_records
def test_figures_on_receipts_equal_the_program() -> None:
    key, response = records(SHARED / "cord" / "key.jsonl"), records(SHARED / "cord" / "response.jsonl")
    found = kieval.PROGRAM.evaluate((name, key[name], response[name], None) for name in key)
    total = found.totals["total.kieval"]
    counts = {name: total[name] for name in ("label", "exact_match", "wrong_match", "no_match")}
    assert counts == {"label": 624, "exact_match": 480, "wrong_match": 81, "no_match": 147}
    shares = {name: round(total[name], 4) for name in ("kieval_entity_f1", "macro_f1", "recall", "precision")}
    assert shares == {"kieval_entity_f1": 0.7565, "macro_f1": 0.4540, "recall": 0.7692, "precision": 0.7442}
    assert (round(total["accuracy"], 4), round(total["kieval_aligned"], 4)) == (0.6084, 0.6780)
    assert found.score == total["kieval_entity_f1"]


def test_rows_without_an_equal_value_are_wrong_not_missing() -> None:
    found = kieval.PROGRAM.evaluate([("1", {"menu": [{"nm": "tea"}]}, {"menu": [{"nm": "coffee"}]}, None)])
    assert found.totals["total.kieval"]["wrong_match"] == 1
    assert found.totals["total.kieval"]["no_match"] == 0


def test_several_values_of_a_cell_count_as_often_as_they_occur() -> None:
    key, response = {"menu": {"size": ["S", "S", "M"]}}, {"menu": {"size": "S||M||M"}}
    total = kieval.PROGRAM.evaluate([("1", key, response, None)]).totals["total.kieval"]
    assert (total["label"], total["exact_match"], total["wrong_match"]) == (3, 2, 1)


def test_fields_outside_groups_count_and_a_correct_document_is_counted() -> None:
    record = {"date": "2024-01-05", "total": 12.5, "menu": [{"nm": "tea"}]}
    found = kieval.PROGRAM.evaluate([("1", record, record, None), ("2", record, None, None)])
    assert found.totals["total.non_group"]["label"] == 4
    assert found.totals["total.document"] == {"accuracy": 0.5, "exact_match": 1, "num_of_document": 2}


@pytest.mark.parametrize("record", [{"menu": [{"sub": {"nm": "x"}}]}, {"menu": [{"sub": [["x"]]}]}, ["menu"]])
def test_nested_data_gives_a_reason_and_no_figures(record: object) -> None:
    found = kieval.PROGRAM.evaluate([("1", record, record, None)])
    assert found.score is None
    assert found.reason is not None
    assert found.reason.startswith("kieval ")


def test_an_assignment_of_equal_costs_is_the_identity() -> None:
    assert assign([[0, 0, 0], [0, 0, 0]]) == [(0, 0), (1, 1)]
    assert assign([[0], [0], [0]]) == [(0, 0)]
    assert assign([]) == []
