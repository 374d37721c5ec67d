"""Findings as a SARIF 2.1.0 log, for code-scanning services and viewers."""

from collections.abc import Sequence
from os import fsencode
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from keytally.findings.all_rules import RULES
from keytally.findings.located import CheckedFile, Fix, LocatedFinding, RelatedPlace
from keytally.findings.rule import Rule, Severity
from keytally.text.indented_json import indented_json
from keytally.text.span import Position
from keytally.version import VERSION

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


def write(files: Sequence[CheckedFile]) -> str:
    """One log with one run; regions count lines and columns from 1, columns in code points."""
    findings = [finding for file in files for finding in file.findings]
    rules = [rule for name, rule in RULES.items() if any(finding.rule.name == name for finding in findings)]
    indices = {rule.name: index for index, rule in enumerate(rules)}
    run = {
        "tool": {"driver": _driver(rules)},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "invocations": [{"executionSuccessful": True}],
        "results": [_result(finding, indices[finding.rule.name]) for finding in findings],
    }
    return indented_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _driver(rules: Sequence[Rule]) -> dict[str, Any]:
    return {"name": "keytally", "semanticVersion": VERSION, "rules": [_descriptor(rule) for rule in rules]}


def _descriptor(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.summary},
        **({"helpUri": rule.link} if rule.link else {}),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.family]},
    }


def _result(finding: LocatedFinding, index: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule.name,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding.message)},
        "locations": [{"physicalLocation": _place(finding.path, finding.start, finding.end)}],
    }
    if finding.related:
        result["relatedLocations"] = [_related(place) for place in dict.fromkeys(finding.related)]
    if finding.fix is not None:
        result["fixes"] = [_fix(finding.path, finding.fix)]
    return result


def _related(place: RelatedPlace) -> dict[str, Any]:
    return {
        "physicalLocation": _place(place.path, place.start, place.end),
        "message": {"text": _message(place.message)},
    }


def _fix(path: str, fix: Fix) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.start, edit.end), "insertedContent": {"text": edit.text}}
        for edit in fix.replacements
    ]
    change = {"artifactLocation": _artifact(path), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _place(path: str, start: Position, end: Position) -> dict[str, Any]:
    return {"artifactLocation": _artifact(path), "region": _region(start, end)}


def _message(text: str) -> str:
    """`text` with braces doubled, since SARIF reserves single ones for placeholders (3.11.5)."""
    return text.replace("{", "{{").replace("}", "}}")


def _artifact(path: str) -> dict[str, str]:
    """A relative path stays relative, an absolute one becomes a `file:` address."""
    if PurePath(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(fsencode(PurePath(path).as_posix()))}


def _region(start: Position, end: Position) -> dict[str, int]:
    return {
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    }
