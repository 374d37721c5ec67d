"""Reads keytally.toml: the pairs and settings that a user states, typed and checked.

See the design, "Which files belong together", rule 1. Nothing in this module reads the file system.
"""

from typing import TYPE_CHECKING, NamedTuple

from keytally.findings.finding import Finding
from keytally.findings.selection import ALL_RULES, Selection
from keytally.findings.table.project import (
    PAIR_WITHOUT_KEY,
    PROJECT_SYNTAX,
    UNREADABLE_PROJECT_FILE,
)
from keytally.project.project_file import PROJECT_FILE
from keytally.project.toml_rules import read_rules
from keytally.project.toml_settings import EntrySettings, read_settings, setting_names, task_in
from keytally.project.toml_tables import Stated, TableReader
from keytally.project.toml_text import TomlProblem, load_toml
from keytally.text.regular import Bound
from keytally.text.span import Span

if TYPE_CHECKING:
    from keytally.project.toml_adjudications import AdjudicationEntry

NAME = PROJECT_FILE
LARGEST = Bound(1_000_000, f"of a {NAME}")
"""A project file of ten thousand pairs is smaller; reading one takes a multiple of its size in memory."""


class PairEntry(NamedTuple):
    """A `[[pair]]` as written: file names are relative to the folder of keytally.toml.

    `responses` may be patterns. `place` is where the entry starts.
    """

    place: Span
    task: str
    key: Stated
    responses: tuple[Stated, ...]
    settings: EntrySettings = EntrySettings()


class FaultyEntry(NamedTuple):
    """A `[[pair]]` that states no pair: task and key, None where there is no such, and the responses."""

    task: str | None
    key: Stated | None
    responses: tuple[Stated, ...]


class ProjectFile(NamedTuple):
    """The contents of a keytally.toml; `findings` holds its problems, in file order."""

    pairs: tuple[PairEntry, ...] = ()
    faulty: tuple[FaultyEntry, ...] = ()
    selection: Selection = ALL_RULES
    findings: tuple[Finding, ...] = ()
    adjudications: "tuple[AdjudicationEntry, ...]" = ()


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
    entries = reader.table((), values, ("pair", "adjudication", "rules"))
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
    from keytally.project.toml_adjudications import read_adjudications  # noqa: PLC0415 - few projects state any

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
        reader.wrong_kind(("pair",), "a list of tables: each starts with [[pair]]")
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
