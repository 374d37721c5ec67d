"""Loading of long files in parts, and the first screen before all is read."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.engine import Engine, Wanted
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import cut_units, language_in
from keytally.engine.units import is_ordinal, name_given
from keytally.families.contract import Evaluation, Language
from keytally.project.pair import Pair
from keytally.text.buffer import TextBuffer
from keytally_server.session.snapshot import Snapshot

LONG = 100_000
"""The number of code points above which a file is loaded in parts."""

STRETCH = 16_384
"""The number of code points in a part, unless a unit is longer."""


class Loading:
    """A file whose beginning alone is in the engine; `text` is the whole text.

    The engine's text ends at the start of a unit, so that no unit is parsed twice. The engine computes no
    findings for it. Until the file is edited, the engine receives units that this class has already split,
    and does not split them again.
    """

    def __init__(self, engine: Engine, path: Path, text: str, language: Language) -> None:
        self.text = TextBuffer(text)
        self._engine = engine
        self._path = path
        self._language = language
        self._loaded = 0
        self._is_edited = False
        engine.open(path, "", judged=False)

    @property
    def is_done(self) -> bool:
        """Return whether the engine has the whole text."""
        return self._loaded == len(self.text)

    @property
    def unread(self) -> int:
        """Return the number of code points that are not loaded yet."""
        return len(self.text) - self._loaded

    def step(self) -> None:
        """Load one more part."""
        part, starts = self._next_part()
        if self._loaded and not self._is_edited:
            self._engine.append(self._path, self._language, cut_units(part, starts))
        else:
            self._engine.edit(self._path, [(self._loaded, self._loaded, part)])
        self._loaded += len(part)

    def edit(self, start: int, end: int, text: str) -> None:
        """Replace a range of the whole text, loaded or not."""
        start = min(start, len(self.text))
        end = min(max(start, end), len(self.text))
        self.text.replace(start, end, text)
        self._is_edited = True
        if end <= self._loaded:
            self._engine.edit(self._path, [(start, end, text)])
            self._loaded += start - end + len(text)
        elif start < self._loaded:
            self._engine.edit(self._path, [(start, self._loaded, "")])
            self._loaded = start

    def _next_part(self) -> tuple[str, Sequence[int]]:
        """Return the text up to the last start of a unit within a part; if the unit is longer, up to its end.

        The starts of the units in this text are also returned.
        """
        rest = len(self.text) - self._loaded
        length = STRETCH
        while length < rest:
            part = self.text.slice(self._loaded, self._loaded + length + self._language.lookahead)
            starts = [start for start in self._language.boundaries(part) if start <= length]
            if starts:
                return _up_to(part, starts if length == STRETCH else starts[:1])
            length *= 2
        part = self.text.slice(self._loaded, len(self.text))
        starts = self._language.boundaries(part)
        return _up_to(part, starts[:1]) if length > STRETCH and starts else (part, starts)


def _up_to(text: str, starts: Sequence[int]) -> tuple[str, Sequence[int]]:
    """Return the text before the last of the given unit starts, with the other starts."""
    return text[: starts[-1]], starts[:-1]


JUDGED = 16
"""The number of units in a part that is judged or compared."""


class LongFiles:
    """The files of an engine that are still being read; the engine contains only the beginning of each.

    Findings of loaded files are computed last, by `judge`, after everything that depends only on their text.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loading: dict[Path, Loading] = {}
        self._unjudged: dict[Path, Iterator[None]] = {}

    def __contains__(self, path: Path) -> bool:
        return path in self._loading

    def __bool__(self) -> bool:
        return bool(self._loading)

    @property
    def unread(self) -> int:
        """Return the number of code points that have not been read yet."""
        return sum(loading.unread for loading in self._loading.values())

    @property
    def next(self) -> Path:
        """Return the file whose reading continues next; there must be one."""
        return next(iter(self._loading))

    def has_any(self, paths: Iterable[Path]) -> bool:
        """Return whether any of these files is still being read."""
        return not self._loading.keys().isdisjoint(paths)

    def buffer(self, path: Path) -> TextBuffer:
        """Return the whole text of a file, whether or not it has been read; raises KeyError for an unknown
        file.
        """
        return self._loading[path].text if path in self._loading else self._engine.source(path).buffer

    def take(self, path: Path, text: str, language: Language) -> None:
        """Load a file into the engine; a long file is loaded in parts."""
        if len(text) <= LONG:
            self._engine.open(path, text)
        else:
            self._loading[path] = Loading(self._engine, path, text, language)

    def begin_again(self, path: Path, language: Language) -> bool:
        """Start reading a long file in parts unless it has been read; return whether reading has started."""
        buffer = self.buffer(path)
        if len(buffer) <= LONG or path in self._loading or any(self._engine.source(path).readings):
            return False
        self._engine.close(path)
        if path in self._engine:
            return False
        self._loading[path] = Loading(self._engine, path, str(buffer), language)
        return True

    def step(self, path: Path) -> bool:
        """Read one more part of a file; return whether that was the last part."""
        loading = self._loading[path]
        loading.step()
        if loading.is_done:
            del self._loading[path]
            self._unjudged[path] = self._engine.judging(path)
        return loading.is_done

    def awaits_judgement(self, path: Path) -> bool:
        """Return whether the findings of a loaded file are still missing."""
        return path in self._unjudged

    @property
    def unjudged(self) -> Sequence[Path]:
        """Return the files that have been read but not judged yet."""
        return list(self._unjudged)

    def judge(self, path: Path) -> bool:
        """Judge one more part of a file that has not been judged yet; return whether that was the last
        part.
        """
        is_over = next(islice(self._unjudged[path], JUDGED - 1, None), self) is self
        if is_over:
            del self._unjudged[path]
        return is_over

    def edit(self, path: Path, changes: Iterable[tuple[int, int, str]]) -> set[Path]:
        """Edit a file in the same way as `Engine.edit`, including a file that is still being read."""
        if path not in self._loading:
            return self._engine.edit(path, changes)
        for start, end, text in changes:
            self._loading[path].edit(start, end, text)
        return {path}

    def give_up(self, path: Path) -> None:
        """Keep only the text of a file, because it is no longer parsed."""
        text = str(self.buffer(path))
        self._loading.pop(path, None)
        self._unjudged.pop(path, None)
        self._engine.close(path)
        self._engine.open(path, text)

    def forget(self, paths: Collection[Path]) -> None:
        """Forget all files except these."""
        self._loading = {path: each for path, each in self._loading.items() if path in paths}
        self._unjudged = {path: each for path, each in self._unjudged.items() if path in paths}


SCREEN = 16_384
"""The number of code points of a file that are read in advance; for its partner, the number is doubled."""

FURTHER = 8
"""The factor by which more may be read in advance if the first unit is long."""


class _Side(NamedTuple):
    """A file of a pair, truncated at the start of a unit."""

    path: Path
    language: Language
    head: str
    rest: str

    def may_hold_later(self, documents: set[str]) -> set[str]:
        """Return the documents that may continue or occur again after the head; all documents if this is
        unknown.
        """
        if not self.rest:
            return set()
        may_hold = self.language.may_hold
        return documents if may_hold is None else may_hold(self.rest, documents)


class FirstScreens:
    """The first screens of loading files, each created on first use.

    `make` creates a first screen, or returns None if nothing is known yet. First screens must be discarded
    when anything changes.
    """

    def __init__(self, make: Callable[[Path], Snapshot | None]) -> None:
        self._make = make
        self._made: dict[Path, Snapshot | None] = {}

    def of(self, path: Path) -> Snapshot | None:
        """Return the first screen of a file, or None."""
        if path not in self._made:
            self._made[path] = self._make(path)
        return self._made[path]

    def end(self, paths: Iterable[Path]) -> None:
        """Discard the first screens of files."""
        self._made.update(dict.fromkeys(paths))

    def forget(self) -> None:
        """Drop all first screens."""
        self._made.clear()


def first_screen(
    pair: Pair, path: Path, texts: Mapping[Path, str], evaluation: Evaluation, wanted: Wanted
) -> Snapshot | None:
    """Return the scored beginning of a file in a pair, as far as the rest of the files cannot change it.

    It contains the first documents that are entirely in the beginnings of both files; if documents are
    numbered, it contains only as many as occur in both beginnings. It contains some of their findings, but no
    findings from comparing the files if the pair has texts or if the task compares units in order or by their
    names. `evaluation` is used only for this call; `texts` are the texts of both files. The result is None if
    nothing is known yet.
    """
    other = pair.other(path)
    if other is None or other == path or pair.key_files or evaluation.settled:
        return None
    mine = _side(pair, path, texts[path], evaluation, SCREEN)
    partner = _side(pair, other, texts[other], evaluation, 2 * SCREEN)
    if mine is None or partner is None:
        return None
    compares = evaluation.compare_order or evaluation.compare_named
    is_compared = pair.texts is None and compares is None
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
    """Return a snapshot with the score of a pair of truncated files; None if truncation changes the units."""
    for each, units in settled.items():
        texts, reading = [unit.text for unit in units], live.reading(each)
        engine.edit(each, [(sum(map(len, texts)), len(reading), "")])
        if [unit.text for unit in reading.units] != texts:
            return None
    live.work()
    return Snapshot(path, engine.source(path).buffer, live.reading(path), live.role_of(path), live)


def _side(pair: Pair, path: Path, text: str, evaluation: Evaluation, length: int) -> _Side | None:
    """Return a file with a head of approximately a given length; None if no unit ends within the part that
    may be read.
    """
    language = language_in(pair, evaluation, path)
    if len(text) <= length:
        return _Side(path, language, text, "")
    cut = _cut(text, language, length)
    return _Side(path, language, text[:cut], text[cut:]) if cut else None


def _cut(text: str, language: Language, length: int) -> int:
    """Return the last start of a unit within a given length for which the preceding units do not depend on
    later text.

    If there is none, return the first such start within a greater length, otherwise 0.
    """
    starts = _starts(text[: length + language.lookahead], language, length + 1)
    if not starts:
        further = FURTHER * length
        starts = _starts(text[: further + language.lookahead], language, further + 1)[:1]
    while starts and _starts(text[: starts[-1]], language, starts[-1]) != starts[:-1]:
        starts.pop()
    return starts[-1] if starts else 0


def _starts(text: str, language: Language, end: int) -> list[int]:
    """Return the starts of units in a text before a given end, except 0."""
    return [start for start in language.boundaries(text) if start < end]


def _numbered(units: Sequence[Any], count: int) -> Sequence[Any]:
    """Return the units of the first documents, up to a given number of documents."""
    numbers = accumulate(map(is_ordinal, units))
    return [unit for unit, number in zip(units, numbers, strict=True) if number <= count]


def _settled(units: Sequence[Any], mine: _Side, other: _Side) -> Sequence[Any]:
    """Return the first units of a head whose documents have no later units."""
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
