"""Pauses the garbage collector: a run keeps what it builds, and collecting would take a third of the time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """Pause collection until the block ends, then restore the previous state.

    What the block leaves is set aside: the command ends, and looking through it once more gains nothing.
    """
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.freeze()
            gc.enable()
