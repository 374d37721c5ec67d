"""One bracket or quote that is missing draws few findings after it, and hides none elsewhere."""

import json

import pytest

from keytally.families.template_json.records import record_of
from keytally.families.template_json.rules import TemplateLanguage

TEMPLATES = [
    {"incident_type": "attack", "PerpInd": [["two men", "they"], ["rebels"]], "PerpOrg": [["FMLN"]]},
    {"incident_type": "bombing", "PerpInd": [["Ann", "she"]], "PerpOrg": [], "Target": [["bridge"]]},
]
VALUE = {"docid": "d1", "templates": TEMPLATES}
RECORD = f"{json.dumps(VALUE)}\n"


def found_in(text: str) -> list[tuple[str, str]]:
    """The rule and the text of each finding."""
    found = TemplateLanguage(content="templates").read(text).findings
    return [(finding.rule.name, text[finding.start : finding.end]) for finding in found]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    ("lost", "most"), [("]", 2), ("}", 2), ("{", 2), ("[", 4), ('"', 4), (",", 1), (":", 1)]
)
def test_a_lost_character_draws_few_findings(lost: str, most: int, indent: int | None) -> None:
    text = json.dumps(VALUE, indent=indent)
    for at in (at for at, each in enumerate(text) if at and each == lost):
        rules = [rule for rule, _ in found_in(text[:at] + text[at + 1 :])]
        assert "json-syntax" in rules
        assert len(rules) <= most, text[:at]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"they"]', '"they"', "["),
        ('"rebels"]]', '"rebels"]', "["),
        ("[{", "[", "["),
        ('"two men"', '"two men', "they"),
        ('"two men"', 'two men"', "two"),
        ('"FMLN"', '"FMLN', "incident_type"),
    ],
)
def test_one_defect_has_one_finding(old: str, new: str, place: str) -> None:
    assert found_in(RECORD.replace(old, new, 1)) == [("json-syntax", place)]


def test_what_follows_a_list_that_is_not_closed_is_read() -> None:
    (first, second) = record_of(RECORD.replace('"rebels"]]', '"rebels"', 1)).templates or ()
    assert [role.name for role in first.roles] == ["PerpInd", "PerpOrg"]
    assert [role.name for role in second.roles] == ["PerpInd", "PerpOrg", "Target"]


def test_defects_apart_are_told_each() -> None:
    text = RECORD.replace('"rebels"]]', '"rebels"]', 1).replace('["bridge"]', '"bridge"')
    assert found_in(text) == [("json-syntax", "["), ("json-shape", '"bridge"')]
    two = RECORD.replace('"they"]', '"they"', 1).replace('"she"]', '"she"')
    assert found_in(two) == [("json-syntax", "["), ("json-syntax", "[")]
    lines = json.dumps(VALUE, indent=1).replace('"FMLN"', '"FMLN').replace('"Ann",', '"Ann"')
    assert found_in(lines) == [("json-syntax", '"FMLN'), ("json-syntax", '"she"')]
