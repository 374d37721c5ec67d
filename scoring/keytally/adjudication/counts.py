"""How many items of an adjudication are open and decided, followed from change to change."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from keytally.adjudication.states import DocumentState, counted


class Count(NamedTuple):
    """The open and the decided items of a document or a file; parts that wait are left out."""

    open: int = 0
    decided: int = 0


class Counts:
    """The counts of the documents of one adjudication, and their sum."""

    def __init__(self) -> None:
        self._of: dict[str, Count] = {}
        self._changed: dict[str, None] = {}
        self.sum = Count()

    def of(self, document: str) -> Count:
        """The count of a document."""
        return self._of.get(document, Count())

    @property
    def all(self) -> Mapping[str, Count]:
        """The counts of all documents."""
        return self._of

    def update(self, documents: Iterable[str], states: Mapping[str, DocumentState]) -> None:
        """Count these documents again, given the states of those of them that there are."""
        found = counted(states)
        for document in documents:
            before = self._of.pop(document, None)
            after = Count(*found[document]) if document in found else None
            if after is not None:
                self._of[document] = after
            if before != after:
                self._changed[document] = None
                self._add(before, -1)
                self._add(after, 1)

    def _add(self, count: Count | None, times: int) -> None:
        if count is not None:
            self.sum = Count(self.sum.open + times * count.open, self.sum.decided + times * count.decided)

    def news(self) -> dict[str, Count | None]:
        """The documents whose counts have changed since this was last asked; None for one that is gone."""
        changed, self._changed = self._changed, {}
        return {document: self._of.get(document) for document in changed}
