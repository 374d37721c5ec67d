"""Reads one BNF: its description, and a configuration derived from it."""

import re
from typing import NamedTuple

from keytally.batch.errors import KeytallyError
from keytally.batch.located import Lines, located
from keytally.batch.settings import FilePath, check_companion, companion_of, companion_text
from keytally.engine.findings import Located
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.bnf.skeleton import TASKS, NoSkeletonError, skeleton, task_for
from keytally.evaluations.muc.language.bnf import read_bnf
from keytally.findings.located import LocatedFinding
from keytally.findings.outputs.concise import line_of
from keytally.findings.rule import Severity
from keytally.findings.suggestion import did_you_mean

MOST_PROBLEMS = 20
LOOKS_LIKE_TEMPLATES = "this looks like a template file; give the BNF that defines its classes and slots"

_OBJECT = re.compile(r"^[ \t]*<[^<>\s]{1,200}-\d{1,20}>[ \t]*:=", re.M)
"""The beginning of an object: a BNF has a class name there, an object a class, a document and a number."""


class ReadBnf(NamedTuple):
    """A BNF, its name as given, and its problems.

    `is_templates` is set if there are errors because the file holds objects instead of their definitions.
    """

    shown: str
    bnf: Bnf
    findings: list[LocatedFinding]
    is_templates: bool = False

    @property
    def has_errors(self) -> bool:
        """Whether a finding is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def problems(self) -> list[str]:
        """A line for each of the first findings, one for the number of the others, and a hint on the file."""
        rest = len(self.findings) - MOST_PROBLEMS
        looks = [f"{self.shown}: {LOOKS_LIKE_TEMPLATES}"] if self.is_templates else []
        lines = [line_of(finding) for finding in self.findings[:MOST_PROBLEMS]]
        return [*looks, *lines, *([f"{self.shown}: {rest} more of the kind"] if rest > 0 else [])]


def understood(bnf: FilePath) -> ReadBnf:
    """Read a BNF file or a built-in BNF. Raises KeytallyError if there is none."""
    check_companion("bnf", bnf)
    unit = read_bnf(companion_text("bnf", companion_of("bnf", bnf)))
    lines, shown = Lines(unit.text), str(bnf)
    found = (Located(finding, None, 0, 0) for finding in unit.findings)
    findings = [located(each, each.finding.rule, shown, lines, ()) for each in found]
    read = ReadBnf(shown, unit.bnf, findings)
    return read._replace(is_templates=read.has_errors and _OBJECT.search(unit.text) is not None)


def configuration_from(read: ReadBnf, task: str | None, key: str, response: str) -> str:
    """The skeleton of a configuration for a task, by default for the task that the BNF resembles.

    Raises KeytallyError if no configuration can be derived.
    """
    if task is not None and task not in TASKS:
        known = ", ".join(TASKS)
        raise KeytallyError(f"no BNF is for the task {task!r}{did_you_mean(task, TASKS)}; it is for: {known}")
    try:
        return skeleton(read.bnf, task or task_for(read.bnf), key, response)
    except NoSkeletonError as error:
        raise KeytallyError(f"{read.shown}: {error}") from error
