"""The facts that editors know about files of the M2 scorer."""

from keytally.evaluations.editor_facts import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

EDITS = EditorFacts(
    files="M2 gold files, and the outputs that are scored against them",
    vscode=VsCodeFacts(
        scope="source.m2", word_pattern=r"\S+", settings={"editor.wordWrap": "on", **KEEP_LINES}
    ),
    neovim=NeovimFacts(
        description="files *.m2, and plain text that a pair of keytally.toml names as a response.",
        reason="One sentence or edit a line, so lines must not be wrapped or ended.",
        options=KEEP_LINES_OPTIONS,
        removed=NO_WRAPPING,
    ),
)
