"""The facts that editors know about files of corpus pattern analysis."""

from keytally.evaluations.editor_facts import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

_NINE_COLUMNS = "^" + "[^\t]*\t" * 8 + "[^\t]*$"

COLUMNS = EditorFacts(
    files="files of corpus pattern analysis",
    vscode=VsCodeFacts(
        scope="source.cpa",
        word_pattern=r"[^\s|]+",
        settings={**KEEP_LINES, "editor.insertSpaces": False, "editor.detectIndentation": False},
    ),
    neovim=NeovimFacts(
        extensions=(".clust", ".parse"),
        path_patterns=(".*%.pat",),
        line_patterns=(_NINE_COLUMNS,),
        description="files *.parse and *.clust, and *.pat with nine columns.",
        reason="Columns parted by tabs, so lines must not be wrapped or ended.",
        options={**KEEP_LINES_OPTIONS, "expandtab": False},
        removed=NO_WRAPPING,
    ),
)
