"""Texts of answers that a client has not been sent: it asks for the one that is looked at."""

from collections.abc import Callable, Sequence
from pathlib import Path

KEPT = 4
"""The number of answers about a file whose texts are kept: a client may show several parts of it."""

Text = Callable[[], str]
"""A text that is made when it is asked for."""


class Unsent:
    """What makes the texts of the last answers about each file, by the number in the `data` of an item."""

    def __init__(self) -> None:
        self._next = 0
        self._answers: dict[Path, dict[int, Sequence[Text]]] = {}

    def keep(self, path: Path, texts: Sequence[Text]) -> range:
        """Keep the texts of an answer about a file; returns their numbers."""
        numbers = range(self._next, self._next + len(texts))
        self._next = numbers.stop
        answers = self._answers.setdefault(path, {})
        answers[numbers.start] = texts
        for old in list(answers)[:-KEPT]:
            del answers[old]
        return numbers

    def find(self, number: object) -> str | None:
        """The text of a number; None if it is no longer kept, or is no such number."""
        if not isinstance(number, int):
            return None
        for answers in self._answers.values():
            for first, texts in answers.items():
                if first <= number < first + len(texts):
                    return texts[number - first]()
        return None

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._answers.pop(path, None)
