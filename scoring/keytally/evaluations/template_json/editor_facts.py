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
        first_line=r'^\{(?:\s*"docid"|.*"(?:pred_)?(?:templates|extracts)"\s*:)',
        scope="source.template-json",
        word_pattern=r'[^\s"{}\[\]:,]+',
        settings=KEEP_LINES,
    ),
    neovim=NeovimFacts(
        path_patterns=(r".*%.jsonl?",),
        line_patterns=(r'"p?r?e?d?_?templates"%s*:', r'"p?r?e?d?_?extracts"%s*:'),
        any_line=True,
        description="files *.json and *.jsonl with templates or extracts in one of their first 50 lines.",
        reason="A record may be one line, so lines must not be wrapped or ended.",
        options=KEEP_LINES_OPTIONS,
        removed=NO_WRAPPING,
    ),
)
