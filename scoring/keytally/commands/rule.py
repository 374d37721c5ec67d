"""`keytally rule`: print the page of a rule, or list all rules."""

import argparse
from pathlib import Path

from keytally.commands.arguments import add_output
from keytally.commands.main import show_page
from keytally.families.registry import rules
from keytally.findings.finding import Rule, page_of
from keytally.findings.spelling import did_you_mean
from keytally.runs.files import KeytallyError
from keytally.text.files import is_file, package_text

SUMMARY = "explain a rule of keytally check"
DESCRIPTION = (
    "Print the page of a rule: the problem, why it lowers the score, an example and the fix. Without a name, "
    "list all rules with their severity; * marks rules with an automatic fix."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("name", nargs="?", metavar="NAME", help="the name of a rule, such as text-altered")
    add_output(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the page of a rule, or list all rules. Raises KeytallyError for an unknown name."""
    known = rules()
    if arguments.name is None:
        width = max(map(len, known))
        show_page("".join(_line(rule, width) for rule in known.values()))
        return 0
    if arguments.name not in known:
        hint = did_you_mean(arguments.name, known) or "; run keytally rule to list all rules"
        raise KeytallyError(f"unknown rule {arguments.name!r}{hint}")
    show_page(_page(known[arguments.name]))
    return 0


def _line(rule: Rule, width: int) -> str:
    mark = "*" if rule.fix is not None else " "
    return f"{rule.name:<{width}} {mark} {rule.severity.value:<11}  {rule.summary}\n"


def _page(rule: Rule) -> str:
    """Return the rule's page in keytally's documentation; for a rule of a plugin, its summary and address."""
    page: Path = page_of(rule.name)
    if not rule.page and is_file(page):
        return package_text(page)
    address = f"\n{rule.page}\n" if rule.page else ""
    return f"# {rule.name}\n\n{rule.severity.value}\n\n{rule.summary}\n{address}"
