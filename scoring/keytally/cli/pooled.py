"""Does things in a pool of processes; the results come in the order of the things."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import parent_process
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many things are begun for each process before the first of them has ended."""

MOST_WORKERS = 61
"""Windows waits for no more handles at once, and Python begins no more processes in a pool there."""


def each_pooled(
    function: Callable[[T], R],
    things: Iterable[T],
    processes: int,
    prepare: Callable[[], object] | None = None,
) -> Generator[R, None, None]:
    """The result for each thing; `function` is one of a module, so that other processes find it.

    Things are asked for as processes, this one too, come free. Each other process calls `prepare` first: what
    that brings is sent once. Raises what `function` raises, when it is that thing's turn.
    """
    with ProcessPoolExecutor(
        min(processes - 1, MOST_WORKERS), initializer=_begin, initargs=(prepare,)
    ) as pool:
        parts = (_Part(pool, partial(function, thing)) for thing in things)
        begun = deque(islice(parts, AHEAD * processes))
        while begun:
            _help(begun)
            result = begun.popleft().result()
            begun.extend(islice(parts, 1))
            yield result


class _Part:
    """A thing to do, which another process has or this one."""

    def __init__(self, pool: Executor, function: Callable[[], Any]) -> None:
        self._function = function
        self._there = pool.submit(function)
        self._here: tuple[Any, Exception | None] | None = None

    @property
    def done(self) -> bool:
        """Whether the part has a result or an error."""
        return self._here is not None or self._there.done()

    def do_here(self) -> bool:
        """Do the part in this process; returns whether no other one has it already."""
        if not self._there.cancel():
            return False
        try:
            self._here = self._function(), None
        except Exception as error:
            self._here = None, error
        return True

    def result(self) -> Any:
        """The result, as soon as it is there. Raises what the part has raised."""
        if self._here is None:
            return self._there.result()
        result, error = self._here
        if error is not None:
            raise error
        return result


def _help(begun: Sequence[_Part]) -> None:
    """While the first part is not done do those that no other process has, in their order."""
    for part in begun:
        if begun[0].done:
            return
        if not part.done:
            part.do_here()


def _begin(prepare: Callable[[], object] | None) -> None:
    """Prepare a worker: it ends with the first process, and an interrupt ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if prepare is not None:
        prepare()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
