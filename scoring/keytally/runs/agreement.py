"""Compute inter-annotator agreement of files, or of the adjudications in keytally.toml."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.adjudication.agreement import GAMMA, Figure, MeasuredAgreement, measure_agreement
from keytally.adjudication.annotator_files import Annotator, documents_done
from keytally.adjudication.compared_documents import (
    FEWEST,
    Confusion,
    Disagreement,
    LocatedClaim,
    PairF,
    compare_documents,
)
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.project.adjudications import Adjudication
from keytally.project.discovery import discover_stated
from keytally.project.reach import Reach
from keytally.runs.agreement_text import agreement_text
from keytally.runs.files import (
    KeytallyError,
    contain_errors,
    filled_text,
    folders_of,
    line_of,
    read_text,
    readable_settings,
    shown_path,
    unexpected_error,
    workspace_of,
)
from keytally.runs.located_findings import annotators_problems
from keytally.runs.merge_files import unknown_done
from keytally.runs.request import Given, pair_of
from keytally.runs.settings import (
    FilePath,
    OptionValues,
    as_folders,
    as_overrides,
    check_task,
    companion_texts,
    source_of,
)
from keytally.text.files import Within

DEFAULT_SEED = 12345


class AgreementResult(NamedTuple):
    """The agreement of annotators, as plain values and as lines of text with the same content.

    `long_text` includes the parts that `text` omits, such as F by type. `warnings` contains a line for each
    document that is omitted or not finished by an annotator.
    """

    values: dict[str, Any]
    text: str
    long_text: str
    warnings: Sequence[str] = ()


def agreement_values(found: MeasuredAgreement) -> dict[str, Any]:
    """Return pairs, coefficients (at most 1), confusions and disagreements; F is in percent."""
    return {
        "pairs": [_pair_values(pair) for pair in found.pairs],
        "coefficients": [_coefficient(figure) for figure in found.figures],
        "confusions": [_confusion(confusion) for confusion in found.confusions],
        "disagreements": [_disagreement(disagreement) for disagreement in found.disagreements],
    }


def _pair_values(pair: PairF) -> dict[str, Any]:
    return {
        "a": pair.first,
        "b": pair.second,
        "f": pair.f,
        "f_a_as_key": pair.first_as_key,
        "f_b_as_key": pair.second_as_key,
        "compared_documents": pair.documents,
        **{name: dict(part) for name, part in pair.parts.items()},
    }


def _coefficient(figure: Figure) -> dict[str, Any]:
    value, items, reason = figure.coefficient
    told = {} if value is not None else {"reason": reason}
    of = {"annotators": list(figure.annotators)}
    return {"name": figure.name, "value": value, "items": items, "item": figure.item, **told, **of}


def _confusion(each: Confusion) -> dict[str, Any]:
    said = {"a_says": each.first_says, "b_says": each.second_says}
    return {"a": each.first, "b": each.second, "kind": each.kind, **said, "count": each.times}


def _disagreement(each: Disagreement) -> dict[str, Any]:
    said = [_saying(saying) for saying in each.sayings]
    return {"document": each.document, "kind": each.kind, "name": each.name, "said": said}


def _saying(saying: LocatedClaim) -> dict[str, Any]:
    told: dict[str, Any] = {"annotator": saying.annotator.name, "says": saying.words}
    if saying.words is None:
        return told
    place = {"path": saying.annotator.shown, "line": saying.line, "column": saying.column}
    return {**told, "name": saying.name, **place}


ITEM = "item answered by at least two annotators"


def answer_agreement(
    scoring: Evaluation, texts: Mapping[str, str], shown: Mapping[str, str]
) -> tuple[dict[str, Any], str]:
    """Return the agreement of annotators' texts in the response format, as JSON values and as text.

    `shown` are the file names for messages. Raises KeytallyError if a file contains no items or if the files
    have no item in common.
    """
    language = scoring.language(Role.RESPONSE)
    readings = {name: Reading(language, text) for name, text in texts.items()}
    for name, reading in readings.items():
        if not reading.documents:
            raise KeytallyError(f"{shown[name]}: contains no item of this task; is this the right file?")
    agreement = scoring.agreement
    assert agreement is not None, "the task has a measure of agreement on answers"
    values, text = agreement([each.units for each in readings.values()], list(readings))
    if not values["pairs"]:
        raise KeytallyError("no item is answered in more than one file, so there is nothing to compare")
    framed = {
        **values,
        "pairs": [_pair(agreement, readings, *pair) for pair in combinations(readings, 2)],
        "compared_answers": values["pairs"],
        "coefficients": _coefficients(values, list(readings)),
        "disagreements": [],
    }
    return framed, text


def _pair(
    measure: Callable[[Sequence[Iterable[Any]], Sequence[str]], tuple[dict[str, Any], str]],
    readings: Mapping[str, Reading],
    first: str,
    second: str,
) -> dict[str, Any]:
    """Return the agreement of two annotators, with a symmetric F if the task defines one."""
    values, _ = measure([readings[first].units, readings[second].units], [first, second])
    compared = values["pairs"]
    agreement = values["agreement"] if compared else None
    f = {"f": None}
    if "f" in values:
        f = dict.fromkeys(("f", "f_a_as_key", "f_b_as_key"), values["f"])
    return {"a": first, "b": second, **f, "agreement": agreement, "compared_answers": compared}


def _coefficients(values: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the task's own measures in the same form as coefficients, from 0 to 1."""
    shared = {"items": values["items"], "item": ITEM, "annotators": list(names)}
    return [
        {"name": f"agreement, {name}", "value": value / 100, **shared}
        for name, value in values["agreement"].items()
    ]


class AnnotatedFiles(NamedTuple):
    """The annotators' files by name, with the settings for reading them.

    `done` lists the documents that an annotator has finished; without an entry, the annotator has finished
    all documents in the file. Files for which `within` is false are not read. With `share_file`, one file
    contains the annotations of all annotators. With `gamma_seed`, gamma is computed.
    """

    task: str
    files: Mapping[str, Path]
    settings: Settings
    encoding: str | None = None
    done: Mapping[str, Collection[str]] = MappingProxyType({})
    within: Within | None = None
    share_file: bool = False
    gamma_seed: int | None = None


def check_measured(task: str) -> None:
    """Raise KeytallyError if the task has no measure of agreement."""
    facts = registry.task_named(task)
    if not (facts.agreement or facts.annotated):
        raise _unmeasured(task)


def _unmeasured(task: str) -> KeytallyError:
    measured = (each.name for each in registry.tasks().values() if each.agreement or each.annotated)
    others = ", ".join(name for name in measured if name != task)
    return KeytallyError(f"{task} has no measure of agreement; tasks that have one: {others}")


def _is_of_answers(scoring: Evaluation) -> bool:
    return scoring.agreement is not None and registry.task_named(scoring.task).agreement


def measured_agreement(wanted: AnnotatedFiles, warnings: Sequence[str] = ()) -> AgreementResult:
    """Return the agreement of files.

    Raises KeytallyError if files cannot be used or have no document in common.
    """
    with readable_settings():
        scoring = registry.evaluation(wanted.task, wanted.settings)
    may_be_empty = bool(Reading(_language(scoring, wanted, Role.KEY, ""), "").documents)
    texts = {
        name: read_text(path, wanted.encoding, wanted.within).text
        if may_be_empty
        else filled_text(path, wanted.encoding, within=wanted.within)
        for name, path in wanted.files.items()
    }
    if _is_of_answers(scoring):
        values, text = answer_agreement(
            scoring, texts, {n: str(shown_path(p)) for n, p in wanted.files.items()}
        )
        notes = _without_gamma(wanted, values)
        return AgreementResult({"task": wanted.task, **values}, text, text, (*warnings, *notes))
    annotators = [_annotator(scoring, wanted, name, text) for name, text in texts.items()]
    values, notes = _values(scoring, annotators, wanted.gamma_seed)
    notes = (*notes, *_without_gamma(wanted, values))
    unknown = _unknown(wanted, annotators)
    texts_of = agreement_text(values), agreement_text(values, is_long=True)
    return AgreementResult(values, *texts_of, (*warnings, *unknown, *notes))


def _annotator(scoring: Evaluation, wanted: AnnotatedFiles, name: str, text: str) -> Annotator:
    path = str(shown_path(wanted.files[name]))
    key = Reading(_language(scoring, wanted, Role.KEY, name), text, judged=False)
    if not _has_items(scoring, key) and not documents_done(scoring, key):
        raise KeytallyError(
            f"{path}: contains no {scoring.document_name} of this task; is this the right file?"
        )
    response = (
        None
        if scoring.response_has_own_form
        else Reading(_language(scoring, wanted, Role.RESPONSE, name), text, judged=False)
    )
    return Annotator(name, path, key, response, _done(scoring, wanted, name, key))


def _language(scoring: Evaluation, wanted: AnnotatedFiles, role: Role, annotator: str) -> Language:
    """Return the language of an annotator's file.

    If documents are named after their file, the name of the first file is used for all files.
    """
    language = scoring.language(role)
    first = next(iter(wanted.files.values()))
    if language.of_file is not None:
        language = language.of_file(first.name, ())
    if wanted.share_file and language.by_annotator is not None:
        return language.by_annotator.of_annotator(annotator)
    return language


def _has_items(scoring: Evaluation, key: Reading) -> bool:
    is_item = scoring.is_item
    if is_item is None:
        return bool(key.documents)
    return any(is_item(unit, Role.KEY) for unit in key.units)


def _done(scoring: Evaluation, wanted: AnnotatedFiles, name: str, key: Reading) -> Collection[str] | None:
    """Return the documents that are declared as done, in the settings or in comments of the file; None for
    all documents.
    """
    commented = documents_done(scoring, key)
    if name not in wanted.done:
        return set(commented) or None
    document_of = registry.task_named(wanted.task).document_of
    stated = set(map(document_of, wanted.done[name]))
    return {*commented, *stated, *(document for document in key.documents if document_of(document) in stated)}


def _unknown(wanted: AnnotatedFiles, annotators: Sequence[Annotator]) -> Iterator[str]:
    """Yield a line for each document that is declared as done but is in no file."""
    present = {name for annotator in annotators for name in annotator.key.documents}
    for annotator in annotators:
        stated = (*sorted(annotator.done or ()), *wanted.done.get(annotator.name, ()))
        yield from unknown_done(wanted.task, annotator.name, annotator.shown, stated, present)


def _without_gamma(wanted: AnnotatedFiles, values: Mapping[str, Any]) -> Sequence[str]:
    """Return a line if gamma is wanted but cannot be computed."""
    if wanted.gamma_seed is None or any(each["name"] == GAMMA for each in values["coefficients"]):
        return ()
    return [f"gamma is not computed: {wanted.task} has no annotations that cover text"]


def _values(
    scoring: Evaluation, annotators: Sequence[Annotator], gamma_seed: int | None
) -> tuple[dict[str, Any], Sequence[str]]:
    """Return the JSON values, and lines about documents that are omitted or missing."""
    if scoring.annotator is None:
        raise _unmeasured(scoring.task)
    found = compare_documents(scoring, annotators)
    if not found.documents:
        problem = "no document is in more than one file, so there is nothing to compare"
        raise KeytallyError(*found.notes, problem)
    values = {
        "task": scoring.task,
        "annotators": [annotator.name for annotator in annotators],
        "signature": scoring.signature + ("" if gamma_seed is None else f"|gamma_seed:{gamma_seed}"),
        **agreement_values(measure_agreement(scoring, annotators, found.documents, gamma_seed)),
        "documents": [document.title for document in found.documents],
        "notes": list(found.notes),
    }
    return values, found.notes


def agreement(  # noqa: PLR0913 -- each is a choice of the command line
    task: str,
    files: Sequence[FilePath] | Mapping[str, FilePath],
    *,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    done: Mapping[str, Sequence[str]] | None = None,
    allow: Sequence[FilePath] = (),
    gamma: bool = False,
    seed: int = DEFAULT_SEED,
) -> AgreementResult:
    """Compute the agreement of annotators, from one file each or from a mapping of names to files.

    A single file may contain the annotations of several annotators, if the task reads such files. `done` maps
    an annotator to the finished documents; an annotator without an entry has finished all documents in the
    file. Other settings are determined as by `keytally.score` for the first two files. With `gamma`, gamma of
    spans is computed; `seed` seeds its random samples.

    Raises KeytallyError if there are fewer than two annotators, if files cannot be used, or if the task has
    no measure of agreement.
    """
    check_task(task)
    check_measured(task)
    named = _named(files)
    share_file = len(named) == 1
    if share_file:
        named = _annotators_in(task, next(iter(named.values())), encoding)
    if len(named) < FEWEST:
        raise KeytallyError("specify one file per annotator; agreement needs at least two")
    if unknown := [name for name in done or {} if name not in named]:
        raise KeytallyError(f"{unknown[0]!r} has documents marked as done, but no file")
    given = Given(task, source_of(config), None, encoding, as_overrides(options or {}), as_folders(allow))
    for path in named.values():
        filled_text(path, encoding)
    first, second, *_ = named.values()
    pair, used, warnings = pair_of(first, second, given)
    within = pair.settings_within
    companions = companion_texts(pair.companions, within)
    settings = Settings(shown_path(pair.configuration), options=used, companions=companions, within=within)
    gamma_seed = seed if gamma else None
    wanted = AnnotatedFiles(
        task, named, settings, pair.encoding, done or {}, share_file=share_file, gamma_seed=gamma_seed
    )
    return measured_agreement(wanted, warnings)


def _annotators_in(task: str, path: Path, encoding: str | None) -> dict[str, Path]:
    """Return a mapping from each annotator in a file to the file."""
    by_annotator = registry.evaluation(task, Settings()).language(Role.KEY).by_annotator
    if by_annotator is None:
        return {}
    return dict.fromkeys(by_annotator.annotators(filled_text(path, encoding)), path)


def _named(files: Sequence[FilePath] | Mapping[str, FilePath]) -> dict[str, Path]:
    """Return the files by annotator name; a file given without a name uses its path as the name."""
    if isinstance(files, Mapping):
        return {name: Path(file) for name, file in files.items()}
    known: set[str] = set()
    for path in map(Path, files):
        real = os.path.realpath(path)
        if real in known:
            raise KeytallyError(f"{path}: this file is specified twice; each annotator needs a separate file")
        known.add(real)
    return {str(file): Path(file) for file in files}


class StatedAgreement(NamedTuple):
    """The result of one adjudication table: the agreement, or `problems` if it cannot be measured."""

    adjudication: Adjudication
    result: AgreementResult | None
    problems: Sequence[str] = ()

    @property
    def name(self) -> str:
        """Return the name of the table for messages: its gold, or its task."""
        gold = self.adjudication.gold
        return self.adjudication.task if gold is None else str(shown_path(gold))


class StatedAgreements(NamedTuple):
    """The agreements of a project.

    `problems` contains a line for each error in its keytally.toml that concerns annotators, `warnings` a line
    for each other error.
    """

    found: Sequence[StatedAgreement]
    problems: Sequence[str]
    warnings: Sequence[str]


def stated_agreements(
    task: str | None = None, allow: Sequence[Path] = (), gamma_seed: int | None = None
) -> StatedAgreements:
    """Compute the agreement of each adjudication table of the nearest keytally.toml, searching from the
    current directory upwards.

    `task` limits the tables to one task; with a seed, gamma is computed. Raises KeytallyError if there are no
    tables.
    """
    here = Path.cwd()
    found = discover_stated(here, workspace_of(here), Reach(folders_of(here, allow)))
    problems, others = annotators_problems(found)
    warnings = [*others, *(line_of(note._replace(path=shown_path(note.path))) for note in found.notes)]
    tables = [adjudication for adjudication in found.adjudications if task in (None, adjudication.task)]
    if not tables:
        of = "" if task is None else f" for the task {task}"
        advice = (
            "specify the annotators' files, or declare them in an [[adjudication]] table in keytally.toml"
        )
        raise KeytallyError(*problems, *warnings, f"no annotators{of} are declared here; {advice}")
    return StatedAgreements([_agreement(table, gamma_seed) for table in tables], problems, warnings)


def _agreement(adjudication: Adjudication, gamma_seed: int | None) -> StatedAgreement:
    """Compute the agreement of one table; a failure becomes one of its problems."""
    try:
        with contain_errors(adjudication.task):
            check_measured(adjudication.task)
            wanted = _files(adjudication)._replace(gamma_seed=gamma_seed)
            result = measured_agreement(wanted, list(_faults(adjudication)))
            return StatedAgreement(adjudication, result)
    except KeytallyError as error:
        return StatedAgreement(adjudication, None, error.problems)
    except Exception as error:
        if os.environ.get("KEYTALLY_DEBUG"):
            raise
        return StatedAgreement(adjudication, None, [f"{adjudication.task}: {unexpected_error(error)}"])


def _files(adjudication: Adjudication) -> AnnotatedFiles:
    stated = adjudication.settings
    settings = Settings(
        shown_path(stated.configuration),
        options=tuple(stated.options.items()),
        companions=companion_texts(stated.companions, adjudication.settings_within),
        within=adjudication.settings_within,
    )
    files = {name: shown_path(path) for name, path in adjudication.annotators.items()}
    return AnnotatedFiles(
        adjudication.task, files, settings, stated.encoding, adjudication.done, adjudication.within
    )


def _faults(adjudication: Adjudication) -> Iterator[str]:
    """Yield a line for each annotator who has documents marked as done but no file."""
    for name in adjudication.done:
        if name not in adjudication.annotators:
            yield f"{name!r} has documents marked as done, but no file"
