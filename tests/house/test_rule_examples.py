"""The examples on the rules' pages are real: the wrong one breaks just its rule, the right one none."""

import json
from pathlib import Path

import pytest

from editors.generator.rule_examples import files_of, laid_out
from editors.generator.rule_pages import CORRECTED, EXAMPLE
from keytally.commands.main import main
from keytally.findings.all_rules import RULES
from keytally.findings.finding import Rule
from tests.house.tracked import CHECKOUT

PAGES = CHECKOUT / "docs" / "rules"


def page_of(rule: Rule) -> str:
    return (PAGES / f"{rule.name}.md").read_text(encoding="utf-8")


def check_of(rule: Rule, heading: str, folder: Path) -> list[str]:
    """Write the files of a section; returns the arguments of `keytally check` for them."""
    page = page_of(rule)
    files = files_of(rule, page, heading)
    if heading == CORRECTED:
        files = {**files_of(rule, page, EXAMPLE), **files}
    return laid_out(rule, files, folder)


def rules_broken(rule: Rule, heading: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The rules that `keytally check` finds broken in the files of a section."""
    status = main([*check_of(rule, heading, folder), "--format", "json"])
    findings = json.loads(capsys.readouterr().out)
    assert status == any(finding["severity"] in ("error", "warning") for finding in findings)
    return [finding["rule"] for finding in findings]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_wrong_example_breaks_its_rule_and_the_right_one_none(
    rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert rules_broken(rule, EXAMPLE, tmp_path, capsys) == [rule.name]
    assert rules_broken(rule, CORRECTED, tmp_path, capsys) == []


WITH_SECOND_PLACE = {
    "class-order",
    "columns-token",
    "conll-crossing",
    "conll-duplicate-mention",
    "conll-fields",
    "conll-token",
    "cpa-duplicate-id",
    "crossing-tags",
    "decided-otherwise",
    "duplicate-decision",
    "duplicate-docno",
    "duplicate-id",
    "duplicate-mention",
    "duplicate-object",
    "duplicate-slot",
    "json-duplicate-template",
    "lexsub-duplicate-id",
    "lexsub-lexelt",
    "lexsub-near-miss",
    "m2-duplicate-edit",
    "m2-noop-with-edits",
    "m2-overlap",
    "m2-source",
    "m2-unsorted",
    "records-duplicate-field",
    "records-duplicate-id",
    "ref-cycle",
    "scattered-document",
    "stale-decision",
    "undecided",
}

WITHOUT = {
    "columns-sentence": "the number of sentences differs, or the key's goes on",
    "cpa-many-patterns": "it is about the number of patterns",
    "dangling-pointer": "what it points to is not there",
    "dangling-ref": "what it refers to is not there",
    "duplicate-attribute": "the other one stands in the same tag",
    "json-document": "a document that the key lacks is nowhere in it",
    "lexsub-duplicate-guess": "the other one stands on the same line",
    "link-text": "the link itself leads there",
    "multiple-fills-on-line": "the other one stands on the same line",
    "pointer-circle": "the message names the circle class by class",
    "pointer-class": "the pointer itself leads there",
    "self-ref": "it is the place itself",
    "text-altered": "the message quotes the original, and the fix restores it",
    "unclosed-tag": "the close tag is not there",
}
"""Rules that seem to name a second place, and why they do not point at one."""


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_that_names_a_second_place_points_at_it(
    rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main([*check_of(rule, EXAMPLE, tmp_path), "--format", "sarif"])
    [finding] = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert bool(finding.get("relatedLocations")) is (rule.name in WITH_SECOND_PLACE)


def test_the_rules_that_point_at_no_second_place_are_rules() -> None:
    assert WITHOUT.keys() <= RULES.keys() - WITH_SECOND_PLACE
