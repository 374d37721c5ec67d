"""The facts that editors know about files of columns."""

from keytally.evaluations.editor_facts import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

COLUMNS = EditorFacts(
    files="token columns with BIO labels",
    tagged=True,
    tag_keys=(("1", "PER"), ("2", "ORG"), ("3", "LOC"), ("4", "MISC")),
    vscode=VsCodeFacts(
        scope="source.token-columns",
        word_pattern=r"\S+",
        settings={**KEEP_LINES, "editor.insertSpaces": False, "editor.detectIndentation": False},
    ),
    neovim=NeovimFacts(
        description="files *.bio, *.iob, *.iob2, *.iobes, *.bioes, *.bilou, and files of labelled tokens.",
        reason="One token a line with its cells, so lines must not be wrapped or ended.",
        options={**KEEP_LINES_OPTIONS, "expandtab": False},
        removed=NO_WRAPPING,
    ),
)
