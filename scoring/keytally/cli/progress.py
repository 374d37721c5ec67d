"""How far a run is, on standard error at a terminal, if it takes more than a second."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

DELAY = 1.0
"""The seconds after which progress is shown."""


def watched(things: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The things, while it is shown how many of them have been asked for; `unit` names one of them.

    Nothing is shown where standard error is no terminal, and nothing stays at the end.
    """
    if not sys.stderr.isatty():
        yield from things
        return
    from tqdm import tqdm  # noqa: PLC0415 - only a terminal pays for it

    tqdm.monitor_interval = 0  # its thread would keep this process from being forked
    yield from tqdm(
        things, total=total, unit=f" {unit}", delay=DELAY, leave=False, file=sys.stderr, dynamic_ncols=True
    )


def unwatched(things: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The things; nothing is shown, as within what is watched itself."""
    return iter(things)


def watched_documents(documents: Sequence[str]) -> Iterator[str]:
    """The documents of a pair, watched."""
    return watched(documents, len(documents), "documents")
