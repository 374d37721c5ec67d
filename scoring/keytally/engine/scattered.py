"""Which units of a file stand apart from the others of their documents."""

from collections.abc import Iterable
from typing import Any

from keytally.engine.ordinals import name_of


class Scattered:
    """The units that stand apart, in file order.

    A unit does where another document begins between it and the one before of its own. `look` goes
    through a file, `look_on` through what has been added at its end since.
    """

    def __init__(self) -> None:
        self.units: dict[Any, None] = {}
        self._begun = 0
        self._seen: dict[str, int] = {}

    def look(self, units: Iterable[Any]) -> set[str]:
        """Look at all units of a file; returns the documents of which others stand apart than before."""
        before, self.units = self.units, {}
        self._begun, self._seen = 0, {}
        self.look_on(units)
        return {name for unit in before.keys() ^ self.units.keys() if (name := name_of(unit)) is not None}

    def look_on(self, units: Iterable[Any]) -> set[str]:
        """Look at units that follow those looked at; returns the documents of which some stand apart."""
        documents = set()
        for unit in units:
            document = name_of(unit)
            if document is None:
                continue
            before = self._seen.get(document)
            if before is None:
                self._begun += 1
            elif before != self._begun:
                self.units[unit] = None
                documents.add(document)
            self._seen[document] = self._begun
        return documents
