"""The facts that editors know about files of coreference with a token a line."""

from keytally.evaluations.editor_facts import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

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
        description="files *.v4_gold_conll and their like, *.conll and *.conllu with a line that begins a "
        "document or states the fields of entities, and other files whose first line begins a document.",
        reason="One token a line with its cells, so lines must not be wrapped or ended.",
        options={**KEEP_LINES_OPTIONS, "expandtab": False},
        removed=NO_WRAPPING,
    ),
)
