"""The documents of a pair in shares, each of which is scored by itself."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.losses import left_out
from keytally.engine.reading import Reading
from keytally.evaluations.interface import ORDINAL, Evaluation, Language, Role
from keytally.findings.finding import Finding
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
    """A document: its name, and its units on both sides; without a name, units that are in no document."""

    name: str | None
    key: Sequence[Stretch]
    response: Sequence[Stretch]

    @property
    def length(self) -> int:
        """The number of characters on both sides."""
        return sum(len(stretch.text) for stretch in (*self.key, *self.response))


Share = Sequence[DocumentTexts]


class LocatedLoss(NamedTuple):
    """Something that scoring has left out of a file: where it starts, its line, from 0, and why."""

    start: int
    line: int
    finding: Finding


class ShareScore(NamedTuple):
    """The scores of each document of a share; its units of the response; what is left out of either side."""

    scores: Sequence[Sequence[Any]]
    response: Sequence[Any]
    losses: Mapping[Role, Sequence[LocatedLoss]]


def shares_of(live: LivePair, texts: Mapping[Path, str], number: int | None = None) -> list[Share]:
    """The documents of a pair of two files, in order, in that many shares or fewer of about the same length.

    `texts` has the texts of the files. Without a number each document is a share. The first share has the
    units that are in no document. There is at least one share.
    """
    sides = ((live.key.readings[0], live.pair.key), (live.response.readings[0], live.pair.response))
    key, response = (_stretches(reading, texts[path]) for reading, path in sides)
    rest = DocumentTexts(None, key.pop(None, ()), response.pop(None, ()))
    names = dict.fromkeys((*key, *response))
    documents = [DocumentTexts(name, key.get(name, ()), response.get(name, ())) for name in names]
    parts = [[document] for document in documents] if number is None else _parted(documents, number)
    first, *others = parts or [[]]
    return [[rest, *first] if rest.key or rest.response else first, *others]


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


def score_share(share: Share, evaluation: Evaluation, *, both_keys: bool) -> ShareScore:
    """Score the documents of a share; `both_keys` says that the response is a key too."""
    key = SideReader(evaluation.language(Role.KEY))
    response = SideReader(evaluation.language(Role.KEY if both_keys else Role.RESPONSE))
    scores: list[Sequence[Any]] = []
    for document in share:
        units = key.read(document.key), response.read(document.response)
        if document.name is not None:
            scores.append(evaluation.score(document.name, *units))
            key.documents.append(units[0])
            response.documents.append(units[1])
    keys = {Role.KEY: key, Role.RESPONSE: response} if both_keys else {Role.KEY: key}
    losses = {role: list(reader.losses()) for role, reader in keys.items()}
    return ShareScore(scores, response.units, losses)


class SideReader:
    """Reads one side of a share: `units` has all units that were read, `documents` those of each document."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._stretches: list[Stretch] = []
        self.units: list[Any] = []
        self.documents: list[Sequence[Any]] = []

    def read(self, stretches: Sequence[Stretch]) -> Sequence[Any]:
        """The units of stretches."""
        self._stretches += stretches
        units = [self._language.read(text) for stretch in stretches for text in stretch.units]
        self.units += units
        return units

    def losses(self) -> Iterator[LocatedLoss]:
        """What scoring has left out; to be asked for when all is scored."""
        repeating = [units for units in self.documents if len(units) > 1]
        found = left_out(self._language, self.units, repeating)
        if not found:
            return
        places = (place for stretch in self._stretches for place in _places(stretch))
        for unit, (offset, line) in zip(self.units, places, strict=True):
            for finding in found.get(unit, ()):
                line_in_file = line + count_line_ends(unit.text[: finding.start])
                yield LocatedLoss(offset + finding.start, line_in_file, finding)


def _places(stretch: Stretch) -> Iterator[tuple[int, int]]:
    """Where each unit of a stretch starts in its file: the characters and the line ends before it."""
    offset, line = stretch.offset, stretch.line
    for text in stretch.units:
        yield offset, line
        offset, line = offset + len(text), line + count_line_ends(text)
