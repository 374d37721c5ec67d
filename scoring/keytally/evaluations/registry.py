"""Which tasks there are, and where the code of each is found.

A task's module is imported when the task is asked for, so that a command pays only for what it
uses. A new evaluation is a folder and its tasks' lines here.
"""

from importlib import import_module
from typing import NamedTuple, cast

from keytally.evaluations.interface import Evaluation, Language, ReadsByName, Role
from keytally.evaluations.settings import Settings


class Task(NamedTuple):
    """A task: its name, and the module whose `evaluation(settings, name)` scores it."""

    name: str
    module: str


_TEMPLATE_TASKS = "keytally.evaluations.muc.evaluation.template_tasks"
_LEXSUB_TASKS = "keytally.evaluations.lexsub.evaluation"
_CPA_TASKS = "keytally.evaluations.cpa.evaluation"

TASKS = {
    task.name: task
    for task in (
        Task("named_entity", "keytally.evaluations.muc.evaluation.named_entity"),
        Task("coreference", "keytally.evaluations.muc.evaluation.coreference"),
        Task("template_element", _TEMPLATE_TASKS),
        Task("template_relation", _TEMPLATE_TASKS),
        Task("scenario_template", _TEMPLATE_TASKS),
        Task("lexsub-best", _LEXSUB_TASKS),
        Task("lexsub-oot", _LEXSUB_TASKS),
        Task("lexsub-mw", _LEXSUB_TASKS),
        Task("m2", "keytally.evaluations.m2.evaluation"),
        Task("cpa-parsing", _CPA_TASKS),
        Task("cpa-clustering", _CPA_TASKS),
        Task("cpa-slots", _CPA_TASKS),
    )
}

TEMPLATES = "muc-template"
JUDGED_BY_BNF = frozenset({TEMPLATES, "muc-config"})
"""The languages that a BNF says more about: what objects hold, and what their slots point to."""

LANGUAGES = {
    "muc-sgml": "keytally.evaluations.muc.language.sgml",
    TEMPLATES: "keytally.evaluations.muc.language.templates",
    "muc-bnf": "keytally.evaluations.muc.language.bnf",
    "muc-config": "keytally.evaluations.muc.language.configuration",
    "lexsub": "keytally.evaluations.lexsub.language",
    "m2": "keytally.evaluations.m2.language",
    "cpa": "keytally.evaluations.cpa.language",
}


def evaluation(task: str, settings: Settings) -> Evaluation:
    """The evaluation of a task under these settings.

    Raises KeyError for a task that there is not, and SettingsError for unusable settings.
    """
    return cast(Evaluation, import_module(TASKS[task].module).evaluation(settings, task))


def language(name: str, role: Role, bnf: str | None = None, file: str = "") -> Language:
    """How a file of that language is read outside of any pair; raises KeyError for no language.

    `bnf` is the text of a BNF; only languages of JUDGED_BY_BNF have a use for one. `file` is the file's
    name.
    """
    module = import_module(LANGUAGES[name])
    with_bnf = bnf is not None and name in JUDGED_BY_BNF
    return named(module.language(role, bnf) if with_bnf else module.language(role), file)


def named(language: Language, file: str) -> Language:
    """How a language reads a file of that name."""
    return language.of_file(file) if isinstance(language, ReadsByName) else language
