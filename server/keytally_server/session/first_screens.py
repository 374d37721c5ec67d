"""What can be told of the beginning of a long file before all of its pair is read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.engine import Engine, Wanted
from keytally.engine.languages import language_in
from keytally.engine.live_pair import LivePair
from keytally.engine.numbered_documents import is_ordinal, name_given
from keytally.evaluations.abilities import ComparesNames, ComparesOrder, DependsOnOrder, FindsDocuments
from keytally.evaluations.interface import Evaluation, Language
from keytally.project.pair import Pair
from keytally_server.session.snapshot import Snapshot

SCREEN = 16_384
"""The number of code points of a file that are read ahead; twice as many of its partner."""

FURTHER = 8
"""How many times as many may be read ahead where the first unit is that long."""


class _Side(NamedTuple):
    """A file of a pair, cut where a unit starts."""

    path: Path
    language: Language
    head: str
    rest: str

    def may_hold_later(self, documents: set[str]) -> set[str]:
        """Those of some documents that may go on, or come again, behind the head; all where nothing tells."""
        if not self.rest:
            return set()
        if not isinstance(self.language, FindsDocuments):
            return documents
        return self.language.may_hold(self.rest, documents)


class FirstScreens:
    """The first screens of files that are loading, each made when it is first asked for.

    `make` makes one; None where nothing can be told. What was made is to be forgotten when anything changes.
    """

    def __init__(self, make: Callable[[Path], Snapshot | None]) -> None:
        self._make = make
        self._made: dict[Path, Snapshot | None] = {}

    def of(self, path: Path) -> Snapshot | None:
        """The first screen of a file."""
        if path not in self._made:
            self._made[path] = self._make(path)
        return self._made[path]

    def end(self, paths: Iterable[Path]) -> None:
        """Tell nothing more of files."""
        self._made.update(dict.fromkeys(paths))

    def forget(self) -> None:
        """Drop all that was made."""
        self._made.clear()


def first_screen(
    pair: Pair, path: Path, texts: Mapping[Path, str], evaluation: Evaluation, wanted: Wanted
) -> Snapshot | None:
    """The beginning of a file of a pair, scored, as far as reading the rest cannot change what it shows.

    It is made of the first documents, those of which neither file has anything in its rest; documents by
    their number are as many as both heads have. Its findings are some of theirs: where the pair has texts, or
    the key tells which names there are, none are of comparing.
    `evaluation` is for this call alone; `texts` are those of both files. None where nothing can be told.
    """
    other = pair.other(path)
    if other is None or other == path or pair.key_files or isinstance(evaluation, DependsOnOrder):
        return None
    mine = _side(pair, path, texts[path], evaluation, SCREEN)
    partner = _side(pair, other, texts[other], evaluation, 2 * SCREEN)
    if mine is None or partner is None:
        return None
    is_compared = pair.texts is None and not isinstance(evaluation, ComparesOrder | ComparesNames)
    engine = Engine(wanted, compares_texts=is_compared)
    engine.open(path, mine.head)
    engine.open(other, partner.head)
    live = engine.add_pair(pair, evaluation)
    units, partners = (list(live.reading(side.path).units) for side in (mine, partner))
    if any(map(is_ordinal, units)):
        count = min(sum(map(is_ordinal, each)) for each in (units, partners))
        settled = {path: _numbered(units, count), other: _numbered(partners, count)}
    else:
        settled = {path: _settled(units, mine, partner)}
    return _snapshot(engine, live, path, settled) if any(unit.text for unit in settled[path]) else None


def _snapshot(
    engine: Engine, live: LivePair, path: Path, settled: Mapping[Path, Sequence[Any]]
) -> Snapshot | None:
    """A pair whose files are cut behind units, scored; None where these are others without what follows."""
    for each, units in settled.items():
        texts, reading = [unit.text for unit in units], live.reading(each)
        engine.edit(each, [(sum(map(len, texts)), len(reading), "")])
        if [unit.text for unit in reading.units] != texts:
            return None
    live.work()
    return Snapshot(path, engine.source(path).buffer, live.reading(path), live.role_of(path), live)


def _side(pair: Pair, path: Path, text: str, evaluation: Evaluation, length: int) -> _Side | None:
    """A file with a head of about a length; None where no unit ends in what may be read."""
    language = language_in(pair, evaluation, path)
    if len(text) <= length:
        return _Side(path, language, text, "")
    cut = _cut(text, language, length)
    return _Side(path, language, text[:cut], text[cut:]) if cut else None


def _cut(text: str, language: Language, length: int) -> int:
    """The last start of a unit within a length before which units need nothing behind it; else 0.

    Where there is none, the first one within a greater length.
    """
    starts = _starts(text[: length + language.lookahead], language, length + 1)
    if not starts:
        further = FURTHER * length
        starts = _starts(text[: further + language.lookahead], language, further + 1)[:1]
    while starts and _starts(text[: starts[-1]], language, starts[-1]) != starts[:-1]:
        starts.pop()
    return starts[-1] if starts else 0


def _starts(text: str, language: Language, end: int) -> list[int]:
    """The starts of units of a text before an end, without 0."""
    return [start for start in language.boundaries(text) if start < end]


def _numbered(units: Sequence[Any], count: int) -> Sequence[Any]:
    """The first units, up to so many that are documents by their number."""
    numbers = accumulate(map(is_ordinal, units))
    return [unit for unit, number in zip(units, numbers, strict=True) if number <= count]


def _settled(units: Sequence[Any], mine: _Side, other: _Side) -> Sequence[Any]:
    """The first units of a head whose documents have no unit in the rests, nor behind these in the head."""
    names = {name for unit in units if (name := name_given(unit))}
    open_ones = mine.may_hold_later(names) | other.may_hold_later(names)
    before = list(takewhile(lambda unit: unit.document is None, units[:1]))
    named = takewhile(lambda unit: name_given(unit) and unit.document not in open_ones, units[len(before) :])
    settled = [*before, *named]
    while behind := _names(units[len(settled) :]) & _names(settled):
        settled = list(takewhile(lambda unit, again=behind: unit.document not in again, settled))  # type: ignore[misc]
    return settled


def _names(units: Sequence[Any]) -> set[str]:
    return {name for unit in units if (name := name_given(unit)) is not None}
