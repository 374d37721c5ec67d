"""The problems of project files as lines of text."""

from collections.abc import Collection, Iterator, Sequence

from keytally.batch.files import shown
from keytally.batch.located import Lines
from keytally.findings.outputs.concise import one_line
from keytally.findings.rule import Severity
from keytally.project import toml_file
from keytally.project.discovered import Discovery
from keytally.project.toml_places import table_at
from keytally.text.decoding import decode
from keytally.text.regular import regular_bytes

NO_TOML = "project-syntax"
OTHER_TABLES = ("pair", "rules")
"""The tables of keytally.toml whose mistakes do not concern annotators."""


def problem_lines(
    found: Discovery, only: Collection[Severity] = tuple(Severity), beside: Collection[str] = ()
) -> Iterator[str]:
    """The problems of project files, a line each; those of some severities, `beside` the tables named."""
    for path, findings in found.findings.items():
        text = decode(regular_bytes(path, toml_file.LARGEST)).text if findings else ""
        lines = Lines(text)
        for finding in (each for each in findings if each.rule.severity in only):
            if beside and finding.rule.name != NO_TOML and table_at(text, finding.start) in beside:
                continue
            line = lines.position(finding.start).line + 1
            yield f"{shown(path)}:{line}: {one_line(finding.message)}"


def annotators_problems(found: Discovery) -> tuple[Sequence[str], Sequence[str]]:
    """The errors of project files that concern annotators, and all else that is wrong, a line each."""
    problems = list(problem_lines(found, only=(Severity.ERROR,), beside=OTHER_TABLES))
    return problems, [line for line in problem_lines(found) if line not in problems]
