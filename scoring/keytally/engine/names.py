"""The names that a file uses, by document."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from keytally.engine.reading import Reading


class NamesOfFile:
    """The names of a file and how many documents have each; `names_in` gives those of a unit."""

    def __init__(self, names_in: Callable[[Any], frozenset[str]]) -> None:
        self._names_in = names_in
        self._of: dict[str, frozenset[str]] = {}
        self._documents: dict[str, dict[str, None]] = {}
        self._counts: Counter[str] = Counter()

    def __contains__(self, name: str) -> bool:
        return self._counts[name] > 0

    def renew(self, reading: Reading, documents: Iterable[str]) -> list[str]:
        """Read the names of documents again; returns those that are new in the file, or no longer in it."""
        before: dict[str, bool] = {}
        for document in documents:
            units = reading.documents.units_of(document)
            names = frozenset().union(*map(self._names_in, units)) if units else frozenset()
            for name, step in self._replaced(document, names):
                before.setdefault(name, name in self)
                self._counts[name] += step
        return [name for name, was_there in before.items() if was_there != (name in self)]

    def documents_with(self, names: Iterable[str]) -> Iterator[str]:
        """The documents that have one of these names."""
        return (document for name in names for document in self._documents.get(name, ()))

    def _replaced(self, document: str, names: frozenset[str]) -> Iterator[tuple[str, int]]:
        """The names that a document gets, with 1, and those that it loses, with -1."""
        old = self._of.get(document, frozenset())
        self._of[document] = names
        for name in sorted(names - old):
            self._documents.setdefault(name, {})[document] = None
            yield name, 1
        for name in sorted(old - names):
            del self._documents[name][document]
            yield name, -1
