"""What can be told of the beginning of a long file before all of its pair is read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.engine import Engine, Wanted
from keytally.engine.languages import language_in
from keytally.engine.live_pair import LivePair
from keytally.engine.numbered_documents import name_given
from keytally.engine.reading import Reading
from keytally.evaluations.abilities import ComparesNames, ComparesOrder, DependsOnOrder, FindsDocuments
from keytally.evaluations.interface import Evaluation, Language
from keytally.project.pair import Pair
from keytally_server.session.snapshot import Snapshot

SCREEN = 16_384
"""The number of code points of a file that are read ahead; twice as many of its partner."""


class _Side(NamedTuple):
    """A file of a pair, cut where a unit starts."""

    path: Path
    language: FindsDocuments
    head: str
    rest: str

    def may_hold_later(self, documents: set[str]) -> set[str]:
        """Those of some documents that may go on, or come again, behind the head."""
        return self.language.may_hold(self.rest, documents) if self.rest else set()


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

    It is made of the first documents, those of which neither file has anything in its rest. Its findings are
    some of theirs: where the pair has texts, or the key tells which names there are, none are of comparing.
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
    units = list(live.reading(path).units)
    settled = [unit.text for unit in _settled(units, mine, partner)]
    return _snapshot(engine, live, path, settled) if any(settled) else None


def _snapshot(engine: Engine, live: LivePair, path: Path, settled: Sequence[str]) -> Snapshot | None:
    """A file of a pair, cut behind units and scored; None where these are others without what follows."""
    reading: Reading = live.reading(path)
    engine.edit(path, [(sum(map(len, settled)), len(reading), "")])
    if [unit.text for unit in reading.units] != settled:
        return None
    live.work()
    return Snapshot(path, engine.source(path).buffer, reading, live.role_of(path), live)


def _side(pair: Pair, path: Path, text: str, evaluation: Evaluation, length: int) -> _Side | None:
    """A file with a head of a length at most; None where its language cannot tell of the rest."""
    language: Language = language_in(pair, evaluation, path)
    if not isinstance(language, FindsDocuments):
        return None
    if len(text) <= length:
        return _Side(path, language, text, "")
    cut = _cut(text, language, length)
    return _Side(path, language, text[:cut], text[cut:]) if cut else None


def _cut(text: str, language: Language, length: int) -> int:
    """The last start of a unit within a length before which units need nothing behind it; else 0."""
    starts = _starts(text[: length + language.lookahead], language, length + 1)
    while starts and _starts(text[: starts[-1]], language, starts[-1]) != starts[:-1]:
        starts.pop()
    return starts[-1] if starts else 0


def _starts(text: str, language: Language, end: int) -> list[int]:
    """The starts of units of a text before an end, without 0."""
    return [start for start in language.boundaries(text) if start < end]


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
