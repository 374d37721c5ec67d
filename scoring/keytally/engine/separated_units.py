"""Which units another document separates from the units before them of their own document."""

from collections.abc import Iterable
from itertools import chain, pairwise
from typing import Any

from keytally.engine.numbered_documents import name_given


class SeparatedUnits:
    """The units before which another document begins after their own document has begun.

    `previous` has them in file order, each with the unit, of whatever document, right before it.
    `concerned` are all these units.
    """

    def __init__(self) -> None:
        self.previous: dict[Any, Any] = {}
        self.concerned: set[Any] = set()
        self._begun = 0
        self._seen: dict[str, int] = {}

    def find(self, units: Iterable[Any]) -> set[str]:
        """Search all units of a file; returns the documents whose separated units have changed.

        It is a change too if another unit stands right before a separated one.
        """
        before, self.previous, self.concerned = self.previous, {}, set()
        self._begun, self._seen = 0, {}
        self.find_in_appended(units)
        changed = before.items() ^ self.previous.items()
        return {name for unit, _ in changed if (name := name_given(unit)) is not None}

    def find_in_appended(self, units: Iterable[Any], last: Any = None) -> set[str]:
        """Search units that follow those searched; returns the documents with separated ones among them.

        `last` is the unit right before them, None at the start of the file.
        """
        documents = set()
        for previous, unit in pairwise(chain((last,), units)):
            document = name_given(unit)
            if document is None:
                continue
            before = self._seen.get(document)
            if before is None:
                self._begun += 1
            elif before != self._begun:
                self.previous[unit] = previous
                self.concerned.update((unit, previous))
                documents.add(document)
            self._seen[document] = self._begun
        return documents
