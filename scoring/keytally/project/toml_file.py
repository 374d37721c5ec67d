"""Read keytally.toml: its pairs, adjudications, settings and rules, typed and checked."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from keytally.families import registry
from keytally.findings.finding import Finding, Severity
from keytally.findings.selection import ALL_RULES, GRADES, Selection, grade_of, unknown_grade
from keytally.findings.table.project import (
    ADJUDICATION_WITHOUT_KEY,
    FEW_ANNOTATORS,
    NAMELESS_ANNOTATOR,
    PAIR_WITHOUT_KEY,
    PART_NOT_TAKEN,
    PROJECT_SYNTAX,
    UNKNOWN_ENCODING,
    UNREADABLE_PROJECT_FILE,
    UNUSABLE_VALUE,
)
from keytally.project.reach import PROJECT_FILE, has_section
from keytally.project.toml_values import EntryPath, Stated, TableReader, TomlProblem, load_toml
from keytally.text.files import Bound, is_encoding
from keytally.text.positions import Span

# Reads the settings that `[[pair]]` and `[[adjudication]]` of keytally.toml share, except their files.
#
# Nothing in this module reads the file system.


Options = Mapping[str, tuple[str, ...]]
NO_OPTIONS: Options = MappingProxyType({})


class EntrySettings(NamedTuple):
    """The settings for reading and scoring an entry; file names are relative to the directory of
    keytally.toml.

    `companions` contains the companion files by kind, `files` the files that the task's options name, by
    option.
    """

    texts: Stated | None = None
    config: Stated | None = None
    encoding: str | None = None
    options: Options = NO_OPTIONS
    companions: Mapping[str, Stated] = MappingProxyType({})
    files: Mapping[str, Stated] = MappingProxyType({})


def setting_names() -> tuple[str, ...]:
    """Return the keys in an entry's table that are settings."""
    return (*_string_names(), *registry.table_option_names(), "options")


def _string_names() -> tuple[str, ...]:
    return ("texts", "config", *registry.companions(), *registry.file_option_names(), "encoding")


def task_in(reader: TableReader, path: EntryPath, value: object) -> str | None:
    """Return the task of an entry; None if the task is missing or unknown, which is reported."""
    stated = reader.string((*path, "task"), value)
    if stated is None or stated.value in registry.tasks():
        return stated and stated.value
    reader.unknown_value(stated, "task", registry.tasks())
    return None


def read_settings(
    reader: TableReader, path: EntryPath, known: Mapping[str, object], task: str | None
) -> EntrySettings:
    """Return the settings in the table at `path`; if `task` is None, they are only checked."""
    named = {name: reader.string((*path, name), known.get(name)) for name in _string_names()}
    options = {**_options(reader, path, known), **_tables(reader, path, known, task)}
    named |= _files_in(reader, path, options, named)
    coding = _encoding(reader, named.pop("encoding"))
    if task is None:
        return EntrySettings()
    taken = _accepted_parts(reader, task, named)
    return EntrySettings(
        taken.get("texts"),
        taken.get("config"),
        coding,
        _without_files(options),
        {name: taken[name] for name in registry.companions() if name in taken},
        {name: taken[name] for name in registry.file_options_of(task) if name in taken},
    )


def _encoding(reader: TableReader, stated: Stated | None) -> str | None:
    """Return the encoding of a pair, or None; an unknown encoding is reported."""
    if stated is None or is_encoding(stated.value):
        return stated and stated.value
    reader.add(UNKNOWN_ENCODING.finding(*stated.place, {"encoding": stated.value}))
    return None


def _accepted_parts(reader: TableReader, task: str, named: Mapping[str, Stated | None]) -> dict[str, Stated]:
    """Return the parts of a pair that its task accepts; report the others at their values."""
    takes = dict.fromkeys(registry.file_option_names(), False)
    takes |= dict.fromkeys(registry.file_options_of(task), True)
    takes["config"] = registry.configurations_of(task) is not None
    stated = {name: each for name, each in named.items() if each is not None}
    for name, each in stated.items():
        if not takes.get(name, True):
            reader.add(PART_NOT_TAKEN.finding(*each.place, {"task": task, "part": _part(name)}))
    return {name: each for name, each in stated.items() if takes.get(name, True)}


def _part(name: str) -> str:
    """Return the name that messages use for a part that a task does not accept."""
    if name != "config":
        return name
    titles = " or ".join(configuration.title for configuration in registry.configurations())
    return f"{titles}; use options = {{ name = value }}"


def _options(reader: TableReader, pair: EntryPath, known: Mapping[str, object]) -> Options:
    """Return the options as lines of a configuration file: `true` becomes yes, `false` becomes no."""
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
    """Return the options that the task can use; the others are reported at their values."""
    problems = {name: problem_of(name.lower(), words) for name, words in options.items()}
    for name, problem in problems.items():
        if problem is not None:
            reader.add(UNUSABLE_VALUE.finding(*reader.place((*path, name)), {"problem": problem}))
    return {name: words for name, words in options.items() if problems[name] is None}


def _tables(
    reader: TableReader, path: EntryPath, known: Mapping[str, object], task: str | None
) -> dict[str, tuple[str, ...]]:
    """Return the options that have their own tables, as JSON; options that the task does not have are
    reported.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name in registry.table_option_names():
        value = known.get(name)
        if value is None:
            continue
        if not isinstance(value, dict):
            reader.wrong_kind((*path, name), f"a table: [{reader.header(str(path[0]))}.{name}]")
        elif task is not None and name not in registry.options_of(task).table:
            place = reader.place((*path, name))
            reader.add(PART_NOT_TAKEN.finding(*place, {"task": task, "part": name}))
        elif task is not None:
            words = (json.dumps(value, default=str, ensure_ascii=False),)
            problem = registry.options_of(task).value_problem(name, words)
            if problem is None:
                found[name] = words
            else:
                reader.add(UNUSABLE_VALUE.finding(*reader.place((*path, name)), {"problem": problem}))
    return found


def _files_in(
    reader: TableReader, pair: EntryPath, options: Options, named: Mapping[str, Stated | None]
) -> dict[str, Stated]:
    """Return the files that the options table names, except those that the pair itself names."""
    files = {name: name.lower() for name in options if name.lower() in registry.file_option_names()}
    return {
        file: Stated(options[name][0], reader.place((*pair, "options", name)))
        for name, file in files.items()
        if named[file] is None and options[name]
    }


def _without_files(options: Options) -> Options:
    names = registry.file_option_names()
    return {name: words for name, words in options.items() if name.lower() not in names}


_NAMES = ("select", "ignore", "severity")


def read_rules(reader: TableReader, value: object) -> Selection:
    """Return the selection in `[rules]`; unknown names and severities are findings."""
    if value is None:
        return ALL_RULES
    if not isinstance(value, dict):
        reader.wrong_kind(("rules",), f"a table that starts with [{reader.header('rules')}]")
        return ALL_RULES
    table = reader.table(("rules",), value, _NAMES)
    select, ignore = (_rule_names(reader, name, table.get(name)) for name in ("select", "ignore"))
    return Selection(select, ignore, _grades(reader, table.get("severity")))


def _rule_names(reader: TableReader, name: str, value: object) -> frozenset[str]:
    names = reader.strings(("rules", name), value)
    return frozenset(stated.value for stated in names if _is_rule(reader, stated))


def _is_rule(reader: TableReader, stated: Stated) -> bool:
    if stated.value in registry.rules():
        return True
    reader.unknown_value(stated, "rule", registry.rules())
    return False


def _grades(reader: TableReader, value: object) -> dict[str, Severity | None]:
    path: EntryPath = ("rules", "severity")
    if value is None:
        return {}
    if not isinstance(value, dict):
        reader.wrong_kind(path, 'a table: severity = { rule-name = "warning" }')
        return {}
    grades = {}
    for name, grade in value.items():
        place = Stated(name, reader.key_place((*path, name)))
        if not _is_rule(reader, place):
            continue
        if isinstance(grade, str) and grade in GRADES:
            grades[name] = grade_of(grade)
        else:
            reader.add(
                UNUSABLE_VALUE.finding(
                    *reader.place((*path, name)), {"problem": unknown_grade(name, str(grade))}
                )
            )
    return grades


# Reads the `[[adjudication]]` tables of keytally.toml: the annotators of a gold file, typed and checked.
#
# See the design, "Adjudication". Nothing in this module reads the file system.


FEWEST = 2
_NOTHING_DONE: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class AnnotatorEntry(NamedTuple):
    """An annotator's name and the name of the annotator's file."""

    name: Stated
    file: Stated


class AdjudicationEntry(NamedTuple):
    """An `[[adjudication]]` as written: file names are relative to the directory of keytally.toml.

    `gold` is None for a task that only supports agreement. `done` lists the documents that each annotator has
    finished; an annotator without an entry has finished all. `place` is the position of the table, `number`
    its index among the adjudications, from 0.
    """

    place: Span
    task: str
    gold: Stated | None
    annotators: tuple[AnnotatorEntry, ...]
    done: Mapping[str, tuple[str, ...]] = _NOTHING_DONE
    settings: EntrySettings = EntrySettings()
    number: int = 0


def read_adjudications(reader: TableReader, value: object) -> Iterator[AdjudicationEntry]:
    """Yield the adjudications in the list of tables; report those that cannot be used."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        reader.wrong_kind(
            ("adjudication",), f"a list of tables that start with [[{reader.header('adjudication')}]]"
        )
        return
    for index, entry in enumerate(value):
        if (adjudication := _adjudication(reader, ("adjudication", index), entry)) is not None:
            yield adjudication._replace(number=index)


def _adjudication(reader: TableReader, path: EntryPath, value: dict[str, object]) -> AdjudicationEntry | None:
    known = reader.table(path, value, ("task", "gold", "annotators", "done", *setting_names()))
    task = task_in(reader, path, known.get("task"))
    gold = _gold(reader, path, known.get("gold"), task)
    for name in ("task", "annotators", *(["gold"] if _is_annotated(task) else [])):
        if name not in known:
            reader.add(ADJUDICATION_WITHOUT_KEY.finding(*reader.place(path), {"name": name}))
    annotators = _annotators(reader, (*path, "annotators"), known.get("annotators"))
    done = _done(reader, (*path, "done"), known.get("done"), annotators)
    settings = read_settings(reader, path, known, task)
    if task is None or len(annotators) < FEWEST or (gold is None and _is_annotated(task)):
        return None
    return AdjudicationEntry(reader.place(path), task, gold, annotators, done, settings)


def _is_annotated(task: str | None) -> bool:
    """Return whether files of a task are compared annotation by annotation; True for an unknown task."""
    return task is None or registry.task_named(task).annotated


def _gold(reader: TableReader, path: EntryPath, value: object, task: str | None) -> Stated | None:
    """Return the gold file, or None; if the annotators of the task can only be compared, the gold is
    reported and ignored.
    """
    stated = reader.string((*path, "gold"), value)
    if stated is None or task is None or _is_annotated(task):
        return stated
    others = ", ".join(each.name for each in registry.tasks().values() if each.annotated)
    part = (
        f"gold, because its annotators can only be compared (keytally agreement); tasks with a gold: {others}"
    )
    reader.add(PART_NOT_TAKEN.finding(*stated.place, {"task": task, "part": part}))
    return None


def _annotators(reader: TableReader, path: EntryPath, value: object) -> tuple[AnnotatorEntry, ...]:
    """Return each annotator with the annotator's file, in file order; too few annotators are reported."""
    if value is None:
        return ()
    if not isinstance(value, dict):
        reader.wrong_kind(path, 'a table: annotators = { name = "file" }')
        return ()
    files = {name: reader.string((*path, name), file) for name, file in value.items() if name.strip()}
    for name in (name for name in value if name not in files):
        reader.add(NAMELESS_ANNOTATOR.finding(*reader.key_place((*path, name)), {}))
    if len(value) < FEWEST:
        reader.add(FEW_ANNOTATORS.finding(*reader.place(path), {"count": len(value)}))
    return tuple(
        AnnotatorEntry(Stated(name, reader.key_place((*path, name))), file)
        for name, file in files.items()
        if file is not None
    )


def _done(
    reader: TableReader, path: EntryPath, value: object, annotators: tuple[AnnotatorEntry, ...]
) -> Mapping[str, tuple[str, ...]]:
    """Return the finished documents of each annotator who has an entry."""
    if value is None:
        return _NOTHING_DONE
    if not isinstance(value, dict):
        reader.wrong_kind(path, 'a table: done = { name = ["document"] }')
        return _NOTHING_DONE
    names = [annotator.name.value for annotator in annotators]
    for name in value:
        if name not in names:
            reader.unknown_value(Stated(name, reader.key_place((*path, name))), "annotator", names)
    stated = {name: reader.strings((*path, name), documents) for name, documents in value.items()}
    return {
        name: tuple(document.value for document in documents)
        for name, documents in stated.items()
        if name in names and isinstance(value[name], list | str)
    }


# Reads keytally.toml: the pairs and settings that a user states, typed and checked.
#
# See the design, "Which files belong together", rule 1. Nothing in this module reads the file system.


NAME = PROJECT_FILE
LARGEST = Bound(1_000_000, f"of a {NAME}")
"""The largest project file that is read; a file with ten thousand pairs is smaller. Reading a file needs
several times its size in memory.
"""


class PairEntry(NamedTuple):
    """A `[[pair]]` as written: file names are relative to the directory of keytally.toml.

    `responses` may be patterns. `place` is the position of the entry.
    """

    place: Span
    task: str
    key: Stated
    responses: tuple[Stated, ...]
    settings: EntrySettings = EntrySettings()


class FaultyEntry(NamedTuple):
    """A `[[pair]]` that defines no pair: its task and key, each None if missing, and its responses."""

    task: str | None
    key: Stated | None
    responses: tuple[Stated, ...]


class ProjectFile(NamedTuple):
    """The contents of a keytally.toml; `findings` contains its problems in file order."""

    pairs: tuple[PairEntry, ...] = ()
    faulty: tuple[FaultyEntry, ...] = ()
    selection: Selection = ALL_RULES
    findings: tuple[Finding, ...] = ()
    adjudications: "tuple[AdjudicationEntry, ...]" = ()


def read_project(text: str, section: EntryPath = ()) -> ProjectFile:
    """Read the text of a project file; wrong entries become findings and are ignored.

    `section` contains the names of the table to read, by default the whole file; if the table does not exist,
    the result is empty.
    """
    if section and not has_section(text):
        return ProjectFile()
    if len(text) > LARGEST.size:
        too_long = f"it has more than {LARGEST.size:,} characters; split the project into several directories"
        return ProjectFile(findings=(UNREADABLE_PROJECT_FILE.finding(0, 0, {"problem": too_long}),))
    values = load_toml(text)
    if isinstance(values, TomlProblem):
        return ProjectFile(findings=(_syntax(text, values),))
    try:
        reader = TableReader.of(text, section)
    except RecursionError:
        problem = TomlProblem("the values are nested too deeply", 0)
        return ProjectFile(findings=(_syntax(text, problem),))
    table: object = values
    for name in section:
        table = table.get(name) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        reader.wrong_kind((), f"a table that starts with [{'.'.join(map(str, section))}]")
        table = {}
    entries = reader.table((), table, ("pair", "adjudication", "rules"))
    found = _pairs(reader, entries.get("pair"))
    pairs = tuple(entry for entry in found if isinstance(entry, PairEntry))
    faulty = tuple(entry for entry in found if isinstance(entry, FaultyEntry))
    adjudications = _adjudications(reader, entries.get("adjudication"))
    selection = read_rules(reader, entries.get("rules"))
    in_order = sorted(reader.findings, key=lambda finding: (finding.start, finding.end))
    return ProjectFile(pairs, faulty, selection, tuple(in_order), adjudications)


def _adjudications(reader: TableReader, value: object) -> "tuple[AdjudicationEntry, ...]":
    if value is None:
        return ()
    return tuple(read_adjudications(reader, value))


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
        reader.wrong_kind(("pair",), f"a list of tables that start with [[{reader.header('pair')}]]")
        return ()
    return tuple(_pair(reader, index, entry) for index, entry in enumerate(value))


def _pair(reader: TableReader, index: int, value: dict[str, object]) -> PairEntry | FaultyEntry:
    path = ("pair", index)
    known = reader.table(path, value, ("task", "key", "responses", *setting_names()))
    for name in ("task", "key", "responses"):
        if name not in known:
            reader.add(PAIR_WITHOUT_KEY.finding(*reader.place(path), {"name": name}))
    key = reader.string((*path, "key"), known.get("key"))
    responses = reader.strings((*path, "responses"), known.get("responses"))
    task = task_in(reader, path, known.get("task"))
    settings = read_settings(reader, path, known, task)
    if task is None or key is None or not responses:
        return FaultyEntry(task, key, responses)
    return PairEntry(reader.place(path), task, key, responses, settings)
