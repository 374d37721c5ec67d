"""The problems of project files as lines of text."""

from collections.abc import Iterator

from keytally.batch.files import shown
from keytally.batch.located import Lines
from keytally.findings.outputs.concise import one_line
from keytally.project.discovery import Discovery
from keytally.text.decoding import decode


def problem_lines(found: Discovery) -> Iterator[str]:
    """The problems of project files, a line each; `keytally check` shows their places."""
    for path, findings in found.findings.items():
        lines = Lines(decode(path.read_bytes()).text) if findings else Lines("")
        for finding in findings:
            line = lines.position(finding.start).line + 1
            yield f"{shown(path)}:{line}: {one_line(finding.message)}"
