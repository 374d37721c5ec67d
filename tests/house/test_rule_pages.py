"""Every rule has a page and every page a rule; each is made from the table and from what stands on it."""

import json
import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from editors.generator.rule_pages import HEADINGS, MESSAGE, rule_page
from keytally.findings.all_rules import FAMILIES, RULES
from keytally.findings.finding import Rule
from tests.house.tracked import CHECKOUT

PAGES = CHECKOUT / "docs" / "rules"


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} - {"index"} == set(RULES)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_page_says_what_the_table_says(rule: Rule) -> None:
    page = (PAGES / f"{rule.name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {rule.name}\n\n{rule.severity.value.capitalize()} · ")
    assert f"\n{rule.summary}\n" in page
    assert re.findall(r"^## (.+)$", page, re.M) == [*HEADINGS]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_nothing_on_a_page_is_left_to_be_written(rule: Rule) -> None:
    page = (PAGES / f"{rule.name}.md").read_text(encoding="utf-8")
    assert not re.search(r"^## .+\n+(?=## |\Z)", page, re.M)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_page_does_not_repeat_the_summary(rule: Rule) -> None:
    page = (PAGES / f"{rule.name}.md").read_text(encoding="utf-8").replace("`", "")
    first = re.search(rf"^## {HEADINGS[0]}\n\n(.+?\.)(?:\s|$)", page, re.M | re.S)
    assert first is not None
    likeness = SequenceMatcher(None, rule.summary.lower(), first[1].lower()).ratio()
    assert likeness < 0.85, first[1]


def test_a_rule_without_a_page_gets_one_with_the_headings_to_write_under() -> None:
    group = FAMILIES[0]
    page = rule_page("", rule := group.rules[0], group)
    assert page.startswith(f"# {rule.name}\n\n{rule.severity.value.capitalize()} · {group.title}\n\n")
    assert re.findall(r"^## (.+)\n", page, re.M) == [*HEADINGS]


def test_a_page_keeps_what_was_written_and_says_anew_what_is_known() -> None:
    group = next(each for each in FAMILIES if each.name == "m2")
    rule = next(each for each in group.rules if each.name == "m2-no-change")
    written = (PAGES / f"{rule.name}.md").read_text(encoding="utf-8")
    stale = written.replace(rule.summary, "Something else.")
    stale = stale.replace(f"## {MESSAGE}", f"## {MESSAGE}\n\nNothing.\n")
    assert stale.count("\n") > written.count("\n") and rule_page(stale, rule, group) == written


def test_the_index_lists_every_rule_with_its_severity_and_whether_it_has_a_fix() -> None:
    index = (PAGES / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([\w-]+)\]\(([\w-]+)\.md\) \| (\w+) \| (yes|no) \| (.+) \|$", index, re.M)
    fixes = {rule.name: "no" if rule.fix is None else "yes" for rule in RULES.values()}
    assert rows == [
        (rule.name, rule.name, rule.severity.value, fixes[rule.name], rule.summary) for rule in RULES.values()
    ]


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_a_page_stands_by_itself(page: Path) -> None:
    """The pages are installed without the rest of the documentation."""
    assert not re.findall(r"\]\((?![\w-]+\.md\))", page.read_text(encoding="utf-8"))


def test_the_page_of_unknown_keys_names_those_of_a_pair() -> None:
    page = (PAGES / "unknown-project-key.md").read_text(encoding="utf-8")
    schema = json.loads((PAGES.parent / "schemas" / "keytally.toml.schema.json").read_text(encoding="utf-8"))
    pair = schema["properties"]["pair"]["items"]["properties"]
    assert [name for name in pair if f"`{name}`" not in page] == []
