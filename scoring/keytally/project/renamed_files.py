"""Project files that follow renamed files: the edits of the names in a keytally.toml or a configuration.

Nothing in this module reads the file system.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from keytally.evaluations import registry
from keytally.evaluations.family import NamesFiles
from keytally.findings.finding import Edit
from keytally.project.toml_adjudications import AdjudicationEntry
from keytally.project.toml_file import NAME, PairEntry, read_project
from keytally.project.toml_settings import EntrySettings
from keytally.project.toml_tables import Stated
from keytally.text.beginning import HEAD
from keytally.text.paths import name_from
from keytally.text.span import Span

QUOTES = "\"'"


def followed_renames(path: Path, text: str, renames: Mapping[Path, Path]) -> list[Edit]:
    """The edits of the project file at `path`, with that text, after files or folders get new names.

    `renames` holds the new absolute path of each by its old one. A name stays relative to what it was
    relative to; of a pattern only its folder follows.
    """
    names = _names_in_toml(path, text) if path.name == NAME else _names_in_configuration(path, text)
    edits = {}
    for file, base, written, place in names:
        new = _renamed(file, renames)
        if new is not None:
            name = new.as_posix() if Path(written).is_absolute() else name_from(base, new)
            literal = _quoted_like(text[place.start : place.end], name)
            edits[place] = Edit(place.start, place.end, literal)
    return [edits[place] for place in sorted(edits)]


_Named = tuple[Path, Path, str, Span]
"""A file that is named, the folder that its name is relative to, the name, and its place with its quotes."""


def _names_in_toml(path: Path, text: str) -> Iterator[_Named]:
    project = read_project(text)
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
    """The files of a configuration of any family, named to their ends: not those by a base folder alone."""
    for configurations in registry.configurations():
        if not (isinstance(configurations, NamesFiles) and configurations.is_configuration(text[:HEAD])):
            continue
        for named in configurations.named_files(path, text):
            written = text[named.place.start : named.place.end].strip(QUOTES)
            file, tail = Path(os.path.normpath(named.file)), Path(written).parts
            if file.parts[-len(tail) :] == tail:
                yield file, Path(*file.parts[: -len(tail)]), written, named.place


def _renamed(file: Path, renames: Mapping[Path, Path]) -> Path | None:
    """The new path of a file that is renamed itself, or lies in a renamed folder."""
    for old, new in renames.items():
        if file == old or old in file.parents:
            return new / file.relative_to(old)
    return None


def _quoted_like(literal: str, name: str) -> str:
    """A name in the quotes of the old one, in others if it needs them."""
    quote = literal[:1] if literal[:1] in QUOTES else ""
    if quote == "" and not any(sign.isspace() or sign in QUOTES for sign in name):
        return name
    if quote == "'" and "'" not in name:
        return f"'{name}'"
    return json.dumps(name, ensure_ascii=False)
