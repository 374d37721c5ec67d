"""The agreement on templates and roles as JSON: F of the scorer both ways, and alpha over what is aligned."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from keytally.runs.agreement import agreement
from keytally.runs.score import score
from tests.adjudication.agreement.annotated_files import coefficient

Entities = Sequence[Sequence[str]]

ANNA = {
    "T1-D1-0001": [
        {"incident_type": "attack / bombing", "PerpOrg": [["the rebels", "band"]], "Target": [["bridge"]]},
        {"incident_type": "arson", "Target": [["mill"]]},
    ],
    "T1-D1-0002": [],
}
BEN = {
    "T1-D1-0001": [
        {"incident_type": "bombing", "PerpOrg": [["Rebels"]], "Target": [["bridge"]], "Victim": [["Kory"]]}
    ],
    "T1-D1-0002": [],
}


def written(name: str, documents: Mapping[str, Any], content: str = "templates") -> str:
    """A file in the form of a key, with a record on each line."""
    Path(name).write_text(
        "".join(json.dumps({"docid": each, content: said}) + "\n" for each, said in documents.items()),
        encoding="utf-8",
    )
    return name


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def values() -> dict[str, Any]:
    files = {"anna": written("anna.json", ANNA), "ben": written("ben.json", BEN)}
    return agreement("template-filling", files).values


def test_f_of_templates_is_the_scorers_in_both_directions(values: dict[str, Any]) -> None:
    """With Anna's as the key all of Ben's but Kory is right: 3 of 4; found are 3 of 5: F 2·3 / (4 + 5).

    With Ben's as the key nothing maps, since `attack / bombing` is no part of `bombing`.
    """
    [pair] = values["pairs"]
    assert pair["f_a_as_key"] == pytest.approx(100 * 2 * 3 / 9)
    assert (pair["f_b_as_key"], pair["f"]) == (0, pytest.approx(100 * 3 / 9))
    there = score("anna.json", "ben.json", task="template-filling").headline
    back = score("ben.json", "anna.json", task="template-filling").headline
    assert (pair["f_a_as_key"], pair["f_b_as_key"]) == (there, back)


def test_f_by_document_and_by_role(values: dict[str, Any]) -> None:
    """Nobody has anything in the second document: it has no F."""
    [pair] = values["pairs"]
    assert pair["compared_documents"] == 2
    assert pair["documents"] == {"T1-D1-0001": pytest.approx(100 * 3 / 9)}
    slots = {"incident_type": 100 / 3, "PerpOrg": 50, "Target": 100 / 3, "Victim": 0}
    assert pair["slots"] == {name: pytest.approx(f) for name, f in slots.items()}


def test_alpha_over_roles_of_aligned_templates(values: dict[str, Any]) -> None:
    """Three roles: `band / rebels` and `rebels`, `bridge` twice, nothing and `kory`; the mill's is missing.

    Do = 4 / 6; of six values only `bridge` occurs twice: De = 1 - 2 / 30.
    """
    found = coefficient(values, "Krippendorff's alpha, roles")
    assert (found["value"], found["items"]) == (pytest.approx(1 - (4 / 6) / (1 - 2 / 30)), 3)


def test_alpha_over_templates(values: dict[str, Any]) -> None:
    """Two templates, four values that all differ: Do = De = 1."""
    found = coefficient(values, "Krippendorff's alpha, templates")
    assert (found["value"], found["items"]) == (pytest.approx(0), 2)


def test_disagreements_have_the_places_of_both(values: dict[str, Any]) -> None:
    found = {each["name"]: each["said"] for each in values["disagreements"]}
    whole = "attack / bombing"
    assert list(found) == ["arson", whole, f"{whole} PerpOrg", f"{whole} Victim"]
    assert [(each["path"], each["line"], each["says"]) for each in found["attack / bombing PerpOrg"]] == [
        ("anna.json", 1, "band / rebels"),
        ("ben.json", 1, "rebels"),
    ]
    assert [each["says"] for each in found["arson"]] == ["arson", None]


def test_the_order_of_annotators_does_not_matter(values: dict[str, Any]) -> None:
    turned = agreement("template-filling", {"ben": "ben.json", "anna": "anna.json"}).values
    assert [each["value"] for each in turned["coefficients"]] == [
        each["value"] for each in values["coefficients"]
    ]
    assert turned["pairs"][0]["f_a_as_key"] == values["pairs"][0]["f_b_as_key"]


def test_without_variation_alpha_is_undefined() -> None:
    same = {"T1-D1-0001": [{"incident_type": "arson", "Target": [["mill"]]}]}
    files = [written("anna.json", same), written("ben.json", same)]
    found = coefficient(agreement("template-filling", files).values, "Krippendorff's alpha, roles")
    assert found["value"] is None and found["reason"]


def test_an_unfinished_document_is_missing() -> None:
    files = [written("anna.json", ANNA), written("ben.json", {"T1-D1-0002": []})]
    found = agreement("template-filling", files)
    assert found.values["pairs"][0]["f"] is None
    assert found.values["coefficients"] == found.values["disagreements"] == []
    assert found.warnings == ("ben.json has not finished 1 of 2 documents: T1-D1-0001",)


def test_roles_of_documents() -> None:
    """CEAF-REE: anna 2, ben 2, one with all its mentions the other's; F 50 with Anna's as the key only.

    Alpha over three roles: `bridge` and `bridge / span`, `rebels` and nothing, nothing and `kory`:
    Do = 1; nothing occurs twice among six values: De = 1 - 2 / 30.
    """
    anna = {"T1-D1-0001": {"Target": [["bridge", "span"]], "PerpOrg": [["rebels"]]}}
    ben = {"T1-D1-0001": {"Target": [["bridge"]], "Victim": [["Kory"]]}}
    files = [written("anna.json", anna, "extracts"), written("ben.json", ben, "extracts")]
    values = agreement("role-filling", files).values
    [pair] = values["pairs"]
    assert (pair["f_a_as_key"], pair["f_b_as_key"], pair["f"]) == (50, 0, 25)
    assert pair["slots"] == {"PerpOrg": 0, "Target": 50, "Victim": 0}
    found = coefficient(values, "Krippendorff's alpha, roles")
    assert (found["value"], found["items"]) == (pytest.approx(1 - 1 / (1 - 2 / 30)), 3)


def test_gamma_needs_annotations_that_cover_text() -> None:
    files = [written("anna.jsonl", ANNA), written("ben.jsonl", BEN)]
    [warning] = agreement("template-filling", files, gamma=True).warnings
    assert warning == "gamma is not computed: template-filling has no annotations that cover text"
    assert not agreement("template-filling", files).warnings
