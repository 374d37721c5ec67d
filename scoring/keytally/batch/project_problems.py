"""The problems of project files as lines of text."""

from collections.abc import Collection, Iterator

from keytally.batch.files import shown
from keytally.batch.located import Lines
from keytally.findings.outputs.concise import one_line
from keytally.findings.rule import Severity
from keytally.project import toml_file
from keytally.project.discovered import Discovery
from keytally.text.decoding import decode
from keytally.text.regular import regular_bytes


def problem_lines(found: Discovery, only: Collection[Severity] = tuple(Severity)) -> Iterator[str]:
    """The problems of project files, a line each; those of some severities."""
    for path, findings in found.findings.items():
        lines = Lines(decode(regular_bytes(path, toml_file.LARGEST)).text) if findings else Lines("")
        for finding in (each for each in findings if each.rule.severity in only):
            line = lines.position(finding.start).line + 1
            yield f"{shown(path)}:{line}: {one_line(finding.message)}"
