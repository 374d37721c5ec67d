"""Does things in several processes, which are forked from this one where that can be."""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from keytally.cli.forked import can_fork, each_forked

T = TypeVar("T")
R = TypeVar("R")


def each(
    function: Callable[[T], R],
    things: Sequence[T],
    processes: int,
    prepare: Callable[[], object] | None = None,
) -> Generator[R, None, None]:
    """The result for each thing, in order; `function` is one of a module, so that other processes find it.

    Each other process calls `prepare` first, if it is not forked from this one, which has all already.
    """
    if min(processes, len(things)) < 2:
        return (function(thing) for thing in things)
    if can_fork():
        return each_forked(function, things, processes)
    from keytally.cli.pooled import each_pooled  # noqa: PLC0415 - forked processes need no pool

    return each_pooled(function, things, processes, prepare)
