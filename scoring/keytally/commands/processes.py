"""Run a function in worker processes, and yield the results in input order."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import TypeVar

from keytally.project.reach import choose_project_file, chosen_project_file
from keytally.runs.files import KeytallyError

T = TypeVar("T")
R = TypeVar("R")

MOST_PROCESSES = 1 if sys.platform == "emscripten" else 61
"""The limit of processes: none can be started in WebAssembly, and Windows cannot wait for more handles."""


def parallel_map(
    function: Callable[[T], R], things: Sequence[T], processes: int
) -> Iterator[R] | Generator[R, None, None]:
    """Run `function` on each item in worker processes and yield results in input order.

    `function` must be defined in a module, so that workers can import it. Raises the function's errors, and
    KeytallyError if a worker is terminated, for example because it runs out of memory.
    """
    number = min(processes, len(things), MOST_PROCESSES)
    return map(function, things) if number < 2 else _pooled(function, things, number)


def _pooled(function: Callable[[T], R], things: Sequence[T], processes: int) -> Generator[R, None, None]:
    with ProcessPoolExecutor(
        processes, mp_context=_context(), initializer=_begin, initargs=(chosen_project_file(),)
    ) as pool:
        try:
            yield from pool.map(function, things)
        except BrokenProcessPool as error:
            raise KeytallyError(
                "a worker process was terminated, possibly because memory ran out; try -j 1"
            ) from error


def _context() -> BaseContext:
    """Return a context that forks only if no other threads are running, because a forked process would
    never release their locks.
    """
    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _begin(project: Path | None) -> None:
    """Prepare a worker so that it ends with the main process, and silently on an interrupt.

    `project` is the project file that the user has chosen.
    """
    choose_project_file(project)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
