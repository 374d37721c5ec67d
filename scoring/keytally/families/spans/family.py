"""The family of labelled spans over text: its task, its file names, and the formats of annotation tools."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.families.family import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    BinaryFile,
    EditorFacts,
    Family,
    FolderLayout,
    LanguageFacts,
    Naming,
    NeovimFacts,
    Options,
    Task,
    VsCodeFacts,
)

if TYPE_CHECKING:
    from keytally.families.interchange import ConversionFormat


# Each function imports its modules when it is called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415


RELATIONS = "relations"


def _evaluation(task: str, settings: Settings) -> Evaluation:
    if task == RELATIONS:
        from keytally.families.spans.relations.evaluation import RelationsEvaluation
        from keytally.families.spans.relations.options import relations_options

        return RelationsEvaluation(relations_options(settings))
    from keytally.families.spans.evaluation import SpansEvaluation
    from keytally.families.spans.options import spans_options

    return SpansEvaluation(spans_options(settings))


def _options(task: str) -> Options:
    if task == RELATIONS:
        from keytally.families.spans.relations import options

        return Options(options.OPTIONS, options.value_problem)
    from keytally.families.spans.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.spans.reading import SpansLanguage

    return SpansLanguage(role)


def _naming() -> Naming:
    return Naming(task_of=_task_of, task_by_name=_task_by_name)


def _task_by_name(name: str) -> str | None:
    return "spans" if name.endswith(".ann") else None


def _task_of(first_part: str) -> str | None:
    """Return the task of a file whose first record or header matches one of the formats."""
    if not first_part.lstrip("\ufeff \t\r\n").startswith(("{", "[", "#FORMAT=WebAnno", "<?xml", "<xmi:XMI")):
        return None
    return "spans" if any(form.is_of("", first_part) for form in _conversions()) else None


def _conversions() -> "Sequence[ConversionFormat]":
    from dataclasses import replace

    from keytally.families.spans.brat import BRAT
    from keytally.families.spans.json_lines import DOCCANO, PRODIGY, SPACY
    from keytally.families.spans.label_studio import LABEL_STUDIO
    from keytally.families.spans.langextract import LANGEXTRACT
    from keytally.families.spans.tokens_and_tags import TOKENS_AND_TAGS
    from keytally.families.spans.uima_cas import UIMA_CAS
    from keytally.families.spans.webanno import WEBANNO

    formats = (BRAT, WEBANNO, UIMA_CAS, LABEL_STUDIO, LANGEXTRACT, SPACY, PRODIGY, TOKENS_AND_TAGS, DOCCANO)
    return [replace(form, is_checked=True) for form in formats]


def _editor() -> "EditorFacts":
    return EditorFacts(
        files="spans of brat, WebAnno, doccano, Label Studio, Prodigy, spaCy, LangExtract and Hugging Face",
        vscode=VsCodeFacts(
            extensions=(".ann",), scope="source.spans", word_pattern=r"\S+", settings=KEEP_LINES
        ),
        neovim=NeovimFacts(
            extensions=(".ann",),
            description="files *.ann.",
            reason="Offsets count characters, so lines must not be wrapped, and no line end may be added.",
            options=KEEP_LINES_OPTIONS,
            removed=NO_WRAPPING,
        ),
    )


def _docbin_text(data: bytes) -> str:
    from keytally.families.spans.binary_files import docbin_text

    return docbin_text(data)


def _parquet_text(data: bytes) -> str:
    from keytally.families.spans.binary_files import parquet_text

    return parquet_text(data)


_FOLDERS = FolderLayout(".ann", "gold", takes_files=True)

FAMILY = Family(
    "spans",
    (
        Task("spans", "spans", "F", folder=_FOLDERS, annotated=True),
        Task(RELATIONS, "spans", "F", folder=_FOLDERS, agreement=True),
    ),
    (LanguageFacts("spans", "Labelled spans", _language, editor=_editor),),
    _evaluation,
    _options,
    naming=_naming,
    conversions=_conversions,
    binary_files=(BinaryFile(".spacy", _docbin_text), BinaryFile(".parquet", _parquet_text)),
)
