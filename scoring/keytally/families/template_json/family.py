"""The family of templates and roles as JSON: its tasks, file names and editor facts."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from keytally.families.interchange import TemplateFormat


TEMPLATE_JSON = EditorFacts(
    files="templates and roles as JSON",
    vscode=VsCodeFacts(
        first_line=r'^\{(?:\s*"docid"|.*"(?:pred_)?(?:templates|extracts)"\s*:)',
        scope="source.template-json",
        word_pattern=r'[^\s"{}\[\]:,]+',
        settings=KEEP_LINES,
    ),
    neovim=NeovimFacts(
        path_patterns=(r".*%.jsonl?",),
        line_patterns=(r'"p?r?e?d?_?templates"%s*:', r'"p?r?e?d?_?extracts"%s*:'),
        any_line=True,
        description="files *.json and *.jsonl with templates or extracts in one of their first 50 lines.",
        reason="A record may be one line, so line wrapping and 'fixendofline' are off.",
        options=KEEP_LINES_OPTIONS,
        removed=NO_WRAPPING,
    ),
)


# Functions import modules when they are called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415

_RECORD = r'\{(?:\s*"docid"|.*"(?:pred_)?(?:templates|extracts)")'
_PREDICTIONS = r'\{\s*"[^"\r\n]*"\s*:\s*\{\s*"pred_(?:templates|extracts)"'


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.families.template_json.evaluation import evaluation

    return evaluation(task, settings)


def _options(task: str) -> Options:
    from keytally.families.template_json.options import options_of, value_problem

    return Options(options_of(task), partial(value_problem, task))


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.template_json.rules import TemplateLanguage

    return TemplateLanguage(role)


def _document(name: str) -> str:
    from keytally.families.template_json.records import document_of

    return document_of(name)


def _problem_in_schema(path: Path, within: Within) -> str | None:
    from keytally.families.template_json.options import problem_in_schema

    return problem_in_schema(path, within)


def _editor() -> "EditorFacts":
    return TEMPLATE_JSON


def _conversions() -> "Sequence[TemplateFormat]":
    from keytally.families.template_json.conversion import FORMATS

    return FORMATS


def _naming() -> Naming:
    from keytally.families.template_json.recognition import marked_as_key, task_of

    return Naming(task_of=task_of, marked_as_key=marked_as_key)


FAMILY = Family(
    "template_json",
    (
        Task("template-filling", "template-json", "F", agreement=True, document_of=_document),
        Task("role-filling", "template-json", "F", agreement=True, document_of=_document),
    ),
    (
        LanguageFacts(
            "template-json",
            "Templates as JSON",
            _language,
            first_line=rf"(?:(?:\[\s*)?{_RECORD}|{_PREDICTIONS})",
            bare_key=(".jsonl", ".json"),
            editor=_editor,
        ),
    ),
    _evaluation,
    _options,
    file_options=(FileOption("schema", followed=True, problem_in=_problem_in_schema),),
    naming=_naming,
    conversions=_conversions,
)
