"""Reads keytally.toml: the pairs and settings that a user states, typed and checked.

See the design, "Which files belong together", rule 1. Nothing in this module reads the file system.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.findings.finding import Finding
from keytally.findings.selection import ALL_RULES, Selection
from keytally.findings.table.project import (
    PAIR_WITHOUT_KEY,
    PART_NOT_TAKEN,
    PROJECT_SYNTAX,
    UNKNOWN_ENCODING,
    UNREADABLE_PROJECT_FILE,
    UNUSABLE_VALUE,
)
from keytally.project.project_file import PROJECT_FILE
from keytally.project.toml_places import EntryPath
from keytally.project.toml_rules import read_rules
from keytally.project.toml_tables import Stated, TableReader
from keytally.project.toml_text import TomlProblem, load_toml
from keytally.text.decoding import is_encoding
from keytally.text.regular import Bound
from keytally.text.span import Span

NAME = PROJECT_FILE
LARGEST = Bound(1_000_000, f"of a {NAME}")
"""A project file of ten thousand pairs is smaller; reading one takes a multiple of its size in memory."""

Options = Mapping[str, tuple[str, ...]]
NO_OPTIONS: Options = MappingProxyType({})


class PairEntry(NamedTuple):
    """A `[[pair]]` as written: file names are relative to the folder of keytally.toml.

    `responses` may be patterns. `companions` are the companion files by kind, `files` the files that options
    of the task name, by option. `place` is where the entry starts.
    """

    place: Span
    task: str
    key: Stated
    responses: tuple[Stated, ...]
    texts: Stated | None = None
    config: Stated | None = None
    encoding: str | None = None
    options: Options = NO_OPTIONS
    companions: Mapping[str, Stated] = MappingProxyType({})
    files: Mapping[str, Stated] = MappingProxyType({})


class FaultyEntry(NamedTuple):
    """A `[[pair]]` that states no pair: task and key, None where there is no such, and the responses."""

    task: str | None
    key: Stated | None
    responses: tuple[Stated, ...]


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """The contents of a keytally.toml; `findings` holds its problems, in file order."""

    pairs: tuple[PairEntry, ...] = ()
    faulty: tuple[FaultyEntry, ...] = ()
    selection: Selection = field(default=ALL_RULES)
    findings: tuple[Finding, ...] = ()


def read_project(text: str) -> ProjectFile:
    """Read the text of a keytally.toml; wrong entries become findings and are left out."""
    if len(text) > LARGEST.size:
        too_long = f"more than {LARGEST.size:,} characters are not read; divide it among folders"
        return ProjectFile(findings=(UNREADABLE_PROJECT_FILE.finding(0, 0, {"problem": too_long}),))
    values = load_toml(text)
    if isinstance(values, TomlProblem):
        return ProjectFile(findings=(_syntax(text, values),))
    try:
        reader = TableReader.of(text)
    except RecursionError:
        problem = TomlProblem("the values are nested too deeply", 0)
        return ProjectFile(findings=(_syntax(text, problem),))
    entries = reader.table((), values, ("pair", "rules"))
    found = _pairs(reader, entries.get("pair"))
    pairs = tuple(entry for entry in found if isinstance(entry, PairEntry))
    faulty = tuple(entry for entry in found if isinstance(entry, FaultyEntry))
    selection = read_rules(reader, entries.get("rules"))
    return ProjectFile(
        pairs, faulty, selection, tuple(sorted(reader.findings, key=lambda f: (f.start, f.end)))
    )


def _syntax(text: str, problem: TomlProblem) -> Finding:
    end = min(problem.offset + 1, len(text))
    at_line_end = text[problem.offset : end] in "\r\n"
    return PROJECT_SYNTAX.finding(
        problem.offset, problem.offset if at_line_end else end, {"problem": problem.message}
    )


def _pairs(reader: TableReader, value: object) -> tuple[PairEntry | FaultyEntry, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        reader.wrong_kind(("pair",), "a list of tables: each starts with [[pair]]")
        return ()
    return tuple(_pair(reader, index, entry) for index, entry in enumerate(value))


def _pair(reader: TableReader, index: int, value: dict[str, object]) -> PairEntry | FaultyEntry:
    path = ("pair", index)
    known = reader.table(path, value, _keys())
    for name in ("task", "key", "responses"):
        if name not in known:
            reader.add(PAIR_WITHOUT_KEY.finding(*reader.place(path), {"name": name}))
    named = {name: reader.string((*path, name), known.get(name)) for name in _names()}
    responses = reader.strings((*path, "responses"), known.get("responses"))
    task, key, encoding = named.pop("task"), named.pop("key"), named.pop("encoding")
    options = _options(reader, path, known)
    named |= _files_in(reader, path, options, named)
    if task is not None and task.value not in registry.tasks():
        reader.unknown_value(task, "task", registry.tasks())
        task = None
    coding = _encoding(reader, encoding)
    if task is None or key is None or not responses:
        return FaultyEntry(task and task.value, key, responses)
    taken = _taken(reader, task.value, named)
    return PairEntry(
        reader.place(path),
        task.value,
        key,
        responses,
        taken.get("texts"),
        taken.get("config"),
        coding,
        _without_files(options),
        {name: taken[name] for name in registry.companions() if name in taken},
        {name: taken[name] for name in registry.file_options_of(task.value) if name in taken},
    )


def _encoding(reader: TableReader, stated: Stated | None) -> str | None:
    """The encoding that a pair states; one that there is not is reported."""
    if stated is None or is_encoding(stated.value):
        return stated and stated.value
    reader.add(UNKNOWN_ENCODING.finding(*stated.place, {"encoding": stated.value}))
    return None


def _keys() -> tuple[str, ...]:
    """The keys that the table of a pair may have."""
    parts = ("texts", "config", *registry.companions(), *registry.file_option_names())
    return ("task", "key", "responses", *parts, "encoding", "options")


def _names() -> tuple[str, ...]:
    """The keys whose value is one string."""
    return tuple(name for name in _keys() if name not in ("responses", "options"))


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
