"""One line a finding: `path:line:column: severity[rule-name] message`."""

from collections.abc import Sequence
from functools import lru_cache

from keytally.findings.located import CheckedFile, LocatedFinding
from keytally.text.printable import printable


def write(files: Sequence[CheckedFile]) -> str:
    """All findings, file by file, a line each."""
    return "".join([line_of(finding) + "\n" for file in files for finding in file.findings])


def line_of(finding: LocatedFinding) -> str:
    """A finding in one line; line and column count from 1, the column in code points."""
    line, column = finding.start.line + 1, finding.start.column + 1
    rule, path, message = finding.rule, _printable_path(finding.path), printable(one_line(finding.message))
    return f"{path}:{line}:{column}: {rule.severity.value}[{rule.name}] {message}"


@lru_cache(1)
def _printable_path(path: str) -> str:
    """The path of a file: its findings stand together."""
    return printable(path)


def one_line(text: str) -> str:
    """`text` with every line end, and the blanks around it, as one blank."""
    lines = text.splitlines()
    return text if lines == [text] else " ".join(line.strip() for line in lines)
