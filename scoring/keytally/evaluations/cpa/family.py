"""The facts of corpus pattern analysis (SemEval-2015 task 15): three tasks over files of one verb each."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from keytally.evaluations.family import (
    Family,
    FileOption,
    FolderLayout,
    LanguageFacts,
    Naming,
    Options,
    Task,
)
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings
from keytally.text.regular import Within

if TYPE_CHECKING:
    from keytally.evaluations.editor_facts import EditorFacts

# Each function imports what it needs when it is called: a command pays for the formats that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.evaluations.cpa.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.evaluations.cpa.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.cpa.language import language

    return language(role)


def _problem_in_ontology(path: Path, within: Within) -> str | None:
    from keytally.evaluations.cpa.options import problem_in_ontology

    return problem_in_ontology(path, within)


def _editor() -> "EditorFacts":
    from keytally.evaluations.cpa.editor_facts import COLUMNS

    return COLUMNS


def _naming() -> Naming:
    from keytally.evaluations.cpa.formats.columns import format_of_file

    def task_by_name(name: str) -> str | None:
        kind = format_of_file(name)
        return kind.task if kind else None

    def marked_as_key(task: str, text: str) -> bool | None:
        """Only a key has items in no cluster."""
        return (task == "cpa-clustering" and re.search(r"\t[xu][ \r]*$", text, re.M) is not None) or None

    return Naming(task_by_name=task_by_name, marked_as_key=marked_as_key)


def _task(name: str, extension: str, key_folder: str) -> Task:
    return Task(name, "cpa", "F", folder=FolderLayout(extension, key_folder), agreement=True)


FAMILY = Family(
    "cpa",
    (
        _task("cpa-parsing", ".parse", "task1"),
        _task("cpa-clustering", ".clust", "task2"),
        _task("cpa-slots", ".pat", "task3"),
    ),
    (
        LanguageFacts(
            "cpa",
            "Corpus pattern analysis",
            _language,
            extensions=(".parse", ".clust", ".pat"),
            editor=_editor,
        ),
    ),
    _evaluation,
    _options,
    file_options=(
        FileOption("ontology", followed=True, problem_in=_problem_in_ontology),
        FileOption("input", may_be_folder=True),
    ),
    naming=_naming,
)
