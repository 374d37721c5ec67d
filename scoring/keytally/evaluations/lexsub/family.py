"""The facts of lexical substitution (SemEval-2007 task 10): three tasks over lines."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from keytally.evaluations.family import Family, FileOption, LanguageFacts, Naming, Options, Task
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings
from keytally.text.regular import Within

if TYPE_CHECKING:
    from keytally.evaluations.editor_facts import EditorFacts

# Each function imports what it needs when it is called: a command pays for the formats that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.evaluations.lexsub.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.evaluations.lexsub.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.lexsub.language import language

    return language(role)


def _editor() -> "EditorFacts":
    from keytally.evaluations.lexsub.editor_facts import LINES

    return LINES


def _naming() -> Naming:
    from keytally.evaluations.lexsub.naming import KEY_NAME, marked_as_key, responses_to, task_of, task_with

    return Naming(task_of, None, task_with, responses_to, KEY_NAME, marked_as_key)


def _problem_in_input(path: Path, within: Within) -> str | None:
    from keytally.evaluations.lexsub.formats.sentences import problem_in

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
