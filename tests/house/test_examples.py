"""The example workspaces are what the documentation says of them."""

import json
import re
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main

DEFECTS = [
    "attribute-value",
    "unquoted-attribute",
    "tag-outside-section",
    "text-altered",
    "key-only-attribute",
    "unknown-attribute",
    "missing-attribute",
    "unclosed-tag",
    "duplicate-attribute",
    "unmatched-close-tag",
]
TASK_TAG = re.compile(rb"</?(?:ENAMEX|TIMEX|NUMEX|COREF)\b[^<>]*>")


@pytest.mark.parametrize("task", ["named_entity", "coreference"])
@pytest.mark.parametrize("name", ["key.sgml", "response.sgml"])
def test_key_and_response_are_the_texts_with_tags(examples: Path, task: str, name: str) -> None:
    workspace = examples / task
    assert TASK_TAG.sub(b"", (workspace / name).read_bytes()) == (workspace / "texts.sgml").read_bytes()


def test_the_key_with_defective_response_is_itself_sound(examples: Path) -> None:
    workspace = examples / "named_entity_defects"
    assert TASK_TAG.sub(b"", (workspace / "key.sgml").read_bytes()) == (workspace / "texts.sgml").read_bytes()


def test_the_key_shows_alternatives_and_optional_tags(examples: Path) -> None:
    key = (examples / "named_entity" / "key.sgml").read_text()
    assert 'ALT="' in key and 'STATUS="OPT"' in key and 'TYPE="ORGANIZATION|LOCATION"' in key


def test_the_response_scores_as_counted_by_hand(examples: Path) -> None:
    """By document: 21 COR, 1 INC, 2 MIS, 2 SPU; 20, 2, 2, 2; 17, 1, 2, 0."""
    workspace = examples / "named_entity"
    result = keytally.score(
        workspace / "key.sgml", workspace / "response.sgml", config=workspace / "ne.config"
    )
    counts = [
        tuple(tallies[name] for name in ("cor", "par", "inc", "mis", "spu"))
        for tallies in (*result.documents.values(), result.totals)
    ]
    assert counts == [(21, 0, 1, 2, 2), (20, 0, 2, 2, 2), (17, 0, 1, 2, 0), (58, 0, 4, 6, 4)]


def test_the_chains_score_as_counted_by_hand(examples: Path) -> None:
    """Of the first document's four classes 3 of 4, 1 of 2, 0 of 1 and 1 of 1 links are kept."""
    workspace = examples / "coreference"
    result = keytally.score(
        workspace / "key.sgml", workspace / "response.sgml", config=workspace / "co.config"
    )
    counted = [(each["recall"], each["precision"]) for each in (*result.documents.values(), result.totals)]
    assert counted == [([5, 8], [5, 6]), ([5, 8], [5, 7]), ([10, 16], [10, 13])]
    assert '[MIS "the yard"]' in result.marked()


def test_each_planted_defect_breaks_its_rule(examples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(examples / "named_entity_defects"), "--format", "json"]) == 1
    findings = json.loads(capsys.readouterr().out)
    assert {Path(finding["path"]).name for finding in findings} == {"response.sgml"}
    assert [finding["rule"] for finding in findings] == DEFECTS


@pytest.mark.parametrize("task", ["named_entity", "coreference"])
def test_the_example_is_clean(task: str, examples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(examples / task), "--format", "concise"]) == 0
    assert "[" not in capsys.readouterr().out


def test_the_corrections_score_as_counted_by_hand(examples: Path) -> None:
    """By sentence, correct, proposed and gold: 1 1 2; 0 1 0; 2 2 2; 2 2 2; 1 2 2; 2 2 2."""
    workspace = examples / "m2"
    result = keytally.score(workspace / "gold.m2", workspace / "response.txt")
    counts = [
        tuple(item[name] for name in ("correct", "proposed", "gold")) for item in result.documents.values()
    ]
    assert counts == [(1, 1, 2), (0, 1, 0), (2, 2, 2), (2, 2, 2), (1, 2, 2), (2, 2, 2)]
    assert [item["annotator"] for item in result.documents.values()] == [0, 0, 0, 0, 0, 1]
    assert result.headline == pytest.approx(80)


TEMPLATE_TASKS = {
    "template_element": [(7, 0, 1, 2, 3), (7, 0, 1, 2, 0)],
    "template_relation": [(12, 0, 0, 6, 5), (7, 0, 2, 1, 0)],
    "scenario_template": [(0, 0, 0, 0, 6), (13, 0, 3, 6, 0)],
}
TEMPLATE_DEFECTS = [
    "malformed-header",
    "unterminated-string",
    "multiple-fills-on-line",
    "set-fill-value",
    "set-fill-value",
    "header-not-alone",
    "slot-not-first",
    "malformed-link",
    "unknown-slot",
    "scattered-document",
    "alternative-in-response",
    "indented-comment",
    "cardinality",
    "optional-in-response",
    "duplicate-object",
    "fill-without-slot",
    "fill-type",
    "unknown-class",
]


@pytest.mark.parametrize("task", TEMPLATE_TASKS)
def test_the_templates_score_as_counted_by_hand(task: str, examples: Path) -> None:
    """COR, PAR, INC, MIS and SPU of the first document and of the second."""
    files = {
        "template_element": "te.config",
        "template_relation": "muc7-tr",
        "scenario_template": "muc6-st",
    }
    workspace = examples / task
    own = workspace / files[task]
    config = own if own.exists() else files[task]
    result = keytally.score(workspace / "key.tmpl", workspace / "response.tmpl", config=config)
    counts = [
        tuple(tallies[name] for name in ("cor", "par", "inc", "mis", "spu"))
        for tallies in result.documents.values()
    ]
    assert counts == TEMPLATE_TASKS[task]


@pytest.mark.parametrize("task", TEMPLATE_TASKS)
def test_the_examples_of_templates_are_clean(
    task: str, examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(examples / task), "--format", "concise"]) == 0
    assert "[" not in capsys.readouterr().out


def test_each_defect_of_a_template_breaks_its_rule(
    examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(examples / "template_element_defects"), "--format", "json"]) == 1
    findings = json.loads(capsys.readouterr().out)
    assert {Path(finding["path"]).name for finding in findings} == {"response.tmpl"}
    assert [finding["rule"] for finding in findings] == TEMPLATE_DEFECTS


def test_links_of_the_template_keys_lead_to_their_fills(examples: Path) -> None:
    for task in TEMPLATE_TASKS:
        texts = (examples / task / "texts.sgml").read_text()
        key = (examples / task / "key.tmpl").read_text()
        links = re.findall(r'"([^"\n]*)" ##(\d+)#(\d+)#texts\.sgml', key)
        assert len(links) > 3
        for fill, start, end in links:
            assert texts[int(start) : int(end)].replace("\n", " ") == fill


def test_the_configuration_of_templates_was_begun_by_its_bnf(
    examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`keytally init` gives the same classes, slots and kinds."""
    workspace = examples / "template_element"
    assert main(["init", "--bnf", str(workspace / "te.bnf")]) == 0
    skeleton, config = capsys.readouterr().out, (workspace / "te.config").read_text()
    slots = [re.findall(r'"(\w+ \w+) \w+ (\w+) \d+ (\w+)"', text) for text in (skeleton, config)]
    assert slots[0] == slots[1] != []
