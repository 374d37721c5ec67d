"""A family as one value: its tasks, languages, options, file names, configurations and editor facts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from keytally.families.contract import Evaluation, Language, Role, Settings, SettingsError
from keytally.findings.finding import Rule
from keytally.findings.spelling import did_you_mean
from keytally.text.files import Within
from keytally.text.positions import Span

if TYPE_CHECKING:
    from keytally.families.interchange import AnyFormat


class Kind(Enum):
    """The type of an option's values."""

    TEXT = "text"
    CHARACTER = "character"
    CHOICE = "choice"
    FLAG = "flag"
    NUMBER = "number"
    NAME = "name"
    FILE = "file"
    LIST = "list"
    CLASSES = "class definitions"
    SLOTS = "slot definitions"
    SUBTASKS = "subtask names"
    GROUPS = "section groups"
    TABLE = "a table in keytally.toml"


class Option(NamedTuple):
    """An option: its name, the type of its values, its default as written, and its documentation.

    `default` contains the values that apply if the option is not specified; None if the option is required.
    `choices` are the values of a CHOICE, spelled as in the manual. `documentation` is Markdown; `source` is
    the manual's section or "keytally".
    """

    name: str
    kind: Kind
    default: tuple[str, ...] | None
    documentation: str
    choices: tuple[str, ...] = ()
    source: str = "manual"


def by_name(*options: Option) -> dict[str, Option]:
    """Return options by name, in the order given."""
    return {option.name: option for option in options}


def compatible_option(documentation: str, modes: Sequence[str]) -> Option:
    """Return the option that selects a program's definitions; the first mode is the default."""
    return Option("compatible", Kind.CHOICE, tuple(modes[:1]), documentation, tuple(modes), "keytally")


def name_problem(task: str, name: str, options: Mapping[str, Option]) -> str | None:
    """Return a one-line description of the problem with an option's name.

    The result is None for a name in the task's `options`.
    """
    if name.lower() in options:
        return None
    known = ", ".join(options) or "none"
    return f"{task} has no option {name!r}; it takes {known}{did_you_mean(name, options)}"


def given_options(
    task: str,
    settings: Settings,
    options: Mapping[str, Option],
    value_problem: Callable[[str, Sequence[str]], str | None],
) -> dict[str, tuple[str, ...]]:
    """Return the option values in the settings of a task without configurations, by name.

    Values are normalised (`canonical_values`), so that equal settings give equal values. If an option is
    given twice, the last one counts. Raises SettingsError with a line for each problem.
    """
    if settings.source is not None or settings.text is not None:
        raise SettingsError([f"{task} does not take a MUC configuration; use -O name=value for its options"])
    given = {name.lower(): tuple(values) for name, values in settings.options}
    problems = (
        name_problem(task, name, options) or value_problem(name, values) for name, values in given.items()
    )
    if messages := [problem for problem in problems if problem]:
        raise SettingsError(messages)
    return {name: canonical_values(options[name], values) for name, values in given.items()}


def canonical_values(option: Option, values: Sequence[str]) -> tuple[str, ...]:
    """Return the normalised values of a valid option.

    A choice is spelled as in the option's `choices`. A flag becomes `no` or `yes`; any value other than `no`
    counts as `yes`. A number is as short as possible (`canonical_number`). Values of other types are
    unchanged.
    """
    spelling = _SPELLINGS.get(option.kind)
    return tuple(values) if spelling is None else tuple(spelling(option, value.strip()) for value in values)


def canonical_number(value: float) -> str:
    """Return the shortest spelling of a number, such as `2` or `0.5`."""
    return repr(value + 0.0).removesuffix(".0")


def last_values(given: Mapping[str, Sequence[str]], options: Mapping[str, Option]) -> dict[str, str]:
    """Return the value of each option with a single value: the given value, otherwise the default,
    otherwise "".
    """
    return {name: next(iter(given.get(name, option.default or ())), "") for name, option in options.items()}


def path_of(value: str) -> Path | None:
    """Return the path specified by a file option; None if the option is not given."""
    return Path(value) if value else None


def signature_defaults(options: Iterable[Option]) -> dict[str, tuple[str, ...] | None]:
    """Return the defaults of the options that belong in a signature: all except file options."""
    return {option.name: option.default for option in options if option.kind is not Kind.FILE}


def _choice(option: Option, value: str) -> str:
    return next(choice for choice in option.choices if choice.lower() == value.lower())


_SPELLINGS: Mapping[Kind, Callable[[Option, str], str]] = {
    Kind.CHOICE: _choice,
    Kind.FLAG: lambda option, value: "no" if value.lower() == "no" else "yes",
    Kind.NUMBER: lambda option, value: canonical_number(float(value)),
}


def plain_value_problem(name: str, values: Sequence[str], options: Mapping[str, Option]) -> str | None:
    """Return the problem with the values of an option that takes one value; None if there is none."""
    if len(values) != 1 or not values[0].strip():
        return f"{name} takes one value; write it as {name}=VALUE"
    choices, value = options[name].choices, values[0].strip()
    if choices and value.lower() not in (choice.lower() for choice in choices):
        return f"{name}={value}: it must be one of {', '.join(choices)}"
    return None


# What editors know about a language before a server runs: its files, and settings for typing.
#
# `make generate` writes these facts into the clients of VS Code and Neovim and into the documentation. Every
# fact has a default: without facts of its own, a language is recognised by the extensions of its
# `LanguageFacts`.


Pairs = tuple[tuple[str, str], ...]

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})


class VsCodeFacts(NamedTuple):
    """Facts about a language that only VS Code uses.

    VS Code recognises a file by one of `file_names`, `name_patterns` (globs) or `extensions` (None: the
    language's own). Otherwise it uses `first_line`, a JavaScript regular expression for the first line.
    `scope` is the scope of the TextMate grammar in `<id>.tmLanguage.json`; "" if the language has none.
    `word_pattern` defines a word, with the flags `word_flags`. `indentation` contains two patterns: one for
    lines that increase and one for lines that decrease the indentation of the next line. `settings` contains
    default editor settings for the language. With `lists_after_return`, completions are listed automatically
    after Return on an empty line, or after a line that begins in the first column.
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
    """Facts about a language that only Neovim uses; all patterns are Lua patterns.

    Neovim recognises a file by one of `extensions` (None: the language's own), regardless of its content. If
    a file's path matches one of `path_patterns`, its first line that is neither empty nor a comment must also
    match one of `line_patterns`. With `any_line`, it is enough that one of the first lines matches; with
    `new_files`, a file without such a line is also recognised. If no line pattern matches, the file type is
    `otherwise`; if that is "", Neovim chooses the file type. A file whose path matches none of the path
    patterns is recognised if one of `content_patterns` matches the first line that is neither empty nor a
    comment. `description` describes these rules for `:help`.

    `options` contains options to set, and `appended` and `removed` contain items to add to and remove from
    list options. `reason` explains these changes. With `comment_options`, the language's comment markers are
    also set.
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
    `line_comments` is the mark that a command uses to comment lines out. With `comments_in_first_column`, an
    indented mark does not start a comment. `brackets` contains matching pairs; if `coloured_brackets` is
    true, they are coloured by depth. When the first character of a pair in `closing_pairs` is typed, the
    editor inserts the second; it puts `surrounding_pairs` around a selection. `folding` contains JavaScript
    regular expressions for the first and last lines of a fold. `tagged` is true if annotators insert tags
    into the text and need commands for that. `running_text` is true if words have no separate positions.
    `tag_keys` maps each key to the type of tag that it inserts.
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
    running_text: bool = False
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
"""Items removed from Neovim's options so that it does not wrap lines during typing."""


# The facts of a family of evaluations: its tasks, its languages, and the names of its files.
#
# A family is one value, `FAMILY` in its `family.py`. The general packages (project, batch, engine, server,
# editors) read these facts and name no family. The functions in a family's value import modules when they are
# called, so that a command loads only the families that it uses.


NOTHING: Mapping[str, str] = MappingProxyType({})


class LanguageReader(Protocol):
    """A function that returns the language for a file outside any pair."""

    def __call__(self, role: Role, companions: Mapping[str, str]) -> Language:
        """Return the language for files in that role.

        `companions` are the texts of companion files by name.
        """
        ...


def _no_editor_facts() -> "EditorFacts":
    return EditorFacts()


class LanguageFacts(NamedTuple):
    """A language: its id, and the rules that recognise its files.

    A file is recognised by one of `extensions` (lower case, with the dot), otherwise by the regular
    expression `first_line`. The expression is matched with the text after blank lines and comments, or with
    the whole text if comments identify the language. `bare_key` are the extensions of keys that are named
    `key` or `keys`. `companions` contains the names of the companion files that describe a file of the
    language. Files of a language that is not `scored` only define how other files are scored. Lines that
    begin with one of `line_comments` are comments. `completion_triggers` and `typing_triggers` contain the
    characters after which an editor requests completions or on-type edits. `editor` contains the facts for
    editor clients.
    """

    id: str
    title: str
    reader: LanguageReader
    extensions: tuple[str, ...] = ()
    first_line: str = ""
    bare_key: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    scored: bool = True
    line_comments: tuple[str, ...] = ()
    completion_triggers: tuple[str, ...] = ()
    typing_triggers: tuple[str, ...] = ()
    editor: Callable[[], "EditorFacts"] = _no_editor_facts


class FolderLayout(NamedTuple):
    """The layout of a task's directories: the extension of files, and the name of the key's directory, if
    any.

    With `takes_files`, one side may be a directory and the other a file with several documents.
    """

    extension: str
    key_folder: str
    takes_files: bool = False


class Task(NamedTuple):
    """A task of a family; `name` is used as the value of `--task` and in keytally.toml.

    `language` is the id of the language of its keys and responses. `headline` is the name of the measure that
    summarises the result under default options. `texts_language` is the language of the texts that keys
    annotate, or "" if the task compares no texts. The rule `texts_rule` reports files that differ from the
    texts. `texts_named_in` returns the file name of the texts to which a key's text refers. `companions`
    contains the names of the companion files that the task accepts. A task whose keys and responses may be
    directories has a `folder`. With `one_file`, a single file may contain both key and response. `marked` is
    true if results are shown as verdicts next to the items of the response. `agreement` is true if the task
    can measure inter-annotator agreement although its files cannot form a gold: its evaluation then defines
    `agreement` or an `annotator`. `annotated` is true if annotators' files can be merged into a gold, that
    is, if its evaluation's `annotator` can write. `document_of` converts a document name as written by users,
    for example in `done` of keytally.toml, to the internal name. `compares_keys` is true if a key can be
    scored as a response; otherwise, a gold is not paired with its annotators' files. `inferred_note` is
    printed if the task is inferred from the response, not from the key alone.
    """

    name: str
    language: str
    headline: str
    texts_language: str = ""
    texts_rule: str = ""
    companions: tuple[str, ...] = ()
    folder: FolderLayout | None = None
    marked: bool = False
    agreement: bool = False
    annotated: bool = False
    texts_named_in: Callable[[str], str | None] | None = None
    one_file: bool = False
    document_of: Callable[[str], str] = str
    compares_keys: bool = True
    inferred_note: str = ""


def _no_names() -> Sequence[str]:
    return ()


def _no_text(name: str) -> str:
    raise KeyError(name)


class Companion(NamedTuple):
    """A file that accompanies a key and adds information, such as a description of its format.

    `name` is its key in keytally.toml; files named `NAME.<name>` or `<name>` are found automatically. `title`
    is its name in messages, and `language` is the id of its language. `built_in` returns the names of the
    companions that are included in the family. `text_of` returns the text of a built-in companion, and raises
    KeyError for other names.
    """

    name: str
    title: str
    language: str = ""
    built_in: Callable[[], Sequence[str]] = _no_names
    text_of: Callable[[str], str] = _no_text


class FileOption(NamedTuple):
    """An option whose value is a file, which keytally.toml may specify as part of a pair.

    `followed` is true if changes to the file affect scores or findings. `may_be_folder` is true if the value
    may be a directory. `problem_in(path, within)` returns one line that explains why the file's content
    cannot be used; `within` returns whether a path may be read.
    """

    name: str
    followed: bool = False
    may_be_folder: bool = False
    problem_in: Callable[[Path, Within], str | None] | None = None


class Options(NamedTuple):
    """The options of a task by name, with a function that validates the values of an option."""

    table: Mapping[str, Option]
    value_problem: Callable[[str, Sequence[str]], str | None]


class ConfiguredPair(NamedTuple):
    """The pair that a configuration file names; paths are absolute, and the files need not exist.

    `both_keys` is true if two keys are compared. `base` is the prefix of its report file names.
    """

    task: str
    key: Path
    response: Path
    both_keys: bool
    base: str = ""


class Source(NamedTuple):
    """The configuration and the options of a pair; `within` returns whether a path may be read."""

    task: str | None
    configuration: Path | str | None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    companions: Mapping[str, Path | str] = MappingProxyType({})
    within: Within | None = None


class Configurations(Protocol):
    """The configuration files of a family; each file names a pair and its options.

    Methods that read a file raise SettingsError if it cannot be read or has errors.
    """

    title: str
    """The noun for such a file in messages, such as `MUC configuration`."""

    language: str
    """The id of the language of these files."""

    def names(self) -> Sequence[str]:
        """Return the names of the built-in configurations."""
        ...

    def is_configuration(self, head: str) -> bool:
        """Return whether a file that begins with `head` is a configuration."""
        ...

    def pair(self, path: Path, text: str) -> ConfiguredPair | None:
        """Return the pair that the configuration at `path` names, even if it has errors.

        The result is None if the configuration does not name a pair.
        """
        ...

    def checked_pair(
        self, path: Path, options: Sequence[tuple[str, tuple[str, ...]]]
    ) -> tuple[ConfiguredPair, tuple[Path, Path]]:
        """Return the pair of a configuration without errors, and the names of its two files for use in
        messages.
        """
        ...

    def text_of(self, source: Path | str) -> str:
        """Return the text of a configuration file or of a built-in configuration."""
        ...

    def task(self, text: str) -> str | None:
        """Return the task named in a configuration's text, whether or not it is known; None if there is
        none.
        """
        ...

    def compares_keys(self, text: str | None, options: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
        """Return whether two keys are compared under a configuration text and the options that follow it."""
        ...

    def read_option(self, argument: str) -> tuple[str, tuple[str, ...]]:
        """Parse `name=value` into an option name and its values."""
        ...

    def is_made(self, source: Source, companions: Mapping[str, str]) -> bool:
        """Return whether a pair's configuration is derived from its companion files, which are given as
        texts.
        """
        ...

    def warnings(self, source: Source, companions: Mapping[str, str]) -> list[str]:
        """Return one line for each problem in a pair's configuration that does not prevent scoring."""
        ...

    def named_files(self, path: Path, text: str) -> Sequence["NamedFile"]:
        """Return the files that the configuration at `path` names explicitly, without defaults."""
        ...


class NamedFile(NamedTuple):
    """A file that a configuration names, and the position of its name."""

    file: Path
    place: Span


class Naming(NamedTuple):
    """Functions that recognise the files of a family by name and text.

    * `task_of(text)`: the task of a key, inferred from the beginning of its text; None if it cannot be
      inferred.
    * `task_by_name(name)`: the task implied by the name of a key, regardless of its content.
    * `task_with(task, text)`: the task of a key with a response that begins with this text; None if the text
      is not a response.
    * `responses_to(key, names)`: the names of a key's responses, chosen from the sorted names in its
      directory, if the family has its own naming rules; None if the common rules apply. The key itself is
      included if the task allows one file for both.
    * `key_name`: a regular expression for additional names of keys.
    * `configuration_of(task, text)`: the name of the built-in configuration to use for a key that begins with
      this text, if no configuration is named; None if the task's default applies.
    * `in_one(task, text)`: the configuration for a file that is both key and response, if its content shows
      this. If `in_one` is None or returns None, the file is not paired with itself by its name alone.
    * `marked_as_key(task, text)`: True for a text with features that occur only in keys, False for a text
      that cannot be a key, and None if this cannot be determined.
    """

    task_of: Callable[[str], str | None] | None = None
    task_by_name: Callable[[str], str | None] | None = None
    task_with: Callable[[str, str], str | None] | None = None
    responses_to: Callable[[str, Sequence[str]], Sequence[str] | None] | None = None
    key_name: str = ""
    marked_as_key: Callable[[str, str], bool | None] | None = None
    configuration_of: Callable[[str, str], str | None] | None = None
    in_one: Callable[[str, str], str | None] | None = None


def _no_conversions() -> "Sequence[AnyFormat]":
    return ()


class BinaryFile(NamedTuple):
    """A kind of binary files: their extension, and the function that returns their contents as text.

    The function raises SettingsError for a file that it cannot read.
    """

    extension: str
    text_of: Callable[[bytes], str]


class Family(NamedTuple):
    """A family of evaluations.

    `evaluation(task, settings)` creates the evaluation of one of the `tasks`; it raises SettingsError for
    unusable settings. `options(task)` returns the options of a task, and `naming()` returns the file naming
    rules. `table_options` are the names of options that are separate tables in keytally.toml. `rules`
    contains the rules for its files that are not in keytally's own table. `conversions()` returns the formats
    from and to which documents or templates can be converted. `binary_files` are the kinds of binary files
    that commands read.
    """

    name: str
    tasks: tuple[Task, ...]
    languages: tuple[LanguageFacts, ...]
    evaluation: Callable[[str, Settings], Evaluation]
    options: Callable[[str], Options]
    companions: tuple[Companion, ...] = ()
    file_options: tuple[FileOption, ...] = ()
    table_options: tuple[str, ...] = ()
    configurations: Callable[[], Configurations] | None = None
    naming: Callable[[], Naming] = Naming
    rules: tuple[Rule, ...] = ()
    conversions: "Callable[[], Sequence[AnyFormat]]" = _no_conversions
    binary_files: tuple[BinaryFile, ...] = ()
