"""What a family of evaluations says of itself: its tasks, its languages, and how its files are named.

A family is one value, `FAMILY` in its `family.py`. Everything general (project, batch, engine, server,
editors) reads these facts and knows no family by name. The functions in a family's value import what they
need when they are called, so that a command pays for the families that it uses.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.options import Option
from keytally.evaluations.settings import Settings
from keytally.findings.rule import Rule

if TYPE_CHECKING:
    from keytally.evaluations.editor_facts import EditorFacts

NOTHING: Mapping[str, str] = MappingProxyType({})


class LanguageReader(Protocol):
    """Makes the language of a file that stands in no pair."""

    def __call__(self, role: Role, companions: Mapping[str, str]) -> Language:
        """How a file in that role is read; `companions` are the texts of companion files by their names."""
        ...


def _no_editor_facts() -> "EditorFacts":
    from keytally.evaluations.editor_facts import EditorFacts  # noqa: PLC0415 - no command asks for them

    return EditorFacts()


class LanguageFacts(NamedTuple):
    """One language: the id that editors use, and what tells that a file is written in it.

    A file is in the language by one of `extensions` (lower case, with the dot), else by `first_line`, a
    regular expression for its text behind blank lines and comments. `bare_key` are the extensions
    of a key that is called just `key` or `keys`. `companions` name the companion files that say more about
    such a file. A file of a language that is not `scored` says how others are scored. Lines that
    begin with one of `line_comments` hold nothing. `completion_triggers` and `typing_triggers` are the
    characters behind which an editor asks for completions, or for the edits that typing calls for.
    `editor` gives what the clients of editors know of the language by themselves.
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
    """How the files of a task stand in folders: their extension, and the key's own folder of them, if any."""

    extension: str
    key_folder: str


class Task(NamedTuple):
    """One task of a family, by the name that `--task` and keytally.toml take.

    `language` is the id of the language of its keys and responses, `headline` the name of the measure
    that stands for the whole result under default options. `texts_language` is that of the texts that
    keys are made from, "" for a task that compares none; a finding of the rule `texts_rule` tells that a
    file departs from them.
    `texts_named_in` gives the file name of the texts that the text of a key leads to. `companions` name
    the companion files that the task takes. A task whose keys and responses may be folders has a
    `folder`; key and response of a task with `one_file` may be one and the same file, which holds both.
    `marked` says whether verdicts beside each piece of the response are how the task is read,
    `agreement`, whether it measures how far annotators agree.
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
    texts_named_in: Callable[[str], str | None] | None = None
    one_file: bool = False


def _no_names() -> Sequence[str]:
    return ()


def _no_text(name: str) -> str:
    raise KeyError(name)


class Companion(NamedTuple):
    """A file that stands beside a key and says more about it, such as a description of its format.

    `name` is its key in keytally.toml; files called `NAME.<name>` or `<name>` are found by themselves.
    `title` is what messages call it, `language` the id of its language. `built_in` gives the names of
    those that come with the family, and `text_of` the text of one; it raises KeyError for another name.
    """

    name: str
    title: str
    language: str = ""
    built_in: Callable[[], Sequence[str]] = _no_names
    text_of: Callable[[str], str] = _no_text


class FileOption(NamedTuple):
    """An option whose value is a file, which keytally.toml may state as a part of the pair.

    `followed` says whether a change of the file changes scores or findings; `may_be_folder`, whether
    a folder does as well.
    """

    name: str
    followed: bool = False
    may_be_folder: bool = False


class Options(NamedTuple):
    """The options of a task by their names, and what is wrong with the values of one, if anything."""

    table: Mapping[str, Option]
    value_problem: Callable[[str, Sequence[str]], str | None]


class ConfiguredPair(NamedTuple):
    """What a configuration file pairs; paths are absolute and may lead to nothing.

    `both_keys` is set where two keys are compared. `base` is put before the names of its reports.
    """

    task: str
    key: Path
    response: Path
    both_keys: bool
    base: str = ""


class Source(NamedTuple):
    """What a pair is scored by, for a question about it: its configuration and its options."""

    task: str | None
    configuration: Path | str | None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    companions: Mapping[str, Path | str] = MappingProxyType({})


class Configurations(Protocol):
    """Configuration files of a family: files of a language of their own that name a pair and its options.

    Methods that read a file raise SettingsError where it cannot be read or has errors.
    """

    title: str
    """What messages call one, such as `MUC configuration`."""

    language: str
    """The id of the language of these files."""

    def names(self) -> Sequence[str]:
        """The names of the built-in configurations."""
        ...

    def is_configuration(self, head: str) -> bool:
        """Whether a file that begins so is a configuration."""
        ...

    def pair(self, path: Path, text: str) -> ConfiguredPair | None:
        """The pair that the configuration at `path` names, whatever else is wrong with it; None for none."""
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
        """The task that a configuration of that text names, known or not; None where it names none."""
        ...

    def compares_keys(self, text: str | None, options: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
        """Whether two keys are compared under a configuration of that text and the options behind it."""
        ...

    def read_option(self, argument: str) -> tuple[str, tuple[str, ...]]:
        """The option and the values that `name=value` gives."""
        ...

    def is_made(self, source: Source, companions: Mapping[str, str]) -> bool:
        """Whether the configuration of a pair is made from its companion files, whose texts are given."""
        ...

    def warnings(self, source: Source, companions: Mapping[str, str]) -> list[str]:
        """What is odd about the configuration of a pair but keeps it from no score, a line each."""
        ...


class Naming(NamedTuple):
    """How the files of a family are named and told apart. All functions judge plain names and texts.

    * `task_of(text)`: the task that a key is for, from its first part; None where nothing tells it.
    * `task_by_name(name)`: the task that a key's name tells, whatever stands in the file.
    * `task_with(task, text)`: the task of a key with a response that begins so; None for no response to it.
    * `responses_to(key, names)`: the names of a key's responses, among the sorted names of its folder, where
      the family has names of its own; None where the common ones count. The key itself is one where the task
      allows one file for both.
    * `key_name`: a regular expression for names of keys besides the common ones.
    """

    task_of: Callable[[str], str | None] | None = None
    task_by_name: Callable[[str], str | None] | None = None
    task_with: Callable[[str, str], str | None] | None = None
    responses_to: Callable[[str, Sequence[str]], Sequence[str] | None] | None = None
    key_name: str = ""


class Family(NamedTuple):
    """A family of evaluations.

    `evaluation(task, settings)` makes the evaluation of one of the `tasks`; it raises SettingsError for
    unusable settings. `options(task)` gives the options of a task, `naming()` how files are named.
    `rules` are those that its files can break, where they are not in keytally's own table.
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
