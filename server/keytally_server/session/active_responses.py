"""The active response of each key, and the pairs that should be live."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from keytally.project.pair import Pair
from keytally_server.session.pair_map import PairMap
from keytally_server.session.workspace import Workspace


class ActiveResponses:
    """The active response of each key: the one opened or chosen last, else the first by name."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._chosen: dict[Path, Path] = {}

    def choose(self, key: Path, response: Path) -> None:
        """Make a response the active one of its key."""
        self._chosen[key] = response

    def opened(self, path: Path) -> None:
        """Record an opened file: if it is a response, it becomes the active one."""
        for pair in self._workspace.pairs_of(path):
            if path in pair.responses:
                self.choose(pair.key, pair.response)

    def closed(self, path: Path, open_files: Sequence[Path]) -> None:
        """Record a closed file: the response opened last among the open ones replaces it."""
        for own in self._workspace.pairs_of(path):
            if path in own.responses and self._chosen.get(own.key) == own.response:
                still_open = [other for file in open_files for other in self._responses_in(own.key, file)]
                self._chosen[own.key] = still_open[-1] if still_open else own.response

    def _responses_in(self, key: Path, path: Path) -> list[Path]:
        """The responses of a key that are a file, or contain it."""
        pairs = self._workspace.pairs_of(path)
        return [pair.response for pair in pairs if pair.key == key and path in pair.responses]

    def active(self, key: Path) -> Path | None:
        """A key's active response; None for a file that is no key."""
        responses = [pair.response for pair in self._workspace.pairs_of(key) if pair.key == key]
        chosen = self._chosen.get(key)
        return chosen if chosen in responses else next(iter(responses), None)

    def active_among(self, pairs: Iterable[Pair]) -> dict[Path, Pair]:
        """The active pair of each key, where `pairs` are all that there are: nothing is searched.

        Of pairs of the same two files, under several configurations, the first is active.
        """
        active: dict[Path, Pair] = {}
        for pair in pairs:
            before = active.setdefault(pair.key, pair)
            if before.response != pair.response == self._chosen.get(pair.key):
                active[pair.key] = pair
        return active

    def pairs_after(self, pair: Pair, path: Path) -> list[Pair]:
        """The active pairs of the other keys of a file's project, those behind a pair first, in turn."""
        project = self._workspace.pairs_together_with(pair, path)
        active = self.active_among(project)
        own = str(pair.key)
        behind = [each for key, each in active.items() if str(key) > own]
        return [*behind, *(each for key, each in active.items() if str(key) < own)]

    def as_stated(self, pair: Pair) -> Pair | None:
        """The pair of the same key and response as it is stated now; None if they are no pair any more."""
        files = (*pair.responses, *pair.keys)
        now = self._workspace.pairs_of(files[0]) if files else ()
        alike = (each for each in now if (each.key, each.response) == (pair.key, pair.response))
        return next(alike, None)

    def is_active(self, pair: Pair) -> bool:
        """Whether a pair is the one whose verdicts its key shows."""
        return self.active(pair.key) == pair.response

    def wanted_pairs(self, open_files: Iterable[Path]) -> list[Pair]:
        """The pairs of every open response, and the active pair of every open key."""
        wanted: list[Pair] = []
        known = PairMap[Pair]()
        for pair in chain.from_iterable(map(self._pairs_for, open_files)):
            if known.get(pair) is None:
                known.put(pair, pair)
                wanted.append(pair)
        return wanted

    def _pairs_for(self, path: Path) -> Iterator[Pair]:
        for pair in self._workspace.pairs_of(path):
            if path in pair.responses or (path in pair.keys and self.is_active(pair)):
                yield pair
