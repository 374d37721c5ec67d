"""Merges annotators' files into a gold, for the command and the Python API."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from keytally.adjudication.merging import Merging, Outcome
from keytally.adjudication.strategies import FEWEST, NAMES, strategy_named
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import shown
from keytally.batch.merge_files import AnnotatingEvaluation, lacking, read_sources, unknown
from keytally.batch.merge_result import MergeResult
from keytally.batch.merge_run import MergeRun
from keytally.batch.project_problems import annotators_problems
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
from keytally.batch.targets import folders_of
from keytally.batch.writing import is_same_file
from keytally.evaluations import registry
from keytally.evaluations.annotated import Annotates
from keytally.evaluations.settings import Settings
from keytally.project.adjudications import Adjudication
from keytally.project.discovery import discover
from keytally.project.stated_parts import PairSettings
from keytally.text.paths import absolute
from keytally.text.regular import reason_of

UNANIMOUS = "unanimous"


def merge(  # noqa: PLR0913 -- each is a choice of the command line
    task: str,
    files: Sequence[FilePath] | Mapping[str, FilePath],
    *,
    gold: FilePath | None = None,
    strategy: str = UNANIMOUS,
    keep_alternatives: bool = False,
    texts: FilePath | None = None,
    config: FilePath | None = None,
    options: OptionValues | None = None,
    encoding: str | None = None,
    done: Mapping[str, Sequence[str]] | None = None,
    allow: Sequence[FilePath] = (),
) -> MergeResult:
    """Merge annotators' files, given one each or by the names of annotators, into a gold.

    Nothing is written: `MergeResult.write` does that. A `gold` that is there keeps what it says. `strategy`
    is `unanimous`, `majority`, `votes=N` or `union`; what it does not decide is in `MergeResult.open`.
    `keep_alternatives` writes what is open with its alternatives, as far as the format has a place for them.
    `done` has the documents that an annotator has finished, by name; one without an entry has finished all.

    Raises KeytallyError where the files cannot be merged.
    """
    check_task(task)
    given = Given(
        task,
        source_of(config),
        None if texts is None else absolute(Path(texts)),
        encoding,
        as_overrides(options or {}),
        as_folders(allow),
    )
    adjudication, warnings = _adjudication_of(_named(files), gold, done or {}, given)
    return merge_adjudication(adjudication, strategy, keep_alternatives, warnings)


def _adjudication_of(
    files: Mapping[str, Path], gold: FilePath | None, done: Mapping[str, Sequence[str]], given: Given
) -> tuple[Adjudication, Sequence[str]]:
    """The adjudication of files by names, with warnings on what is stated of the first two names."""
    first, second, *_ = (path for _, path in sorted(files.items()))
    pair, used, warnings = pair_of(first, second, given)
    settings = PairSettings(
        pair.texts, pair.companions, pair.configuration, pair.encoding, dict(used), pair.option_files
    )
    adjudication = Adjudication(
        pair.task,
        None if gold is None else absolute(Path(gold)),
        {name: absolute(path) for name, path in files.items()},
        settings,
        {name: tuple(documents) for name, documents in done.items()},
        settings_reach=pair.settings_reach,
    )
    return adjudication, warnings


def merge_project(
    folder: FilePath,
    *,
    task: str | None = None,
    strategy: str = UNANIMOUS,
    keep_alternatives: bool = False,
    allow: Sequence[FilePath] = (),
) -> list[MergeResult]:
    """Merge what the `[[adjudication]]` tables of a folder's keytally.toml state, of one task or of all.

    Raises KeytallyError where there are none, and where one names what cannot be used: without one of the
    annotators others would be in the majority. What is wrong in other tables is a warning.
    """
    found = discover(folder, folders_of(Path(folder), as_folders(allow)))
    problems, warnings = annotators_problems(found)
    if problems:
        raise KeytallyError(*problems)
    stated = [each for each in found.adjudications if each.gold is not None and task in (None, each.task)]
    if not stated:
        of = "" if task is None else f" of the task {task}"
        advice = "give the annotators' files, or state them in an [[adjudication]] table of keytally.toml"
        raise KeytallyError(*warnings, f"no annotators{of} with a gold are stated here; {advice}")
    results = []
    for number, adjudication in enumerate(stated):
        told = () if number else warnings
        results.append(merge_adjudication(adjudication, strategy, keep_alternatives, told))
    return results


def _named(files: Sequence[FilePath] | Mapping[str, FilePath]) -> dict[str, Path]:
    """The files by the names of annotators; a file that is given alone names its annotator."""
    named = files if isinstance(files, Mapping) else {str(file): file for file in files}
    if len(named) < len(files) or len({absolute(Path(file)) for file in named.values()}) < len(named):
        raise KeytallyError("a file is given twice; two annotators have two files")
    if len(named) < FEWEST:
        raise KeytallyError("give a file for each annotator: a merge takes at least two")
    return {name: Path(file) for name, file in named.items()}


def merge_adjudication(
    adjudication: Adjudication, strategy: str, keep_alternatives: bool, warnings: Sequence[str] = ()
) -> MergeResult:
    """Merge the files of one adjudication. Raises KeytallyError where they cannot be merged."""
    chosen = strategy_named(strategy)
    if chosen is None:
        raise KeytallyError(f"there is no strategy {strategy!r}; give {NAMES}")
    _check_gold(adjudication)
    sources = read_sources(adjudication, _evaluation(adjudication))
    run = MergeRun(sources, Merging(chosen, keep_alternatives))
    run.merge()
    text, count = run.text, Counter(run.outcomes)
    return MergeResult(
        adjudication.task,
        strategy,
        None if adjudication.gold is None else shown(adjudication.gold),
        text,
        {name: file.shown for name, file in sources.annotators.items()},
        count[Outcome.ADDED],
        count[Outcome.STANDS],
        count[Outcome.NOTHING],
        run.open,
        run.left_out,
        [*warnings, *sources.decisions.warnings, *lacking(sources), *unknown(sources)],
        text != sources.present,
        sources.gold.decoded,
        run.items,
    )


def _check_gold(adjudication: Adjudication) -> None:
    """Raise KeytallyError for a gold that cannot be a file, or that is one of another role."""
    gold, settings = adjudication.gold, adjudication.settings
    if gold is None:
        return
    try:
        gold.stat()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise KeytallyError(f"{shown(gold)}: {reason_of(error)}") from error
    named = (settings.configuration, *settings.companions.values())
    others = [path for path in named if isinstance(path, Path)]
    others += [*([] if settings.texts is None else [settings.texts]), *settings.option_files]
    for path in (*adjudication.annotators.values(), *others):
        if is_same_file(Path(os.path.realpath(gold)), path):
            raise KeytallyError(f"{shown(gold)}: the merge reads this file; give the gold another name")


def _evaluation(adjudication: Adjudication) -> AnnotatingEvaluation:
    """The evaluation under the settings. Raises KeytallyError for a task without annotations to merge."""
    settings = adjudication.settings
    given = Settings(
        shown(settings.configuration),
        options=list(settings.options.items()),
        companions=companion_texts(settings.companions, adjudication.settings_within),
        within=adjudication.settings_within,
    )
    with readable_settings():
        evaluation = registry.evaluation(adjudication.task, given)
    if not isinstance(evaluation, Annotates):
        others = ", ".join(task.name for task in registry.tasks().values() if task.annotated)
        raise KeytallyError(f"the files of {adjudication.task} cannot be merged; those of {others} can")
    return cast("AnnotatingEvaluation", evaluation)
