"""Findings for a terminal: the line, carets under the wrong text, and the link."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from keytally.findings.located import CheckedFile, LocatedFinding
from keytally.findings.outputs.concise import line_of
from keytally.findings.rule import Severity
from keytally.text.lines import line_starts
from keytally.text.plural import quantity
from keytally.text.printable import printable
from keytally.text.span import Span

WIDEST = 140
LEAD_IN = 60


def write(files: Sequence[CheckedFile]) -> str:
    """All findings with their lines, and one line of totals."""
    blocks = [block for file in files for block in _blocks(file)]
    return "".join(f"{block}\n\n" for block in blocks) + summary(files) + "\n"


def summary(files: Sequence[CheckedFile]) -> str:
    """The number of findings of each severity, and of files."""
    counts = Counter(finding.severity for file in files for finding in file.findings)
    where = quantity(len(files), "file")
    if not counts:
        return f"No findings in {where}."
    parts = [quantity(counts[severity], severity.value) for severity in Severity if counts[severity]]
    return f"{', '.join(parts)} in {where}."


def _blocks(file: CheckedFile) -> Iterator[str]:
    if not file.findings:
        return
    starts = line_starts(file.text)
    for finding in file.findings:
        yield "\n".join(_lines(file.text, starts, finding))


def _lines(text: str, starts: Sequence[int], finding: LocatedFinding) -> Iterator[str]:
    number = str(finding.start.line + 1)
    gutter = " " * len(number)
    yield line_of(finding)
    excerpt, lead, marked = _excerpt(text, starts, finding)
    yield f"{gutter} |"
    yield f"{number} | {excerpt}".rstrip()
    yield f"{gutter} | {lead}{marked}"
    if finding.fix is not None:
        yield f"{gutter} = fix: {printable(finding.fix.title)}"
    for place in finding.related:
        where = f"{place.path}:{place.start.line + 1}:{place.start.column + 1}"
        yield f"{gutter} = {printable(f'{where}: {place.message}')}"
    if finding.rule.link:
        yield f"{gutter} = {finding.rule.link}"


def _excerpt(text: str, starts: Sequence[int], finding: LocatedFinding) -> tuple[str, str, str]:
    """The relevant part of the finding's first line, the text before the carets, and the carets.

    A line too long for a terminal is cut around the finding.
    """
    line = _line(text, starts, finding.start.line)
    length = line.end - line.start
    start = min(finding.start.column, length)
    end = finding.end.column if finding.end.line == finding.start.line else length
    first = max(0, start - LEAD_IN) if length > WIDEST else 0
    shown = text[line.start + first : min(line.start + first + WIDEST, line.end)]
    before, after = "…" * (first > 0), "…" * (first + WIDEST < length)
    lead = " " * len(before) + " " * _width(shown[: start - first])
    marked = "^" * max(1, _width(shown[start - first : max(end - first, 0)]))
    return before + _visible(shown) + after, lead, marked


def _line(text: str, starts: Sequence[int], number: int) -> Span:
    """The range of a line, without its end; a line may be as long as the file, so it is not copied."""
    if number >= len(starts):
        return Span(len(text), len(text))
    end = starts[number + 1] if number + 1 < len(starts) else len(text)
    while end > starts[number] and text[end - 1] in "\r\n":
        end -= 1
    return Span(starts[number], end)


def _visible(text: str) -> str:
    """`text` with a blank in place of each tab or control character, which could move a terminal's cursor."""
    return "".join(" " if unicodedata.category(character) in _CONTROLS else character for character in text)


_CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _width(text: str) -> int:
    """The number of cells that a terminal uses for `text`, as `_visible` shows it."""
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
