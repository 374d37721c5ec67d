"""The family of lexical substitution: its tasks, file names and editor settings."""

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
    LanguageFacts,
    Naming,
    NeovimFacts,
    Options,
    Task,
    VsCodeFacts,
)
from keytally.text.files import Within

_ITEM = ("^[%w_' -]+%.%l+ %S+ :::?$", "^[%w_' -]+%.%l+ %S+ :::? ")
"""Lua patterns that match an item's line."""

LINES = EditorFacts(
    files="gold standards and answers of lexical substitution",
    vscode=VsCodeFacts(
        extensions=(".lexsub",),
        first_line=r"^(?:[\w'-]+ )*[\w'-]+\.[a-z]+ \S+ :{2,3}( |$)",
        scope="source.lexsub",
        word_pattern=r"[^\s;]+",
        settings=KEEP_LINES,
    ),
    neovim=NeovimFacts(
        path_patterns=(".*%.mw",),
        line_patterns=_ITEM,
        content_patterns=_ITEM,
        description="files whose first line is an item of lexical substitution.",
        reason="Each line is one item, so line wrapping and 'fixendofline' are off.",
        options=KEEP_LINES_OPTIONS,
        removed=NO_WRAPPING,
    ),
)


# Functions import modules when they are called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.families.lexsub.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.families.lexsub.reading import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.lexsub.evaluation import language

    return language(role)


def _editor() -> "EditorFacts":
    return LINES


def _naming() -> Naming:
    from keytally.families.lexsub.reading import KEY_NAME, marked_as_key, responses_to, task_of, task_with

    return Naming(task_of, None, task_with, responses_to, KEY_NAME, marked_as_key)


def _problem_in_input(path: Path, within: Within) -> str | None:
    from keytally.families.lexsub.reading import problem_in

    return problem_in(path, within)


FAMILY = Family(
    "lexsub",
    (
        Task("lexsub-best", "lexsub", "R", agreement=True),
        Task("lexsub-oot", "lexsub", "R", agreement=True),
        Task("lexsub-mw", "lexsub", "R", agreement=True),
    ),
    (
        LanguageFacts(
            "lexsub",
            "Lexical substitution",
            _language,
            first_line=r"[\w.-]+(?: [\w.-]+)*[ \t]+[\w.]+[ \t]*:::?(?!:)",
            editor=_editor,
        ),
    ),
    _evaluation,
    _options,
    file_options=(FileOption("input", followed=True, problem_in=_problem_in_input),),
    naming=_naming,
)
