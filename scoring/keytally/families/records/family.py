"""The family of structured records: its task, file names and editor settings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.families.family import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    Companion,
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

if TYPE_CHECKING:
    from keytally.families.interchange import RecordFormat

# Each function imports modules when it is called, so that a command loads only those that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.families.records.evaluation import RecordsEvaluation
    from keytally.families.records.options import records_options

    return RecordsEvaluation(records_options(settings))


def _options(task: str) -> Options:
    from keytally.families.records.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.records.reading import RecordsLanguage

    return RecordsLanguage(role)


def _problem_in_schema(path: Path, within: Within) -> str | None:
    from keytally.families.records.options import problem_in_schema

    return problem_in_schema(path, within)


def _naming() -> Naming:
    return Naming(task_of=_task_of)


def _task_of(first_part: str) -> str | None:
    """Return the task of a file with JSON objects that do not belong to another task."""
    from keytally.families.records.layout import is_of_records

    return "records" if is_of_records(first_part) else None


def _conversions() -> "Sequence[RecordFormat]":
    from keytally.families.records.conversion import FORMATS

    return FORMATS


def _editor() -> EditorFacts:
    return EditorFacts(
        files="structured records as JSON",
        brackets=(("{", "}"), ("[", "]")),
        closing_pairs=(("{", "}"), ("[", "]"), ('"', '"')),
        vscode=VsCodeFacts(
            extensions=(),
            scope="source.records",
            word_pattern=r'[^\s"{}\[\]:,]+',
            settings=KEEP_LINES,
        ),
        neovim=NeovimFacts(
            extensions=(),
            description="files of a pair of the task records in keytally.toml.",
            reason="A record may be one line, so line wrapping and 'fixendofline' are off.",
            options=KEEP_LINES_OPTIONS,
            removed=NO_WRAPPING,
        ),
    )


FAMILY = Family(
    "records",
    (
        Task(
            "records",
            "records",
            "F",
            texts_language="records",
            companions=("schema.json",),
            folder=FolderLayout(".json", "gold", takes_files=True),
            agreement=True,
            annotated=True,
        ),
    ),
    (LanguageFacts("records", "Structured records", _language, companions=("schema.json",), editor=_editor),),
    _evaluation,
    _options,
    (Companion("schema.json", "JSON Schema"),),
    file_options=(FileOption("schema", followed=True, may_be_folder=True, problem_in=_problem_in_schema),),
    table_options=("fields",),
    naming=_naming,
    conversions=_conversions,
)
