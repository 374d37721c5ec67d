"""The family of corpus pattern analysis: its tasks, file names and editor settings."""

import re
from collections.abc import Mapping
from pathlib import Path

from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.families.family import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    Family,
    FileOption,
    FolderLayout,
    LanguageFacts,
    Naming,
    NeovimFacts,
    Options,
    Task,
    VsCodeFacts,
)
from keytally.text.files import Within

_NINE_COLUMNS = "^" + "[^\t]*\t" * 8 + "[^\t]*$"

COLUMNS = EditorFacts(
    files="corpus pattern analysis files",
    vscode=VsCodeFacts(
        scope="source.cpa",
        word_pattern=r"[^\s|]+",
        settings={**KEEP_LINES, "editor.insertSpaces": False, "editor.detectIndentation": False},
    ),
    neovim=NeovimFacts(
        extensions=(".clust", ".parse"),
        path_patterns=(".*%.pat",),
        line_patterns=(_NINE_COLUMNS,),
        description="files *.parse and *.clust, and *.pat with nine columns.",
        reason="Columns are separated by tabs, so line wrapping and 'fixendofline' are off.",
        options={**KEEP_LINES_OPTIONS, "expandtab": False},
        removed=NO_WRAPPING,
    ),
)


# Functions import modules when they are called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.families.cpa.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.families.cpa.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.cpa.rules import language

    return language(role)


def _problem_in_ontology(path: Path, within: Within) -> str | None:
    from keytally.families.cpa.options import problem_in_ontology

    return problem_in_ontology(path, within)


def _editor() -> "EditorFacts":
    return COLUMNS


def _naming() -> Naming:
    from keytally.families.cpa.reading import format_of_file

    def task_by_name(name: str) -> str | None:
        kind = format_of_file(name)
        return kind.task if kind else None

    def marked_as_key(task: str, text: str) -> bool | None:
        """Return True if a file of the clustering task contains items outside any cluster, which only keys
        do; otherwise None.
        """
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
