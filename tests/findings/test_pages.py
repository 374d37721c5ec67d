"""Each rule's page can be found, without work, from a checkout and from an installed package."""

from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from keytally.findings import finding
from keytally.findings.all_rules import RULES
from keytally.findings.finding import Rule, Severity


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_link_leads_to_the_page_of_its_rule(rule: Rule) -> None:
    address = urlsplit(rule.link)
    assert address.scheme == "file"
    page = Path(url2pathname(address.path))
    assert page.read_text(encoding="utf-8").startswith(f"# {rule.name}\n")


def test_installed_pages_stand_before_those_of_a_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(finding, "INSTALLED", tmp_path)
    finding.pages_folder.cache_clear()
    assert finding.page_of("text-altered") == tmp_path / "text-altered.md"
    monkeypatch.setattr(finding, "INSTALLED", tmp_path / "nowhere")
    finding.pages_folder.cache_clear()
    assert finding.page_of("text-altered") == finding.CHECKOUT / "text-altered.md"
    monkeypatch.undo()
    finding.pages_folder.cache_clear()


def test_a_rule_without_a_page_has_no_link_unless_it_names_one() -> None:
    rule = Rule("of-another-distribution", Severity.ERROR, "other", "Something.", "something")
    assert rule.link == ""
    assert rule._replace(page="https://example.org").link == "https://example.org"
