"""Reads the `[[adjudication]]` tables of keytally.toml: the annotators of a gold file, typed and checked.

See the design, "Adjudication". Nothing in this module reads the file system.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.findings.table.project import (
    ADJUDICATION_WITHOUT_KEY,
    FEW_ANNOTATORS,
    NAMELESS_ANNOTATOR,
    PART_NOT_TAKEN,
)
from keytally.project.toml_places import EntryPath
from keytally.project.toml_settings import EntrySettings, read_settings, setting_names, task_in
from keytally.project.toml_tables import Stated, TableReader
from keytally.text.span import Span

FEWEST = 2
_NOTHING_DONE: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class AnnotatorEntry(NamedTuple):
    """An annotator's name, and the name of their file."""

    name: Stated
    file: Stated


class AdjudicationEntry(NamedTuple):
    """An `[[adjudication]]` as written: file names are relative to the folder of keytally.toml.

    `gold` is None for a task whose files have an agreement only. `done` has the documents that an annotator
    has finished; one without an entry has finished all. `place` is where the table starts, `number`
    that of the table among the adjudications, from 0.
    """

    place: Span
    task: str
    gold: Stated | None
    annotators: tuple[AnnotatorEntry, ...]
    done: Mapping[str, tuple[str, ...]] = _NOTHING_DONE
    settings: EntrySettings = EntrySettings()
    number: int = 0


def read_adjudications(reader: TableReader, value: object) -> Iterator[AdjudicationEntry]:
    """The adjudications that the list of tables states; those that cannot be used are reported."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        reader.wrong_kind(("adjudication",), "a list of tables: each starts with [[adjudication]]")
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
    """Whether the files of a task are compared annotation by annotation; True where no task is known."""
    return task is None or registry.task_named(task).annotated


def _gold(reader: TableReader, path: EntryPath, value: object, task: str | None) -> Stated | None:
    """The gold file; one of a task whose annotations cannot be told apart is reported and left out."""
    stated = reader.string((*path, "gold"), value)
    if stated is None or task is None or _is_annotated(task):
        return stated
    others = ", ".join(each.name for each in registry.tasks().values() if each.annotated)
    part = f"gold, since its annotators can only be compared (keytally agreement); {others} take one"
    reader.add(PART_NOT_TAKEN.finding(*stated.place, {"task": task, "part": part}))
    return None


def _annotators(reader: TableReader, path: EntryPath, value: object) -> tuple[AnnotatorEntry, ...]:
    """Each annotator with their file, in the order of the file; too few are reported."""
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
    """The finished documents of those annotators for whom they are stated."""
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
