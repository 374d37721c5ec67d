"""The tooltips of inlay hints that a client has not been sent: it asks for the one that is pointed at."""

from collections.abc import Sequence
from pathlib import Path

KEPT = 4
"""The number of answers about a file whose tooltips are kept: a client may show several parts of it."""


class HintTooltips:
    """The tooltips of the last answers about each file, by the number that a hint has as its `data`."""

    def __init__(self) -> None:
        self._next = 0
        self._answers: dict[Path, dict[int, Sequence[str]]] = {}

    def keep(self, path: Path, tooltips: Sequence[str]) -> range:
        """Keep the tooltips of an answer about a file; returns their numbers."""
        numbers = range(self._next, self._next + len(tooltips))
        self._next = numbers.stop
        answers = self._answers.setdefault(path, {})
        answers[numbers.start] = tooltips
        for old in list(answers)[:-KEPT]:
            del answers[old]
        return numbers

    def find(self, number: object) -> str | None:
        """The tooltip of a number; None if it is no longer kept, or is no such number."""
        if not isinstance(number, int):
            return None
        for answers in self._answers.values():
            for first, tooltips in answers.items():
                if first <= number < first + len(tooltips):
                    return tooltips[number - first]
        return None

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._answers.pop(path, None)
