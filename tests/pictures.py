"""Pictures: a text with carets under its findings, as a test writes and reads them.

    <ENAMEX TYPE="PERSN">Dingell</ENAMEX>
                  ^^^^^ attribute-value

A finding of no width is a `|` under the character that it stands before; one that runs over lines
has carets up to the end of its first.
"""

import re
from collections.abc import Iterable
from textwrap import dedent

from keytally.findings.finding import Edit, Finding

CARETS = re.compile(r" *(?:\^+|\|) [a-z-]+")


def text_of(picture: str) -> str:
    """The text that a picture is of: the picture without its lines of carets."""
    lines = dedent(picture).lstrip("\n").splitlines()
    return "".join(f"{line}\n" for line in lines if not CARETS.fullmatch(line))


def drawn(text: str, findings: Iterable[Finding]) -> str:
    """The picture of a text and its findings, those of a line from left to right."""
    return drawn_spans(text, ((each.start, each.end, each.rule.name) for each in findings))


def drawn_spans(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """The picture of a text and stretches of it, each given by its start, its end and its label."""
    under: dict[int, list[str]] = {}
    for start, end, label in sorted(spans):
        line = text.count("\n", 0, start)
        column = start - (text.rfind("\n", 0, start) + 1)
        width = len(text[start:end].split("\n", maxsplit=1)[0])
        under.setdefault(line, []).append(f"{' ' * column}{'^' * width or '|'} {label}".rstrip())
    lines = []
    for number, row in enumerate(text.split("\n")):
        lines += [row, *under.get(number, ())]
    return "\n".join(lines)


def normal(picture: str) -> str:
    """A picture as `drawn` draws it."""
    return dedent(picture).lstrip("\n")


def mended(text: str, findings: Iterable[Finding]) -> str:
    """The text after the fixes of all findings."""
    edits: list[Edit] = [edit for finding in findings for edit in finding.edits]
    for edit in sorted(edits, key=lambda each: (each.start, each.end), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
