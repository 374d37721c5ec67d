"""The pairs of an engine, found by their files and by their readings."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading

K = TypeVar("K")


class LivePairs:
    """Pairs in the order in which they were added; what holds a file is found without a search of all."""

    def __init__(self) -> None:
        self._pairs: dict[LivePair, None] = {}
        self._by_path: dict[Path, dict[LivePair, None]] = {}
        self._by_reading: dict[Reading, dict[LivePair, None]] = {}
        self._by_texts: dict[Path, dict[LivePair, None]] = {}
        self._by_texts_reading: dict[Reading, dict[LivePair, None]] = {}

    def __iter__(self) -> Iterator[LivePair]:
        return iter(self._pairs)

    def add(self, live: LivePair) -> None:
        """Add a pair behind the others."""
        self._pairs[live] = None
        for path in _files(live):
            self._by_path.setdefault(path, {})[live] = None
        for reading in live.readings:
            self._by_reading.setdefault(reading, {})[live] = None
        if live.pair.texts is not None:
            self._by_texts.setdefault(live.pair.texts, {})[live] = None
        if live.texts is not None:
            self._by_texts_reading.setdefault(live.texts, {})[live] = None

    def remove(self, live: LivePair) -> None:
        """Remove a pair. Raises KeyError for one that is not there."""
        del self._pairs[live]
        for path in _files(live):
            _drop(self._by_path, path, live)
        for reading in live.readings:
            _drop(self._by_reading, reading, live)
        if live.pair.texts is not None:
            _drop(self._by_texts, live.pair.texts, live)
        if live.texts is not None:
            _drop(self._by_texts_reading, live.texts, live)

    def of(self, path: Path) -> list[LivePair]:
        """The pairs in which a file is the key or the response."""
        return list(self._by_path.get(path, ()))

    def have_texts(self, path: Path) -> bool:
        """Whether a file is the texts of a pair."""
        return path in self._by_texts

    def mark_stale(self, changed: Mapping[Reading, set[str]]) -> None:
        """Record the documents that have changed in readings, in every pair that has these."""
        concerned = dict.fromkeys(chain.from_iterable(self._by_reading.get(each, ()) for each in changed))
        for live in concerned:
            live.mark_stale(sorted(chain.from_iterable(changed.get(each, ()) for each in live.readings)))

    def use(self, reading: Reading) -> bool:
        """Whether a reading is one of a pair's, or that of its texts."""
        return reading in self._by_reading or reading in self._by_texts_reading


def _files(live: LivePair) -> Sequence[Path]:
    return list(dict.fromkeys((*live.pair.keys, *live.pair.responses)))


def _drop(index: dict[K, dict[LivePair, None]], key: K, live: LivePair) -> None:
    index[key].pop(live, None)
    if not index[key]:
        del index[key]
