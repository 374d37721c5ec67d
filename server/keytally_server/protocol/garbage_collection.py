"""Explicit garbage collection: after files were closed, and without scanning large live pairs."""

import gc
from typing import TYPE_CHECKING

from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from pathlib import Path

    from keytally.engine.live_pair import LivePair


class GarbageCollection:
    """Collects garbage after a file has been closed or a large pair has ended.

    The objects of a file refer to each other, and the thresholds of the server are so high that hardly any of
    them would be collected otherwise.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._large: set[LivePair] = set()
        self._paths: set[Path] = set()

    def freeze(self, live: "LivePair") -> None:
        """Exempt the objects of a large pair from garbage collection while it is live."""
        self._large.add(live)
        gc.freeze()

    def server_idle(self) -> None:
        """Collect the garbage of closed files and ended pairs when no work is waiting."""
        engine = self._server.session.engine
        pairs, paths = set(engine.pairs), set(engine.paths)
        has_ended, is_closed = not self._large <= pairs, not self._paths <= paths
        self._large &= pairs
        self._paths = paths
        if has_ended:
            gc.unfreeze()
        if has_ended or is_closed:
            gc.collect()
        if has_ended:
            gc.freeze()
