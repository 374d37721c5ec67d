"""The rules for a record by itself: two defects of each on their places, and records that only look odd."""

import pytest

from keytally.families.template_json.rules import TemplateLanguage

ATTACK = '{"incident_type": "attack", "Victim": [["Ann", "she"], ["Bo"]]}'
RECORD = f'{{"docid": "1", "doctext": "Ann saw Bo; she ran.", "templates": [{ATTACK}]}}\n'


def found_in(text: str, content: str = "templates") -> list[tuple[str, str]]:
    """The rule and the text of each finding."""
    unit = TemplateLanguage(content=content).read(text)
    return [(finding.rule.name, text[finding.start : finding.end]) for finding in unit.findings]


@pytest.mark.parametrize(
    ("old", "new", "rule", "place"),
    [
        ('"attack", ', '"attack" ', "json-syntax", '"Victim"'),
        ("}]}", "}}", "json-syntax", "["),
        ('["Bo"]', '"Bo"', "json-shape", '"Bo"'),
        ('["Bo"]', "null", "json-shape", "null"),
        ('["Bo"]', "[]", "json-shape", "[]"),
        ('["Bo"]', "[[3]]", "json-shape", "[3]"),
        ('"docid"', '"name"', "json-shape", "{"),
        ('"docid": "1"', '"docid": 10001.0', "json-shape", "10001.0"),
        ('"docid": "1"', f'"docid": {"9" * 19}', "json-shape", "9" * 19),
        ('"docid": "1"', '"docid": 10001', "", ""),
        ('"docid": "1"', '"docid": -7', "", ""),
        ('"docid": "1"', '"docid": null', "json-shape", "null"),
        ('"templates"', '"template"', "json-shape", '"1"'),
        ('"templates"', '"extracts"', "json-shape", None),
        (ATTACK, f"{ATTACK}, 5", "json-shape", "5"),
        ('"docid": "1"', '"docid": "1", "docid": "2"', "json-shape", '"docid"'),
        ('"templates"', '"templates": [], "templates"', "json-shape", '"templates"'),
        ('"templates"', '"pred_templates": [], "templates"', "json-shape", '"templates"'),
        ('"templates"', '"extracts": {}, "pred_extracts": {}, "templates"', "json-shape", '"pred_extracts"'),
        ('"doctext": ', '"doctext": "x", "doctext": ', "json-shape", '"doctext"'),
        ('"attack"', '"attack", "incident_type": "attack"', "json-shape", '"incident_type"'),
        ('"docid": "1"', '"docid": "1", "note": 1, "note": 2', "", ""),
        ('"Victim": [', '"Victim": [], "Victim": [', "json-role", '"Victim"'),
        ('"incident_type": "attack", ', "", "json-type", "{"),
        ('"attack"', "3", "json-type", "3"),
        ('"attack"', '""', "json-type", '""'),
        ('"attack"', '" "', "json-type", '" "'),
        ('["Bo"]', '["Bob"]', "json-mention", '"Bob"'),
        ('["Bo"]', '[["Bo", 9]]', "json-mention", '["Bo", 9]'),
        (ATTACK, f"{ATTACK}, {ATTACK}", "json-duplicate-template", '"attack"'),
        (
            ATTACK,
            f"{ATTACK}, {ATTACK.replace(': ', ':').replace(', ', ',')}",
            "json-duplicate-template",
            '"attack"',
        ),
        (ATTACK, f"{ATTACK}, {ATTACK.replace('she', 'SHE')}", "", ""),
    ],
)
def test_defects(old: str, new: str, rule: str, place: str | None) -> None:
    found = found_in(RECORD.replace(old, new, 1))
    if place is None:
        assert [name for name, _ in found][:1] == [rule]
    else:
        assert found == ([(rule, place)] if rule else [])


def test_the_first_of_two_roles_is_pointed_out() -> None:
    text = RECORD.replace('"Victim": [', '"Victim": [], "Victim": [', 1)
    (finding,) = TemplateLanguage(content="templates").read(text).findings
    assert [(each.start, each.message) for each in finding.related] == [
        (text.index('"Victim"'), "the first role with this name")
    ]


def test_templates_under_two_names_are_told_at_the_second_and_the_last_ones_count() -> None:
    text = '{"docid": "1", "templates": [{"incident_type": "attack"}], "pred_templates": []}'
    unit = TemplateLanguage(content="templates").read(text)
    (finding,) = unit.findings
    assert text[finding.start : finding.end] == '"pred_templates"'
    assert "templates is already in this object, and pred_templates means the same" in finding.message
    assert unit.record().templates == ()


@pytest.mark.parametrize(
    "text",
    [
        RECORD,
        RECORD.replace('["Bo"]', '[["Bo", 8]]'),
        RECORD.replace('["Bo"]', '["BO"]'),
        RECORD.replace("attack", "attack / bombing"),
        '"10001": {"pred_templates": []},\n',
        '"10001": {"doctext": "x", "pred_templates": [], "gold_templates": []}}',
        "{\n",
        "\n",
        '{"docid": "TST1-MUC3-0001", "templates": []}\r\n',
    ],
)
def test_what_only_looks_odd(text: str) -> None:
    assert found_in(text) == []


def test_a_word_in_place_of_a_record_is_told_once() -> None:
    assert found_in("```json\n") == [("json-syntax", "```json")]
    assert found_in("[]\n") == [("json-shape", "[]")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"docid": "1"', '"docid": 10001.0'),
        ('["Ann", "she"]', '"Ann"'),
        ('[["Ann", "she"], ["Bo"]]', '"Ann"'),
        ('[["Ann", "she"], ["Bo"]]', "null"),
        ('"attack", ', '"attack" '),
        ('["Bo"]]', '["Bo"],]'),
    ],
)
def test_fixes_leave_no_finding(old: str, new: str) -> None:
    text = RECORD.replace(old, new, 1)
    (finding,) = TemplateLanguage().read(text).findings
    assert finding.has_safe_fix
    for edit in sorted(finding.edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert found_in(text) == []


def test_a_record_behind_the_end_is_found() -> None:
    language = TemplateLanguage()
    last, behind = (language.read(f'"{name}": {{"pred_templates": []}}}}\n') for name in (1, 2))
    assert [finding.rule.name for finding in language.compare_neighbours(last, behind)] == ["json-syntax"]
    assert language.compare_neighbours(language.read('"1": {"pred_templates": []},'), last) == ()


def test_a_list_of_records_is_told_once_with_what_to_do() -> None:
    text = '[{"x": {}, "docid": "a", "templates": []}, {"x": {}, "docid": "b", "templates": []}]'
    assert TemplateLanguage().boundaries(text) == []
    unit = TemplateLanguage().read(text)
    (finding,) = unit.findings
    assert unit.document is None
    assert finding.message.endswith("write each list item on its own line")
