"""The facts that editors know about files of lexical substitution."""

from keytally.evaluations.editor_facts import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

LINES = EditorFacts(
    files="gold standards and answers of lexical substitution",
    vscode=VsCodeFacts(
        extensions=(".lexsub",),
        first_line=r"^(?:[\w'-]+ )*[\w'-]+\.[a-z]+ \S+ :{2,3}( |$)",
        scope="source.lexsub",
        word_pattern=r"[^\s;]+",
        settings=KEEP_LINES,
    ),
    neovim=NeovimFacts(
        content_patterns=("^[%w_' -]+%.%l+ %S+ :::?$", "^[%w_' -]+%.%l+ %S+ :::? "),
        description="files whose first line is an item of lexical substitution.",
        reason="One item a line, so lines must not be wrapped or ended.",
        options=KEEP_LINES_OPTIONS,
        removed=NO_WRAPPING,
    ),
)
