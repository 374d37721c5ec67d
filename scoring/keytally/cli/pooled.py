"""Spreads works of several parts over a pool of processes; the results come in the order of the works."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many works are begun for each process before the first of them has ended."""

MOST_WORKERS = 61
"""Windows waits for no more handles at once, and Python begins no more processes in a pool there."""


@dataclass(frozen=True, slots=True)
class Work(Generic[R]):
    """A work in parts: functions that other processes can have, and one that joins their results here."""

    parts: Sequence[Callable[[], Any]]
    join: Callable[[list[Any]], R]


def each_pooled(
    function: Callable[[T], R],
    things: Sequence[T],
    processes: int,
    prepare: Callable[[], object] | None = None,
) -> Generator[R, None, None]:
    """The result for each thing, in order; `function` is one of a module, so that other processes find it.

    Each other process calls `prepare` first: what that brings is sent once.
    """
    return spread((Work([partial(function, thing)], _only) for thing in things), processes, prepare)


def spread(
    works: Iterable[Work[R]], processes: int, prepare: Callable[[], object] | None = None
) -> Generator[R, None, None]:
    """The result of each work, in order. Works are asked for as processes, this one too, come free."""
    if processes == 1:
        yield from (work.join([part() for part in work.parts]) for work in works)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - one process needs none

    with ProcessPoolExecutor(
        min(processes - 1, MOST_WORKERS), initializer=_begin, initargs=(prepare,)
    ) as pool:
        waiting = iter(works)
        begun = deque(_begun(pool, work) for work in islice(waiting, AHEAD * processes))
        while begun:
            _help(begun)
            join, parts = begun.popleft()
            results = [part.result() for part in parts]
            begun.extend(_begun(pool, work) for work in islice(waiting, 1))
            yield join(results)


class _Part:
    """A part of a work, which another process has or this one."""

    def __init__(self, pool: "Executor", function: Callable[[], Any]) -> None:
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


_Begun = tuple[Callable[[list[Any]], Any], Sequence[_Part]]


def _begun(pool: "Executor", work: Work[R]) -> _Begun:
    return work.join, [_Part(pool, function) for function in work.parts]


def _help(begun: Sequence[_Begun]) -> None:
    """While the first work is not done do parts that no other process has, in their order."""
    _, first = begun[0]
    for _, parts in begun:
        for part in parts:
            if all(each.done for each in first):
                return
            if not part.done:
                part.do_here()


def _only(results: list[R]) -> R:
    return results[0]


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
