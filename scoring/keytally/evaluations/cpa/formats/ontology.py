"""The ontology of semantic types: a tree of terms in JSON."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from keytally.evaluations.settings import SettingsError

ALTERNATIVES = "|"
"""The separator between several types of a cell."""


def types_in(cell: str) -> frozenset[str]:
    """The semantic types in a cell; none for a blank one."""
    return frozenset(part.strip() for part in cell.split(ALTERNATIVES) if part.strip())


class Ontology:
    """The terms of the tree, with the terms above each. A term may occur at several places.

    Two ontologies with the same `digest` are equal.
    """

    def __init__(
        self, digest: str, above: dict[str, frozenset[str]], parents: dict[str, frozenset[str]]
    ) -> None:
        self.digest = digest
        self._above = above
        self._parents = parents
        self._by_folded = {term.casefold(): term for term in sorted(above, reverse=True)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ontology) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __contains__(self, term: object) -> bool:
        return term in self._above

    @property
    def terms(self) -> list[str]:
        """All terms, in the order of the tree."""
        return list(self._above)

    def in_any_case(self, term: str) -> str | None:
        """The term with that spelling except for case."""
        return self._by_folded.get(term.casefold())

    def hypernyms(self, term: str, *, parents_only: bool = False) -> frozenset[str]:
        """The terms above a term: all its ancestors, or its parents only."""
        return (self._parents if parents_only else self._above).get(term, frozenset())


def read_ontology(text: str, name: str) -> Ontology:
    """The ontology in a JSON text, which is a list whose first element is the tree's root.

    A node is `{"term": ..., "sub": [...]}`; nodes without a term only group those below them. Raises
    SettingsError, with the file name `name`, for any other text.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError([f"{name}: the ontology is not JSON: {' '.join(str(error).split())}"]) from error
    root = values[0] if isinstance(values, list) and values else None
    if not isinstance(root, dict):
        raise SettingsError(
            [f'{name}: an ontology is a list whose first element is {{"term": ..., "sub": [...]}}']
        )
    above: dict[str, frozenset[str]] = {}
    parents: dict[str, frozenset[str]] = {}
    for term, path in _terms(root, name):
        above[term] = above.get(term, frozenset()) | frozenset(path) - {term}
        parents[term] = parents.get(term, frozenset()) | frozenset(path[-1:]) - {term}
    return Ontology(sha256(text.encode()).hexdigest()[:12], above, parents)


def _terms(root: dict[str, Any], name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every term with the terms above it, the root's first."""
    waiting: list[tuple[Any, tuple[str, ...]]] = [(root, ())]
    while waiting:
        node, path = waiting.pop()
        below = node.get("sub", []) if isinstance(node, dict) else None
        if not isinstance(below, list):
            where = f"below {path[-1]!r}" if path else "at the top"
            raise SettingsError(
                [f'{name}: a node of the ontology {where} is not {{"term": ..., "sub": [...]}}']
            )
        term = node.get("term")
        if isinstance(term, str):
            yield term, path
            path = (*path, term)
        waiting += [(each, path) for each in reversed(below)]
