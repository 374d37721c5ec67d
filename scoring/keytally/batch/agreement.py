"""Measures the agreement of annotators, for the command and the Python API."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from keytally.adjudication.agreement.annotator import Annotator
from keytally.adjudication.agreement.document import FEWEST, compared
from keytally.adjudication.agreement.measured import measured
from keytally.batch.agreement_result import AgreementResult
from keytally.batch.agreement_text import agreement_text
from keytally.batch.agreement_values import agreement_values
from keytally.batch.answer_agreement import answer_agreement
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import filled_text, read_text, shown
from keytally.batch.settings import (
    FilePath,
    OptionValues,
    as_folders,
    as_overrides,
    check_task,
    companion_texts,
    source_of,
)
from keytally.batch.stated import Given, pair_of
from keytally.engine.reading import Reading
from keytally.evaluations import registry
from keytally.evaluations.abilities import MeasuresAgreement, TellsItems
from keytally.evaluations.annotated import Annotates
from keytally.evaluations.interface import Evaluation, Role
from keytally.evaluations.settings import Settings


def agreement(  # noqa: PLR0913 -- each is a choice of the command line
    task: str,
    files: Sequence[FilePath] | Mapping[str, FilePath],
    *,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    done: Mapping[str, Sequence[str]] | None = None,
    allow: Sequence[FilePath] = (),
) -> AgreementResult:
    """The agreement of annotators, given as one file each, or as files by the names of annotators.

    `done` has the documents that an annotator has done, by name; one without an entry has done all that
    the file has. What is not given of the settings is what `keytally.score` finds for the first two files.

    Raises KeytallyError for fewer than two annotators, for unusable files, and for tasks without a measure of
    agreement.
    """
    check_task(task)
    named = _named(files)
    _check_measured(task)
    if len(named) < FEWEST:
        raise KeytallyError("give a file for each annotator: agreement takes at least two")
    given = Given(task, source_of(config), None, encoding, as_overrides(options or {}), as_folders(allow))
    if _is_of_answers(task):
        return answer_agreement(task, named, given)
    evaluation, used_encoding, warnings = _evaluation(list(named.values()), given)
    annotators = [
        _annotator(evaluation, name, path, used_encoding, (done or {}).get(name))
        for name, path in named.items()
    ]
    return _result(task, evaluation, annotators, warnings)


def _named(files: Sequence[FilePath] | Mapping[str, FilePath]) -> dict[str, Path]:
    """The files by the names of annotators; a file that is given alone names its annotator."""
    if isinstance(files, Mapping):
        return {name: Path(file) for name, file in files.items()}
    names = [str(file) for file in files]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise KeytallyError(f"{twice}: this file is given twice; two annotators have two files")
    return {name: Path(name) for name in names}


def _check_measured(task: str) -> None:
    """Raise KeytallyError for a task without a measure of agreement."""
    if not (_is_of_answers(task) or _is_annotated(task)):
        others = ", ".join(name for name in registry.tasks() if _is_of_answers(name) or _is_annotated(name))
        raise KeytallyError(f"{task} does not say what agreement is; these do: {others}")


def _is_of_answers(task: str) -> bool:
    return registry.task_named(task).agreement and isinstance(_by_default(task), MeasuresAgreement)


def _is_annotated(task: str) -> bool:
    return isinstance(_by_default(task), Annotates)


def _by_default(task: str) -> Evaluation:
    with readable_settings():
        return registry.evaluation(task, Settings())


def _evaluation(paths: Sequence[Path], given: Given) -> tuple[Evaluation, str | None, Sequence[str]]:
    """The evaluation under the settings that the first two files have as a pair, and their encoding."""
    assert given.task is not None
    for path in paths:
        filled_text(path, given.encoding)
    pair, options, warnings = pair_of(paths[0], paths[1], given)
    settings = Settings(
        shown(pair.configuration), options=options, companions=companion_texts(pair.companions)
    )
    with readable_settings():
        return registry.evaluation(given.task, settings), pair.encoding, warnings


def _annotator(
    evaluation: Evaluation, name: str, path: Path, encoding: str | None, done: Sequence[str] | None
) -> Annotator:
    text = read_text(path, encoding).text
    key = Reading(evaluation.language(Role.KEY), text, judged=False)
    if not key.documents:
        raise KeytallyError(f"{path}: no {evaluation.document_name} of the task in it; is it the right file?")
    has_own_form = isinstance(evaluation, TellsItems) and evaluation.response_has_own_form
    response = None if has_own_form else Reading(evaluation.language(Role.RESPONSE), text, judged=False)
    return Annotator(name, str(path), key, response, None if done is None else frozenset(done))


def _result(
    task: str, evaluation: Evaluation, annotators: Sequence[Annotator], warnings: Sequence[str]
) -> AgreementResult:
    assert isinstance(evaluation, Annotates)
    found = compared(evaluation, annotators)
    if not found.documents:
        raise KeytallyError(
            *found.notes, "no two of the files have a document in common, so there is nothing to compare"
        )
    values: dict[str, Any] = {
        "task": task,
        "annotators": [each.name for each in annotators],
        "signature": evaluation.signature,
        **agreement_values(measured(evaluation, annotators, found.documents)),
        "documents": [each.name for each in found.documents],
        "notes": list(found.notes),
    }
    return AgreementResult(values, agreement_text(values), (*warnings, *found.notes))
