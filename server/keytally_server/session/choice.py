"""Which pairs live: those that the open files ask for."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from keytally.project.pair import Pair
from keytally_server.session.workspace import Workspace


def wanted_pairs(workspace: Workspace, open_files: Iterable[Path], chosen: Mapping[Path, Path]) -> list[Pair]:
    """The pairs of every open response, and for every open key that of its active response.

    The active response is the chosen one (the one opened last), else the first by name.
    """
    wanted: list[Pair] = []
    for path in open_files:
        wanted.extend(pair for pair in _asked_for(workspace, path, chosen) if pair not in wanted)
    return wanted


def _asked_for(workspace: Workspace, path: Path, chosen: Mapping[Path, Path]) -> Iterator[Pair]:
    pairs = workspace.pairs_of(path)
    yield from (pair for pair in pairs if pair.response == path)
    of_key = [pair for pair in pairs if pair.key == path]
    active = [pair for pair in of_key if pair.response == chosen.get(path)]
    yield from (active or of_key)[:1]
