"""Findings as a Code Quality report of GitLab, which shows them in a merge request."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from os import fsencode
from pathlib import PurePath
from typing import Any

from keytally.findings.located import CheckedFile, LocatedFinding
from keytally.findings.outputs.concise import one_line
from keytally.findings.rule import Severity
from keytally.text.indented_json import indented_json
from keytally.text.printable import printable

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def write(files: Sequence[CheckedFile]) -> str:
    """A list of issues, of which GitLab reads description, rule, fingerprint, severity, path and line."""
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
            "lines": {"begin": finding.start.line + 1, "end": finding.end.line + 1},
        },
    }


def _fingerprint(finding: LocatedFinding, times: Counter[bytes]) -> str:
    """A digest by which GitLab knows a finding again when lines were added before it.

    It is of path, rule and message, and of how many such findings stand before it.
    """
    parts = (fsencode(finding.path), finding.rule.name.encode(), finding.message.encode(errors="replace"))
    same = b"\0".join(parts)
    times[same] += 1
    return sha256(b"%s\0%d" % (same, times[same])).hexdigest()
