"""The facts of coreference in CoNLL-2012 and CorefUD."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from keytally.evaluations.family import Family, LanguageFacts, Naming, Options, Task
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings

if TYPE_CHECKING:
    from keytally.evaluations.converted import ConversionFormat
    from keytally.evaluations.editor_facts import EditorFacts

# Each function imports what it needs when it is called: a command pays for the formats that it uses.
# ruff: noqa: PLC0415

EXTENSIONS = tuple(f".{each}_conll" for each in ("gold", "v4_gold", "v9_gold", "auto", "v4_auto", "v9_auto"))

_COMMENTS = r"(?:[ \t]*[\r\n]|#[^\r\n]*[\r\n])*?"
_BEGIN = rf"{_COMMENTS}#[ \t]{{0,20}}(?:begin document|global\.Entity[ \t]*=)"
_ROW = r"\S+[ \t]+\d+[ \t]+\d+[ \t]+\S.*[ \t](?:[-_]|[(|)\d]*[()][(|)\d]*)[ \t]*(?=[\r\n]|$)"
_WORD = r"\d+(?:-\d+)?\t(?s:.{0,8000}?)[\t|]Entity=[(e]"


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.evaluations.conll.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.evaluations.conll.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.evaluations.conll.language import ChainsLanguage

    return ChainsLanguage(role)


def _editor() -> "EditorFacts":
    from keytally.evaluations.conll.editor_facts import CHAINS

    return CHAINS


def _naming() -> Naming:
    from keytally.evaluations.conll.naming import task_of

    return Naming(task_of=task_of)


def _conversions() -> "Sequence[ConversionFormat]":
    from keytally.evaluations.conll.conversion.formats import FORMATS

    return FORMATS


FAMILY = Family(
    "conll",
    (Task("conll-coreference", "conll", "CoNLL", annotated=True),),
    (
        LanguageFacts(
            "conll",
            "CoNLL coreference",
            _language,
            extensions=EXTENSIONS,
            first_line=f"(?:{_BEGIN}|{_ROW}|{_WORD})",
            bare_key=(".conll", ".conllu", *EXTENSIONS),
            editor=_editor,
        ),
    ),
    _evaluation,
    _options,
    naming=_naming,
    conversions=_conversions,
)
