"""Which units of a file stand apart from the others of their documents."""

from collections.abc import Iterable
from itertools import chain, pairwise
from typing import Any

from keytally.engine.ordinals import name_of


class Scattered:
    """The units that stand apart, in file order, each with the unit of whatever document right before it.

    A unit does where another document begins between it and the one before of its own. `look` goes
    through a file, `look_on` through what has been added at its end since. `parties` are all these units.
    """

    def __init__(self) -> None:
        self.units: dict[Any, Any] = {}
        self.parties: set[Any] = set()
        self._begun = 0
        self._seen: dict[str, int] = {}

    def look(self, units: Iterable[Any]) -> set[str]:
        """Look at all units of a file; returns the documents of which others stand apart than before.

        Those where another unit stands before one are among them.
        """
        before, self.units, self.parties = self.units, {}, set()
        self._begun, self._seen = 0, {}
        self.look_on(units)
        changed = before.items() ^ self.units.items()
        return {name for unit, _ in changed if (name := name_of(unit)) is not None}

    def look_on(self, units: Iterable[Any], last: Any = None) -> set[str]:
        """Look at units that follow those looked at; returns the documents of which some stand apart.

        `last` is the unit right before them, None at the start of the file.
        """
        documents = set()
        for previous, unit in pairwise(chain((last,), units)):
            document = name_of(unit)
            if document is None:
                continue
            before = self._seen.get(document)
            if before is None:
                self._begun += 1
            elif before != self._begun:
                self.units[unit] = previous
                self.parties.update((unit, previous))
                documents.add(document)
            self._seen[document] = self._begun
        return documents
