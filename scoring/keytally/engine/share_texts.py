"""The documents of a pair in shares: their texts, cut into units that are named and not read."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.evaluations.abilities import ReadsByName
from keytally.evaluations.interface import ORDINAL, Role
from keytally.text.lines import count_line_ends


class Stretch(NamedTuple):
    """A stretch of a file: the lengths of its units, and the characters and line ends before it."""

    text: str
    lengths: "array[int]"
    offset: int
    line: int

    @staticmethod
    def of(text: str, starts: Sequence[int], line: int) -> "Stretch":
        """The stretch of a text, on that line, with units at these offsets; the last offset is its end."""
        lengths = array("q", [end - start for start, end in pairwise(starts)])
        return Stretch(text[starts[0] : starts[-1]], lengths, starts[0], line)

    @property
    def units(self) -> Iterator[str]:
        """The text of each unit."""
        ends = accumulate(self.lengths, initial=0)
        return (self.text[start:end] for start, end in pairwise(ends))


class DocumentTexts(NamedTuple):
    """A document: its name, and its units on both sides; without a name, units that are in no document.

    `file` is the name of its file in folders, and where the language reads a file by its name.
    """

    name: str | None
    key: Sequence[Stretch]
    response: Sequence[Stretch]
    file: str = ""

    @property
    def length(self) -> int:
        """The number of characters on both sides."""
        return sum(len(stretch.text) for stretch in (*self.key, *self.response))


Share = Sequence[DocumentTexts]


def shares_of(live: LivePair, texts: Mapping[Path, str], number: int | None = None) -> list[Share]:
    """The documents of a pair, in order, in that many shares or fewer of about the same length.

    `texts` has the texts of the files. Without a number each document is a share. The first share has the
    units that are in no document. There is at least one share.
    """
    rest: list[DocumentTexts] = []
    documents: dict[str, DocumentTexts] = {}
    for paths in _file_pairs(live):
        sides = zip((live.key, live.response), paths, strict=True)
        key, response = (
            {} if path is None else _stretches(side.reading(path), texts[path]) for side, path in sides
        )
        file = _read_as(live, *paths)
        outside = DocumentTexts(None, key.pop(None, ()), response.pop(None, ()), file)
        rest += [outside] if outside.key or outside.response else []
        for name in dict.fromkeys((*key, *response)):
            found = DocumentTexts(name, key.get(name, ()), response.get(name, ()), file)
            documents.setdefault(str(name), found)
    ordered = [documents[name] for name in live.documents]
    parts = [[document] for document in ordered] if number is None else _parted(ordered, number)
    first, *others = parts or [[]]
    return [[*rest, *first], *others]


def _file_pairs(live: LivePair) -> Iterator[tuple[Path | None, Path | None]]:
    """The files of both sides that belong together: of folders those of one name, in the order of files.

    A document of a folder stands in one file of each side.
    """
    pair = live.pair
    if pair.key_files is None:
        yield pair.key, pair.response
        return
    for path in pair.keys:
        yield path, pair.other(path)
    yield from ((None, path) for path in pair.responses if pair.other(path) is None)


def _read_as(live: LivePair, key: Path | None, response: Path | None) -> str:
    """The name by which two files of folders are told from others, and two files are read.

    It is "" where nothing asks for a name.
    """
    is_named = live.pair.key_files is not None or isinstance(live.evaluation.language(Role.KEY), ReadsByName)
    path = key or response
    return path.name if is_named and path is not None else ""


def _stretches(reading: Reading, text: str) -> dict[str | None, list[Stretch]]:
    """The stretches of each document, in the order of documents; under None those that are in no document."""
    named: dict[str | None, list[Stretch]] = {}
    ordinal: dict[str | None, list[Stretch]] = {}
    start = line = 0
    for document, units in groupby(reading.units, lambda unit: unit.document):
        for part in [[unit] for unit in units] if document == ORDINAL else [list(units)]:
            lengths = array("q", [len(unit.text) for unit in part])
            end = start + sum(lengths)
            stretch = Stretch(text[start:end], lengths, start, line)
            if document == ORDINAL:
                ordinal[str(len(ordinal) + 1)] = [stretch]
            else:
                named.setdefault(document, []).append(stretch)
            start, line = end, line + count_line_ends(stretch.text)
    return {**named, **ordinal}


def _parted(documents: Sequence[DocumentTexts], number: int) -> list[list[DocumentTexts]]:
    """Documents in order, in that many parts or fewer: the middle of a document's text tells its part."""
    lengths = [document.length for document in documents]
    whole = max(sum(lengths), 1)
    middles = (end - length / 2 for end, length in zip(accumulate(lengths), lengths, strict=True))
    parts = groupby(zip(middles, documents, strict=True), lambda each: int(each[0] * number / whole))
    return [[document for _, document in part] for _, part in parts]
