"""One line a finding: `path:line:column: severity[rule-name] message`."""

import re
from collections.abc import Sequence

from keytally.findings.located import CheckedFile, LocatedFinding

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def write(files: Sequence[CheckedFile]) -> str:
    """All findings, file by file, a line each."""
    return "".join(line_of(finding) + "\n" for file in files for finding in file.findings)


def line_of(finding: LocatedFinding) -> str:
    """A finding in one line; line and column count from 1, the column in code points."""
    line, column = finding.start.line + 1, finding.start.column + 1
    where = f"{printable(finding.path)}:{line}:{column}"
    return f"{where}: {finding.severity.value}[{finding.rule.name}] {printable(one_line(finding.message))}"


def printable(text: str) -> str:
    """`text` with an escape for each control character: none ends the line or reaches a terminal."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def one_line(text: str) -> str:
    """`text` with every line end, and the blanks around it, as one blank."""
    lines = text.splitlines()
    return text if lines == [text] else " ".join(line.strip() for line in lines)
