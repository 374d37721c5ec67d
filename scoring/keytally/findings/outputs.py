"""The output formats of findings by name, and the format for a terminal."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from keytally.findings.finding import CheckedFile, LocatedFinding, Severity, finding_line, write_concise
from keytally.text.positions import Span, line_starts
from keytally.text.rendering import printable, quantity

# The output formats of findings: one module for each format, by name.
#
# A format is a function from checked files to the whole output, which ends with a line end unless it is
# empty.


FORMATS = ("full", "concise", "json", "github", "gitlab", "sarif")

Format = Callable[[Sequence["CheckedFile"]], str]


def format_named(name: str) -> Format:
    """Return the function that writes findings in the format `name`, one of `FORMATS`."""
    if name == "full":
        return write_full
    if name == "concise":
        return write_concise
    from keytally.findings import machine_formats  # noqa: PLC0415 - the other formats need neither JSON nor hashes

    write: Format = getattr(machine_formats, f"write_{name}")
    return write


WIDEST = 140
LEAD_IN = 60


def write_full(files: Sequence[CheckedFile]) -> str:
    """Return all findings with their lines of text, and one line of totals."""
    blocks = [block for file in files for block in _blocks(file)]
    return "".join(f"{block}\n\n" for block in blocks) + findings_summary(files) + "\n"


def statistics(files: Sequence[CheckedFile]) -> str:
    """Return a line for each rule that has findings, with their number and severity; the most frequent
    rule is first.
    """
    counts = Counter((each.rule.name, each.severity) for file in files for each in file.findings)
    width = len(str(max(counts.values(), default=0)))
    return "".join(
        f"{count:>{width}}  {severity.value:<11}  {name}\n"
        for (name, severity), count in sorted(counts.items(), key=lambda each: (-each[1], each[0][0]))
    )


COLOURED = ("full", "concise")
"""The formats that are coloured in a terminal."""

_COLOURS = {"error": "1;31", "warning": "1;33", "information": "1;36", "hint": "1;36"}
_HEAD = re.compile(r"^(?![ \d]+[|=])(.*?:\d+:\d+:) (error|warning|information|hint)(\[[\w-]+\])", re.M)
_CARETS = re.compile(r"^( +\| *)(\^+)$", re.M)


def coloured_findings(page: str) -> str:
    """Return a page of findings with positions in bold, and severities and carets in colour."""

    def head(match: re.Match[str]) -> str:
        return f"\x1b[1m{match[1]}\x1b[0m \x1b[{_COLOURS[match[2]]}m{match[2]}{match[3]}\x1b[0m"

    return _CARETS.sub("\\1\x1b[1;31m\\2\x1b[0m", _HEAD.sub(head, page))


def coloured_change(line: str) -> str:
    """Return a line of a unified diff in colour."""
    starts = (("---", "1"), ("+++", "1"), ("@@", "36"), ("-", "31"), ("+", "32"))
    colour = next((code for start, code in starts if line.startswith(start)), None)
    text = line.rstrip("\r\n")
    return line if colour is None else f"\x1b[{colour}m{text}\x1b[0m{line[len(text) :]}"


def findings_summary(files: Sequence[CheckedFile]) -> str:
    """Return the number of findings of each severity, and the number of files."""
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
    number = str(finding.start.line)
    gutter = " " * len(number)
    yield finding_line(finding)
    excerpt, lead, marked = _excerpt(text, starts, finding)
    yield f"{gutter} |"
    yield f"{number} | {excerpt}".rstrip()
    yield f"{gutter} | {lead}{marked}"
    if finding.fix is not None:
        yield f"{gutter} = fix: {printable(finding.fix.title)}"
    for place in finding.related:
        where = f"{place.path}:{place.start.line}:{place.start.column}"
        yield f"{gutter} = {printable(f'{where}: {place.message}')}"
    if finding.rule.link:
        yield f"{gutter} = {finding.rule.link}"


def _excerpt(text: str, starts: Sequence[int], finding: LocatedFinding) -> tuple[str, str, str]:
    """Return the relevant part of the finding's first line, the text before the carets, and the carets.

    A line that is too long for a terminal is cut around the finding.
    """
    line = _line(text, starts, finding.start.line - 1)
    length = line.end - line.start
    start = min(finding.start.column - 1, length)
    end = finding.end.column - 1 if finding.end.line == finding.start.line else length
    first = max(0, start - LEAD_IN) if length > WIDEST else 0
    shown = text[line.start + first : min(line.start + first + WIDEST, line.end)]
    before, after = "…" * (first > 0), "…" * (first + WIDEST < length)
    lead = " " * len(before) + " " * _width(shown[: start - first])
    marked = "^" * max(1, _width(shown[start - first : max(end - first, 0)]))
    return before + _visible(shown) + after, lead, marked


def _line(text: str, starts: Sequence[int], number: int) -> Span:
    """Return the range of a line without its line end; the line is not copied, because it may be as long
    as the file.
    """
    if number >= len(starts):
        return Span(len(text), len(text))
    end = starts[number + 1] if number + 1 < len(starts) else len(text)
    while end > starts[number] and text[end - 1] in "\r\n":
        end -= 1
    return Span(starts[number], end)


def _visible(text: str) -> str:
    """Return `text` with tabs and control characters replaced by spaces, and also the first character of
    `##[` and of `##vso[`, which begin CI commands.
    """
    text = text.replace("##[", " #[").replace("##vso[", " #vso[")
    return "".join(" " if unicodedata.category(character) in _CONTROLS else character for character in text)


_CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _width(text: str) -> int:
    """Return the number of terminal cells that `text` occupies as shown by `_visible`."""
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
