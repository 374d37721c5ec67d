"""Which pair each file shows, and the order of the live pairs, while files and pairs stay the same."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.project.pair import Pair


class Arrangement:
    """What follows from the open files and the live pairs, found once for many edits.

    `open_files` are in the order in which they were opened. `waits` tells whether a file of a pair is still
    loading, `is_active` whether a key shows its verdicts.
    """

    def __init__(
        self,
        engine: Engine,
        open_files: Collection[Path],
        settings_files: Collection[Path],
        waits: Callable[[Pair], bool],
        is_active: Callable[[Pair], bool],
    ) -> None:
        self.settings_files = frozenset(settings_files)
        self._engine = engine
        self._open_files = list(open_files)
        self._waits = waits
        self._active = {live for live in engine.pairs if is_active(live.pair)}
        self._shown: dict[Path, LivePair | None] = {}

    @cached_property
    def ranks(self) -> Mapping[LivePair, int]:
        """The live, loaded pairs in order: active ones first, then those of files opened last."""
        latest = {path: at for at, path in enumerate(self._open_files)}
        ready = [live for live in self._engine.pairs if not self._waits(live.pair)]

        def rank(live: LivePair) -> tuple[bool, int]:
            opened = max((latest.get(path, -1) for path in live.pair.responses), default=-1)
            return live not in self._active, -opened

        return {live: at for at, live in enumerate(sorted(ready, key=rank))}

    def pair_of(self, path: Path) -> LivePair | None:
        """The pair whose verdicts a file shows: for a key the pair with its active response."""
        if path not in self._shown:
            pairs = self._engine.pairs_of(path)
            own = (live for live in pairs if path in live.response or live in self._active)
            self._shown[path] = next(own, next(iter(pairs), None))
        return self._shown[path]

    def files_showing(self, live: LivePair) -> Sequence[Path]:
        """The open files that show the verdicts of a pair, in the order in which they were opened."""
        return self._showing.get(live, ())

    @cached_property
    def _showing(self) -> Mapping[LivePair, Sequence[Path]]:
        showing: dict[LivePair, list[Path]] = {}
        for path in self._open_files:
            if (live := self.pair_of(path)) is not None:
                showing.setdefault(live, []).append(path)
        return showing
