"""Counts calls of Python functions: what work costs, without a clock."""

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def calls_counted() -> Iterator[Counter[str]]:
    """Count the calls of Python functions, by module and name; none of what others do at a collection."""
    counts: Counter[str] = Counter()

    def count(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            counts[f"{frame.f_globals.get('__name__')}.{frame.f_code.co_name}"] += 1

    at_collections = gc.callbacks[:]
    gc.callbacks.clear()
    sys.setprofile(count)
    try:
        yield counts
    finally:
        sys.setprofile(None)
        gc.callbacks.extend(at_collections)
