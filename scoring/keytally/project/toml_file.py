"""keytally.toml: the pairs and the settings that a person states, typed and checked.

Design, "Which files belong together", rule 1. Nothing here touches the file system.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations.cpa import options as cpa
from keytally.evaluations.lexsub import options as lexsub
from keytally.evaluations.m2 import options as m2
from keytally.evaluations.muc.formats.config.options import OPTIONS as MUC_OPTIONS
from keytally.evaluations.muc.formats.config.resolution import value_problem as muc_value_problem
from keytally.evaluations.options import Option
from keytally.findings.finding import Finding
from keytally.findings.selection import ALL_RULES, Selection
from keytally.findings.table.project import PROJECT_SYNTAX
from keytally.project.tasks import CPA_TASKS, LEXSUB_TASKS, MUC_TASKS, TASKS
from keytally.project.toml_places import EntryPath
from keytally.project.toml_rules import read_rules
from keytally.project.toml_tables import Stated, TableReader
from keytally.project.toml_text import TomlProblem, load_toml
from keytally.text.decoding import is_encoding
from keytally.text.span import Span

NAME = "keytally.toml"

Options = Mapping[str, tuple[str, ...]]
NO_OPTIONS: Options = MappingProxyType({})


class PairEntry(NamedTuple):
    """A `[[pair]]` as it is written: file names are relative to the folder of keytally.toml.

    `responses` may be patterns. `place` is where the entry starts.
    """

    place: Span
    task: str
    key: Stated
    responses: tuple[Stated, ...]
    texts: Stated | None = None
    config: Stated | None = None
    bnf: Stated | None = None
    ontology: Stated | None = None
    input: Stated | None = None
    encoding: str | None = None
    options: Options = NO_OPTIONS


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """What a keytally.toml says; what is wrong with it stands in `findings`, in file order."""

    pairs: tuple[PairEntry, ...] = ()
    selection: Selection = field(default=ALL_RULES)
    findings: tuple[Finding, ...] = ()


def read_project(text: str) -> ProjectFile:
    """Read the text of a keytally.toml; entries that are wrong are findings and left out."""
    values = load_toml(text)
    if isinstance(values, TomlProblem):
        return ProjectFile(findings=(_syntax(text, values),))
    try:
        reader = TableReader.of(text)
    except RecursionError:
        problem = TomlProblem("the values are nested too deeply", 0)
        return ProjectFile(findings=(_syntax(text, problem),))
    entries = reader.table((), values, ("pair", "rules"))
    pairs = _pairs(reader, entries.get("pair"))
    selection = read_rules(reader, entries.get("rules"))
    return ProjectFile(pairs, selection, tuple(sorted(reader.findings, key=lambda f: (f.start, f.end))))


def _syntax(text: str, problem: TomlProblem) -> Finding:
    end = min(problem.offset + 1, len(text))
    at_line_end = text[problem.offset : end] in "\r\n"
    return PROJECT_SYNTAX.finding(
        problem.offset, problem.offset if at_line_end else end, {"problem": problem.message}
    )


def _pairs(reader: TableReader, value: object) -> tuple[PairEntry, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        reader.wrong(("pair",), "pair must be a list of tables: each starts with [[pair]]")
        return ()
    entries = (_pair(reader, index, entry) for index, entry in enumerate(value))
    return tuple(entry for entry in entries if entry is not None)


def _pair(reader: TableReader, index: int, value: dict[str, object]) -> PairEntry | None:
    path = ("pair", index)
    known = reader.table(path, value, PairEntry._fields[1:])
    for name in ("task", "key", "responses"):
        if name not in known:
            reader.wrong(path, f"this pair does not say its {name}")
    named = {name: reader.string((*path, name), known.get(name)) for name in _NAMES}
    responses = reader.strings((*path, "responses"), known.get("responses"))
    task, key, encoding = named.pop("task"), named.pop("key"), named.pop("encoding")
    options = _options(reader, path, known)
    named |= _files_in(reader, path, options, named)
    if task is not None and task.value not in TASKS:
        reader.unknown_value(task, "task", TASKS)
        task = None
    if encoding is not None and not is_encoding(encoding.value):
        reader.wrong_at(encoding.place, f"{encoding.value!r} is no encoding that Python knows")
        encoding = None
    if task is None or key is None or not responses:
        return None
    named = _taken(reader, task.value, named)
    place, coding = reader.place(path), encoding and encoding.value
    return PairEntry(
        place, task.value, key, responses, **named, encoding=coding, options=_without_files(options)
    )


def _taken(reader: TableReader, task: str, named: Mapping[str, Stated | None]) -> dict[str, Stated | None]:
    """The parts of a pair without those that its task does not take, which are reported at their values."""
    takes = {"config": task in MUC_TASKS, **{name: name in _OPTIONS_OF[task] for name in _FILES}}
    for name, stated in named.items():
        if stated is not None and not takes.get(name, True):
            reader.wrong_at(stated.place, f"{task} takes no {_PARTS.get(name, name)}")
    return {name: stated for name, stated in named.items() if takes.get(name, True)}


_OPTIONS_OF: Mapping[str, Mapping[str, Option]] = {
    **dict.fromkeys(MUC_TASKS, MUC_OPTIONS),
    **dict.fromkeys(LEXSUB_TASKS, lexsub.OPTIONS),
    **dict.fromkeys(CPA_TASKS, cpa.OPTIONS),
    "m2": m2.OPTIONS,
}

_VALUE_PROBLEM_OF: Mapping[str, Callable[[str, Sequence[str]], str | None]] = {
    **dict.fromkeys(MUC_TASKS, muc_value_problem),
    **dict.fromkeys(LEXSUB_TASKS, lexsub.value_problem),
    **dict.fromkeys(CPA_TASKS, cpa.value_problem),
    "m2": m2.value_problem,
}

_NAMES = ("task", "key", "texts", "config", "bnf", "ontology", "input", "encoding")
_PARTS = {"config": "MUC configuration; give its options as options = { name = value }"}
_FILES = ("ontology", "input")
"""Files that the table of options may name as well."""


def _options(reader: TableReader, pair: EntryPath, known: Mapping[str, object]) -> Options:
    """The options as lines of a configuration file would give them: `true` is yes, `false` no."""
    path, value = (*pair, "options"), known.get("options")
    if value is None:
        return NO_OPTIONS
    if not isinstance(value, dict):
        reader.wrong(path, "options must be a table: options = { name = value }")
        return NO_OPTIONS
    task = known.get("task")
    if isinstance(task, str) and task in _OPTIONS_OF:
        there_are = _OPTIONS_OF[task]
        strangers = [name for name in value if name.lower() not in map(str.lower, there_are)]
        for name in strangers:
            reader.unknown_key(path, name, there_are)
        value = {name: entry for name, entry in value.items() if name not in strangers}
    options = {name: reader.words((*path, name), entry) for name, entry in value.items()}
    told = {name: words for name, words in options.items() if words is not None}
    problem_of = _VALUE_PROBLEM_OF.get(task) if isinstance(task, str) else None
    return told if problem_of is None else _usable(reader, path, told, problem_of)


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
            reader.wrong((*path, name), problem)
    return {name: words for name, words in options.items() if problems[name] is None}


def _files_in(
    reader: TableReader, pair: EntryPath, options: Options, named: Mapping[str, Stated | None]
) -> dict[str, Stated]:
    """The files that the table of options names and the pair itself does not."""
    files = {name: name.lower() for name in options if name.lower() in _FILES}
    return {
        file: Stated(options[name][0], reader.place((*pair, "options", name)))
        for name, file in files.items()
        if named[file] is None and options[name]
    }


def _without_files(options: Options) -> Options:
    return {name: words for name, words in options.items() if name.lower() not in _FILES}
