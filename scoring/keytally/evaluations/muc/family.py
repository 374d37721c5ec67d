"""The facts of the Message Understanding Conferences: five tasks over SGML and template files."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from keytally.evaluations.family import (
    Companion,
    Configurations,
    Family,
    LanguageFacts,
    Naming,
    Options,
    Task,
)
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings

if TYPE_CHECKING:
    from keytally.evaluations.converted_templates import AnyFormat
    from keytally.evaluations.editor_facts import EditorFacts

# Each function imports what it needs when it is called: a command pays for the formats that it uses.
# ruff: noqa: PLC0415


def _named_entity(settings: Settings) -> Evaluation:
    from keytally.evaluations.muc.evaluation.named_entity import evaluation

    return evaluation(settings)


def _coreference(settings: Settings) -> Evaluation:
    from keytally.evaluations.muc.evaluation.coreference import evaluation

    return evaluation(settings)


def _evaluation(task: str, settings: Settings) -> Evaluation:
    if task == "named_entity":
        return _named_entity(settings)
    if task == "coreference":
        return _coreference(settings)
    from keytally.evaluations.muc.evaluation.template_tasks import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.evaluations.muc.evaluation.resolution import value_problem
    from keytally.evaluations.muc.formats.config.options import OPTIONS

    return Options(OPTIONS, value_problem)


def _sgml(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.muc.language.sgml import language

    return language(role)


def _templates(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.muc.language.templates import language

    return language(role, companions.get("bnf"))


def _configuration(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.muc.language.configuration import language

    return language(role, companions.get("bnf"))


def _bnf(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.muc.language.bnf import language

    return language(role)


def _editor_of_sgml() -> "EditorFacts":
    from keytally.evaluations.muc.editor_facts import SGML

    return SGML


def _editor_of_templates() -> "EditorFacts":
    from keytally.evaluations.muc.editor_facts import TEMPLATES

    return TEMPLATES


def _editor_of_bnf() -> "EditorFacts":
    from keytally.evaluations.muc.editor_facts import BNF

    return BNF


def _editor_of_configurations() -> "EditorFacts":
    from keytally.evaluations.muc.editor_facts import CONFIGURATION

    return CONFIGURATION


def _naming() -> Naming:
    from keytally.evaluations.muc.naming import configuration_of, marked_as_key, task_of

    return Naming(task_of=task_of, marked_as_key=marked_as_key, configuration_of=configuration_of)


def _conversions() -> "Sequence[AnyFormat]":
    from keytally.evaluations.muc.conversion.formats import FORMATS

    return FORMATS


def _texts_named_in(key: str) -> str | None:
    from keytally.evaluations.muc.naming import texts_named_in

    return texts_named_in(key)


@cache
def _configurations() -> Configurations:
    from keytally.evaluations.muc.evaluation.configured_pairs import MucConfigurations

    return MucConfigurations([task.name for task in FAMILY.tasks])


def _builtin_bnf_names() -> Sequence[str]:
    from keytally.evaluations.muc.builtin.task_definitions import builtin_bnf_names

    return builtin_bnf_names()


def _builtin_bnf(name: str) -> str:
    from keytally.evaluations.muc.builtin.task_definitions import builtin_bnf

    return builtin_bnf(name)


def _sgml_task(name: str, headline: str) -> Task:
    return Task(
        name,
        "muc-sgml",
        headline,
        "muc-sgml",
        "text-altered",
        marked=True,
        annotated=True,
        document_of=_number_of,
    )


def _number_of(name: str) -> str:
    """The number by which a document is known: the digits of its name."""
    from keytally.evaluations.muc.formats.sgml.numbers import digits_of

    return digits_of(name)


def _number_in_headers(name: str) -> str:
    """The number by which the headers of templates know a document."""
    from keytally.evaluations.muc.formats.templates.headers import document_number

    return document_number(name)


def _template_task(name: str) -> Task:
    return Task(
        name,
        "muc-template",
        "P&R",
        "muc-sgml",
        companions=("bnf",),
        marked=True,
        annotated=True,
        texts_named_in=_texts_named_in,
        document_of=_number_in_headers,
    )


_SGML = LanguageFacts(
    "muc-sgml",
    "MUC SGML",
    _sgml,
    extensions=(".sgml", ".sgm"),
    first_line=r"(?i:<DOC(?:\s|>))",
    bare_key=(".sgml", ".sgm"),
    line_comments=(";",),
    completion_triggers=("<", '"', "'"),
    editor=_editor_of_sgml,
)
_TEMPLATES = LanguageFacts(
    "muc-template",
    "MUC template",
    _templates,
    first_line=r"<[^<>\s-]+-[^<>\s-]+-[^<>\s]+>[ \t]*:=",
    bare_key=(".tmpl", ".template"),
    companions=("bnf",),
    line_comments=(";",),
    completion_triggers=("<", '"', "'", ":", "/"),
    typing_triggers=(">", ":", "=", "\n"),
    editor=_editor_of_templates,
)
_BNF = LanguageFacts(
    "muc-bnf",
    "MUC task BNF",
    _bnf,
    extensions=(".bnf",),
    first_line=r"<[^<>\s]+>[ \t]*:=",
    scored=False,
    completion_triggers=("<", "{"),
    typing_triggers=(">", ":", "="),
    editor=_editor_of_bnf,
)
_CONFIGURATION = LanguageFacts(
    "muc-config",
    "MUC scorer configuration",
    _configuration,
    first_line=r":[A-Za-z][\w-]*(?:\s|$)",
    companions=("bnf",),
    scored=False,
    completion_triggers=(":",),
    editor=_editor_of_configurations,
)

FAMILY = Family(
    "muc",
    (
        _sgml_task("named_entity", "P&R"),
        _sgml_task("coreference", "F"),
        _template_task("template_element"),
        _template_task("template_relation"),
        _template_task("scenario_template"),
    ),
    (_SGML, _TEMPLATES, _BNF, _CONFIGURATION),
    _evaluation,
    _options,
    companions=(Companion("bnf", "BNF", "muc-bnf", _builtin_bnf_names, _builtin_bnf),),
    configurations=_configurations,
    naming=_naming,
    conversions=_conversions,
)
