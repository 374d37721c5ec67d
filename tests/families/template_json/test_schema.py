"""The schema: a small file with types and roles, which keys and responses are compared with."""

import json
from pathlib import Path
from typing import Any

import pytest

from keytally.engine.engine import Engine
from keytally.families.contract import Settings
from keytally.families.template_json.evaluation import evaluation
from keytally.project.pair import Pair
from keytally.runs.files import KeytallyError
from keytally.runs.score import score
from tests.families.template_json.written import lines
from tests.live_state import KEY, RESPONSE

SCHEMA = {"types": ["attack", "bombing"], "roles": ["Victim", "Weapon"]}


def messages(folder: Path, schema: Any, key: Any, response: Any) -> list[list[str]]:
    """What is found in a key and in a response, given their templates."""
    path = folder / "schema.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    engine = Engine()
    engine.open(KEY, lines([key]))
    engine.open(RESPONSE, lines([response]))
    task = evaluation("template-filling", Settings(options=[("schema", (str(path),))]))
    engine.add_pair(Pair("template-filling", KEY, RESPONSE), task).work()
    return [[each.finding.message for each in engine.findings(file)] for file in (KEY, RESPONSE)]


def test_what_the_schema_lacks_is_found_on_both_sides(tmp_path: Path) -> None:
    key = [{"incident_type": "attack / bombing", "Victim": [["Ann"]], "Target": []}]
    response = [{"incident_type": "arson", "Weapon": [["fire"]]}]
    assert messages(tmp_path, SCHEMA, key, response) == [
        ["the schema has no role Target"],
        ["the schema has no type arson"],
    ]


def test_a_list_that_the_schema_lacks_allows_all(tmp_path: Path) -> None:
    template = [{"incident_type": "arson", "Target": []}]
    assert messages(tmp_path, {"types": ["arson"]}, template, template) == [[], []]
    assert messages(tmp_path, {"roles": ["Target"]}, template, template) == [[], []]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[", "the schema is not valid JSON"),
        ("[]", "a schema must be an object"),
        ("{}", "a schema must be an object"),
        ('{"kinds": []}', "a schema must be an object"),
        ('{"types": "attack"}', "types must be a list of strings"),
        ('{"roles": [1]}', "roles must be a list of strings"),
    ],
)
def test_another_file_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(text, encoding="utf-8")
    (tmp_path / "key.jsonl").write_text(lines([[]]), encoding="utf-8")
    options = {"schema": str(tmp_path / "schema.json")}
    with pytest.raises(KeytallyError, match=problem):
        score(tmp_path / "key.jsonl", tmp_path / "key.jsonl", task="template-filling", options=options)


def test_the_signature_has_the_digest_and_not_the_path(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    (tmp_path / "key.jsonl").write_text(lines([[]]), encoding="utf-8")
    options = {"schema": str(tmp_path / "schema.json")}
    result = score(tmp_path / "key.jsonl", tmp_path / "key.jsonl", task="template-filling", options=options)
    assert "schema:sha256-" in result.values["signature"]
