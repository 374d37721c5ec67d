"""One family of rules: those of one kind of file."""

from keytally.findings.rule import Rule, Severity


class Family:
    """Makes the rules of one kind of file and keeps them, in the order in which they are made."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rules: list[Rule] = []

    def rule(
        self,
        name: str,
        severity: Severity,
        summary: str,
        message: str,
        fix: str | None = None,
        *,
        fix_takes_answers: bool = False,
    ) -> Rule:
        """A rule of this family (keytally.findings.rule.Rule)."""
        rule = Rule(name, severity, self.name, summary, message, fix, fix_takes_answers)
        self.rules.append(rule)
        return rule
