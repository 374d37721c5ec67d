"""Messages and the arguments that fill them: the table, and where findings are made."""

import ast
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from keytally.findings.all_rules import FAMILIES
from keytally.findings.finding import Edit, Message, TypedRule
from keytally.findings.table.project import PROJECT_SYNTAX
from keytally.findings.table.sgml import DUPLICATE_DOCNO
from tests.house.tracked import name_of, sources

RULES: list[TypedRule[Any]] = [rule for family in FAMILIES for rule in family.rules]
MESSAGES: list[Message[Any]] = [message for family in FAMILIES for message in family.messages]


def fields(*templates: str | None) -> set[str]:
    """The names of the fields of templates."""
    return {name for text in templates if text for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("made", [*RULES, *MESSAGES], ids=lambda made: made.message)
def test_the_arguments_are_the_fields_of_the_message_and_of_the_fix(
    made: TypedRule[Any] | Message[Any],
) -> None:
    assert made.arguments is not None
    assert made.arguments.__required_keys__ == fields(made.message, made.fix)
    assert set(made.arguments.__annotations__) == fields(made.message, made.fix)


@pytest.mark.parametrize("made", [*RULES, *MESSAGES], ids=lambda made: made.message)
def test_a_finding_has_its_message_and_the_title_of_its_fix(made: TypedRule[Any] | Message[Any]) -> None:
    arguments = {name: f"the {name}" for name in fields(made.message, made.fix)}
    found = made.finding(1, 2, arguments, (Edit(1, 2, ""),))
    assert found.message == made.message.format(**arguments)
    assert found.fix_title == (made.fix and made.fix.format(**arguments))
    assert found.rule.name in {rule.name for rule in RULES}
    assert found == made.finding(1, 2, dict(arguments), (Edit(1, 2, ""),))
    assert found != made.finding(1, 3, arguments, (Edit(1, 2, ""),))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_message_of_a_rule_stands_in_the_table(rule: TypedRule[Any]) -> None:
    """A message that is nothing but an argument would stand where the finding is made."""
    is_read_elsewhere = rule is PROJECT_SYNTAX  # in the words of Python's reader of TOML
    assert is_read_elsewhere or re.sub(r"\{\w+\}", "", rule.message).strip()


def test_a_finding_of_a_rule_bears_the_rule() -> None:
    found = DUPLICATE_DOCNO.finding(0, 3, {"number": "9"})
    assert found.rule is DUPLICATE_DOCNO
    assert found.message == "duplicate document number 9"


def findings_made_in(path: Path) -> list[str]:
    """The places of a module that construct a finding."""
    calls = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Finding"]
    return [f"{name_of(path)}:{call.lineno}" for call in made]


def test_findings_are_made_by_rules_and_messages_only() -> None:
    """Elsewhere a type checker would not see which arguments a message has."""
    places = [place for path in sources("scoring", "server") for place in findings_made_in(path)]
    assert [place for place in places if "keytally/findings/finding.py" not in place] == []
