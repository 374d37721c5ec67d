"""Explicit garbage collection: after files were closed, and without scanning large live pairs."""

import gc
from typing import TYPE_CHECKING

from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from pathlib import Path

    from keytally.engine.live_pair import LivePair


MANY = 50_000
"""The number of new objects from which on those of files and pairs are exempt from garbage collection."""


class GarbageCollection:
    """Collects garbage after a file has been closed or a large pair has ended.

    The objects of a file refer to each other, and the thresholds of the server are so high that hardly any of
    them would be collected otherwise.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._large: set[LivePair] = set()
        self._exempt: set[Path] = set()
        self._paths: set[Path] = set()

    def rest(self) -> None:
        """Pause collection until the server is idle: what files bring stays, and there is little to find."""
        gc.disable()

    def first_scored(self, live: "LivePair") -> None:
        """Exempt the objects of a large pair from garbage collection while it is live."""
        if gc.get_count()[0] >= MANY:
            self._large.add(live)
            gc.freeze()

    def server_idle(self) -> None:
        """Collect the garbage of closed files and ended pairs when no work is waiting, and end the pause.

        What files have brought since their pairs were scored, such as the items of an adjudication, is exempt
        if it is much: the next keystroke would wait for it to be scanned.
        """
        engine = self._server.session.engine
        pairs, paths = set(engine.pairs), set(engine.paths)
        has_ended = not self._large <= pairs or not self._exempt <= paths
        is_closed = not self._paths <= paths
        self._large &= pairs
        self._paths = paths
        if has_ended:
            gc.unfreeze()
        if has_ended or is_closed:
            gc.collect()
        if has_ended or gc.get_count()[0] >= MANY:
            self._exempt = paths
            gc.freeze()
        gc.enable()
