"""Measures of templates with roles on scenario templates: those of the same templates as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from keytally.families.contract import Role
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.scoring.template_measures import FlatTemplate, FlatTemplates
from keytally.runs.score import score, score_configuration
from keytally.runs.score_result import ScoreResult

EXAMPLE = Path(__file__).parents[4] / "examples" / "scenario_template"
ALSO = {"also": ["gtt,ceaf-rme"]}

HEAD = '<TEMPLATE-1-1> :=\n\tDOC_NR: "1"\n\tCONTENT: <SUCCESSION_EVENT-1-1>\n'
EVENT = '<SUCCESSION_EVENT-1-1> :=\n\tSUCCESSION_ORG: <ORGANIZATION-1-1>\n\tPOST: "chief"\n\t\t/ "the head"\n'
ORGANIZATION = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "EMI"\n'


def scored(folder: Path, key: str, response: str, **options: Any) -> ScoreResult:
    (folder / "key").write_text(key, encoding="utf-8")
    (folder / "response").write_text(response, encoding="utf-8")
    return score(folder / "key", folder / "response", task="scenario_template", options=options)


def flat(result: ScoreResult) -> dict[str, tuple[list[FlatTemplate], ...]]:
    """The templates of each document of both sides."""
    live = result.live
    task = live.evaluation
    assert isinstance(task, TemplateTask)
    make = FlatTemplates(task.configuration, task._scoring.rules.name_of)
    details = {each.document: task.detail(each) for each in live.scores()}
    return {
        name: tuple(make.of([*side.units]) for side in (detail.key, detail.response))
        for name, detail in details.items()
    }


def as_json(templates: list[FlatTemplate]) -> list[Any]:
    return [
        {"incident_type": each.type, **{role: [*map(list, some)] for role, some in each.roles}}
        for each in templates
    ]


def by_json(folder: Path, documents: dict[str, tuple[list[FlatTemplate], ...]]) -> Any:
    """The figures of the same templates, written as JSON and scored as such."""
    for at, side in ((0, Role.KEY), (1, Role.RESPONSE)):
        records = [{"docid": name, "templates": as_json(both[at])} for name, both in documents.items()]
        text = "".join(f"{json.dumps(record)}\n" for record in records)
        (folder / f"{side.value}.jsonl").write_text(text, encoding="utf-8")
    files = folder / "key.jsonl", folder / "response.jsonl"
    return score(*files, task="template-filling").values


def check_equal(result: ScoreResult, folder: Path) -> None:
    values, expected = result.values["metrics"], by_json(folder, flat(result))
    assert values["totals"] == expected["scores"]
    for name, figures in values["documents"].items():
        assert {each: found["counts"] for each, found in figures.items()} == {
            each: found["counts"] for each, found in expected["items"][name].items()
        }


def test_figures_are_those_of_the_same_templates_as_json(tmp_path: Path) -> None:
    files = EXAMPLE / "key.tmpl", EXAMPLE / "response.tmpl"
    check_equal(score(*files, task="scenario_template", config="muc6-st", options=ALSO), tmp_path)


@pytest.mark.corpora
@pytest.mark.parametrize("number", [1, 9, 17])
def test_figures_of_muc_4(number: int, corpora: Path, tmp_path: Path) -> None:
    check_equal(score_configuration(corpora / "st" / f"config{number}", options=ALSO), tmp_path)


def test_a_template_has_the_strings_of_all_that_it_points_to(tmp_path: Path) -> None:
    text = f"{HEAD}\n{EVENT}\n{ORGANIZATION}"
    (key, response) = flat(scored(tmp_path, text, text))["1"]
    roles = [("post", [("chief", "the head")]), ("org_name", [("EMI",)])]
    assert key == [FlatTemplate("succession_event", roles)]
    assert [each.type for each in response] == ["succession_event"]


def test_without_the_option_nothing_is_added(tmp_path: Path) -> None:
    result = scored(tmp_path, f"{HEAD}\n{EVENT}", f"{HEAD}\n{EVENT}")
    assert "metrics" not in result.values
    assert "gtt" not in result.text()
    asked = scored(tmp_path, f"{HEAD}\n{EVENT}", f"{HEAD}\n{EVENT}", also=["gtt"])
    assert list(asked.values["metrics"]["totals"]) == ["gtt"]
    assert "gtt " in asked.text()
    assert "ceaf" not in asked.text()
