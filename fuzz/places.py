"""Findings and marks lie within their units, and start before they end."""

from typing import Any

from fuzz.failure import hold
from keytally.engine.findings import Located
from keytally.families.contract import Mark


def check_finding(found: Located) -> None:
    """Raise BrokenError for a finding outside of its unit."""
    finding = found.finding
    _check("a finding lies within its unit", found.unit, finding.start, finding.end, finding.rule.name)
    for word in _OF_PYTHON:
        is_said = word not in finding.message or word.lower() in found.unit.text.lower()
        hold(is_said, "a message has no value of Python", f"{finding.rule.name}: {finding.message[:500]}")


_OF_PYTHON = "None", "True", "False"
"""Words by which Python shows values that files write in another way."""


def check_mark(mark: Mark) -> None:
    """Raise BrokenError for a mark, or for its partner, outside of its unit."""
    _check("a mark lies within its unit", mark.unit, mark.start, mark.end, mark.label)
    if mark.partner is not None:
        _check("a mark's partner lies within its unit", *mark.partner, mark.label)


def _check(rule: str, unit: Any, start: int, end: int, name: str) -> None:
    length = len(unit.text)
    hold(0 <= start <= end <= length, rule, f"{name} at {start} to {end} of {length}: {unit.text[:500]!r}")
