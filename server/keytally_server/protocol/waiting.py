"""The clients on a port that have not given the token yet: each holds a connection and a message."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)

MOST_WAITING = 16
"""Clients that may be connected at a time without having given the token; others are turned away at once."""


class Waiting:
    """How many clients wait."""

    def __init__(self) -> None:
        self._count = 0

    def has_room(self) -> bool:
        """Whether one more may wait; a line of the log tells where not."""
        if self._count >= MOST_WAITING:
            logger.warning("a client is turned away: %s others have not given the token yet", self._count)
        return self._count < MOST_WAITING

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """A client waits as long as the block runs."""
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1
