"""The agreement on templates: objects, and slots of objects that are aligned."""

from pathlib import Path
from typing import Any

import pytest

from keytally.runs.agreement import agreement
from keytally.runs.score import score
from tests.adjudication.agreement.annotated_files import coefficient

ANNA = """\
<ORGANIZATION-9-1> :=
	ORG_NAME: "Orrin Museum"
	ORG_TYPE: OTHER
	ORG_LOCALE: Brill CITY
<PERSON-9-1> :=
	PER_NAME: "Ida Wren"
<PERSON-9-2> :=
	PER_NAME: "Kory"
"""
BEN = """\
<PERSON-9-4> :=
	PER_NAME: "Ida Wren"
	PER_TITLE: "Dr"
<ORGANIZATION-9-7> :=
	ORG_NAME: "Orrin Museum"
	ORG_TYPE: COMPANY
	ORG_LOCALE: Brill CITY
"""


@pytest.fixture
def values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    Path("anna.tmpl").write_text(ANNA, encoding="utf-8")
    Path("ben.tmpl").write_text(BEN, encoding="utf-8")
    return agreement("template_element", {"anna": "anna.tmpl", "ben": "ben.tmpl"}).values


def test_f_is_that_of_the_scorer(values: dict[str, Any]) -> None:
    there = score("anna.tmpl", "ben.tmpl", task="template_element").headline
    back = score("ben.tmpl", "anna.tmpl", task="template_element").headline
    pair = values["pairs"][0]
    assert (pair["f_a_as_key"], pair["f_b_as_key"]) == (there, back)
    assert pair["slots"]["organization"]["org_name"] == 100


def test_alpha_over_slots_of_aligned_objects(values: dict[str, Any]) -> None:
    """Five slots of two pairs of objects: three alike, two not; those of Kory are missing.

    Do = 4 / 10; six values occur: three of them twice, OTHER, COMPANY, nothing and Dr once.
    """
    found = coefficient(values, "Krippendorff's alpha, slots")
    expected = 1 - 3 * 2 / 90
    assert (found["value"], found["items"]) == (pytest.approx(1 - (4 / 10) / expected), 5)


def test_alpha_over_objects(values: dict[str, Any]) -> None:
    """Three objects, of which one is Anna's alone: Do = 2 / 6, De = 1 - (2 + 3 · 2) / 30."""
    found = coefficient(values, "Krippendorff's alpha, objects")
    assert (found["value"], found["items"]) == (pytest.approx(1 - (2 / 6) / (1 - 8 / 30)), 3)


def test_disagreements_name_the_object_in_each_file(values: dict[str, Any]) -> None:
    found = {each["name"]: each for each in values["disagreements"]}
    types = found["ORGANIZATION-9-1 ORG_TYPE"]["said"]
    assert [(each["says"], each["name"], each["line"]) for each in types] == [
        ("OTHER", "ORGANIZATION-9-1 ORG_TYPE", 3),
        ("COMPANY", "ORGANIZATION-9-7 ORG_TYPE", 6),
    ]
    assert {"PERSON-9-1 PER_TITLE", "PERSON-9-2"} < found.keys()
    assert len(found) == 3


def test_confusions_are_told_slot_by_slot(values: dict[str, Any]) -> None:
    assert {(each["kind"], each["a_says"], each["b_says"]) for each in values["confusions"]} == {
        ("object", "PERSON", None),
        ("slot ORG_TYPE", "OTHER", "COMPANY"),
        ("slot PER_TITLE", None, '"Dr"'),
    }
