"""The family of coreference in CoNLL-2012 and CorefUD: its task, file names and editor settings."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.families.family import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    Family,
    LanguageFacts,
    Naming,
    NeovimFacts,
    Options,
    Task,
    VsCodeFacts,
)

if TYPE_CHECKING:
    from keytally.families.interchange import ConversionFormat


_BEGINS = ("^#%s*begin document", "^#%s*newdoc", "^#%s*global%.Entity")

CHAINS = EditorFacts(
    files="coreference in CoNLL-2012 and CorefUD",
    tagged=True,
    vscode=VsCodeFacts(
        scope="source.conll",
        first_line=r"^#\s*(?:begin document|newdoc|global\.Entity)",
        word_pattern=r"[^\s|()]+",
        settings={**KEEP_LINES, "editor.insertSpaces": False, "editor.detectIndentation": False},
    ),
    neovim=NeovimFacts(
        path_patterns=(r".*%.conllu?",),
        line_patterns=_BEGINS,
        any_line=True,
        content_patterns=_BEGINS[:1],
        description="files *.v4_gold_conll and similar, *.conll and *.conllu with a line that begins a "
        "document or declares the fields of entities, and other files whose first line begins a document.",
        reason="Each line is one token with its cells, so line wrapping and 'fixendofline' are off.",
        options={**KEEP_LINES_OPTIONS, "expandtab": False},
        removed=NO_WRAPPING,
    ),
)


# Each function imports its modules when it is called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415

EXTENSIONS = tuple(f".{each}_conll" for each in ("gold", "v4_gold", "v9_gold", "auto", "v4_auto", "v9_auto"))

_COMMENTS = r"(?:[ \t]*[\r\n]|#[^\r\n]*[\r\n])*?"
_BEGIN = rf"{_COMMENTS}#[ \t]{{0,20}}(?:begin document|global\.Entity[ \t]*=)"
_ROW = r"\S+[ \t]+\d+[ \t]+\d+[ \t]+\S.*[ \t](?:[-_]|[(|)\d]*[()][(|)\d]*)[ \t]*(?=[\r\n]|$)"
_WORD = r"\d+(?:-\d+)?\t(?s:.{0,8000}?)[\t|]Entity=[(e]"


def _evaluation(task: str, settings: Settings) -> Evaluation:
    from keytally.families.conll.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    from keytally.families.conll.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.conll.rules import ChainsLanguage

    return ChainsLanguage(role)


def _editor() -> "EditorFacts":
    return CHAINS


def _naming() -> Naming:
    from keytally.families.conll.model import task_of

    return Naming(task_of=task_of)


def _conversions() -> "Sequence[ConversionFormat]":
    from keytally.families.conll.conversion import FORMATS
    from keytally.families.conll.json_lines import COREF_JSON

    return (*FORMATS, COREF_JSON)


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
