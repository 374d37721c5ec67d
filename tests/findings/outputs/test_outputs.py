"""`check --format`: what each format says of the same findings (design, "The command line")."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.findings.all_rules import RULES
from keytally.findings.finding import (
    CheckedFile,
    FilePosition,
    Fix,
    LocatedFinding,
    RelatedPlace,
    Replacement,
    Severity,
    finding_line,
)
from keytally.findings.outputs import FORMATS, format_named
from keytally.findings.table.sgml import ATTRIBUTE_VALUE, CROSSING_TAGS, TAG_OUTSIDE_SECTION

TEXT = 'one\r\ntwo <ENAMEX TYPE="PERSONS">Ann</ENAMEX>\r\n'
FINDING = LocatedFinding(
    "data/key.sgml",
    ATTRIBUTE_VALUE,
    'TYPE="PERSONS" is not one of PERSON',
    FilePosition(2, 19),
    FilePosition(2, 26),
    Fix('change it to "PERSON"', (Replacement(FilePosition(2, 19), FilePosition(2, 26), "PERSON"),)),
)
FILES = [CheckedFile("data/key.sgml", TEXT, [FINDING])]
VALIDATOR = jsonschema.Draft4Validator(
    json.loads((Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
)


def written(name: str, *findings: LocatedFinding, text: str = TEXT) -> str:
    return format_named(name)([CheckedFile("data/key.sgml", text, findings or [FINDING])])


def test_concise_is_path_line_column_severity_rule_and_message() -> None:
    expected = 'data/key.sgml:2:19: error[attribute-value] TYPE="PERSONS" is not one of PERSON\n'
    assert written("concise") == expected


def test_concise_keeps_to_one_line() -> None:
    assert finding_line(FINDING._replace(message="a\n b")).endswith("] a b")
    assert finding_line(FINDING._replace(path="new\nline\u2028\x1b[31m.sgml")).startswith(
        r"new\nline\u2028\x1b[31m.sgml:2:19: error"
    )
    assert finding_line(FINDING._replace(message="\x07a\xa0\x1b[2Jb")).endswith("] \\x07a\xa0\\x1b[2Jb")


def test_full_shows_the_line_carets_fix_and_link() -> None:
    assert written("full").splitlines() == [
        'data/key.sgml:2:19: error[attribute-value] TYPE="PERSONS" is not one of PERSON',
        "  |",
        '2 | two <ENAMEX TYPE="PERSONS">Ann</ENAMEX>',
        "  |                   ^^^^^^^",
        '  = fix: change it to "PERSON"',
        f"  = {ATTRIBUTE_VALUE.link}",
        "",
        "1 error in 1 file.",
    ]


def test_full_marks_a_place_without_width_by_one_caret() -> None:
    lost = FINDING._replace(start=FilePosition(1, 4), end=FilePosition(1, 4), fix=None)
    assert written("full", lost).splitlines()[2:4] == ["1 | one", "  |    ^"]


def test_full_counts_the_cells_of_wide_characters() -> None:
    finding = FINDING._replace(start=FilePosition(1, 3), end=FilePosition(1, 5), fix=None)
    assert written("full", finding, text="東京大学").splitlines()[3] == "  |     ^^^^"


def test_full_cuts_a_very_long_line_around_the_finding() -> None:
    finding = FINDING._replace(start=FilePosition(1, 5001), end=FilePosition(1, 5004), fix=None)
    _, _, line, carets, *_ = written("full", finding, text="x" * 5000 + "BAD" + "y" * 5000).splitlines()
    assert len(line) < 160
    assert line[carets.index("^") : carets.rindex("^") + 1] == "BAD"


def test_many_findings_on_one_huge_line_are_no_quadratic_matter() -> None:
    text = "x" * 2_000_000
    findings = [
        FINDING._replace(start=FilePosition(1, at + 1), end=FilePosition(1, at + 4))
        for at in range(0, 10_000, 5)
    ]
    assert written("full", *findings, text=text).count("^^^") == len(findings)


def test_full_lets_no_control_character_through_to_the_terminal() -> None:
    finding = FINDING._replace(start=FilePosition(1, 6), end=FilePosition(1, 7), fix=None)
    lines = written("full", finding, text="\x1b[2J\tx").splitlines()
    assert lines[2:4] == ["1 |  [2J x", "  |      ^"]
    place = RelatedPlace("a\nb", FilePosition(4, 5), FilePosition(4, 6), "\x1b[2J")
    fix = FINDING.fix._replace(title="change it to \x1b") if FINDING.fix else None
    lines = written("full", FINDING._replace(fix=fix, related=(place,))).splitlines()
    assert lines[4:6] == [r"  = fix: change it to \x1b", r"  = a\nb:4:5: \x1b[2J"]


def test_full_marks_the_first_line_of_a_longer_stretch() -> None:
    finding = FINDING._replace(start=FilePosition(1, 2), end=FilePosition(2, 4), fix=None)
    assert written("full", finding).splitlines()[2:4] == ["1 | one", "  |  ^^"]


def test_full_names_related_places() -> None:
    place = RelatedPlace("texts.sgml", FilePosition(4, 5), FilePosition(4, 6), "the text has it here")
    assert "  = texts.sgml:4:5: the text has it here" in written("full", FINDING._replace(related=(place,)))


def test_full_says_so_when_there_is_nothing() -> None:
    assert format_named("full")([CheckedFile("key", "", [])]) == "No findings in 1 file.\n"


def test_full_sums_up_by_severity() -> None:
    warning = FINDING._replace(rule=TAG_OUTSIDE_SECTION)
    assert written("full", FINDING, warning, warning).endswith("1 error, 2 warnings in 1 file.\n")


def test_json_is_a_list_of_path_rule_severity_message_range_and_fix() -> None:
    place = {"start": {"line": 2, "column": 19}, "end": {"line": 2, "column": 26}}
    assert json.loads(written("json")) == [
        {
            "path": "data/key.sgml",
            "rule": "attribute-value",
            "severity": "error",
            "message": 'TYPE="PERSONS" is not one of PERSON',
            "range": place,
            "fix": {"title": 'change it to "PERSON"', "edits": [{"range": place, "text": "PERSON"}]},
            "url": ATTRIBUTE_VALUE.link,
        }
    ]


def test_json_has_a_null_where_there_is_no_fix() -> None:
    assert json.loads(written("json", FINDING._replace(fix=None)))[0]["fix"] is None


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads(format_named("json")([])) == []


def test_github_commands_are_escaped() -> None:
    finding = FINDING._replace(path="a,b:c.sgml", message="50% of\nit", rule=TAG_OUTSIDE_SECTION)
    expected = (
        "::warning file=a%2Cb%3Ac.sgml,line=2,col=19,endLine=2,endColumn=26,"
        "title=keytally (tag-outside-section)::50%25 of%0Ait\n"
    )
    assert written("github", finding) == expected


def test_gitlab_is_a_list_of_issues() -> None:
    """The keys that the documentation of GitLab's Code Quality reports asks for."""
    [issue] = json.loads(written("gitlab"))
    fingerprint = issue.pop("fingerprint")
    assert issue == {
        "description": 'TYPE="PERSONS" is not one of PERSON',
        "check_name": "attribute-value",
        "severity": "major",
        "location": {"path": "data/key.sgml", "lines": {"begin": 2, "end": 2}},
    }
    moved = FINDING._replace(start=FilePosition(8, 19), end=FilePosition(8, 26))
    fingerprints = [each["fingerprint"] for each in json.loads(written("gitlab", moved, moved, FINDING))]
    assert fingerprints[0] == fingerprint, "a finding that has moved is the same"
    assert len({*fingerprints}) == 3, "each has its own"


@pytest.mark.parametrize(
    ("severity", "told"),
    [("error", "major"), ("warning", "minor"), ("information", "info"), ("hint", "info")],
)
def test_gitlab_has_severities_of_its_own(severity: str, told: str) -> None:
    rule = ATTRIBUTE_VALUE._replace(severity=Severity(severity))
    assert [each["severity"] for each in json.loads(written("gitlab", FINDING._replace(rule=rule)))] == [told]


def test_github_calls_information_a_notice() -> None:
    hint = FINDING._replace(rule=CROSSING_TAGS._replace(severity=Severity.HINT))
    assert written("github", hint).startswith("::notice ")


def sarif_run(*findings: LocatedFinding) -> dict[str, Any]:
    log = json.loads(written("sarif", *findings))
    VALIDATOR.validate(log)
    run: dict[str, Any]
    [run] = log["runs"]
    return run


def test_sarif_validates_and_counts_code_points() -> None:
    run = sarif_run()
    assert run["columnKind"] == "unicodeCodePoints"
    [result] = run["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 19, "endLine": 2, "endColumn": 26}
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "attribute-value"


def test_sarif_carries_the_fix() -> None:
    run = sarif_run()
    [change] = run["results"][0]["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "PERSON"}


def test_sarif_doubles_braces_which_would_be_placeholders() -> None:
    run = sarif_run(FINDING._replace(message="{0}"))
    assert run["results"][0]["message"]["text"] == "{{0}}"


@pytest.mark.parametrize(
    ("path", "uri"),
    [("my data/ключ", "my%20data/%D0%BA%D0%BB%D1%8E%D1%87"), ("a\udcff", "a%FF"), ("./x#y", "x%23y")],
)
def test_sarif_addresses_are_valid_uris(path: str, uri: str) -> None:
    run = sarif_run(FINDING._replace(path=path))
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == uri


positions = st.builds(FilePosition, st.integers(1, 6), st.integers(1, 61))
related = st.lists(st.builds(RelatedPlace, st.just("t"), positions, positions, st.text()), max_size=2)


@settings(max_examples=30)
@given(
    st.lists(
        st.builds(
            LocatedFinding,
            path=st.just("key"),
            rule=st.sampled_from(list(RULES.values())),
            message=st.text(max_size=20),
            start=positions,
            end=positions,
            fix=st.none(),
            related=related.map(tuple),
        ),
        max_size=4,
    ),
    st.text(max_size=60),
)
def test_every_format_takes_any_finding_at_any_place(findings: list[LocatedFinding], text: str) -> None:
    for name in FORMATS:
        out = format_named(name)([CheckedFile("key", text, findings)])
        if name in {"json", "sarif"}:
            json.loads(out)
        if name == "sarif":
            VALIDATOR.validate(json.loads(out))
        if name in {"concise", "github"}:
            assert len(out.split("\n")) == len(findings) + 1
