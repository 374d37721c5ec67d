"""Chains: annotations that references to others of their kind join, whatever each of them names."""

from collections import defaultdict
from collections.abc import Collection

from keytally.adjudication.agreement.document import ComparedDocument
from keytally.evaluations.annotated import Reference


def chained_kinds(document: ComparedDocument) -> set[str]:
    """The kinds of annotations that references join to each other."""
    return {
        annotation.kind
        for said in document.said.values()
        for annotation in said
        for part in annotation.value
        if isinstance(part, Reference) and said[part.target].kind == annotation.kind
    }


def chains_of(document: ComparedDocument, annotator: str, kinds: Collection[str]) -> list[list[int]]:
    """The chains of an annotator in a document, as lists of items; a mention by itself is one, too."""
    said, item_of = document.said[annotator], document.items.item_of[annotator]
    joined = _Joined(len(said))
    for index, annotation in enumerate(said):
        for part in annotation.value:
            if isinstance(part, Reference) and said[part.target].kind == annotation.kind:
                joined.join(index, part.target)
    chains = defaultdict[int, list[int]](list)
    for index, annotation in enumerate(said):
        if annotation.kind in kinds:
            chains[joined.root(index)].append(item_of[index])
    return list(chains.values())


class _Joined:
    """Numbers that are joined two by two; those that are joined have one root."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def root(self, number: int) -> int:
        """The root of a number."""
        above = self._above
        while above[number] != number:
            above[number] = above[above[number]]
            number = above[number]
        return number

    def join(self, one: int, other: int) -> None:
        """Join two numbers, and all that are joined to them."""
        self._above[self.root(one)] = self.root(other)
