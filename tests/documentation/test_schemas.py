"""Every JSON document that the command prints is as its schema in docs/schemas says."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from keytally.commands.main import main
from keytally.families import registry
from keytally.families.contract import Settings
from keytally.project.schemas import DOCUMENTS, NAMES
from keytally.project.toml_file import read_project
from tests.documentation.schemas import problems, validator
from tests.house.tracked import CHECKOUT

RESULTS = (CHECKOUT / "docs" / "reference" / "results.md").read_text(encoding="utf-8")
WORKSPACES = sorted(path.parent.name for path in (CHECKOUT / "examples").glob("*/keytally.toml"))
PAIRED = [name for name in WORKSPACES if not name.startswith("adjudication")]
ADJUDICATED = [name for name in WORKSPACES if name.startswith("adjudication")]


@pytest.fixture
def workspace(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: Path
) -> Path:
    """A copy of the example workspace that the test names, which is the current folder."""
    folder = tmp_path / request.param
    shutil.copytree(examples / request.param, folder)
    monkeypatch.chdir(folder)
    return folder


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The JSON document that the command prints."""
    main([*arguments, "--format", "json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_schema_is_one(name: str) -> None:
    schema = validator(name).schema
    Draft202012Validator.check_schema(schema)
    assert isinstance(schema, dict) and schema["$id"] == f"{name}.schema.json"


@pytest.mark.parametrize("workspace", PAIRED, indirect=True)
def test_scores_and_findings_of_each_example(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = printed(capsys, "score")
    assert problems("project-scores", scores) == []
    assert scores["pairs"]
    assert problems("findings", printed(capsys, "check", ".")) == []


@pytest.mark.parametrize("workspace", WORKSPACES, indirect=True)
def test_the_pairs_of_each_example(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = printed(capsys, "pairs")
    assert problems("pairs", pairs) == []
    assert pairs["pairs"] or pairs["adjudications"]


@pytest.mark.parametrize("workspace", ["named_entity"], indirect=True)
def test_conversions_of_an_example(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "convert", "response.sgml", "--to", "conll")
    written = printed(capsys, "convert", "response.sgml", "--to", "brat", "-o", "brat/")
    refused = printed(capsys, "convert", "response.sgml", "--to", "conll", "--strict")
    for document in (shown, written, refused):
        assert problems("convert", document) == []
    assert [each["name"] for each in shown["files"]] == ["response.conll"]
    assert all(Path(each["path"]).is_file() for each in written["files"])
    assert (refused["files"], refused["losses"]) == ([], shown["losses"])


def pairs_with_classes() -> Iterator[tuple[str, str]]:
    """Workspace and task of each pair of the examples of which `keytally errors` tells classes."""
    for name in PAIRED:
        for entry in read_project((CHECKOUT / "examples" / name / "keytally.toml").read_text("utf-8")).pairs:
            evaluation = registry.evaluation(entry.task, Settings())
            if evaluation.classifier is not None:
                yield name, entry.task


@pytest.mark.parametrize(("workspace", "task"), [*pairs_with_classes()], indirect=["workspace"])
def test_the_errors_of_each_example(workspace: Path, task: str, capsys: pytest.CaptureFixture[str]) -> None:
    [pair] = (each for each in printed(capsys, "score")["pairs"] if each["task"] == task)
    errors = printed(capsys, "errors", "--task", task, pair["key"], pair["response"])
    assert problems("errors", errors) == []
    assert errors["differences"]


def test_the_examples_have_a_score_of_each_task() -> None:
    texts = [(CHECKOUT / "examples" / name / "keytally.toml").read_text(encoding="utf-8") for name in PAIRED]
    told = {*re.findall(r'^task = "(.+)"', "\n".join(texts), re.M)}
    assert {*registry.tasks()} - told == {"role-filling"}


@pytest.mark.parametrize("workspace", ["template_json"], indirect=True)
def test_the_score_of_roles(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Roles are scored without templates: the first one of each document stands for all."""
    records = [json.loads(line) for line in Path("key.jsonl").read_text(encoding="utf-8").splitlines()]
    roles = [
        {
            "docid": record["docid"],
            "extracts": {role: fills for role, fills in template.items() if role != "incident_type"},
        }
        for record in records
        for template in record["templates"][:1]
    ]
    Path("roles.jsonl").write_text("\n".join(map(json.dumps, roles)), encoding="utf-8")
    values = printed(capsys, "score", "--task", "role-filling", "roles.jsonl", "roles.jsonl")
    assert problems("score", values) == []


@pytest.mark.parametrize("workspace", ["coreference"], indirect=True)
def test_the_score_with_further_measures(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = printed(capsys, "score", "co.config", "-O", "co_metrics=b3 ceafe")
    assert problems("score", values) == []
    assert values["metrics"]


@pytest.mark.parametrize("workspace", ["named_entity"], indirect=True)
def test_comparisons_with_all_details(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy("key.sgml", "response_two.sgml")
    details = ("--changes", "--by", "slot")
    files = ("key.sgml", "response.sgml", "response_two.sgml")
    one_key = printed(capsys, "compare", *files, *details)
    assert problems("compare", one_key) == []
    assert one_key["changes"] and one_key["parts"]
    assert problems("compare", printed(capsys, "compare")) == []


@pytest.mark.parametrize("workspace", ADJUDICATED, indirect=True)
def test_agreement_and_merging(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stated = printed(capsys, "agreement")
    assert problems("agreement", stated) == []
    assert stated["adjudications"]
    files = [path.name for path in sorted(workspace.glob("*.*")) if path.stem in ("anna", "ben")]
    assert problems("agreement", printed(capsys, "agreement", *files)) == []
    assert problems("merge", printed(capsys, "merge", *files)) == []
    assert problems("merge", printed(capsys, "merge")) == []


@pytest.mark.parametrize("workspace", ["lexical_substitution"], indirect=True)
def test_agreement_of_answers(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy("response.best", "other.best")
    values = printed(capsys, "agreement", "--task", "lexsub-best", "response.best", "other.best")
    assert problems("agreement", values) == []


@pytest.mark.parametrize("workspace", ["template_element"], indirect=True)
@pytest.mark.parametrize("bnf", ["muc6-te", "muc6-st", "muc7-tr", "te.bnf", "key.tmpl"])
def test_a_bnf(workspace: Path, bnf: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert problems("bnf", printed(capsys, "bnf", bnf)) == []


def test_a_document_with_one_name_more_is_not_valid(
    examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = examples / "m2"
    values = printed(capsys, "score", str(folder / "gold.m2"), str(folder / "response.txt"))
    assert problems("score", values) == []
    assert problems("score", {**values, "more": 1}) != []
    assert problems("score", {**values, "scores": {}}) != []


def documents_of_the_page() -> Iterator[tuple[str, Any]]:
    """Each document that the page on results shows, with the name of its schema."""
    for name, block in re.findall(r"<!-- schema: ([\w-]+) -->\n\n```json\n(.*?)^```", RESULTS, re.M | re.S):
        yield name, json.loads(block)


@pytest.mark.parametrize(("name", "document"), list(documents_of_the_page()))
def test_each_document_of_the_page_on_results_is_valid(name: str, document: object) -> None:
    assert problems(name, document) == []


def test_the_page_has_a_document_of_each_schema() -> None:
    shown = {name for name, _ in documents_of_the_page()}
    assert {*DOCUMENTS} == shown
    assert RESULTS.count("```json") == len(list(documents_of_the_page()))
    for name in NAMES:
        assert f"(../schemas/{name}.schema.json)" in RESULTS, name
