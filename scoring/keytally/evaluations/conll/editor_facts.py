"""The facts that editors know about files of coreference with a token a line."""

from keytally.evaluations.editor_facts import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

CHAINS = EditorFacts(
    files="coreference in CoNLL-2012 and CorefUD",
    vscode=VsCodeFacts(
        scope="source.conll",
        first_line=r"^#\s*(?:begin document|newdoc)",
        word_pattern=r"[^\s|()]+",
        settings={**KEEP_LINES, "editor.insertSpaces": False, "editor.detectIndentation": False},
    ),
    neovim=NeovimFacts(
        description="files *.v4_gold_conll and their like, and files with a line that begins a document.",
        reason="One token a line with its cells, so lines must not be wrapped or ended.",
        options={**KEEP_LINES_OPTIONS, "expandtab": False},
        removed=NO_WRAPPING,
    ),
)
