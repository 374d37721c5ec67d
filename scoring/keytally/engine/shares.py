"""Scores shares of a pair's documents, each by itself."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from keytally.engine.losses import left_out
from keytally.engine.share_texts import Share, Stretch
from keytally.evaluations.abilities import ReadsByName
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.findings.finding import Finding
from keytally.text.lines import count_line_ends


class LocatedLoss(NamedTuple):
    """Something that scoring has left out of a file: where it starts, its line, from 0, and why.

    `file` is the name of its file in folders, and where the language reads a file by its name.
    """

    start: int
    line: int
    finding: Finding
    file: str = ""


class ShareScore(NamedTuple):
    """The scores of each document of a share; its units of the response; what is left out of either side.

    `losses` are found as they are run through: that costs least when the scores have been looked at.
    """

    scores: Sequence[Sequence[Any]]
    response: Sequence[Any]
    losses: Iterator[tuple[Role, LocatedLoss]]


def score_share(share: Share, evaluation: Evaluation, *, both_keys: bool) -> ShareScore:
    """Score the documents of a share; `both_keys` says that the response is a key too."""
    roles = (Role.KEY, Role.KEY if both_keys else Role.RESPONSE)
    sides = [_SidesByFile(evaluation.language(role)) for role in roles]
    scores: list[Sequence[Any]] = []
    for document in share:
        key, response = (side.of(document.file) for side in sides)
        units = key.read(document.key), response.read(document.response)
        if document.name is not None:
            scores.append(evaluation.score(document.name, *units))
            key.documents.append(units[0])
            response.documents.append(units[1])
    keys = {Role.KEY: sides[0], Role.RESPONSE: sides[1]} if both_keys else {Role.KEY: sides[0]}
    losses = ((role, loss) for role, side in keys.items() for loss in side.losses())
    return ShareScore(scores, sides[1].units, losses)


class _SidesByFile:
    """One side of a share: a reader for each file that has a name here, else one for all."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._readers: dict[str, SideReader] = {}

    def of(self, file: str) -> "SideReader":
        """The reader of the file with that name."""
        if file not in self._readers:
            by_name = self._language.of_file(file) if isinstance(self._language, ReadsByName) else None
            self._readers[file] = SideReader(by_name or self._language)
        return self._readers[file]

    @property
    def units(self) -> list[Any]:
        """All units that were read."""
        return list(chain.from_iterable(reader.units for reader in self._readers.values()))

    def losses(self) -> Iterator[LocatedLoss]:
        """What scoring has left out, each with the name of its file."""
        for file, reader in self._readers.items():
            yield from (loss._replace(file=file) for loss in reader.losses())


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
