"""Reads what a `[[pair]]` and an `[[adjudication]]` of keytally.toml have in common besides their files.

Nothing in this module reads the file system.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.findings.table.project import PART_NOT_TAKEN, UNKNOWN_ENCODING, UNUSABLE_VALUE
from keytally.project.toml_places import EntryPath
from keytally.project.toml_tables import Stated, TableReader
from keytally.text.decoding import is_encoding

Options = Mapping[str, tuple[str, ...]]
NO_OPTIONS: Options = MappingProxyType({})


class EntrySettings(NamedTuple):
    """How the files of an entry are read and scored; file names are relative to keytally.toml's folder.

    `companions` are the companion files by kind, `files` the files that options of the task name, by option.
    """

    texts: Stated | None = None
    config: Stated | None = None
    encoding: str | None = None
    options: Options = NO_OPTIONS
    companions: Mapping[str, Stated] = MappingProxyType({})
    files: Mapping[str, Stated] = MappingProxyType({})


def setting_names() -> tuple[str, ...]:
    """The keys of an entry's table that are settings."""
    return (*_string_names(), "options")


def _string_names() -> tuple[str, ...]:
    return ("texts", "config", *registry.companions(), *registry.file_option_names(), "encoding")


def task_in(reader: TableReader, path: EntryPath, value: object) -> str | None:
    """The task that an entry states; one that there is not is reported."""
    stated = reader.string((*path, "task"), value)
    if stated is None or stated.value in registry.tasks():
        return stated and stated.value
    reader.unknown_value(stated, "task", registry.tasks())
    return None


def read_settings(
    reader: TableReader, path: EntryPath, known: Mapping[str, object], task: str | None
) -> EntrySettings:
    """The settings in the table at `path`; without a task they are only checked."""
    named = {name: reader.string((*path, name), known.get(name)) for name in _string_names()}
    options = _options(reader, path, known)
    named |= _files_in(reader, path, options, named)
    coding = _encoding(reader, named.pop("encoding"))
    if task is None:
        return EntrySettings()
    taken = _taken(reader, task, named)
    return EntrySettings(
        taken.get("texts"),
        taken.get("config"),
        coding,
        _without_files(options),
        {name: taken[name] for name in registry.companions() if name in taken},
        {name: taken[name] for name in registry.file_options_of(task) if name in taken},
    )


def _encoding(reader: TableReader, stated: Stated | None) -> str | None:
    """The encoding that a pair states; one that there is not is reported."""
    if stated is None or is_encoding(stated.value):
        return stated and stated.value
    reader.add(UNKNOWN_ENCODING.finding(*stated.place, {"encoding": stated.value}))
    return None


def _taken(reader: TableReader, task: str, named: Mapping[str, Stated | None]) -> dict[str, Stated]:
    """The parts of a pair without those that its task does not take; these are reported at their values."""
    takes = dict.fromkeys(registry.file_option_names(), False)
    takes |= dict.fromkeys(registry.file_options_of(task), True)
    takes["config"] = registry.configurations_of(task) is not None
    stated = {name: each for name, each in named.items() if each is not None}
    for name, each in stated.items():
        if not takes.get(name, True):
            reader.add(PART_NOT_TAKEN.finding(*each.place, {"task": task, "part": _part(name)}))
    return {name: each for name, each in stated.items() if takes.get(name, True)}


def _part(name: str) -> str:
    """What a message calls a part that a task does not take."""
    if name != "config":
        return name
    titles = " or ".join(each.title for each in registry.configurations())
    return f"{titles}; give its options as options = {{ name = value }}"


def _options(reader: TableReader, pair: EntryPath, known: Mapping[str, object]) -> Options:
    """The options as lines of a configuration file would give them: `true` is yes, `false` no."""
    path, value = (*pair, "options"), known.get("options")
    if value is None:
        return NO_OPTIONS
    if not isinstance(value, dict):
        reader.wrong_kind(path, "a table: options = { name = value }")
        return NO_OPTIONS
    task = known.get("task")
    task_options = registry.options_of(task) if isinstance(task, str) and registry.find_task(task) else None
    if task_options is not None:
        known_options = task_options.table
        unknown = [name for name in value if name.lower() not in map(str.lower, known_options)]
        for name in unknown:
            reader.unknown_key(path, name, known_options)
        value = {name: entry for name, entry in value.items() if name not in unknown}
    options = {name: reader.words((*path, name), entry) for name, entry in value.items()}
    given = {name: words for name, words in options.items() if words is not None}
    return given if task_options is None else _usable(reader, path, given, task_options.value_problem)


def _usable(
    reader: TableReader,
    path: EntryPath,
    options: Options,
    problem_of: Callable[[str, Sequence[str]], str | None],
) -> Options:
    """The options that the task can use; the others are reported at their values."""
    problems = {name: problem_of(name.lower(), words) for name, words in options.items()}
    for name, problem in problems.items():
        if problem is not None:
            reader.add(UNUSABLE_VALUE.finding(*reader.place((*path, name)), {"problem": problem}))
    return {name: words for name, words in options.items() if problems[name] is None}


def _files_in(
    reader: TableReader, pair: EntryPath, options: Options, named: Mapping[str, Stated | None]
) -> dict[str, Stated]:
    """The files that the table of options names and the pair itself does not name."""
    files = {name: name.lower() for name in options if name.lower() in registry.file_option_names()}
    return {
        file: Stated(options[name][0], reader.place((*pair, "options", name)))
        for name, file in files.items()
        if named[file] is None and options[name]
    }


def _without_files(options: Options) -> Options:
    names = registry.file_option_names()
    return {name: words for name, words in options.items() if name.lower() not in names}
