"""Reads the files of annotators, and measures their agreement."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.adjudication.agreement.annotator import Annotator
from keytally.adjudication.agreement.document import compared
from keytally.adjudication.agreement.measured import measured
from keytally.adjudication.done_comments import done_by_comments
from keytally.batch.agreement_result import AgreementResult
from keytally.batch.agreement_text import agreement_text
from keytally.batch.agreement_values import agreement_values
from keytally.batch.answer_agreement import answer_agreement
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import filled_text, shown
from keytally.batch.stated_done import unknown_done
from keytally.engine.reading import Reading
from keytally.evaluations import registry
from keytally.evaluations.abilities import MeasuresAgreement, ReadsByName, TellsItems
from keytally.evaluations.annotated import ListsAnnotations
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings
from keytally.text.regular import Within


class AnnotatedFiles(NamedTuple):
    """The files of annotators by name, and how they are read.

    `done` has the documents that an annotator has done; one without an entry has done all that the file has.
    Files that are not `within` are not read.
    """

    task: str
    files: Mapping[str, Path]
    settings: Settings
    encoding: str | None = None
    done: Mapping[str, Collection[str]] = MappingProxyType({})
    within: Within | None = None


def check_measured(task: str) -> None:
    """Raise KeytallyError for a task without a measure of agreement."""
    facts = registry.task_named(task)
    if not (facts.agreement or facts.annotated):
        raise _unmeasured(task)


def _unmeasured(task: str) -> KeytallyError:
    measured = (each.name for each in registry.tasks().values() if each.agreement or each.annotated)
    others = ", ".join(name for name in measured if name != task)
    return KeytallyError(f"{task} does not say what agreement is; these do: {others}")


def _is_of_answers(scoring: Evaluation) -> bool:
    return isinstance(scoring, MeasuresAgreement) and registry.task_named(scoring.task).agreement


def measured_agreement(wanted: AnnotatedFiles, warnings: Sequence[str] = ()) -> AgreementResult:
    """The agreement of files. Raises KeytallyError for files that are unusable or have nothing in common."""
    with readable_settings():
        scoring = registry.evaluation(wanted.task, wanted.settings)
    texts = {
        name: filled_text(path, wanted.encoding, within=wanted.within) for name, path in wanted.files.items()
    }
    if isinstance(scoring, MeasuresAgreement) and _is_of_answers(scoring):
        values, text = answer_agreement(scoring, texts, {n: str(shown(p)) for n, p in wanted.files.items()})
        return AgreementResult({"task": wanted.task, **values}, text, text, warnings)
    annotators = [_annotator(scoring, wanted, name, text) for name, text in texts.items()]
    values, notes = _values(scoring, annotators)
    unknown = _unknown(wanted, annotators)
    texts_of = agreement_text(values), agreement_text(values, is_long=True)
    return AgreementResult(values, *texts_of, (*warnings, *unknown, *notes))


def _annotator(scoring: Evaluation, wanted: AnnotatedFiles, name: str, text: str) -> Annotator:
    path = str(shown(wanted.files[name]))
    key = Reading(_language(scoring, wanted, Role.KEY), text, judged=False)
    if not _has_items(scoring, key) and not done_by_comments(scoring, key):
        raise KeytallyError(f"{path}: no {scoring.document_name} of the task in it; is it the right file?")
    has_own_form = isinstance(scoring, TellsItems) and scoring.response_has_own_form
    response = (
        None if has_own_form else Reading(_language(scoring, wanted, Role.RESPONSE), text, judged=False)
    )
    return Annotator(name, path, key, response, _done(scoring, wanted, name, key))


def _language(scoring: Evaluation, wanted: AnnotatedFiles, role: Role) -> Language:
    """How a file is read; where a file's name is that of its document, the first file's counts for all."""
    language = scoring.language(role)
    first = next(iter(wanted.files.values()))
    return language.of_file(first.name) if isinstance(language, ReadsByName) else language


def _has_items(scoring: Evaluation, key: Reading) -> bool:
    if not isinstance(scoring, TellsItems):
        return bool(key.documents)
    return any(scoring.is_item(unit, Role.KEY) for unit in key.units)


def _done(scoring: Evaluation, wanted: AnnotatedFiles, name: str, key: Reading) -> Collection[str] | None:
    """The documents that are stated as done, here or in comments of the file; None for all of the file."""
    commented = done_by_comments(scoring, key)
    if name not in wanted.done:
        return set(commented) or None
    document_of = registry.task_named(wanted.task).document_of
    stated = set(map(document_of, wanted.done[name]))
    return {*commented, *stated, *(each for each in key.documents if document_of(each) in stated)}


def _unknown(wanted: AnnotatedFiles, annotators: Sequence[Annotator]) -> Iterator[str]:
    """A line for each document that is stated as done, and in no file."""
    present = {name for each in annotators for name in each.key.documents}
    for each in annotators:
        stated = (*sorted(each.done or ()), *wanted.done.get(each.name, ()))
        yield from unknown_done(wanted.task, each.name, each.shown, stated, present)


def _values(scoring: Evaluation, annotators: Sequence[Annotator]) -> tuple[dict[str, Any], Sequence[str]]:
    """The JSON values, and the lines on documents that are left out or missing."""
    if not isinstance(scoring, ListsAnnotations):
        raise _unmeasured(scoring.task)
    found = compared(scoring, annotators)
    if not found.documents:
        problem = "no two of the files have a document in common, so there is nothing to compare"
        raise KeytallyError(*found.notes, problem)
    values = {
        "task": scoring.task,
        "annotators": [each.name for each in annotators],
        "signature": scoring.signature,
        **agreement_values(measured(scoring, annotators, found.documents)),
        "documents": [each.title for each in found.documents],
        "notes": list(found.notes),
    }
    return values, found.notes
