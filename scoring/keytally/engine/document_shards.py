"""Division of a pair's documents into shares that can be scored in separate processes."""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.aligned_readings import ReadingsByText
from keytally.engine.live_pair import LivePair
from keytally.engine.losses import Losses, LossKind, joined_losses, other_tokens_in, unread_parts
from keytally.engine.reading import JoinedReadings, Reading, language_in
from keytally.families.contract import ORDINAL, Evaluation, Language, Role
from keytally.findings.finding import Finding
from keytally.project.pair import Pair
from keytally.text.positions import count_line_ends


class NamedText:
    """The text of a unit and its document; the unit is read only when its findings are requested.

    It implements `keytally.families.contract.Unit`.
    """

    __slots__ = ("_language", "document", "text")

    def __init__(self, text: str, document: str | None, language: Language) -> None:
        self.text = text
        self.document = document
        self._language = language

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings for the unit alone."""
        found: Sequence[Finding] = self._language.read(self.text).findings
        return found


class UnitNameLanguage(Language):
    """A language that only determines the documents of another language's units, using `document_of`."""

    name = ""
    lookahead = 0

    def __init__(self, language: Language, document_of: Callable[[str], str | None]) -> None:
        self.name = language.name
        self.lookahead = language.lookahead
        self._document_of = document_of
        self._language = language

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which units start."""
        return self._language.boundaries(text)

    def read(self, text: str) -> NamedText:
        """Return the unit with that text."""
        return NamedText(text, self._document_of(text), self._language)


def unit_name_pair(pair: Pair, evaluation: Evaluation, texts: Mapping[Path, str]) -> LivePair:
    """Return a pair for dividing documents rather than scoring, given the texts of its files.

    If a language cannot name units without reading them, they are read.
    """
    key, response = (
        JoinedReadings({path: _reading(pair, evaluation, path, role, texts[path]) for path in paths})
        for role, paths in ((Role.KEY, pair.keys), (Role.RESPONSE, pair.responses))
    )
    return LivePair(pair, evaluation, key, response)


def _reading(pair: Pair, evaluation: Evaluation, path: Path, role: Role, text: str) -> Reading:
    language = language_in(pair, evaluation, path, role)
    named = language.document_of
    unread = language if named is None else UnitNameLanguage(language, named)
    return Reading(unread, text, judged=False)


class Stretch(NamedTuple):
    """A run of units in a file: their lengths, and the number of characters and line ends before the run."""

    text: str
    lengths: "array[int]"
    offset: int
    line: int

    @staticmethod
    def of(text: str, starts: Sequence[int], line: int) -> "Stretch":
        """Return the run of units that start at these offsets of a text; `line` is the line on which the run
        starts.

        The last offset is the end of the run.
        """
        lengths = array("q", [end - start for start, end in pairwise(starts)])
        return Stretch(text[starts[0] : starts[-1]], lengths, starts[0], line)

    @property
    def units(self) -> Iterator[str]:
        """Yield the text of each unit."""
        ends = accumulate(self.lengths, initial=0)
        return (self.text[start:end] for start, end in pairwise(ends))


class DocumentTexts(NamedTuple):
    """A document: its name and its units on both sides; if the name is None, the units outside documents.

    `file` is the name of its file if the sides are directories, or if the language depends on the file's
    name. `variants` selects the variants of both sides' languages (`Language.of_variant`).
    """

    name: str | None
    key: Sequence[Stretch]
    response: Sequence[Stretch]
    file: str = ""
    variants: tuple[Any, Any] = (None, None)

    @property
    def length(self) -> int:
        """Return the number of characters on both sides."""
        return sum(len(stretch.text) for stretch in (*self.key, *self.response))


Share = Sequence[DocumentTexts]


def shares_of(live: LivePair, texts: Mapping[Path, str], number: int | None = None) -> list[Share]:
    """Divide the documents of a pair, in order, into at most `number` shares of similar length.

    `texts` contains the texts of the files. If `number` is None, each document is a share. The first share
    includes the units outside documents. There is always at least one share.
    """
    rest: list[DocumentTexts] = []
    documents: dict[str, DocumentTexts] = {}
    for paths in _file_pairs(live):
        sides = zip((live.key, live.response), paths, strict=True)
        key, response = (
            {} if path is None else _stretches(side.reading(path), texts[path]) for side, path in sides
        )
        file = _read_as(live, *paths)
        variants = _variant(live.key, paths[0]), _variant(live.response, paths[1])
        if isinstance(live.response, ReadingsByText):
            response = {live.response.renamed.get(str(name), name): found for name, found in response.items()}
        outside = DocumentTexts(None, key.pop(None, ()), response.pop(None, ()), file, variants)
        rest += [outside] if outside.key or outside.response else []
        for name in dict.fromkeys((*key, *response)):
            found = DocumentTexts(name, key.get(name, ()), response.get(name, ()), file, variants)
            documents.setdefault(str(name), found)
    ordered = [documents[name] for name in live.documents]
    parts = [[document] for document in ordered] if number is None else _parted(ordered, number)
    first, *others = parts or [[]]
    return [[*rest, *first], *others]


def _variant(side: JoinedReadings, path: Path | None) -> Any:
    return None if path is None else side.reading(path).variant


def _file_pairs(live: LivePair) -> Iterator[tuple[Path | None, Path | None]]:
    """Yield the corresponding files of both sides, in file order; in directories, files with the same name
    correspond.

    A document in a directory is contained in one file on each side.
    """
    pair = live.pair
    if pair.key_files is None:
        yield pair.key, pair.response
        return
    for path in pair.keys:
        yield path, pair.other(path)
    yield from ((None, path) for path in pair.responses if pair.other(path) is None)


def _read_as(live: LivePair, key: Path | None, response: Path | None) -> str:
    """Return the name that identifies two corresponding files and determines how they are read.

    The name is "" if none is needed.
    """
    reads_names = live.evaluation.language(Role.KEY).of_file is not None
    is_named = live.pair.key_files is not None or reads_names
    path = key or response
    return path.name if is_named and path is not None else ""


def _stretches(reading: Reading, text: str) -> dict[str | None, list[Stretch]]:
    """Return the runs of units of each document, in document order; None contains the units outside
    documents.
    """
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
    """Divide documents, in order, into at most `number` parts; the midpoint of a document determines its
    part.
    """
    lengths = [document.length for document in documents]
    whole = max(sum(lengths), 1)
    middles = (end - length / 2 for end, length in zip(accumulate(lengths), lengths, strict=True))
    parts = groupby(zip(middles, documents, strict=True), lambda each: int(each[0] * number / whole))
    return [[document for _, document in part] for _, part in parts]


class LocatedLoss(NamedTuple):
    """Content of a file that is not scored: its start, its line (counted from 0), and the reason.

    `file` is the name of its file if the sides are directories, or if the language depends on the file's
    name.
    """

    start: int
    line: int
    finding: Finding
    kind: LossKind = LossKind.UNREAD
    file: str = ""


class ShareScore(NamedTuple):
    """The scores of each document in a share, the response units, and the losses of both sides.

    `losses` is an iterator; it is cheapest to consume it after the scores.
    """

    scores: Sequence[Sequence[Any]]
    response: Sequence[Any]
    losses: Iterator[tuple[Role, LocatedLoss]]


def score_share(share: Share, evaluation: Evaluation, *, both_keys: bool) -> ShareScore:
    """Score the documents of a share; if `both_keys` is true, the response is read as a key too."""
    roles = (Role.KEY, Role.KEY if both_keys else Role.RESPONSE)
    sides = [_SidesByFile(evaluation.language(role)) for role in roles]
    scores: list[Sequence[Any]] = []
    for document in share:
        key, response = (
            side.of(document.file, variant) for side, variant in zip(sides, document.variants, strict=True)
        )
        units = key.read(document.key), response.read(document.response)
        if document.name is not None:
            scores.append(evaluation.score(document.name, *units))
            key.documents.append(units[0])
            response.documents.append(units[1])
    return ShareScore(scores, sides[1].units, _losses(evaluation, *sides))


def _losses(
    evaluation: Evaluation, key: "_SidesByFile", response: "_SidesByFile"
) -> Iterator[tuple[Role, LocatedLoss]]:
    """Yield the losses of both sides of a share."""
    other_tokens = other_tokens_in(evaluation, zip(key.documents, response.documents, strict=True))
    yield from ((Role.KEY, loss) for loss in key.losses(other_tokens))
    yield from ((Role.RESPONSE, loss) for loss in response.losses(other_tokens))


class _SidesByFile:
    """One side of a share: a reader for each named file, or a single reader for all files."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._readers: dict[str, SideReader] = {}

    def of(self, file: str, variant: Any) -> "SideReader":
        """Return the reader of the file with that name, for that variant of its language."""
        if file not in self._readers:
            language = self._language
            language = language if language.of_file is None else language.of_file(file, ())
            if variant is not None and language.of_variant is not None:
                language = language.of_variant(variant)
            self._readers[file] = SideReader(language)
        return self._readers[file]

    @property
    def units(self) -> list[Any]:
        """Return all units that were read."""
        return list(chain.from_iterable(reader.units for reader in self._readers.values()))

    @property
    def documents(self) -> Iterator[Sequence[Any]]:
        """Yield the units of each document that was read."""
        return chain.from_iterable(reader.documents for reader in self._readers.values())

    def losses(self, other_tokens: Losses) -> Iterator[LocatedLoss]:
        """Yield the losses of all files, each with the name of its file."""
        for file, reader in self._readers.items():
            yield from (loss._replace(file=file) for loss in reader.losses(other_tokens))


class SideReader:
    """Reads one side of a share; `units` contains all units that were read, and `documents` the units of
    each document.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._stretches: list[Stretch] = []
        self.units: list[Any] = []
        self.documents: list[Sequence[Any]] = []

    def read(self, stretches: Sequence[Stretch]) -> Sequence[Any]:
        """Return the units of the given runs."""
        self._stretches += stretches
        units = [self._language.read(text) for stretch in stretches for text in stretch.units]
        self.units += units
        return units

    def losses(self, other_tokens: Losses) -> Iterator[LocatedLoss]:
        """Yield the losses of the side after scoring; `other_tokens` covers both sides."""
        repeating = [units for units in self.documents if len(units) > 1]
        found = joined_losses(unread_parts(self._language, self.units, repeating), other_tokens)
        if not found:
            return
        places = (place for stretch in self._stretches for place in _places(stretch))
        for unit, (offset, line) in zip(self.units, places, strict=True):
            for kind, finding in found.get(unit, ()):
                line_in_file = line + count_line_ends(unit.text[: finding.start])
                yield LocatedLoss(offset + finding.start, line_in_file, finding, kind)


def _places(stretch: Stretch) -> Iterator[tuple[int, int]]:
    """Yield the start of each unit of a run in its file: the number of characters and line ends before it."""
    offset, line = stretch.offset, stretch.line
    for text in stretch.units:
        yield offset, line
        offset, line = offset + len(text), line + count_line_ends(text)
