"""Edits of keytally.toml: new pairs, finished documents, and renamed files."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.families import registry
from keytally.families.contract import Role
from keytally.findings.finding import Edit, Edits, apply_edits
from keytally.project.conventions import role_of, task_by_name, task_of
from keytally.project.reach import is_project_file, section_of
from keytally.project.toml_file import AdjudicationEntry, EntrySettings, PairEntry, read_project
from keytally.project.toml_values import EntryPath, Stated, TomlPlace, TomlProblem, entry_places, load_toml
from keytally.text.files import HEAD, name_from
from keytally.text.positions import Span


class NamedText(NamedTuple):
    """A file with the beginning of its text."""

    path: Path
    text: str


class Sides(NamedTuple):
    """A key and a response with the task of the key."""

    task: str
    key: Path
    response: Path


def sides_of(file: NamedText, other: NamedText) -> Sides | None:
    """Return which of two files is the key, and its task; None if the task cannot be inferred.

    The file names determine the key, or otherwise marks that occur only in keys; if neither is conclusive,
    the other file is the key.
    """
    key, response = (file, other) if _is_key_of(file, other) else (other, file)
    task = task_by_name(key.path.name) or task_of(key.text)
    return Sides(task, key.path, response.path) if task else None


def _is_key_of(file: NamedText, other: NamedText) -> bool:
    roles = role_of(file.path), role_of(other.path)
    if roles[0] is not roles[1]:
        return roles[0] is Role.KEY or (roles[1] is Role.RESPONSE and roles[0] is not Role.RESPONSE)
    return _is_marked(file) and not _is_marked(other)


def _is_marked(file: NamedText) -> bool:
    """Return whether a file contains marks that only keys contain."""
    task = task_of(file.text)
    marked = registry.family_of(task).naming().marked_as_key if task else None
    return bool(task and marked and marked(task, file.text))


def pair_entry(sides: Sides, project: Path) -> str:
    """Return the `[[pair]]` entry of a key and a response for a project file."""
    folder, header = project.parent, ".".join((*section_of(project), "pair"))
    key, response = (_quoted(path, folder) for path in (sides.key, sides.response))
    return f'[[{header}]]\ntask = "{sides.task}"\nkey = {key}\nresponses = [{response}]\n'


def appended_entry(text: str, added: str) -> str:
    """Return the text that appends an entry to a keytally.toml, with a separator from the existing
    content.
    """
    if not text.strip():
        return added
    return ("\n" if text.endswith(("\n", "\r")) else "\n\n") + added


def _quoted(path: Path, folder: Path) -> str:
    """Return a path relative to a directory, as a TOML string."""
    name = name_from(folder, path)
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")


Places = Mapping[EntryPath, TomlPlace]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def mark_done_edits(text: str, table: EntryPath, annotator: str, document: str) -> Edits | None:
    """Return the edits that add a document to the documents that an annotator has finished; None if the
    document is already among them or if the edits cannot be made.

    `text` is the text of a project file, `table` the path of the adjudication in it.
    """
    before = _done_documents(text, table, annotator)
    if before is None or document in before:
        return None
    edits = tuple(_adding(text, entry_places(text), table, annotator, document))
    return (
        edits if _done_documents(apply_edits(text, edits), table, annotator) == [*before, document] else None
    )


def unmark_done_edits(
    text: str, table: EntryPath, annotator: str, document: str, document_of: Callable[[str], str] = str
) -> Edits | None:
    """Return the edits that remove a document from the documents that an annotator has finished; None if the
    edits cannot be made.

    `document_of` normalises a document name as written by a person.
    """
    before, known = _done_documents(text, table, annotator), document_of(document)
    kept = [each for each in before or () if document_of(each) != known]
    if before is None or kept == before:
        return None
    path = (*table, "done", annotator)
    edits = tuple(_taking(text, entry_places(text), path, [document_of(each) != known for each in before]))
    return edits if _done_documents(apply_edits(text, edits), table, annotator) == kept else None


def _done_documents(text: str, table: EntryPath, annotator: str) -> list[str] | None:
    """Return the documents declared as done; None if the text has errors there."""
    values = load_toml(text)
    if isinstance(values, TomlProblem):
        return None
    found: Any = values
    path = (*table, "done", annotator)
    for step, name in enumerate(path):
        if isinstance(found, dict):
            found = found.get(name, [] if step == len(path) - 1 or isinstance(path[step + 1], int) else {})
        elif isinstance(found, list) and isinstance(name, int) and name < len(found):
            found = found[name]
        else:
            return None
    found = [found] if isinstance(found, str) else found
    return found if isinstance(found, list) and all(isinstance(each, str) for each in found) else None


def _adding(text: str, at: Places, table: EntryPath, annotator: str, document: str) -> Sequence[Edit]:
    done, own = (*table, "done"), (*table, "done", annotator)
    entry = f"{_key(annotator)} = [{_quoted_value(document)}]"
    if own in at:
        return [_into_list(text, at, own, document)]
    if done in at and at[done].key != at[done].value:
        return [_into_braces(at, done, entry)]
    if done in at:
        return [_after_line(text, at[done].value.end, entry)]
    lines = [
        place.value.end for path, place in at.items() if path[: len(done)] == done and len(path) == len(own)
    ]
    if lines:
        return [_after_line(text, max(lines), f"done.{entry}")]
    keys = ((*table, name) for name in ("annotators", "gold", "task"))
    behind = next((at[path] for path in keys if _is_line(at, path)), None)
    return [] if behind is None else [_after_line(text, behind.value.end, f"done = {{ {entry} }}")]


def _is_line(at: Places, path: EntryPath) -> bool:
    """Return whether an entry is a key with a value, not a table with a header."""
    return path in at and at[path].key != at[path].value


def _into_list(text: str, at: Places, own: EntryPath, document: str) -> Edit:
    """Return the edit that appends a document to a list, or converts a single string to a list."""
    value, added = at[own].value, _quoted_value(document)
    if text[value.start] != "[":
        return Edit(value.start, value.end, f"[{text[value.start : value.end]}, {added}]")
    ends = [place.value.end for path, place in at.items() if path[:-1] == own]
    return Edit(max(ends), max(ends), f", {added}") if ends else Edit(value.start + 1, value.start + 1, added)


def _into_braces(at: Places, done: EntryPath, entry: str) -> Edit:
    """Return the edit that appends an entry to an inline table."""
    value = at[done].value
    ends = [place.value.end for path, place in at.items() if path[:-1] == done]
    return (
        Edit(max(ends), max(ends), f", {entry}") if ends else Edit(value.start, value.end, f"{{ {entry} }}")
    )


def _after_line(text: str, place: int, added: str) -> Edit:
    """Return the edit that inserts a line after the line that contains an offset."""
    ends = [end for end in (text.find("\r\n", place), text.find("\n", place)) if end >= 0]
    end = min(ends, default=len(text))
    line_end = "\r\n" if text.startswith("\r\n", end) else "\n"
    return Edit(end, end, line_end + added)


def _taking(text: str, at: Places, own: EntryPath, kept: Sequence[bool]) -> Sequence[Edit]:
    """Return the edits that delete list elements, each with its comma."""
    value = at[own].value
    if text[value.start] != "[":
        return [Edit(value.start, value.end, "[]")]
    paths = [(*own, number) for number in range(len(kept))]
    elements = [at[path].value for path in paths]
    edits: list[Edit] = []
    first = kept.index(True) if True in kept else len(kept)
    if first:
        end = elements[first].start if first < len(kept) else elements[-1].end
        edits.append(Edit(elements[0].start, end, ""))
    for number in range(first + 1, len(kept)):
        if not kept[number]:
            edits.append(Edit(elements[number - 1].end, elements[number].end, ""))
    return edits


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted_value(name)


def _quoted_value(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# Project files that follow renamed files: the edits of the names in a keytally.toml or a configuration.
#
# Nothing in this module reads the file system.


QUOTES = "\"'"


def rename_edits(path: Path, text: str, renames: Mapping[Path, Path]) -> list[Edit]:
    """Return the edits of the project file at `path` after files or directories are renamed.

    `text` is the text of the file at `path`. `renames` maps old absolute paths to new ones. A relative name
    remains relative to the same directory; in a pattern, only the directory is changed.
    """
    names = _names_in_toml(path, text) if is_project_file(path) else _names_in_configuration(path, text)
    edits = {}
    for file, base, written, place in names:
        new = _renamed(file, renames)
        if new is not None:
            name = new.as_posix() if Path(written).is_absolute() else name_from(base, new)
            literal = _quoted_like(text[place.start : place.end], name)
            edits[place] = Edit(place.start, place.end, literal)
    return [edits[place] for place in sorted(edits)]


_Named = tuple[Path, Path, str, Span]
"""A named file, the directory to which its name is relative, the name, and its span including the quotes."""


def _names_in_toml(path: Path, text: str) -> Iterator[_Named]:
    project = read_project(text, section_of(path))
    entries: list[PairEntry | AdjudicationEntry] = [*project.pairs, *project.adjudications]
    for entry in entries:
        for stated in (*_sides(entry), *_parts(entry.settings)):
            file = Path(os.path.normpath(path.parent / stated.value))
            yield file, path.parent, stated.value, stated.place


def _sides(entry: PairEntry | AdjudicationEntry) -> Iterator[Stated]:
    if isinstance(entry, PairEntry):
        yield from (entry.key, *entry.responses)
        return
    if entry.gold is not None:
        yield entry.gold
    yield from (annotator.file for annotator in entry.annotators)


def _parts(settings: EntrySettings) -> Iterator[Stated]:
    yield from (part for part in (settings.texts, settings.config) if part is not None)
    yield from settings.companions.values()
    yield from settings.files.values()


def _names_in_configuration(path: Path, text: str) -> Iterator[_Named]:
    """Yield the files that a configuration of any family names completely, not only by a base directory."""
    for configurations in registry.configurations():
        if not configurations.is_configuration(text[:HEAD]):
            continue
        for named in configurations.named_files(path, text):
            written = text[named.place.start : named.place.end].strip(QUOTES)
            file, tail = Path(os.path.normpath(named.file)), Path(written).parts
            if file.parts[-len(tail) :] == tail:
                yield file, Path(*file.parts[: -len(tail)]), written, named.place


def _renamed(file: Path, renames: Mapping[Path, Path]) -> Path | None:
    """Return the new path of a file that is renamed or is in a renamed directory; None if it is not
    renamed.
    """
    for old, new in renames.items():
        if file == old or old in file.parents:
            return new / file.relative_to(old)
    return None


def _quoted_like(literal: str, name: str) -> str:
    """Return a name in the same quotes as the old name, or in other quotes if the new name requires them."""
    quote = literal[:1] if literal[:1] in QUOTES else ""
    if quote == "" and not any(sign.isspace() or sign in QUOTES for sign in name):
        return name
    if quote == "'" and "'" not in name:
        return f"'{name}'"
    return json.dumps(name, ensure_ascii=False)
