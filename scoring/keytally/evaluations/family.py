"""The facts of a family of evaluations: its tasks, its languages, and the names of its files.

A family is one value, `FAMILY` in its `family.py`. The general packages (project, batch, engine, server,
editors) read these facts and know no family by name. The functions in a family's value import what they need
when they are called, so that a command loads only the families that it uses.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.options import Option
from keytally.evaluations.settings import Settings
from keytally.findings.rule import Rule
from keytally.text.regular import Within
from keytally.text.span import Span

if TYPE_CHECKING:
    from keytally.evaluations.converted_templates import AnyFormat
    from keytally.evaluations.editor_facts import EditorFacts

NOTHING: Mapping[str, str] = MappingProxyType({})


class LanguageReader(Protocol):
    """Makes the language of a file outside of any pair."""

    def __call__(self, role: Role, companions: Mapping[str, str]) -> Language:
        """The language of a file in that role; `companions` are the texts of companion files by name."""
        ...


def _no_editor_facts() -> "EditorFacts":
    from keytally.evaluations.editor_facts import EditorFacts  # noqa: PLC0415 - no command asks for them

    return EditorFacts()


class LanguageFacts(NamedTuple):
    """One language: its id, and how to recognise its files.

    A file is in the language by one of `extensions` (lower case, with the dot), else by `first_line`, a
    regular expression for its text after blank lines and comments, or for all of it where they tell the
    language. `bare_key` are the extensions of a key that is named just `key` or `keys`. `companions` name the
    companion files that describe such a file. A language that is not `scored` is one of files that only say
    how others are scored. Lines that begin with one of `line_comments` are comments. `completion_triggers`
    and `typing_triggers` are the characters after which an editor asks for completions, or for edits on
    typing. `editor` holds what the clients of editors know about the language.
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
    """How the files of a task stand in folders: their extension, and the folder of the key, if any."""

    extension: str
    key_folder: str


class Task(NamedTuple):
    """One task of a family; `name` is what `--task` and keytally.toml take.

    `language` is the id of the language of its keys and responses, `headline` the name of the measure
    that stands for the whole result under default options. `texts_language` is that of the texts that
    keys are made from, "" for a task that compares none; a finding of the rule `texts_rule` tells that a
    file departs from them.
    `texts_named_in` gives the file name of the texts that the text of a key leads to. `companions` name
    the companion files that the task takes. A task whose keys and responses may be folders has a
    `folder`; key and response of a task with `one_file` may be one and the same file, which holds both.
    `marked` says whether verdicts beside each piece of the response are how the task is read. `agreement`
    says whether it measures how far annotators agree though their files make no gold: its evaluation has the
    ability `MeasuresAgreement` or `ListsAnnotations`. `annotated` says whether the files of several
    annotators make one: its evaluation has the ability `Annotates`. `document_of` gives the name by which
    documents are known from one that people write,
    as in `done` of keytally.toml.
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


def _no_names() -> Sequence[str]:
    return ()


def _no_text(name: str) -> str:
    raise KeyError(name)


class Companion(NamedTuple):
    """A file that goes with a key and adds information, such as a description of its format.

    `name` is its key in keytally.toml; files named `NAME.<name>` or `<name>` are found automatically. `title`
    is its name in messages, `language` the id of its language. `built_in` gives the names of those that are
    part of the family, and `text_of` the text of one; it raises KeyError for another name.
    """

    name: str
    title: str
    language: str = ""
    built_in: Callable[[], Sequence[str]] = _no_names
    text_of: Callable[[str], str] = _no_text


class FileOption(NamedTuple):
    """An option whose value is a file, which keytally.toml may state as a part of the pair.

    `followed` says whether a change of the file changes scores or findings; `may_be_folder`, whether the
    value may be a folder. `problem_in(path, within)` says in one line why the content of a file cannot be
    used; `within` tells whether a place may be read.
    """

    name: str
    followed: bool = False
    may_be_folder: bool = False
    problem_in: Callable[[Path, Within], str | None] | None = None


class Options(NamedTuple):
    """The options of a task by name, and a check of the values of one."""

    table: Mapping[str, Option]
    value_problem: Callable[[str, Sequence[str]], str | None]


class ConfiguredPair(NamedTuple):
    """The pair that a configuration file names; paths are absolute, and the files may not exist.

    `both_keys` is set if two keys are compared. `base` is put before the names of its reports.
    """

    task: str
    key: Path
    response: Path
    both_keys: bool
    base: str = ""


class Source(NamedTuple):
    """The configuration and the options of a pair; `within` tells whether a place may be read."""

    task: str | None
    configuration: Path | str | None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    companions: Mapping[str, Path | str] = MappingProxyType({})
    within: Within | None = None


class Configurations(Protocol):
    """The configuration files of a family: each names a pair and its options.

    Methods that read a file raise SettingsError if it cannot be read or has errors.
    """

    title: str
    """What messages call such a file, such as `MUC configuration`."""

    language: str
    """The id of the language of these files."""

    def names(self) -> Sequence[str]:
        """The names of the built-in configurations."""
        ...

    def is_configuration(self, head: str) -> bool:
        """Whether a file that begins with `head` is a configuration."""
        ...

    def pair(self, path: Path, text: str) -> ConfiguredPair | None:
        """The pair that the configuration at `path` names, even if it has errors; None if it names none."""
        ...

    def checked_pair(
        self, path: Path, options: Sequence[tuple[str, tuple[str, ...]]]
    ) -> tuple[ConfiguredPair, tuple[Path, Path]]:
        """The pair of a configuration without errors, and its two files as messages show them."""
        ...

    def text_of(self, source: Path | str) -> str:
        """The text of a configuration file, or of a built-in configuration."""
        ...

    def task(self, text: str) -> str | None:
        """The task that a configuration with that text names, known or not; None if it names none."""
        ...

    def compares_keys(self, text: str | None, options: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
        """Whether two keys are compared under that configuration text and the options after it."""
        ...

    def read_option(self, argument: str) -> tuple[str, tuple[str, ...]]:
        """The option and the values in `name=value`."""
        ...

    def is_made(self, source: Source, companions: Mapping[str, str]) -> bool:
        """Whether the configuration of a pair is derived from its companion files, given as texts."""
        ...

    def warnings(self, source: Source, companions: Mapping[str, str]) -> list[str]:
        """One line for each oddity in the configuration of a pair that does not prevent scoring."""
        ...


class NamedFile(NamedTuple):
    """A file that a configuration names, and the place of its name."""

    file: Path
    place: Span


@runtime_checkable
class NamesFiles(Protocol):
    """What configuration files may offer besides: where each states the files of its pair."""

    def named_files(self, path: Path, text: str) -> Sequence[NamedFile]:
        """The files that the configuration at `path` states by itself; those by default are left out."""
        ...


class Naming(NamedTuple):
    """How the files of a family are named and recognised; all functions take plain names and texts.

    * `task_of(text)`: the task that a key is for, from its first part; None where nothing tells it.
    * `task_by_name(name)`: the task that a key's name tells, whatever stands in the file.
    * `task_with(task, text)`: the task of a key with a response that begins so; None for no response to it.
    * `responses_to(key, names)`: the names of a key's responses, among the sorted names of its folder, where
      the family has names of its own; None where the common ones count. The key itself is one where the task
      allows one file for both.
    * `key_name`: a regular expression for names of keys besides the common ones.
    * `configuration_of(task, text)`: the name of the built-in configuration for a key that begins so, where
      no configuration is named; None where the task's default counts.
    * `in_one(task, text)`: the same for a file that begins so and is both key and response, where its content
      shows that it is; else None, and then no name alone pairs it with itself.
    * `marked_as_key(task, text)`: True for a text with marks that only keys have, False for one that can be
      no key, None where nothing tells.
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


class Family(NamedTuple):
    """A family of evaluations.

    `evaluation(task, settings)` makes the evaluation of one of the `tasks`; it raises SettingsError for
    unusable settings. `options(task)` returns the options of a task, `naming()` how files are named. `rules`
    are the rules for its files that are not in keytally's own table, `conversions()` the formats that
    documents or templates can be converted from and to.
    """

    name: str
    tasks: tuple[Task, ...]
    languages: tuple[LanguageFacts, ...]
    evaluation: Callable[[str, Settings], Evaluation]
    options: Callable[[str], Options]
    companions: tuple[Companion, ...] = ()
    file_options: tuple[FileOption, ...] = ()
    configurations: Callable[[], Configurations] | None = None
    naming: Callable[[], Naming] = Naming
    rules: tuple[Rule, ...] = ()
    conversions: "Callable[[], Sequence[AnyFormat]]" = _no_conversions
