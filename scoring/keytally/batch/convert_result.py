"""The result of a conversion: the texts of the new files, and what is lost."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from keytally.batch.errors import KeytallyError
from keytally.batch.files import advice_on, shown, write_text
from keytally.batch.writing import is_same_file
from keytally.evaluations.converted import Loss
from keytally.evaluations.converted_templates import AnyFormat
from keytally.text.decoding import Decoded
from keytally.text.regular import is_file, is_folder, is_there


class Written(NamedTuple):
    """A file to write: its name without an extension, and the texts of its parts."""

    name: str
    texts: Sequence[str]


class Destination(NamedTuple):
    """Where to write: a file or a folder, None for neither; and whether existing files may be replaced."""

    path: Path | None
    is_folder: bool
    is_forced: bool

    def names_a_file(self, target: AnyFormat) -> bool:
        """Whether the path is the name of a file, not of a folder for files."""
        if self.path is None or self.is_folder:
            return False
        return not target.by_document or self.path.suffix == target.parts[0]

    def file(self, target: AnyFormat, read: Path) -> str | None:
        """The name, without its extension, of the file for all documents of a file that is read.

        None where nothing is written, or where each document has a file of its own.
        """
        if self.path is not None and self.names_a_file(target):
            return self.path.stem
        return read.stem if self.is_folder and not target.by_document else None


@dataclass(frozen=True, slots=True)
class ConvertResult:
    """Documents in another format, and a line for each loss: `path:line: what is lost`."""

    format: str
    losses: Sequence[str]
    _target: AnyFormat = field(repr=False)
    _written: Sequence[Written] = field(repr=False)
    _to: Destination = field(repr=False)
    _inputs: Sequence[Path] = field(repr=False)

    @property
    def files(self) -> dict[str, str]:
        """The text of each file by its name."""
        return {
            f"{each.name}{part}": text
            for each in self._written
            for part, text in zip(self._target.parts, each.texts, strict=True)
        }

    @property
    def text(self) -> str:
        """The text of the only file. Raises KeytallyError if there are several."""
        texts = list(self.files.values())
        if len(texts) > 1:
            raise KeytallyError(
                f"{self._target.title} makes {len(texts)} files; give a folder for them: -o DIR"
            )
        return texts[0]

    def write(self) -> list[Path]:
        """Write the files, and return their paths.

        All names are checked before the first is written. Raises KeytallyError.
        """
        targets = list(self._targets())
        for path, text in targets:
            self._refuse(path)
            _refuse_characters(path, text)
        for path, text in targets:
            _write(path, text)
        return [path for path, _ in targets]

    def _targets(self) -> Iterator[tuple[Path, str]]:
        """Each path with its text: in the folder that was named, or the file and its further parts."""
        output = self._to.path
        if output is None:
            raise KeytallyError("no file is named that could be written: -o FILE")
        if len(self._written) != 1 or not self._to.names_a_file(self._target):
            yield from ((output / name, text) for name, text in self.files.items())
            return
        for part, text in zip(self._target.parts, self._written[0].texts, strict=True):
            yield output if part == self._target.parts[0] else output.with_suffix(part), text

    def _refuse(self, path: Path) -> None:
        real = Path(os.path.realpath(path))
        if any(is_same_file(real, each) for each in self._inputs):
            raise KeytallyError(f"{path}: this file is read; give another name to write to")
        file = next((each for each in path.parents if is_there(each) and not is_folder(each)), None)
        if file is not None:
            raise KeytallyError(f"{shown(file)}: this is no folder; give one that files can be written to")
        if is_there(path) and not is_file(path):
            raise KeytallyError(f"{path}: this is no regular file; give another name to write to")
        if is_there(path) and not self._to.is_forced:
            raise KeytallyError(f"{path}: this file exists; move it, or give --force to write over it")


def line_of(loss: Loss) -> str:
    """A loss with its place."""
    place = f"{loss.place.file}:{loss.place.line}" if loss.place.line else loss.place.file
    return f"{place}: {' '.join(loss.what.split())}"


def _refuse_characters(path: Path, text: str) -> None:
    """JSON can state halves of surrogate pairs, which no encoding has, and U+0000, which no text file has."""
    if "\0" in text:
        raise KeytallyError(f"{path}: U+0000 makes a file binary and cannot be written; mend the input")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        half = f"U+{ord(text[error.start]):04X}"
        raise KeytallyError(
            f"{path}: {half} is half a character and cannot be written; mend the input"
        ) from error


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KeytallyError(f"{shown(path)}: {advice_on(path, error)}") from error
    write_text(path, Decoded("", "utf-8", bom=False), text)
