"""The files of a pair that is scored: their names in messages, and their texts."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.batch.file_texts import FileTexts
from keytally.batch.files import filled_data, read_data
from keytally.evaluations import registry
from keytally.evaluations.abilities import TellsItems
from keytally.evaluations.interface import Evaluation, Role
from keytally.project.pair import Pair
from keytally.text.regular import is_folder, is_there


def files_of(pair: Pair, shown: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """The files of both sides, and their names in messages. Raises KeytallyError for unpaired folders."""
    if registry.task_named(pair.task).folder and is_folder(pair.key) != is_folder(pair.response):
        file = shown[0] if is_folder(pair.response) else shown[1]
        problem = "this is a file and the other a folder" if is_there(file) else "there is no such folder"
        raise KeytallyError(f"{file}: {problem}; give two folders or two files")
    if not pair.keys:
        raise KeytallyError(f"{shown[0]}: no file of the task {pair.task} in this folder; is it the key's?")
    for name, side, paths in zip(shown, (pair.key, pair.response), (pair.keys, pair.responses), strict=True):
        for path in paths:
            yield path, name if path == side else name / path.relative_to(side)


def texts_of(pair: Pair, scoring: Evaluation, names: Mapping[Path, Path]) -> FileTexts:
    """The texts of the files of a pair, which messages call by `names`, and of its texts."""
    named = names if pair.texts is None else {**names, pair.texts: pair.texts}
    data = {path: _data(path, name, pair, scoring) for path, name in named.items()}
    return FileTexts(data, pair.encoding)


def _data(path: Path, name: Path, pair: Pair, scoring: Evaluation) -> bytes:
    """The bytes of a file that messages call `name`.

    A file in a folder may be empty, and so may a response: a system may have found nothing.
    """
    may_be_empty = pair.key_files is not None or path not in (*pair.keys, pair.texts)
    reach = pair.settings_reach or pair.reach if path == pair.texts else pair.reach
    within = None if reach is None else reach.holds
    if may_be_empty:
        return read_data(name, pair.encoding, within)
    if isinstance(scoring, TellsItems):
        needed = f"it needs at least one {scoring.item_name(Role.KEY)}"
        return filled_data(name, pair.encoding, needed, within)
    return filled_data(name, pair.encoding, within=within)
