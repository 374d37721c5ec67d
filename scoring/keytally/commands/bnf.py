"""`keytally bnf`: describe a BNF as keytally reads it, and print its problems."""

import argparse
import re
from typing import NamedTuple

from keytally.commands.arguments import add_output
from keytally.engine.findings import Located
from keytally.families.muc.bnf import Bnf, read_bnf
from keytally.families.muc.bnf_configurations import (
    TASKS,
    NoSkeletonError,
    bnf_description,
    bnf_values,
    configuration_skeleton,
    task_for,
)
from keytally.findings.finding import LocatedFinding, Severity, finding_line
from keytally.findings.machine_formats import finding_value
from keytally.findings.spelling import did_you_mean
from keytally.runs.files import KeytallyError
from keytally.runs.located_findings import Lines, located
from keytally.runs.settings import FilePath, check_companion, companion_of, companion_text
from keytally.text.json_text import indented_json
from keytally.text.rendering import printable_page, quantity

SUMMARY = "describe a BNF file"
DESCRIPTION = (
    "Print how keytally reads a BNF file: its classes, their slots, and the permitted kind and number of "
    "fills."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("bnf", metavar="FILE", help="a BNF: a file or a built-in name, such as muc6-te")
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )
    add_output(command)


MOST_PROBLEMS = 20
LOOKS_LIKE_TEMPLATES = "this looks like a template file; specify the BNF that defines its classes and slots"

_OBJECT = re.compile(r"^[ \t]*<[^<>\s]{1,200}-\d{1,20}>[ \t]*:=", re.M)
"""The beginning of an object in a template file, such as `<PERSON-1-2> :=`; the definitions in a BNF begin
with a class name without numbers.
"""


class ReadBnf(NamedTuple):
    """A BNF, its name as given, and its problems.

    `is_templates` is true if there are errors because the file contains objects instead of definitions.
    """

    shown: str
    bnf: Bnf
    findings: list[LocatedFinding]
    is_templates: bool = False

    @property
    def has_errors(self) -> bool:
        """Return whether a finding is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def problems(self) -> list[str]:
        """Return the hint, if there is one, then a line for each of the first findings, and a line with
        the number of remaining findings.
        """
        rest = len(self.findings) - MOST_PROBLEMS
        looks = [f"{self.shown}: {LOOKS_LIKE_TEMPLATES}"] if self.is_templates else []
        lines = [finding_line(finding) for finding in self.findings[:MOST_PROBLEMS]]
        return [
            *looks,
            *lines,
            *([f"{self.shown}: {quantity(rest, 'more finding')} not shown"] if rest > 0 else []),
        ]


def read_bnf_file(bnf: FilePath) -> ReadBnf:
    """Read a BNF file or a built-in BNF. Raises KeytallyError if it does not exist."""
    check_companion("bnf", bnf)
    unit = read_bnf(companion_text("bnf", companion_of("bnf", bnf)))
    lines, shown = Lines(unit.text), str(bnf)
    found = (Located(finding, None, 0, 0) for finding in unit.findings)
    findings = [located(each, each.finding.rule, shown, lines, ()) for each in found]
    read = ReadBnf(shown, unit.bnf, findings)
    return read._replace(is_templates=read.has_errors and _OBJECT.search(unit.text) is not None)


def configuration_from(read: ReadBnf, task: str | None, key: str, response: str) -> str:
    """Return the skeleton of a configuration for a task; by default, the task is inferred from the BNF.

    Raises KeytallyError if no configuration can be derived.
    """
    if task is not None and task not in TASKS:
        known = ", ".join(TASKS)
        raise KeytallyError(
            f"the task {task!r} has no BNF{did_you_mean(task, TASKS)}; tasks with a BNF: {known}"
        )
    try:
        return configuration_skeleton(read.bnf, task or task_for(read.bnf), key, response)
    except NoSkeletonError as error:
        raise KeytallyError(f"{read.shown}: {error}") from error


FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the description; return 0 for a BNF without errors, otherwise 1."""
    read = read_bnf_file(arguments.bnf)
    print(_as_json(read) if arguments.format == "json" else printable_page(_as_text(read)))
    return FOUND if read.has_errors else 0


def _as_text(read: ReadBnf) -> str:
    """Return the description followed by the problems; for a template file, only the problems."""
    lines = [] if read.is_templates else list(bnf_description(read.bnf))
    problems = read.problems
    if lines:
        lines[0] = f"{read.shown}: {lines[0]}"
    return "\n".join([*lines, *([""] if lines and problems else []), *problems])


def _as_json(read: ReadBnf) -> str:
    values = {
        "path": read.shown,
        **bnf_values(read.bnf),
        "findings": [finding_value(f) for f in read.findings],
    }
    return indented_json(values)
