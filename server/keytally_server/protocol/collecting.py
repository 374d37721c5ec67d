"""Memory that closed files leave behind is given back; what large pairs hold is not gone through for it."""

import gc
from typing import TYPE_CHECKING

from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from pathlib import Path

    from keytally.engine.live_pair import LivePair


class Collecting:
    """Collects garbage when a file has been closed or a large pair has ended.

    The objects of a file refer to each other, and the thresholds of the server are such that hardly
    any of them would be collected otherwise.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._large: set[LivePair] = set()
        self._paths: set[Path] = set()

    def pass_over(self, live: "LivePair") -> None:
        """Keep the objects of a large pair out of the way of garbage collection as long as it lives."""
        self._large.add(live)
        gc.freeze()

    def settled(self) -> None:
        """Nothing waits: collect what has been left since the last time."""
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
