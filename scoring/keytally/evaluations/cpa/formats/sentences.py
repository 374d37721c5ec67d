"""The task's input files: the sentences that the lines of other files refer to."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.cpa.formats.columns import VERB_TAG, verb_of
from keytally.text.decoding import decode
from keytally.text.lines import LINE_END
from keytally.text.regular import Within, is_file, is_folder, regular_bytes

ENCODING = "iso-8859-1"
"""The encoding of input files that are not UTF-8."""


class InputToken(NamedTuple):
    """A token of an input file."""

    text: str
    is_verb: bool


class Sentences:
    """The sentences of an input file, by the ids of their tokens."""

    def __init__(self, text: str) -> None:
        self._by_id: dict[str, Sequence[InputToken]] = {}
        for lines in _sentences(text):
            tokens = [
                InputToken(cells[1] if len(cells) > 1 else "", VERB_TAG in cells[2:3]) for cells in lines
            ]
            for cells in lines:
                self._by_id.setdefault(cells[0], tokens)

    def around(self, identifier: str) -> Sequence[InputToken]:
        """The sentence of a token; empty for an unknown id."""
        return self._by_id.get(identifier, ())


def _sentences(text: str) -> Iterator[list[list[str]]]:
    """The cells of the lines of each sentence; a blank line ends a sentence."""
    lines: list[list[str]] = []
    for line in [*LINE_END.split(text), ""]:
        if line.strip():
            lines.append(line.split("\t"))
        elif lines:
            yield lines
            lines = []


class Inputs:
    """The task's input file, or the folder of input files, and whether a place may be read.

    Two are equal where the file is the same.
    """

    __slots__ = ("path", "within")

    def __init__(self, path: Path, within: Within | None = None) -> None:
        self.path = path
        self.within = within

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Inputs) and self.path == other.path

    def __hash__(self) -> int:
        return hash(self.path)


def sentences_for(verb: str, source: Inputs | None) -> Sentences | None:
    """The sentences of a verb, from an input file or from the verb's file in a folder."""
    if source is None:
        return None
    try:
        path = _file_of(verb, source.path) if is_folder(source.path) else source.path
        return _read(path, path.stat().st_mtime_ns, source.within) if path is not None else None
    except OSError:
        return None


def _file_of(verb: str, folder: Path) -> Path | None:
    """The file of a verb: it has the verb's name, with any extension, and is no link out of the folder."""
    named = (path for path in sorted(folder.iterdir()) if verb in (path.stem, verb_of(path.name)))
    inside = folder.resolve()
    return next((path for path in named if is_file(path) and inside in path.resolve().parents), None)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, within: Within | None) -> Sentences:
    """A file's sentences; `changed`, the time of its last change, prevents the use of older ones."""
    return Sentences(decode(regular_bytes(path, within=within), ENCODING).text)
