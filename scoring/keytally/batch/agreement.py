"""Measures the agreement of annotators, for the command and the Python API."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from keytally.adjudication.agreement.document import FEWEST
from keytally.batch.agreement_result import AgreementResult
from keytally.batch.annotators import AnnotatedFiles, check_measured, measured_agreement
from keytally.batch.errors import KeytallyError
from keytally.batch.files import filled_text, shown
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
    check_measured(task)
    named = _named(files)
    if len(named) < FEWEST:
        raise KeytallyError("give a file for each annotator: agreement takes at least two")
    if unknown := [name for name in done or {} if name not in named]:
        raise KeytallyError(f"{unknown[0]!r} has done documents, but there is no file of this annotator")
    given = Given(task, source_of(config), None, encoding, as_overrides(options or {}), as_folders(allow))
    for path in named.values():
        filled_text(path, encoding)
    first, second, *_ = named.values()
    pair, used, warnings = pair_of(first, second, given)
    within = pair.settings_within
    companions = companion_texts(pair.companions, within)
    settings = Settings(shown(pair.configuration), options=used, companions=companions, within=within)
    wanted = AnnotatedFiles(task, named, settings, pair.encoding, done or {})
    return measured_agreement(wanted, warnings)


def _named(files: Sequence[FilePath] | Mapping[str, FilePath]) -> dict[str, Path]:
    """The files by the names of annotators; a file that is given alone names its annotator."""
    if isinstance(files, Mapping):
        return {name: Path(file) for name, file in files.items()}
    known: set[str] = set()
    for path in map(Path, files):
        real = os.path.realpath(path)
        if real in known:
            raise KeytallyError(f"{path}: this file is given twice; two annotators have two files")
        known.add(real)
    return {str(file): Path(file) for file in files}
