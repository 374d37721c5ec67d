"""The documentation page of each rule, in the installed package or in a checkout's docs."""

from functools import cache
from pathlib import Path

INSTALLED = Path(__file__).parent / "rule_pages"
CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"


@cache
def folder() -> Path:
    """The folder of the rules' pages, `NAME.md` each."""
    return INSTALLED if INSTALLED.is_dir() else CHECKOUT


def page_of(rule: str) -> Path:
    """The page of the rule of this name."""
    return folder() / f"{rule}.md"


@cache
def link_to(rule: str) -> str:
    """The address of a rule's page, a `file:` URI; "" for a rule that keytally has no page about."""
    page = page_of(rule).absolute()
    return page.as_uri() if page.is_file() else ""
