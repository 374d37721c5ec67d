"""The agreement of the annotators whom keytally.toml states, in its `[[adjudication]]` tables."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.batch.agreement_result import AgreementResult
from keytally.batch.annotators import AnnotatedFiles, check_measured, measured_agreement
from keytally.batch.errors import KeytallyError, contained, unforeseen
from keytally.batch.files import shown
from keytally.batch.project_problems import annotators_problems
from keytally.batch.settings import companion_texts
from keytally.batch.targets import folders_of, line_of, workspace_of
from keytally.evaluations.settings import Settings
from keytally.project.adjudications import Adjudication
from keytally.project.discovery import discover_stated
from keytally.project.reach import Reach


class StatedAgreement(NamedTuple):
    """What came of one table: the agreement, or `problems` where it cannot be measured."""

    adjudication: Adjudication
    result: AgreementResult | None
    problems: Sequence[str] = ()

    @property
    def name(self) -> str:
        """What messages call the table: its gold, else its task."""
        gold = self.adjudication.gold
        return self.adjudication.task if gold is None else str(shown(gold))


class StatedAgreements(NamedTuple):
    """The agreements of a project.

    `problems` has a line for each error of its keytally.toml that concerns annotators, `warnings` one for all
    else that is wrong there.
    """

    found: Sequence[StatedAgreement]
    problems: Sequence[str]
    warnings: Sequence[str]


def stated_agreements(task: str | None = None, allow: Sequence[Path] = ()) -> StatedAgreements:
    """The agreements of the tables in the nearest keytally.toml, from the current folder up.

    They are those of one task, or all. Raises KeytallyError where there is none.
    """
    here = Path.cwd()
    found = discover_stated(here, workspace_of(here), Reach(folders_of(here, allow)))
    problems, others = annotators_problems(found)
    warnings = [*others, *(line_of(note._replace(path=shown(note.path))) for note in found.notes)]
    tables = [each for each in found.adjudications if task in (None, each.task)]
    if not tables:
        of = "" if task is None else f" of the task {task}"
        advice = "give the annotators' files, or state them in an [[adjudication]] table of keytally.toml"
        raise KeytallyError(*problems, *warnings, f"no annotators{of} are stated here; {advice}")
    return StatedAgreements([_agreement(each) for each in tables], problems, warnings)


def _agreement(adjudication: Adjudication) -> StatedAgreement:
    """The agreement of one table; what fails is one of its problems, and others are measured."""
    try:
        with contained(adjudication.task):
            check_measured(adjudication.task)
            result = measured_agreement(_files(adjudication), list(_faults(adjudication)))
            return StatedAgreement(adjudication, result)
    except KeytallyError as error:
        return StatedAgreement(adjudication, None, error.problems)
    except Exception as error:
        if os.environ.get("KEYTALLY_DEBUG"):
            raise
        return StatedAgreement(adjudication, None, [f"{adjudication.task}: {unforeseen(error)}"])


def _files(adjudication: Adjudication) -> AnnotatedFiles:
    stated = adjudication.settings
    settings = Settings(
        shown(stated.configuration),
        options=tuple(stated.options.items()),
        companions=companion_texts(stated.companions, adjudication.settings_within),
        within=adjudication.settings_within,
    )
    files = {name: shown(path) for name, path in adjudication.annotators.items()}
    return AnnotatedFiles(
        adjudication.task, files, settings, stated.encoding, adjudication.done, adjudication.within
    )


def _faults(adjudication: Adjudication) -> Iterator[str]:
    """A line for each annotator with done documents who has no file."""
    for name in adjudication.done:
        if name not in adjudication.annotators:
            yield f"{name!r} has done documents, but there is no file of this annotator"
