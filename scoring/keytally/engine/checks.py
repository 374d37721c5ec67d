"""The comparisons of files with other files: each file with its texts, or a response with its key."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from keytally.engine.comparison import Check, comparison
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading


class _Wanted(NamedTuple):
    """The file of a reading, what it is compared with, and the first pair that compares them."""

    path: Path
    reference: Reading
    live: LivePair


class Checks:
    """Compares each reading with one other, which the first pair that compares it names."""

    def __init__(self) -> None:
        self._checks: dict[Reading, Check] = {}
        self._paths: dict[Reading, Path] = {}
        self._by_reference: dict[Reading, list[Check]] = {}

    @property
    def references(self) -> set[Reading]:
        """The readings that others are compared with."""
        return set(self._by_reference)

    def follow(self, pairs: Iterable[LivePair]) -> None:
        """Compare what these pairs compare, and nothing else."""
        wanted: dict[Reading, _Wanted] = {}
        for live in pairs:
            for path, reading, reference in _comparisons(live):
                wanted.setdefault(reading, _Wanted(path, reference, live))
        for reading, check in list(self._checks.items()):
            if reading not in wanted or wanted[reading].reference is not check.reference:
                self._checks.pop(reading).end()
        for reading, (_, reference, live) in wanted.items():
            if reading not in self._checks:
                texts = live.pair.texts.name if live.pair.texts and reference is live.texts else None
                self._checks[reading] = comparison(reading, reference, live.evaluation, texts)
        self._paths = {reading: each.path for reading, each in wanted.items()}
        self._by_reference = {}
        for check in self._checks.values():
            self._by_reference.setdefault(check.reference, []).append(check)

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Compare documents again that have changed; returns the files whose findings may have changed.

        Places that findings name in a file may have moved with every change of that file.
        """
        return {
            self._paths[check.reading]
            for check in self._concerned(changed)
            if check.renew(changed.get(check.reading, set()) | changed.get(check.reference, set()))
            or (check.points_out and check.reference in changed)
        }

    def _concerned(self, changed: Iterable[Reading]) -> Iterator[Check]:
        """The comparisons of these readings with others, or of others with them."""
        concerned: dict[Check, None] = {}
        for reading in changed:
            if reading in self._checks:
                concerned[self._checks[reading]] = None
            concerned.update(dict.fromkeys(self._by_reference.get(reading, ())))
        return iter(concerned)


def _comparisons(live: LivePair) -> Iterator[tuple[Path, Reading, Reading]]:
    """The pair's files with the texts file where there is one, else each response with its key."""
    if live.texts is not None:
        for path in (*live.pair.keys, *live.pair.responses):
            if (reading := live.reading(path)) is not live.texts:
                yield path, reading, live.texts
        return
    for path in live.pair.responses:
        if key := live.pair.other(path):
            reading, reference = live.response.reading(path), live.key.reading(key)
            if reading is not reference:
                yield path, reading, reference
