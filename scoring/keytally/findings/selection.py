"""The selection of rules and their severities: the user's settings override the table."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from keytally.findings.finding import Rule, Severity
from keytally.findings.spelling import did_you_mean

OFF = "off"
GRADES = (*(severity.value for severity in Severity), OFF)


class Selection(NamedTuple):
    """The rules that are selected (all if none is named), ignored, or assigned another severity.

    Names in `select`, `ignore` and `grades` are rule names; a grade of None turns a rule off. Ignoring a rule
    overrides selecting it.
    """

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    grades: Mapping[str, Severity | None] = MappingProxyType({})

    def graded(self, rule: Rule) -> Rule | None:
        """Return the rule with its severity in this selection, or None if it is not selected."""
        if rule.name in self.ignore or (self.select and rule.name not in self.select):
            return None
        severity = self.grades.get(rule.name, rule.severity)
        if severity is None:
            return None
        return rule if severity is rule.severity else rule._replace(severity=severity)

    def narrowed(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> "Selection":
        """Return this selection with the options of a command applied: `select` replaces its own, and
        `ignore` is added to it.
        """
        return self._replace(select=frozenset(select) or self.select, ignore=self.ignore | frozenset(ignore))


ALL_RULES = Selection()


def selection_of(
    select: Iterable[str] = (), ignore: Iterable[str] = (), severity: Mapping[str, str] | None = None
) -> tuple[Selection, list[str]]:
    """Return a selection from names and grades, and a line about each unknown name or grade.

    Unknown names and grades are ignored.
    """
    if not (select or ignore or severity):
        return ALL_RULES, []
    from keytally.findings.all_rules import RULES  # noqa: PLC0415 - only names of rules pay for the table

    named, grades = (list(select), list(ignore)), dict(severity or {})
    problems = [unknown_rule(name) for name in [*named[0], *named[1], *grades] if name not in RULES]
    problems += [unknown_grade(name, grade) for name, grade in grades.items() if grade not in GRADES]
    selection = Selection(
        frozenset(name for name in named[0] if name in RULES),
        frozenset(name for name in named[1] if name in RULES),
        {name: grade_of(grade) for name, grade in grades.items() if name in RULES and grade in GRADES},
    )
    return selection, problems


def grade_of(grade: str) -> Severity | None:
    """Return the severity of a grade; None for `off`."""
    return None if grade == OFF else Severity(grade)


def unknown_rule(name: str) -> str:
    """Return a line about an unknown rule that suggests the nearest name."""
    from keytally.findings.all_rules import RULES  # noqa: PLC0415 - only names of rules pay for the table

    return f"unknown rule {name!r}{did_you_mean(name, RULES)}"


def unknown_grade(rule: str, grade: str) -> str:
    """Return a line about an unknown grade that lists the severities."""
    return f"invalid severity {grade!r} for {rule}; expected one of: {', '.join(GRADES)}"
