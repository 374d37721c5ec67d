"""Findings as GitHub workflow commands, which GitHub shows beside the lines of a change."""

from collections.abc import Sequence

from keytally.findings.located import CheckedFile, LocatedFinding
from keytally.findings.rule import Severity
from keytally.text.printable import printable_page

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def write(files: Sequence[CheckedFile]) -> str:
    """A workflow command a finding."""
    return "".join(_command(finding) + "\n" for file in files for finding in file.findings)


def _command(finding: LocatedFinding) -> str:
    properties = {
        "file": finding.path,
        "line": finding.start.line + 1,
        "col": finding.start.column + 1,
        "endLine": finding.end.line + 1,
        "endColumn": finding.end.column + 1,
        "title": f"keytally ({finding.rule.name})",
    }
    given = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS.get(finding.severity, 'notice')} {given}::{_data(finding.message)}"


def _data(text: str) -> str:
    return printable_page(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
