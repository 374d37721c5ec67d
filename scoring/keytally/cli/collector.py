"""The garbage collector at rest: what a run builds stays until its end, and walking it costs a third."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """Collect nothing until the block ends; as it was before, afterwards."""
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.enable()
