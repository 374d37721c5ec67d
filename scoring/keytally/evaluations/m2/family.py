"""The facts of the M2 (MaxMatch) scorer of grammatical error correction."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from keytally.evaluations.family import Family, LanguageFacts, Naming, Options, Task
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings

if TYPE_CHECKING:
    from keytally.evaluations.editor_facts import EditorFacts

# Each function imports what it needs when it is called: a command pays for the formats that it uses.
# ruff: noqa: PLC0415


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.evaluations.m2.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.evaluations.m2.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.m2.language import language

    return language(role)


def _editor() -> "EditorFacts":
    from keytally.evaluations.m2.editor_facts import EDITS

    return EDITS


def _naming() -> Naming:
    from keytally.evaluations.m2.naming import marked_as_key, responses_to, task_of

    return Naming(task_of=task_of, responses_to=responses_to, marked_as_key=marked_as_key)


FAMILY = Family(
    "m2",
    (Task("m2", "m2", "F_0.5", annotated=True),),
    (
        LanguageFacts(
            "m2",
            "M2",
            _language,
            extensions=(".m2",),
            first_line=r"(?:S [^\r\n]*[\r\n]+)+A [ \t]*-?\d+[ \t]+-?\d+[ \t]*\|\|\|",
            editor=_editor,
        ),
    ),
    _evaluation,
    _options,
    naming=_naming,
)
