"""Records that are read without places say what those with places say; what is odd is never sound."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.template_json import rules, scoring
from keytally.families.template_json.fast_records import sound_record
from keytally.families.template_json.reading import RecordUnit
from keytally.families.template_json.rules import TemplateLanguage
from tests.families.template_json.formats.test_records import units_of
from tests.families.template_json.written import Document, documents, lines, one_object, with_offsets

PIECES = [
    "",
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "\\",
    "null",
    "NaN",
    "1e5",
    '"pred_templates": [],',
    '["bomb"]',
    "\x1f",
]
TEXTS = ["", "the man", "The man had a bomb. Bomb"]


@st.composite
def written(draw: st.DrawFn) -> str:
    """A file, perhaps with a text, with a few characters changed."""
    content: list[Document] = draw(st.lists(documents(2), min_size=1, max_size=2))
    if draw(st.booleans()):
        content = [[*map(with_offsets, each)] for each in content]
    text = lines(content) if draw(st.booleans()) else one_object(content)
    doctext = draw(st.sampled_from(TEXTS))
    if doctext:
        text = text.replace('": [{', '": [{"x": [], ', 1).replace(
            '"docid"', f'"text": {json.dumps(doctext)}, "docid"'
        )
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(PIECES)) + text[at + draw(st.integers(0, 2)) :]
    return text


def without_sound(monkeypatch: pytest.MonkeyPatch, unit: RecordUnit, task: TemplateLanguage) -> Any:
    with monkeypatch.context() as patch:
        patch.setattr(RecordUnit, "sound", lambda self: None)
        return told(unit, task)


def told(unit: RecordUnit, task: TemplateLanguage) -> Any:
    """All that is told of a record that is read in either way."""
    findings = [
        (each.rule.name, each.start, each.end, each.message) for each in rules.findings_of(unit, task.content)
    ]
    return (
        findings,
        scoring.key_templates(unit),
        scoring.response_templates(unit),
        scoring.document_roles(unit),
    )


@given(text=written(), content=st.sampled_from(["", "templates", "extracts"]))
def test_both_ways_say_the_same(text: str, content: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        task = TemplateLanguage(content=content)
        for unit in units_of(text):
            assert told(unit, task) == without_sound(monkeypatch, unit, task)


@given(text=written(), content=st.sampled_from(["", "templates", "extracts"]))
def test_what_is_left_out_is_suspected(text: str, content: str) -> None:
    task = TemplateLanguage(content=content)
    units = units_of(text)
    suspects = task.suspects(units)
    lossy = [unit for unit in units if any(each.leaves_out for each in rules.findings_of(unit, content))]
    assert all(unit in suspects for unit in lossy)


ODD = [
    "",
    "{\n",
    '{"docid": "a"}',
    '{"templates": []}',
    '{"docid": "a", "templates": [], "pred_templates": []}',
    '{"docid": "a", "templates": [{}]}',
    '{"docid": "a", "templates": [{"incident_type": "x", "R": [[]]}]}',
    '{"docid": "a", "templates": [{"incident_type": "x", "R": [["m", true]]}]}'.replace("true", "[1]"),
    '{"docid": "a", "templates": [{"incident_type": "x", "R": [[["m", true]]]}]}',
    '{"docid": "a", "templates": [{"incident_type": "x", "R": [], "R": []}]}',
    '{"docid": "a", "templates": []} {}',
    '"a": {"templates": []}',
    '"a": {"templates": []},}',
    "[" * 100_000,
    f'{{"docid": "a", "templates": [], "x": {"[" * 50}{"]" * 50}}}',
]


@pytest.mark.parametrize("text", ODD)
def test_what_is_odd_is_not_sound(text: str) -> None:
    assert sound_record(text) is None


SOUND = [
    '{"docid": "a", "templates": [{"incident_type": "x", "R": [["m", ["n", 1]]]}]}\r\n',
    '"a": {"pred_templates": []},\n',
    '"a" : {"pred_templates": []}\n}\n',
    '{"docid": "a", "extracts": {}, "more": 1e5}',
]


@pytest.mark.parametrize("text", SOUND)
def test_what_is_not_odd_is_sound(text: str) -> None:
    assert sound_record(text) is not None


def test_a_clean_record_that_is_scored_first_is_not_read_again_to_be_judged() -> None:
    unit = TemplateLanguage(content="templates").read('{"docid": "a", "templates": []}')
    unit.sound()
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(TemplateLanguage, "findings_of", None)
        assert unit.findings == ()


def test_a_record_with_a_finding_that_is_scored_first_has_it() -> None:
    unit = TemplateLanguage(content="templates").read('{"docid": "a", "extracts": {}}')
    unit.sound()
    assert [each.rule.name for each in unit.findings] == ["json-shape"]
