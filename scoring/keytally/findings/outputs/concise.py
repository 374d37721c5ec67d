"""One line a finding: `path:line:column: severity[rule-name] message`."""

from collections.abc import Sequence

from keytally.findings.located import CheckedFile, LocatedFinding
from keytally.text.printable import printable


def write(files: Sequence[CheckedFile]) -> str:
    """All findings, file by file, a line each."""
    return "".join([line_of(finding) + "\n" for file in files for finding in file.findings])


def line_of(finding: LocatedFinding) -> str:
    """A finding in one line; line and column count from 1, the column in code points."""
    line, column = finding.start.line + 1, finding.start.column + 1
    where = f"{printable(finding.path)}:{line}:{column}"
    return f"{where}: {finding.severity.value}[{finding.rule.name}] {printable(one_line(finding.message))}"


def one_line(text: str) -> str:
    """`text` with every line end, and the blanks around it, as one blank."""
    lines = text.splitlines()
    return text if lines == [text] else " ".join(line.strip() for line in lines)
