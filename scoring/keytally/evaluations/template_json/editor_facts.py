"""The facts that editors know about files of templates as JSON."""

from keytally.evaluations.editor_facts import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

TEMPLATE_JSON = EditorFacts(
    files="templates and roles as JSON",
    vscode=VsCodeFacts(
        scope="source.template-json",
        word_pattern=r'[^\s"{}\[\]:,]+',
        settings=KEEP_LINES,
    ),
    neovim=NeovimFacts(
        description="files of templates or roles as JSON, one record a line or all in one object.",
        reason="A record may be one line, so lines must not be wrapped or ended.",
        options=KEEP_LINES_OPTIONS,
        removed=NO_WRAPPING,
    ),
)
