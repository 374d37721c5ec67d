"""The JSON output: its shape, zeros included, and unrounded percentages."""

import json

import pytest

from keytally.families.muc.model import ClassDefinition, Configuration, SlotDefinition
from keytally.families.muc.reports import f_by_part, json_report, printed_rows, tally_json, totals_json
from keytally.families.muc.scoring.results import DocumentScore
from keytally.tallies.tally import TEXT_FILTER, TOTAL, Row, Tally, f_by_name, score_part

ZERO = tally_json(Tally())


def test_a_tally() -> None:
    """Ratios as the manual defines them, in percent and unrounded; P&R, 2P&R, P&2R are β = 1, ½, 2."""
    assert tally_json(Tally(cor=1, par=1, inc=1, mis=3, spu=1, non=5)) == {
        **{"pos": 6, "act": 4, "cor": 1, "par": 1, "inc": 1, "mis": 3, "spu": 1, "non": 5},
        **{"rec": 25.0, "pre": 37.5, "und": 50.0, "ovg": 25.0},
        "sub": pytest.approx(50.0),
        "err": pytest.approx(550 / 7),
        "f": {
            "p&r": pytest.approx(30.0),
            "2p&r": pytest.approx(1.25 * 37.5 * 25 / (0.25 * 37.5 + 25)),
            "p&2r": pytest.approx(5 * 37.5 * 25 / (4 * 37.5 + 25)),
        },
    }


def test_the_f_measures_of_the_manuals_page() -> None:
    """F-MEASURES 93.82 93.32 94.31."""
    f = tally_json(Tally(2139, 0, 51, 70, 110, 103))["f"]
    assert [round(f[name], 2) for name in ("p&r", "2p&r", "p&2r")] == [93.82, 93.32, 94.31]


def test_every_declared_row_is_there(configuration: Configuration) -> None:
    report = json_report([], configuration, "keytally|version:1|task:named_entity")
    assert list(report) == [
        "task", "signature", "totals", "documents", "objects", "slots", "subtasks", "sections", "text_filter",
    ]  # fmt: skip
    slots = dict.fromkeys(("type", "text", "status", "alt"), ZERO)
    assert report == {
        "task": "named_entity",
        "signature": "keytally|version:1|task:named_entity",
        "totals": ZERO,
        "documents": {},
        "objects": {"enamex": ZERO, "timex": ZERO, "numex": ZERO},
        "slots": {"enamex": slots, "timex": slots, "numex": slots},
        "subtasks": {
            "enamex": {"type": dict.fromkeys(("organization", "person", "location", "other"), ZERO)},
            "timex": {"type": dict.fromkeys(("date", "time", "other"), ZERO)},
            "numex": {"type": dict.fromkeys(("money", "percent", "other"), ZERO)},
        },
        "sections": {"Header": ZERO, "Body": ZERO},
        "text_filter": {},
    }


def test_counts_stand_in_their_places(configuration: Configuration) -> None:
    rows = {
        TOTAL: Tally(1),
        Row("object", ("enamex",)): Tally(2),
        Row("slot", ("timex", "text")): Tally(3),
        Row("subtask", ("numex", "type", "money")): Tally(4),
        Row("section", ("Header",)): Tally(5),
    }
    report = json_report([DocumentScore("7", {}, rows)], configuration, "")
    assert report["totals"] == report["documents"]["7"] == tally_json(Tally(1))
    assert report["objects"]["enamex"]["cor"] == 2
    assert report["slots"]["timex"]["text"]["cor"] == 3
    assert report["subtasks"]["numex"]["type"]["money"]["cor"] == 4
    assert report["sections"]["Header"]["cor"] == 5


def test_documents_add_up(configuration: Configuration) -> None:
    """Totals are the sum of the documents, also of two that bear one number."""
    scores = [DocumentScore(name, {}, {TOTAL: tally}) for name, tally in SCORES]
    report = json_report(scores, configuration, "")
    assert report["documents"] == {"1": tally_json(Tally(1, 0, 2, 4)), "2": tally_json(Tally(0, 0, 0, 0, 8))}
    assert report["totals"] == tally_json(Tally(1, 0, 2, 4, 8))
    assert totals_json(scores[0].tabulation) == tally_json(Tally(1))


SCORES = [("1", Tally(1)), ("2", Tally(spu=8)), ("1", Tally(inc=2, mis=4))]


def test_names_are_those_of_the_first_column(configuration: Configuration) -> None:
    """CLASS and SLOT are not the report names."""
    renamed = configuration._replace(
        classes=(ClassDefinition("enamex", "names", True, 0),),
        slots=(SlotDefinition("enamex", "text", "string", True, 1, "string"),),
    )
    report = json_report([], renamed, "")
    assert (report["objects"], report["slots"]) == ({"enamex": ZERO}, {"enamex": {"text": ZERO}})


def test_parts_that_a_task_lacks_are_empty(configuration: Configuration) -> None:
    element = json_report([], configuration._replace(scoring_task="template_element"), "")
    assert element["subtasks"] == element["sections"] == element["text_filter"] == {}
    assert element["objects"]
    scores = [DocumentScore("1", {}, {TEXT_FILTER: Tally(inc=1)})]
    scenario = json_report(scores, configuration._replace(scoring_task="scenario_template"), "")
    assert scenario["text_filter"] == tally_json(Tally(inc=1))


def test_it_is_json(washington: DocumentScore, configuration: Configuration) -> None:
    report = json_report([washington], configuration, "")
    assert json.loads(json.dumps(report)) == report


def test_f_by_part_is_the_f_of_the_report(configuration: Configuration) -> None:
    rows = list(printed_rows(configuration))
    scores = [
        DocumentScore(
            str(number % 3),
            {},
            {TOTAL: Tally(cor=number), **{row: Tally(cor=1, mis=number) for row in rows[::2]}},
        )
        for number in range(5)
    ]
    whole, short = json_report(scores, configuration, ""), f_by_part(scores, rows)
    for part in ("total", "document", "class", "slot", "type"):
        found = [f_by_name({"all": score_part(each, part)}) for each in (whole, short)]
        assert found[0] == found[1] != {}
