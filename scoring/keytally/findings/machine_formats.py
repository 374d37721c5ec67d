"""Machine-readable output formats of findings: JSON, GitHub, GitLab and SARIF."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from os import fsencode
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from keytally.findings.all_rules import RULES
from keytally.findings.finding import (
    CheckedFile,
    FilePosition,
    Fix,
    LocatedFinding,
    RelatedPlace,
    Rule,
    Severity,
    one_line,
)
from keytally.text.json_text import indented_json
from keytally.text.rendering import printable, printable_page, visible
from keytally.version import VERSION


def write_json(files: Sequence[CheckedFile]) -> str:
    """Return a list of `{path, rule, severity, message, range, fix, url}`; all positions count from 1."""
    return indented_json([finding_value(finding) for file in files for finding in file.findings]) + "\n"


def finding_value(finding: LocatedFinding) -> dict[str, Any]:
    """Return a finding as plain values."""
    return {
        "path": finding.path,
        "rule": finding.rule.name,
        "severity": finding.severity.value,
        "message": finding.message,
        "range": _json_range(finding.start, finding.end),
        "fix": _json_fix(finding.fix),
        "url": finding.rule.link or None,
    }


def _json_fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{"range": _json_range(edit.start, edit.end), "text": edit.text} for edit in fix.replacements]
    return {"title": fix.title, "edits": edits}


def _json_range(start: FilePosition, end: FilePosition) -> dict[str, dict[str, int]]:
    return {"start": _json_position(start), "end": _json_position(end)}


def _json_position(position: FilePosition) -> dict[str, int]:
    return position._asdict()


_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def write_github(files: Sequence[CheckedFile]) -> str:
    """Return one workflow command for each finding."""
    return "".join(_command(finding) + "\n" for file in files for finding in file.findings)


def _command(finding: LocatedFinding) -> str:
    properties = {
        "file": finding.path,
        "line": finding.start.line,
        "col": finding.start.column,
        "endLine": finding.end.line,
        "endColumn": finding.end.column,
        "title": f"keytally ({finding.rule.name})",
    }
    given = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS.get(finding.severity, 'notice')} {given}::{_data(printable_page(finding.message))}"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def write_gitlab(files: Sequence[CheckedFile]) -> str:
    """Return a list of issues for GitLab, each with its description, rule, fingerprint, severity, path and
    line.
    """
    times: Counter[bytes] = Counter()
    issues = [_issue(finding, times) for file in files for finding in file.findings]
    return indented_json(issues) + "\n"


def _issue(finding: LocatedFinding, times: Counter[bytes]) -> dict[str, Any]:
    return {
        "description": printable(one_line(finding.message)),
        "check_name": finding.rule.name,
        "fingerprint": _fingerprint(finding, times),
        "severity": _SEVERITIES.get(finding.severity, "info"),
        "location": {
            "path": printable(PurePath(finding.path).as_posix()),
            "lines": {"begin": finding.start.line, "end": finding.end.line},
        },
    }


def _fingerprint(finding: LocatedFinding, times: Counter[bytes]) -> str:
    """Return a digest that lets GitLab identify a finding even if lines are added before it.

    It depends on path, rule and message, and on the number of equal findings before it.
    """
    parts = (fsencode(finding.path), finding.rule.name.encode(), finding.message.encode(errors="replace"))
    same = b"\0".join(parts)
    times[same] += 1
    return sha256(b"%s\0%d" % (same, times[same])).hexdigest()


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


def write_sarif(files: Sequence[CheckedFile]) -> str:
    """Return a SARIF log with one run; the lines and columns of regions count from 1, and columns count
    code points.
    """
    findings = [finding for file in files for finding in file.findings]
    rules = [rule for name, rule in RULES.items() if any(finding.rule.name == name for finding in findings)]
    indices = {rule.name: index for index, rule in enumerate(rules)}
    run = {
        "tool": {"driver": _driver(rules)},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "invocations": [{"executionSuccessful": True}],
        "results": [_sarif_result(finding, indices[finding.rule.name]) for finding in findings],
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


def _sarif_result(finding: LocatedFinding, index: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule.name,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding.message)},
        "locations": [{"physicalLocation": _sarif_place(finding.path, finding.start, finding.end)}],
    }
    if finding.related:
        result["relatedLocations"] = [_related(place) for place in dict.fromkeys(finding.related)]
    if finding.fix is not None:
        result["fixes"] = [_sarif_fix(finding.path, finding.fix)]
    return result


def _related(place: RelatedPlace) -> dict[str, Any]:
    return {
        "physicalLocation": _sarif_place(place.path, place.start, place.end),
        "message": {"text": _message(place.message)},
    }


def _sarif_fix(path: str, fix: Fix) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.start, edit.end), "insertedContent": {"text": edit.text}}
        for edit in fix.replacements
    ]
    change = {"artifactLocation": _artifact(path), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _sarif_place(path: str, start: FilePosition, end: FilePosition) -> dict[str, Any]:
    return {"artifactLocation": _artifact(path), "region": _region(start, end)}


def _message(text: str) -> str:
    """Return `text` with braces doubled, because SARIF reserves single braces for placeholders (3.11.5)."""
    return text.replace("{", "{{").replace("}", "}}")


def _artifact(path: str) -> dict[str, str]:
    """Return the location of a file: a relative path unchanged, or an absolute path as a `file:` URI."""
    if PurePath(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(fsencode(PurePath(path).as_posix()))}


def _region(start: FilePosition, end: FilePosition) -> dict[str, int]:
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }
