"""The comparisons of files with other files: each file with its texts, or a response with its key."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from keytally.engine.comparison import Check, comparison
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading


class _Wanted(NamedTuple):
    """What a pair compares a file's reading with; `texts` is the name of a reference that is a texts file.

    `paths` are those of the file and of the reference.
    """

    paths: tuple[Path, Path]
    reference: Reading
    texts: str | None


class _Made(NamedTuple):
    """A comparison, and what it was made by: the wish of a pair, and the signature of its evaluation."""

    check: Check
    wanted: _Wanted
    signature: str


class Checks:
    """Compares each reading with one other, which the first pair that compares it names.

    Pairs are first in the order in which they were added. What is compared with a file that is `unread` waits
    until the file is taken out there.
    """

    def __init__(self) -> None:
        self._wishes: dict[Reading, dict[LivePair, _Wanted]] = {}
        self._made: dict[Reading, _Made] = {}
        self._by_reference: dict[Reading, dict[Check, None]] = {}
        self.unread: set[Path] = set()

    def add(self, live: LivePair) -> None:
        """Compare what a pair compares, unless another pair does."""
        for reading, wanted in _comparisons(live):
            self._wishes.setdefault(reading, {}).setdefault(live, wanted)
            self._settle(reading)

    def remove(self, live: LivePair) -> None:
        """Compare no longer what no other pair compares; the next pair decides on the rest."""
        for reading, _ in _comparisons(live):
            self._wishes.get(reading, {}).pop(live, None)
            self._settle(reading)

    def _settle(self, reading: Reading) -> None:
        """Compare a reading as its first pair says; a comparison made by the same stays."""
        first = next(iter(self._wishes.get(reading, {}).items()), None)
        made = self._made.get(reading)
        if first is None:
            self._wishes.pop(reading, None)
        elif made is not None and made[1:] == (first[1], first[0].evaluation.signature):
            return
        if made is not None:
            self._end(reading, made.check)
        if first is not None:
            for _ in self._beginning(reading, *first):
                pass

    def begin(self) -> Iterator[None]:
        """Compare what has waited for files to be read, in short steps; edits may come between them."""
        for reading, wishes in list(self._wishes.items()):
            if reading not in self._made:
                yield from self._beginning(reading, *next(iter(wishes.items())))

    def _beginning(self, reading: Reading, live: LivePair, wanted: _Wanted) -> Iterator[None]:
        if not self.unread.isdisjoint(wanted.paths):
            return
        check = comparison(reading, wanted.reference, live.evaluation, wanted.texts)
        if check is None:
            return
        made = self._made[reading] = _Made(check, wanted, live.evaluation.signature)
        self._by_reference.setdefault(wanted.reference, {})[check] = None
        for _ in check.begin():
            yield
            if self._made.get(reading) is not made:
                return

    def _end(self, reading: Reading, check: Check) -> None:
        check.end()
        del self._made[reading]
        del self._by_reference[check.reference][check]
        if not self._by_reference[check.reference]:
            del self._by_reference[check.reference]

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Compare documents again that have changed; returns the files whose findings may have changed.

        Places that findings name in a file may have moved with every change of that file.
        """
        return {
            self._made[check.reading].wanted.paths[0]
            for check in self._concerned(changed)
            if check.renew(changed.get(check.reading, set()) | changed.get(check.reference, set()))
            or (check.points_out and check.reference in changed)
        }

    def _concerned(self, changed: Iterable[Reading]) -> Iterator[Check]:
        """The comparisons of these readings with others, or of others with them."""
        concerned: dict[Check, None] = {}
        for reading in changed:
            if reading in self._made:
                concerned[self._made[reading].check] = None
            concerned.update(self._by_reference.get(reading, {}))
        return iter(concerned)


def _comparisons(live: LivePair) -> Iterator[tuple[Reading, _Wanted]]:
    """The pair's files with the texts file where there is one, else each response with its key."""
    if live.texts is not None and live.pair.texts is not None:
        name = live.pair.texts.name
        for path in (*live.pair.keys, *live.pair.responses):
            if (reading := live.reading(path)) is not live.texts:
                yield reading, _Wanted((path, live.pair.texts), live.texts, name)
        return
    for path in live.pair.responses:
        if key := live.pair.other(path):
            reading, reference = live.response.reading(path), live.key.reading(key)
            if reading is not reference:
                yield reading, _Wanted((path, key), reference, None)
