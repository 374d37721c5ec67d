"""One BNF by itself: what is understood of it, and a configuration made from it."""

from pathlib import Path
from typing import NamedTuple

from keytally.batch.errors import KeytallyError
from keytally.batch.located import Lines, located
from keytally.batch.settings import FilePath, bnf_source_of, bnf_text, check_bnf
from keytally.engine.reading import Located
from keytally.evaluations.muc.formats.bnf.language import read_bnf
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.bnf.skeleton import TASKS, NoSkeletonError, skeleton, task_for
from keytally.findings.located import LocatedFinding
from keytally.findings.selection import did_you_mean


class ReadBnf(NamedTuple):
    """A BNF, what it was called, and what of it could not be understood."""

    shown: str
    bnf: Bnf
    findings: list[LocatedFinding]


def understood(bnf: FilePath) -> ReadBnf:
    """Read a BNF file or a built-in BNF. Raises KeytallyError where there is none."""
    check_bnf(bnf)
    source = bnf_source_of(bnf)
    unit = read_bnf(bnf_text(source or Path(bnf)))
    lines, shown = Lines(unit.text), str(bnf)
    found = (Located(finding, None, 0, 0) for finding in unit.findings)
    findings = [located(each, each.finding.rule, shown, lines, ()) for each in found]
    return ReadBnf(shown, unit.bnf, findings)


def configuration_from(read: ReadBnf, task: str | None, key: str, response: str) -> str:
    """The skeleton of a configuration for a task, by default the one that the BNF looks to be for.

    Raises KeytallyError where there can be none.
    """
    if task is not None and task not in TASKS:
        known = ", ".join(TASKS)
        raise KeytallyError(f"no BNF is for the task {task!r}{did_you_mean(task, TASKS)}; it is for: {known}")
    try:
        return skeleton(read.bnf, task or task_for(read.bnf), key, response)
    except NoSkeletonError as error:
        raise KeytallyError(f"{read.shown}: {error}") from error
