"""A group of rules: those of one kind of file."""

from typing import Any

from keytally.findings.messages import Arguments, Message, TypedRule
from keytally.findings.rule import Rule, Severity


class RuleGroup:
    """Makes the rules of one kind of file and keeps them in order; `title` is what pages call the files."""

    def __init__(self, name: str, title: str) -> None:
        self.name = name
        self.title = title
        self.rules: list[TypedRule[Any]] = []
        self.messages: list[Message[Any]] = []

    def rule(
        self,
        name: str,
        arguments: type[Arguments],
        severity: Severity,
        summary: str,
        message: str,
        fix: str | None = None,
        *,
        fix_takes_answers: bool = False,
        leaves_out: bool = False,
    ) -> TypedRule[Arguments]:
        """A rule of this group, whose messages take `arguments` (keytally.findings.messages)."""
        rule: TypedRule[Arguments] = TypedRule(
            name,
            severity,
            self.name,
            summary,
            message,
            fix,
            fix_takes_answers,
            arguments,
            leaves_out=leaves_out,
        )
        self.rules.append(rule)
        return rule

    def message(
        self,
        rule: Rule,
        arguments: type[Arguments],
        message: str,
        fix: str | None = None,
        *,
        leaves_out: bool | None = None,
    ) -> Message[Arguments]:
        """Another message of a rule of this group (keytally.findings.messages)."""
        made = Message(rule, arguments, message, fix, leaves_out=leaves_out)
        self.messages.append(made)
        return made
