"""The names that a file uses, by document."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from keytally.engine.reading import Reading

Names = frozenset[str]
_NONE: Names = frozenset()


class NamesOfFile:
    """The names of a file and the documents that have them; `names_in` gives those of a unit.

    Most documents have the same names as others: documents are kept by the set of their names, and only a
    set that comes or goes is looked at name by name.
    """

    def __init__(self, names_in: Callable[[Any], Names]) -> None:
        self._names_in = names_in
        self._of: dict[str, Names] = {}
        self._documents: dict[Names, dict[str, None]] = {}
        self._sets: dict[str, dict[Names, None]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._sets

    def lacking(self, names: Names) -> list[str]:
        """Those of some names that no document has, in order."""
        return sorted(names.difference(self._sets))

    def renew(self, reading: Reading, documents: Iterable[str]) -> list[str]:
        """Read the names of documents again; returns those that are new in the file, or no longer in it."""
        before: dict[str, bool] = {}
        for document in documents:
            old, new = self._of.get(document, _NONE), self._names_of(reading, document)
            if new == old:
                continue
            for name in self._turning(old, new):
                before.setdefault(name, name in self)
            self._leave(document, old)
            self._enter(document, new)
        return [name for name, was_there in before.items() if was_there != (name in self)]

    def documents_with(self, names: Iterable[str]) -> Iterator[str]:
        """The documents that have one of these names."""
        sets = (each for name in names for each in self._sets.get(name, ()))
        return (document for each in sets for document in self._documents[each])

    def _names_of(self, reading: Reading, document: str) -> Names:
        units = reading.documents.units_of(document)
        if len(units) == 1:
            return self._names_in(units[0])
        return _NONE.union(*map(self._names_in, units))

    def _turning(self, old: Names, new: Names) -> Iterator[str]:
        """The names of a set that a document is the first to have, and of one that it is the last to have."""
        if new not in self._documents:
            yield from sorted(new - old)
        if len(self._documents.get(old, ())) == 1:
            yield from sorted(old - new)

    def _enter(self, document: str, names: Names) -> None:
        if not names:
            return
        self._of[document] = names
        if names not in self._documents:
            for name in names:
                self._sets.setdefault(name, {})[names] = None
        self._documents.setdefault(names, {})[document] = None

    def _leave(self, document: str, names: Names) -> None:
        if not names:
            return
        del self._of[document]
        del self._documents[names][document]
        if not self._documents[names]:
            del self._documents[names]
            for name in names:
                del self._sets[name][names]
                if not self._sets[name]:
                    del self._sets[name]
