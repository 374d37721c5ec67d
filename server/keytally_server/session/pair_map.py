"""Finds a pair among many: it is compared only with those of the same key and response."""

from collections.abc import Iterable
from pathlib import Path
from typing import Generic, TypeVar

from keytally.project.pair import Pair

T = TypeVar("T")


class PairMap(Generic[T]):
    """A value for each pair; equal pairs have one."""

    def __init__(self, values: Iterable[tuple[Pair, T]] = ()) -> None:
        self._by_files: dict[tuple[Path, Path], list[tuple[Pair, T]]] = {}
        for pair, value in values:
            self.put(pair, value)

    def put(self, pair: Pair, value: T) -> None:
        """Add a pair; the first value of equal pairs counts."""
        self._by_files.setdefault((pair.key, pair.response), []).append((pair, value))

    def get(self, pair: Pair) -> T | None:
        """The value of a pair; None without one."""
        known = self._by_files.get((pair.key, pair.response), ())
        return next((value for each, value in known if each is pair or each == pair), None)
