"""Stops a case that takes too long."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from fuzz.failure import EndlessError

PROCESSOR_SECONDS = 10.0
WALL_SECONDS = 120.0
"""The wall clock counts too: a case that waits, as for a pipe, uses no processor."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise EndlessError(f"more than {PROCESSOR_SECONDS} s of the processor, or {WALL_SECONDS} s")


@contextmanager
def limited() -> Iterator[None]:
    """Raise EndlessError in a block that takes longer than the limits."""
    before = signal.signal(signal.SIGVTALRM, _stop), signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PROCESSOR_SECONDS)
    signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGVTALRM, before[0])
        signal.signal(signal.SIGALRM, before[1])
