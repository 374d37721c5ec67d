"""The facts of entities in columns: BIO and its relatives."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from keytally.evaluations.columns.model import EXTENSIONS
from keytally.evaluations.family import Family, LanguageFacts, Naming, Options, Task
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings

if TYPE_CHECKING:
    from keytally.evaluations.converted import ConversionFormat
    from keytally.evaluations.editor_facts import EditorFacts

# Each function imports what it needs when it is called: a command pays for the formats that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.evaluations.columns.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.evaluations.columns.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.columns.language import ColumnsLanguage

    return ColumnsLanguage(role)


def _editor() -> "EditorFacts":
    from keytally.evaluations.columns.editor_facts import COLUMNS

    return COLUMNS


def _naming() -> Naming:
    from keytally.evaluations.columns.naming.file_names import responses_to, task_by_name

    return Naming(
        task_of=_task_of,
        task_by_name=task_by_name,
        responses_to=responses_to,
        configuration_of=_configuration_of,
        in_one=_in_one,
    )


def _task_of(first_part: str) -> str | None:
    from keytally.evaluations.columns.naming.content import task_of

    return task_of(first_part)


def _configuration_of(task: str, key: str) -> str | None:
    from keytally.evaluations.columns.naming.content import scheme_of

    return scheme_of(task, key)


def _in_one(task: str, key: str) -> str | None:
    from keytally.evaluations.columns.naming.content import in_one

    return in_one(task, key)


def _conversions() -> "Sequence[ConversionFormat]":
    from keytally.evaluations.columns.conversion.formats import FORMATS

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
            first_line=r"(?:-DOCSTART-|[^\s<#]\S*[ \t]+(?:\S+[ \t]+)*(?:O|[BIESLU]-\S+)[ \t]*(?=[\r\n]|$))",
            bare_key=EXTENSIONS,
            editor=_editor,
        ),
    ),
    _evaluation,
    _options,
    naming=_naming,
    conversions=_conversions,
)
