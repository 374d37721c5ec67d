"""Lets a few writes end before a signal ends the process."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def deferred_signals() -> Iterator[Callable[[], bool]]:
    """Keep the signals that end a process until the end of the block; gives what tells whether one came.

    Only the main thread gets signals; in others there is nothing to keep.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return

    def keep(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, keep) for number in _ENDING}
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)
        for number in came[:1]:
            signal.raise_signal(number)
