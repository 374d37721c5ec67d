"""Readings of a response in which documents are renamed to the key's documents with the same text."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from keytally.engine.reading import AnyDocuments, JoinedReadings


class RenamedDocuments:
    """The documents of a response, some of them under the names that they have in the key.

    `renamed` maps names in the response to names in the key.
    """

    def __init__(self, documents: AnyDocuments) -> None:
        self.given = documents
        self.renamed: Mapping[str, str] = {}
        self._own_names: Mapping[str, str] = {}

    def rename(self, names: Mapping[str, str]) -> None:
        """Replace the mapping of renamed documents."""
        self.renamed = names
        self._own_names = {wanted: name for name, wanted in names.items()}

    def __iter__(self) -> Iterator[str]:
        return (self.renamed.get(name, name) for name in self.given)

    def __len__(self) -> int:
        return len(self.given)

    def own_name(self, document: str) -> str | None:
        """Return the name in the response; None if no document has this name after renaming."""
        if document in self.renamed:
            return None
        return self._own_names.get(document, document)

    def units_of(self, document: str) -> Sequence[Any]:
        """Return the units of a document in file order; empty if the response lacks the document."""
        name = self.own_name(document)
        return () if name is None else self.given.units_of(name)


class ReadingsByText(JoinedReadings):
    """The readings of a response, with documents aligned by text if their names occur on only one side.

    If several documents have the same text, they are aligned in file order.
    """

    def __init__(
        self, key: JoinedReadings, response: JoinedReadings, text_of: Callable[[Sequence[Any]], str | None]
    ) -> None:
        super().__init__({path: response.reading(path) for path in response.paths})
        self._key = key
        self._text_of = text_of
        self._renamed = RenamedDocuments(self.documents)
        self.documents = self._renamed
        self._renamed.rename(self._pairs())

    @property
    def renamed(self) -> Mapping[str, str]:
        """Return the documents that are aligned by text, as a mapping from names in the response to names
        in the key.
        """
        return self._renamed.renamed

    def align_again(self, changed: Iterable[str]) -> list[str]:
        """Align documents again after the given documents changed in either file; return all documents that
        must be scored.

        Changing a document with a name that occurs on both sides cannot affect other documents.
        """
        documents = list(changed)
        given = self._renamed.given
        if all(given.units_of(name) and self._key.documents.units_of(name) for name in documents):
            return documents
        before = self._renamed.renamed
        self._renamed.rename(self._pairs())
        after = self._renamed.renamed
        moved = {*before.items()} ^ {*after.items()}
        known = [after.get(name, name) for name in documents]
        return list(dict.fromkeys([*documents, *known, *sorted(name for pair in moved for name in pair)]))

    def _pairs(self) -> dict[str, str]:
        """Map documents of the response to documents of the key with the same text, by name."""
        given, key = self._renamed.given, self._key.documents
        mine = [name for name in given if not key.units_of(name)]
        wanted = [name for name in key if not given.units_of(name)] if mine else []
        by_text: dict[str, list[str]] = {}
        for name in wanted:
            if (text := self._text_of(key.units_of(name))) is not None:
                by_text.setdefault(text, []).append(name)
        found = {}
        for name in mine if by_text else ():
            text = self._text_of(given.units_of(name))
            if text is not None and by_text.get(text):
                found[name] = by_text[text].pop(0)
        return found

    def document_with(self, unit: Any) -> str | None:
        """Return the document of a unit; None if it is in no document, or not in these files."""
        name = super().document_with(unit)
        return None if name is None else self._renamed.renamed.get(name, name)
