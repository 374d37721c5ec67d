"""Findings as one JSON list, for programs."""

from collections.abc import Sequence
from typing import Any

from keytally.findings.located import CheckedFile, Fix, LocatedFinding
from keytally.text.indented_json import indented_json
from keytally.text.span import Position


def write(files: Sequence[CheckedFile]) -> str:
    """A list of `{path, rule, severity, message, range, fix}`; all positions count from 1."""
    return indented_json([as_value(finding) for file in files for finding in file.findings]) + "\n"


def as_value(finding: LocatedFinding) -> dict[str, Any]:
    """A finding as plain values."""
    return {
        "path": finding.path,
        "rule": finding.rule.name,
        "severity": finding.severity.value,
        "message": finding.message,
        "range": _range(finding.start, finding.end),
        "fix": _fix(finding.fix),
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{"range": _range(edit.start, edit.end), "text": edit.text} for edit in fix.replacements]
    return {"title": fix.title, "edits": edits}


def _range(start: Position, end: Position) -> dict[str, dict[str, int]]:
    return {"start": _position(start), "end": _position(end)}


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line + 1, "column": position.column + 1}
