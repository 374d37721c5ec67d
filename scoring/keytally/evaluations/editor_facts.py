"""What editors know about a language before a server runs: its files, and settings for typing.

`make generate` writes these facts into the clients of VS Code and Neovim and into the documentation. Every
fact has a default: without facts of its own, a language is recognised by the extensions of its
`LanguageFacts`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

Pairs = tuple[tuple[str, str], ...]

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})


class VsCodeFacts(NamedTuple):
    """Facts for VS Code only.

    VS Code recognises a file by one of `file_names`, of `name_patterns` (globs) or of `extensions` (None:
    those of the language), else by `first_line`, a JavaScript regular expression for its first line. `scope`
    is the scope of the TextMate grammar in `<id>.tmLanguage.json`; "" for a language without one.
    `word_pattern` defines a word, with the flags `word_flags`. `indentation` holds the patterns of lines that
    increase and that decrease the indentation of the next line. `settings` are defaults of editor settings
    for the language. With `lists_after_return` completions are listed by themselves after Return under a
    blank line, and under a line that begins in the first column.
    """

    file_names: tuple[str, ...] = ()
    name_patterns: tuple[str, ...] = ()
    extensions: tuple[str, ...] | None = None
    first_line: str = ""
    scope: str = ""
    word_pattern: str = ""
    word_flags: str = ""
    indentation: tuple[str, str] | None = None
    settings: Mapping[str, object] = NO_SETTINGS
    lists_after_return: bool = False


class NeovimFacts(NamedTuple):
    """Facts for Neovim only; all patterns are Lua patterns.

    Neovim recognises a file by one of `extensions` (None: those of the language), whatever its content. A
    file whose path matches one of `path_patterns` needs, besides, one of `line_patterns` to match the first
    line that is neither blank nor comment, or with `any_line` one of the first lines; with `new_files` a file
    without such a line is recognised as well. If none matches, its file type is `otherwise`, or with ""
    Neovim's own choice. A file whose path decides nothing is recognised if one of `content_patterns` matches
    the first line that is neither blank nor comment. `description` says this in words, for `:help`.

    `options` are set; `appended` and `removed` are items added to, and removed from, options that are lists;
    `reason` says why. With `comment_options` the comment marks of the language are set as well.
    """

    extensions: tuple[str, ...] | None = None
    path_patterns: tuple[str, ...] = ()
    new_files: bool = False
    line_patterns: tuple[str, ...] = ()
    any_line: bool = False
    otherwise: str = ""
    content_patterns: tuple[str, ...] = ()
    description: str = ""
    reason: str = ""
    options: Mapping[str, str | int | bool] = MappingProxyType({})
    appended: Mapping[str, str] = MappingProxyType({})
    removed: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    comment_options: bool = True


class EditorFacts(NamedTuple):
    """The facts about one language that editors need.

    `files` describes the files of the language in a few words, for the documentation. The first of
    `line_comments` is the mark that a command uses to comment lines out. With
    `comments_in_first_column` a mark that stands behind a blank is none. `brackets` match each other;
    `coloured_brackets` colours them by depth. The editor inserts the second of a pair of `closing_pairs` when
    the first is typed, and puts `surrounding_pairs` around a selection. `folding` holds JavaScript regular
    expressions for the first and the last line of a fold. `tagged` says that annotators put tags into the
    text and need the commands for that. `tag_keys` are keys, each with the type of tag that it puts.
    """

    files: str = ""
    line_comments: tuple[str, ...] = ()
    comments_in_first_column: bool = False
    block_comment: tuple[str, str] | None = None
    brackets: Pairs = ()
    coloured_brackets: bool = True
    closing_pairs: Pairs = ()
    surrounding_pairs: Pairs = ()
    folding: tuple[str, str] | None = None
    tagged: bool = False
    tag_keys: Pairs = ()
    vscode: VsCodeFacts = VsCodeFacts()
    neovim: NeovimFacts = NeovimFacts()


KEEP_LINES: Mapping[str, object] = MappingProxyType(
    {
        "files.trimTrailingWhitespace": False,
        "files.insertFinalNewline": False,
        "editor.formatOnSave": False,
    }
)
"""VS Code's settings for a format whose lines must not change."""

KEEP_LINES_OPTIONS: Mapping[str, str | int | bool] = MappingProxyType({"fixendofline": False, "textwidth": 0})
"""Neovim's options for a format whose lines must not change."""

NO_WRAPPING: Mapping[str, tuple[str, ...]] = MappingProxyType({"formatoptions": ("t", "a")})
"""Items removed from Neovim's options so that it wraps no line while one types."""
