"""A pair cut into ranges of both files, each of which a process can read and score by itself.

A cut is found by looking at the files near it, not by reading them: at a document that begins there in both.
Ranges that have a document in common are no ranges of documents: who scores them has to compare the names.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple

from keytally.engine.numbered_documents import is_ordinal, names_given
from keytally.engine.share_texts import Stretch
from keytally.engine.shares import LocatedLoss, SideReader
from keytally.evaluations.apart import NamesUnits
from keytally.evaluations.interface import ORDINAL, Evaluation, Language, Role
from keytally.text.lines import count_line_ends

FIRST_LOOK = 1 << 12
"""How many characters are looked at for a cut at first; twice as many each time that it is not there."""

CANDIDATES = 8
"""How many documents of the key may be the one to cut at: the response may lack some."""


class Range(NamedTuple):
    """The start and the end of a range in the text of the key and in that of the response."""

    key: tuple[int, int]
    response: tuple[int, int]


class RangeScore(NamedTuple):
    """The scores of each document of a range: of those of the key, then of those of the response alone.

    `names` are those that units give, "" too; `ordinals` has how many units of the key and of the response
    are documents by their number. `units` are those of the key and of the response. `losses` are found as
    they are run through: that costs least when the scores have been looked at.
    """

    scores: Sequence[Sequence[Any]]
    others: Sequence[Sequence[Any]]
    names: frozenset[str]
    ordinals: tuple[int, int]
    units: tuple[Sequence[Any], Sequence[Any]]
    losses: Iterator[tuple[Role, LocatedLoss]]


class NamedSide:
    """One side of a pair: its text, and the language that tells the document of each unit."""

    def __init__(self, text: str, language: Language, names: NamesUnits) -> None:
        self.text = text
        self._language = language
        self._document_of = names.document_of

    def begin_after(self, target: int, limit: int) -> Mapping[str, int]:
        """Some documents that begin behind an offset, at most so many characters on, and where."""
        for look in _looks(limit):
            found = dict(islice(self._beginning(target, target + look), CANDIDATES))
            if found:
                return found
        return {}

    def begin_of(self, names: Container[str], around: int, least: int, limit: int) -> tuple[str, int] | None:
        """The first document with one of these names that begins about an offset, and where.

        It is at most `limit` characters away and not before `least`.
        """
        for look in _looks(limit) if names else ():
            for name, place in self._beginning(max(around - look, least), around + look):
                if name in names:
                    return name, place
        return None

    def _beginning(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """The documents that follow another one in a stretch of the text."""
        before = None
        for place, name in self._documents(start, end):
            if name is None:
                continue
            if before not in (None, name) and name not in ("", ORDINAL):
                yield name, place
            before = name

    def _documents(self, start: int, end: int) -> Iterator[tuple[int, str | None]]:
        """Where each unit of a stretch starts, and its document, but for units that the stretch cuts."""
        for first, last in pairwise(unit_starts(self.text, self._language, start, end, whole=False)):
            yield first, self._document_of(self.text[first:last])


def _looks(limit: int) -> Iterator[int]:
    look = FIRST_LOOK
    while look < limit:
        yield look
        look *= 2
    yield limit


def unit_starts(text: str, language: Language, start: int, end: int, *, whole: bool) -> list[int]:
    """The offsets of the units between two offsets, and the end of the last one.

    A `whole` stretch begins and ends with a unit; else only the starts within it are sure.
    """
    found = language.boundaries(text[start : end + language.lookahead])
    starts = [start + offset for offset in found if start + offset < end]
    if whole:
        return [start, *starts, end]
    return [*starts, len(text)] if end >= len(text) else starts


def ranges(key: NamedSide, response: NamedSide, cuts: Sequence[float]) -> Iterator[Range]:
    """A pair cut behind these shares of the key, which ascend from 0 to 1; into fewer ranges if need be.

    Cuts are found one by one, as ranges are asked for; one that is not found at little cost is left out.
    If the first one is not found there are no ranges: documents stand in another order on each side.
    """
    length, other_length = len(key.text), len(response.text)
    limit, other_limit = (each // (len(cuts) + 1) + 1 for each in (length, other_length))
    starts = (0, 0)
    for number, cut in enumerate(cuts):
        target = round(cut * length)
        if target < starts[0]:
            continue
        found = key.begin_after(target, limit)
        around = starts[1] + round((target - starts[0]) * other_length / length)
        there = response.begin_of(found, around, starts[1], other_limit)
        if there is not None:
            name, other_start = there
            yield Range((starts[0], found[name]), (starts[1], other_start))
            starts = found[name], other_start
        elif number == 0:
            return
    yield Range((starts[0], length), (starts[1], other_length))


def score_range(
    texts: tuple[str, str], part: Range, evaluation: Evaluation, *, both_keys: bool
) -> RangeScore:
    """Read and score a range of the texts of a key and a response, which may be a key too."""
    role = Role.KEY if both_keys else Role.RESPONSE
    key = _RangeReader(texts[0], part.key, evaluation.language(Role.KEY))
    response = _RangeReader(texts[1], part.response, evaluation.language(role))
    found = {
        name: evaluation.score(name, key.documents.get(name, ()), response.documents.get(name, ()))
        for name in dict.fromkeys((*key.documents, *response.documents))
    }
    keys = {Role.KEY: key, Role.RESPONSE: response} if both_keys else {Role.KEY: key}
    return RangeScore(
        [found[name] for name in key.documents],
        [found[name] for name in response.documents if name not in key.documents],
        frozenset(names_given((*key.units, *response.units))),
        (key.ordinals, response.ordinals),
        (key.units, response.units),
        ((side, loss) for side, reader in keys.items() for loss in reader.losses()),
    )


class _RangeReader:
    """Reads a range of one side: its units in file order, and those of each document.

    `ordinals` tells how many units are documents by their number; here that is the number in the range.
    """

    def __init__(self, text: str, part: tuple[int, int], language: Language) -> None:
        self._before = text, part[0]
        self._reader = SideReader(language)
        starts = unit_starts(text, language, *part, whole=True)
        stretch = Stretch.of(text, starts, 0)
        self.units = self._reader.read([stretch])
        self.documents: dict[str, list[Any]] = {}
        self.ordinals = 0
        for unit in self.units:
            if is_ordinal(unit):
                self.ordinals += 1
                self.documents[str(self.ordinals)] = [unit]
            elif unit.document is not None:
                self.documents.setdefault(unit.document, []).append(unit)
        self._reader.documents += self.documents.values()

    def losses(self) -> Iterator[LocatedLoss]:
        """What scoring has left out, by the lines of the whole file."""
        text, start = self._before
        for loss in self._reader.losses():
            yield loss._replace(line=loss.line + count_line_ends(text[:start]))
