"""The project files that may name files which are about to be renamed, with their texts."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from keytally.project.toml_file import NAME as PROJECT_FILE
from keytally.text.regular import is_file
from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.workspace import Workspace


def naming_texts(
    workspace: Workspace, texts: Mapping[Path, str], renamed: Collection[Path]
) -> Iterator[tuple[Path, str]]:
    """Each keytally.toml above a renamed file or folder, and what its pairs are scored by.

    `texts` are those of the files that an editor has open; others are read from disk, within the workspace.
    One that is renamed itself is left out.
    """
    for path in dict.fromkeys(each for old in renamed for each in _naming(workspace, texts, old)):
        if path in texts:
            yield path, texts[path]
        elif path not in renamed and is_file(path):
            try:
                yield path, text_on_disk(path, within=workspace.reach(path).holds)
            except UnreadableError:
                continue


def _naming(workspace: Workspace, open_files: Collection[Path], old: Path) -> Iterator[Path]:
    """The project files about a file, or about the open files of a folder."""
    yield from (folder / PROJECT_FILE for folder in workspace.folders_above(old))
    for file in (old, *(each for each in open_files if old in each.parents)):
        for pair in workspace.pairs_of(file):
            yield from pair.settings_files
