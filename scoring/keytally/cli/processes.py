"""Runs a function over many things in several processes; the results come in the order of the things."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import parent_process
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def each(function: Callable[[T], R], things: Sequence[T], processes: int) -> Iterator[R]:
    """The result for each thing, in order; `function` is one of a module, so that other processes find it."""
    if processes == 1 or len(things) < 2:
        yield from map(function, things)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - one process needs none

    with ProcessPoolExecutor(min(processes, len(things)), initializer=_begin) as pool:
        yield from pool.map(function, things)


def _begin() -> None:
    """Prepare a worker: it ends with the first process, and an interrupt ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
