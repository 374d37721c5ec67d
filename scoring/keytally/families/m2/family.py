"""The family of the M2 scorer: its task, file names and editor settings."""

from collections.abc import Mapping

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

EDITS = EditorFacts(
    files="M2 gold files, and the outputs that are scored against them",
    vscode=VsCodeFacts(
        scope="source.m2", word_pattern=r"\S+", settings={"editor.wordWrap": "on", **KEEP_LINES}
    ),
    neovim=NeovimFacts(
        description="files *.m2, and plain text files that a pair in keytally.toml declares as responses.",
        reason="Each line is one sentence or edit, so line wrapping and 'fixendofline' are off.",
        options=KEEP_LINES_OPTIONS,
        removed=NO_WRAPPING,
    ),
)


# Each function imports its modules when it is called, so that a command loads only the formats that it uses.
# ruff: noqa: PLC0415


EDIT_TASK = "m2-edits"


def _evaluation(task: str, settings: Settings) -> Evaluation:
    if task == EDIT_TASK:
        from keytally.families.m2.edits.evaluation import edit_comparison

        return edit_comparison(settings, task)
    from keytally.families.m2.evaluation import evaluation

    return evaluation(settings, task)


def _options(task: str) -> Options:
    if task == EDIT_TASK:
        from keytally.families.m2.edits import options

        return Options(options.OPTIONS, options.value_problem)
    from keytally.families.m2.options import OPTIONS, value_problem

    return Options(OPTIONS, value_problem)


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    from keytally.families.m2.rules import language

    return language(role)


def _editor() -> "EditorFacts":
    return EDITS


def _naming() -> Naming:
    from keytally.families.m2.options import marked_as_key, responses_to, task_of, task_with

    return Naming(
        task_of=task_of, task_with=task_with, responses_to=responses_to, marked_as_key=marked_as_key
    )


FAMILY = Family(
    "m2",
    (
        Task("m2", "m2", "F_0.5", annotated=True, compares_keys=False),
        Task(
            EDIT_TASK,
            "m2",
            "F_0.5",
            annotated=True,
            inferred_note="the response is in M2 format, so its edits are compared with those of the key",
        ),
    ),
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
