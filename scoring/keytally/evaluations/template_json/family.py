"""The facts of templates and roles as JSON."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from keytally.evaluations.family import Family, FileOption, LanguageFacts, Naming, Options, Task
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings
from keytally.text.regular import Within

if TYPE_CHECKING:
    from keytally.evaluations.converted_templates import TemplateFormat
    from keytally.evaluations.editor_facts import EditorFacts

# Each function imports what it needs when it is called: a command pays for the formats that it uses.
# ruff: noqa: PLC0415

_RECORD = r'\{(?:\s*"docid"|.*"(?:pred_)?(?:templates|extracts)")'
_PREDICTIONS = r'\{\s*"[^"\r\n]*"\s*:\s*\{\s*"pred_(?:templates|extracts)"'


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.evaluations.template_json.evaluation import evaluation

    return evaluation(task, settings)


def _options(task: str) -> Options:
    from keytally.evaluations.template_json.options import options_of, value_problem

    return Options(options_of(task), partial(value_problem, task))


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.template_json.language import TemplateLanguage

    return TemplateLanguage(role)


def _document(name: str) -> str:
    from keytally.evaluations.template_json.formats.records import document_of

    return document_of(name)


def _problem_in_schema(path: Path, within: Within) -> str | None:
    from keytally.evaluations.template_json.options import problem_in_schema

    return problem_in_schema(path, within)


def _editor() -> "EditorFacts":
    from keytally.evaluations.template_json.editor_facts import TEMPLATE_JSON

    return TEMPLATE_JSON


def _conversions() -> "Sequence[TemplateFormat]":
    from keytally.evaluations.template_json.conversion.formats import FORMATS

    return FORMATS


def _naming() -> Naming:
    from keytally.evaluations.template_json.naming import marked_as_key, task_of

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
            first_line=f"(?:{_RECORD}|{_PREDICTIONS})",
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
