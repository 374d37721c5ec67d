"""The Message Understanding Conferences (MUC): five tasks over SGML and template files."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.families.family import Companion, Configurations, Family, LanguageFacts, Naming, Options, Task

if TYPE_CHECKING:
    from keytally.families.family import EditorFacts
    from keytally.families.interchange import AnyFormat


# Functions import modules when they are called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415


def _named_entity(settings: Settings) -> Evaluation:
    from keytally.families.muc.evaluation.named_entity import evaluation

    return evaluation(settings)


def _coreference(settings: Settings) -> Evaluation:
    from keytally.families.muc.evaluation.coreference import evaluation

    return evaluation(settings)


def _evaluation(task: str, settings: Settings) -> Evaluation:
    if task == "named_entity":
        return _named_entity(settings)
    if task == "coreference":
        return _coreference(settings)
    from keytally.families.muc.evaluation.templates import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.families.muc.configuration.options import OPTIONS
    from keytally.families.muc.configuration.resolution import value_problem

    return Options(OPTIONS, value_problem)


def _sgml(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.muc.sgml.language import sgml_language

    return sgml_language(role)


def _templates(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.muc.templates.language import template_language

    return template_language(role, companions.get("bnf"))


def _configuration(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.muc.configuration.resolution import configuration_language

    return configuration_language(role, companions.get("bnf"))


def _bnf(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.muc.bnf import bnf_language

    return bnf_language(role)


def _editor_of_sgml() -> "EditorFacts":
    from keytally.families.muc.editor_facts import SGML

    return SGML


def _editor_of_templates() -> "EditorFacts":
    from keytally.families.muc.editor_facts import TEMPLATES

    return TEMPLATES


def _editor_of_bnf() -> "EditorFacts":
    from keytally.families.muc.editor_facts import BNF

    return BNF


def _editor_of_configurations() -> "EditorFacts":
    from keytally.families.muc.editor_facts import CONFIGURATION

    return CONFIGURATION


def _naming() -> Naming:
    from keytally.families.muc.detection import detected_configuration, detected_task, marked_as_key

    return Naming(task_of=detected_task, marked_as_key=marked_as_key, configuration_of=detected_configuration)


def _conversions() -> "Sequence[AnyFormat]":
    from keytally.families.muc.conversion import FORMATS

    return FORMATS


def _texts_named_in(key: str) -> str | None:
    from keytally.families.muc.detection import linked_texts_name

    return linked_texts_name(key)


@cache
def _configurations() -> Configurations:
    from keytally.families.muc.detection import MucConfigurations

    return MucConfigurations([task.name for task in FAMILY.tasks])


def _builtin_bnf_names() -> Sequence[str]:
    from keytally.families.muc.builtin import builtin_bnf_names

    return builtin_bnf_names()


def _builtin_bnf(name: str) -> str:
    from keytally.families.muc.builtin import builtin_bnf

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
    """Return the number that identifies a document: the digits of its name."""
    from keytally.families.muc.sgml.language import digits_in

    return digits_in(name)


def _number_in_headers(name: str) -> str:
    """Return the number that identifies a document in the headers of templates."""
    from keytally.families.muc.templates.scanner import document_number

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
