"""Measures the agreement of annotators, for the command and the Python API."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import read_text
from keytally.batch.settings import FilePath, check_task
from keytally.engine.reading import Reading
from keytally.evaluations import registry
from keytally.evaluations.abilities import MeasuresAgreement
from keytally.evaluations.interface import Role
from keytally.evaluations.settings import Settings

FEWEST = 2


class AgreementResult(NamedTuple):
    """The agreement of annotators: plain values, and lines of text with the same content."""

    values: dict[str, Any]
    text: str


def agreement(task: str, files: Sequence[FilePath]) -> AgreementResult:
    """The agreement of annotators, given as one file each in the form of a response.

    Raises KeytallyError for fewer than two files, for unusable files, and for tasks without a measure of
    agreement.
    """
    check_task(task)
    with readable_settings():
        scoring = registry.evaluation(task, Settings())
    if not isinstance(scoring, MeasuresAgreement) or not registry.task_named(task).agreement:
        others = ", ".join(each.name for each in registry.tasks().values() if each.agreement)
        raise KeytallyError(f"{task} does not say what agreement is; {others} does")
    if len(files) < FEWEST:
        raise KeytallyError("give a file for each annotator: agreement takes at least two")
    language = scoring.language(Role.RESPONSE)
    readings = [Reading(language, read_text(Path(file)).text) for file in files]
    for file, reading in zip(files, readings, strict=True):
        if not reading.documents:
            raise KeytallyError(f"{file}: no item of the task in it; is it the right file?")
    values, text = scoring.agreement([reading.units for reading in readings], [str(file) for file in files])
    if not values["pairs"]:
        raise KeytallyError("no two of the files answer the same item, so there is nothing to compare")
    return AgreementResult({"task": task, **values}, text)
