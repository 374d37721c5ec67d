"""What editors know of a language before any server runs: which files are in it, and how one types in it.

`make generate` writes these facts into the clients of VS Code and Neovim and into the documentation. Every
fact has a default: a language without any is known by the extensions of its `LanguageFacts`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

Pairs = tuple[tuple[str, str], ...]

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})


class VsCodeFacts(NamedTuple):
    """What only VS Code takes.

    A file is in the language by one of `file_names`, of `name_patterns` (globs) or of `extensions` (None:
    those of the language), else by `first_line`, a regular expression of JavaScript for its first line.
    `scope` is the scope of its TextMate grammar, which stands in `<id>.tmLanguage.json`; "" for a language
    without one. `word_pattern` is what counts as a word, with the flags `word_flags`; `indentation` are the
    patterns of lines that indent the lines behind them, and of lines that end that. `settings` are defaults
    of editor settings for the language.
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


class NeovimFacts(NamedTuple):
    """What only Neovim takes. Patterns are Lua's.

    A file with one of `extensions` (None: those of the language) is in the language whatever it holds.
    One whose path has one of `path_patterns` is in it where one of `line_patterns` matches the first line
    that is neither blank nor comment, or with `any_line` one of the first lines; where none does, its file
    type is `otherwise`, or with "" what Neovim makes of it. One whose path tells nothing is in the language
    where one of `content_patterns` matches the first line that is neither blank nor comment.
    `description` says so in words, for `:help`.

    `options` are set; `appended` and `removed` are items put to, and taken from, options that are lists;
    `reason` says why. With `comment_options` the comment marks of the language are set as well.
    """

    extensions: tuple[str, ...] | None = None
    path_patterns: tuple[str, ...] = ()
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
    """One language as editors know it.

    `files` says in a few words what files are in it, for the documentation. The first of `line_comments`
    is the mark that a command puts before lines to make them comments. `brackets` match each other, and are
    coloured by their depth with `coloured_brackets`; the second of a pair of `closing_pairs` is put in when
    the first is typed, and `surrounding_pairs` are put around a selection. `folding` are regular
    expressions of JavaScript for the first and the last line of what folds. `tagged` says that annotators
    put tags into the text, and so need the commands for that.
    """

    files: str = ""
    line_comments: tuple[str, ...] = ()
    block_comment: tuple[str, str] | None = None
    brackets: Pairs = ()
    coloured_brackets: bool = True
    closing_pairs: Pairs = ()
    surrounding_pairs: Pairs = ()
    folding: tuple[str, str] | None = None
    tagged: bool = False
    vscode: VsCodeFacts = VsCodeFacts()
    neovim: NeovimFacts = NeovimFacts()


KEEP_LINES: Mapping[str, object] = MappingProxyType(
    {
        "files.trimTrailingWhitespace": False,
        "files.insertFinalNewline": False,
        "editor.formatOnSave": False,
    }
)
"""VS Code's settings for a format whose lines must stay as they are."""

KEEP_LINES_OPTIONS: Mapping[str, str | int | bool] = MappingProxyType({"fixendofline": False, "textwidth": 0})
"""Neovim's options for such a format."""

NO_WRAPPING: Mapping[str, tuple[str, ...]] = MappingProxyType({"formatoptions": ("t", "a")})
"""What is taken from Neovim's options where lines must not be wrapped while one types."""
