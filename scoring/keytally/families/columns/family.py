"""The family of entities in columns: its task, file names and editor settings."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from keytally.families.columns.model import EXTENSIONS
from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.families.family import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    Family,
    LanguageFacts,
    Naming,
    NeovimFacts,
    Options,
    Task,
    VsCodeFacts,
)

if TYPE_CHECKING:
    from keytally.families.interchange import ConversionFormat


COLUMNS = EditorFacts(
    files="token columns with BIO labels",
    tagged=True,
    tag_keys=(("1", "PER"), ("2", "ORG"), ("3", "LOC"), ("4", "MISC")),
    vscode=VsCodeFacts(
        scope="source.token-columns",
        word_pattern=r"\S+",
        settings={**KEEP_LINES, "editor.insertSpaces": False, "editor.detectIndentation": False},
    ),
    neovim=NeovimFacts(
        description="files *.bio, *.iob, *.iob2, *.iobes, *.bioes, *.bilou, and files of labelled tokens.",
        reason="Each line is one token with its cells, so line wrapping and 'fixendofline' are off.",
        options={**KEEP_LINES_OPTIONS, "expandtab": False},
        removed=NO_WRAPPING,
    ),
)


# Functions import modules when they are called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.families.columns.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.families.columns.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.columns.rules import ColumnsLanguage

    return ColumnsLanguage(role)


def _editor() -> "EditorFacts":
    return COLUMNS


def _naming() -> Naming:
    from keytally.families.columns.model import responses_to, task_by_name

    return Naming(
        task_of=_task_of,
        task_by_name=task_by_name,
        responses_to=responses_to,
        configuration_of=_configuration_of,
        in_one=_in_one,
    )


def _task_of(first_part: str) -> str | None:
    from keytally.families.columns.rules import task_by_content

    return task_by_content(first_part)


def _configuration_of(task: str, key: str) -> str | None:
    from keytally.families.columns.rules import scheme_of

    return scheme_of(task, key)


def _in_one(task: str, key: str) -> str | None:
    from keytally.families.columns.rules import in_one

    return in_one(task, key)


def _conversions() -> "Sequence[ConversionFormat]":
    from keytally.families.columns.conversion import FORMATS

    return FORMATS


FAMILY = Family(
    "columns",
    (Task("entities", "token-columns", "F", one_file=True, annotated=True),),
    (
        LanguageFacts(
            "token-columns",
            "Token columns",
            _language,
            extensions=EXTENSIONS,
            first_line=r"(?:-DOCSTART-|[^\s<#]\S*[ \t]+(?:\S+[ \t]+)*(?:O|[BIMESLUW]-\S+)[ \t]*(?=[\r\n]|$))",
            bare_key=EXTENSIONS,
            editor=_editor,
        ),
    ),
    _evaluation,
    _options,
    naming=_naming,
    conversions=_conversions,
)
