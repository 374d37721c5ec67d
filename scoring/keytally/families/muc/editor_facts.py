"""Editor settings of the four MUC languages: comments, brackets and snippets."""

from keytally.families.family import (
    KEEP_LINES,
    KEEP_LINES_OPTIONS,
    NO_WRAPPING,
    EditorFacts,
    NeovimFacts,
    VsCodeFacts,
)

_QUOTES = ('"', '"')
_ANGLES = ("<", ">")
_BRACES = ("{", "}")
_DOC_TAG = "<[Dd][Oo][Cc]"
_BLANKS = "^[%s\N{BYTE ORDER MARK}]*"
_NAMES_WITH_HYPHENS = r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*"
_HEADER = "^%s*<[^<>%s-]+%-[^<>%s-]+%-[^<>%s]+>%s*:="

# Lines of this form in other languages (`:wq`, `:orphan:`) have no underscore and no value.
_OPTION_WITH_UNDERSCORE = ("^:%a%w*_[%w_]*$", "^:%a%w*_[%w_]*[^%w_:]")
_OPTION_WITH_VALUE = "^:%a[%w_]*%s+%S"

SGML = EditorFacts(
    files="SGML keys, responses and texts",
    block_comment=("<!--", "-->"),
    brackets=(_ANGLES,),
    coloured_brackets=False,
    closing_pairs=(("<!--", "-->"),),
    surrounding_pairs=(_QUOTES, _ANGLES),
    folding=(r"^\s*<DOC[\s>]", r"^\s*</DOC>"),
    tagged=True,
    running_text=True,
    tag_keys=(
        ("1", "PERSON"),
        ("2", "ORGANIZATION"),
        ("3", "LOCATION"),
        ("4", "DATE"),
        ("5", "TIME"),
        ("6", "MONEY"),
        ("7", "PERCENT"),
    ),
    vscode=VsCodeFacts(
        file_names=(
            "key.sgml",
            "keys.sgml",
            "response.sgml",
            "responses.sgml",
            "text.sgml",
            "texts.sgml",
        ),
        name_patterns=(
            "*.key.sgml",
            "*.keys.sgml",
            "response*.sgml",
            "*.response*.sgml",
            "*.rsp*.sgml",
            "*.texts.sgml",
        ),
        extensions=(),
        first_line=r"^\s*<[Dd][Oo][Cc][\s>]",
        scope="text.muc-sgml",
        word_pattern=r"[\p{L}\p{N}]+(?:[-'’.&][\p{L}\p{N}]+)*",
        word_flags="u",
        settings={"editor.wordWrap": "on", **KEEP_LINES, "editor.semanticHighlighting.enabled": True},
    ),
    neovim=NeovimFacts(
        extensions=(),
        path_patterns=(".*%.[sS][gG][mM][lL]?", ".*%.texts"),
        line_patterns=(f"{_BLANKS}{_DOC_TAG}[%s>]", f"{_BLANKS}{_DOC_TAG}$"),
        any_line=True,
        content_patterns=(f"^{_DOC_TAG}[%s>]", f"^{_DOC_TAG}$"),
        description="files *.sgml, *.sgm, *.key, *.rsp, *.response and *.texts with a line that begins with "
        "`<DOC`, and other files without a type whose first line does. 'fixendofline' and line wrapping "
        "are off, because only tags may change.",
        reason="Annotators only insert tags, so line wrapping and 'fixendofline' are off.",
        options={**KEEP_LINES_OPTIONS, "wrapmargin": 0, "commentstring": "<!-- %s -->"},
        removed=NO_WRAPPING,
        appended={"matchpairs": "<:>"},
        comment_options=False,
    ),
)

TEMPLATES = EditorFacts(
    files="template keys and responses",
    line_comments=("#", ";"),
    comments_in_first_column=True,
    brackets=(_ANGLES,),
    coloured_brackets=False,
    closing_pairs=(_QUOTES,),
    surrounding_pairs=(_QUOTES, _ANGLES),
    vscode=VsCodeFacts(
        name_patterns=("*.key.template", "*.response*.template", "*.rsp*.template"),
        extensions=(".tmpl",),
        first_line=r"^\s*<[^<>\s-]+-[^<>\s-]+-[^<>\s]+>\s*:=",
        scope="source.muc-template",
        word_pattern=_NAMES_WITH_HYPHENS,
        indentation=(r"^<[^\s<>\"']+>[ \t]*:=[ \t]*$", r"^\s*<[^\s<>\"']+>[ \t]*:="),
        settings={
            "editor.insertSpaces": False,
            "files.trimTrailingWhitespace": False,
            "editor.quickSuggestions": {"other": "on", "strings": "on"},
            "editor.formatOnType": True,
        },
        lists_after_return=True,
    ),
    neovim=NeovimFacts(
        extensions=(),
        path_patterns=(".*%.tmpl", ".*%.template"),
        new_files=True,
        line_patterns=(_HEADER,),
        content_patterns=(_HEADER,),
        description="files *.tmpl, *.template, *.key, *.rsp and *.response, and others without a type, "
        "whose first line that is neither empty nor a comment is a template's header; new files *.tmpl and "
        "*.template.",
        reason="Each line is one fill, so line wrapping is off; `#` in the first column starts a comment.",
        options={
            "textwidth": 0,
            "indentexpr": "v:lua.require'keytally.indent'.of_template()",
            "indentkeys": "o,O",
        },
        removed=NO_WRAPPING,
        appended={"iskeyword": "-", "matchpairs": "<:>"},
    ),
)

BNF = EditorFacts(
    files="BNF files",
    block_comment=("/*", "*/"),
    brackets=(_ANGLES, _BRACES),
    closing_pairs=(_QUOTES, _BRACES, ("/*", " */")),
    surrounding_pairs=(_QUOTES, _BRACES, _ANGLES),
    vscode=VsCodeFacts(
        first_line=r"^<[A-Za-z_]+>\s*:=\s*$",
        scope="source.muc-bnf",
        word_pattern=_NAMES_WITH_HYPHENS,
        settings={"editor.formatOnType": True},
    ),
    neovim=NeovimFacts(
        extensions=(),
        path_patterns=(".*%.bnf",),
        line_patterns=("^%s*<[^<>%s]+>%s*:=",),
        any_line=True,
        otherwise="bnf",
        description="files *.bnf that declare a class with `:=`.",
        reason="Comments are those of C.",
        appended={"iskeyword": "-", "matchpairs": "<:>"},
    ),
)

CONFIGURATION = EditorFacts(
    files="MUC configuration files",
    line_comments=(";",),
    comments_in_first_column=True,
    brackets=(("(", ")"),),
    closing_pairs=(_QUOTES,),
    surrounding_pairs=(_QUOTES,),
    vscode=VsCodeFacts(
        name_patterns=(
            "{ne,co,te,tr,st}.config",
            "*.{ne,co,te,tr,st}.config",
            "muc[67]-{ne,co,te,tr,st}.config",
        ),
        extensions=(".muc-config",),
        first_line=r"^:(scoring_task|scoring_method|muc_base_directory|key_file|response_file"
        r"|[A-Za-z]+(_[A-Za-z0-9]+)+)\b",
        scope="source.muc-config",
        word_pattern="[A-Za-z_][A-Za-z0-9_&]*",
        indentation=(r"^:(class_defs|slot_defs)\s*$", "^:"),
    ),
    neovim=NeovimFacts(
        extensions=(),
        path_patterns=(".*%.config", ".*%.cfg"),
        line_patterns=(*_OPTION_WITH_UNDERSCORE, _OPTION_WITH_VALUE),
        content_patterns=_OPTION_WITH_UNDERSCORE,
        description="files *.config and *.cfg, and others without a type, whose first line that is neither "
        "empty nor a `;` comment is an option.",
        reason="A `;` in the first column starts a comment.",
        appended={"iskeyword": "-"},
    ),
)
