"""Every rule has a page and every page a rule, and each page says what the table says."""

import re
from pathlib import Path

import pytest

from keytally.findings.all_rules import RULES
from keytally.findings.rule import Rule
from tests.house.tracked import CHECKOUT

PAGES = CHECKOUT / "docs" / "rules"
HEADINGS = ["What is wrong", "Why it costs points", "Wrong", "Right", "How to mend it"]


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} - {"index"} == set(RULES)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_page_says_what_the_table_says(rule: Rule) -> None:
    page = (PAGES / f"{rule.name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {rule.name}\n\n{rule.severity.value.capitalize()} · ")
    assert f"\n{rule.summary}\n" in page
    assert re.findall(r"^## (.+)$", page, re.M) == HEADINGS


def test_the_index_lists_every_rule_with_its_severity() -> None:
    index = (PAGES / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([\w-]+)\]\(([\w-]+)\.md\) \| (\w+) \| (.+) \|$", index, re.M)
    assert rows == [(rule.name, rule.name, rule.severity.value, rule.summary) for rule in RULES.values()]


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_a_page_stands_by_itself(page: Path) -> None:
    """The pages are installed without the rest of the documentation."""
    assert not re.findall(r"\]\((?![\w-]+\.md\))", page.read_text(encoding="utf-8"))
