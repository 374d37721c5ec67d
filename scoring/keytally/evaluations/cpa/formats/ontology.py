"""The ontology of semantic types: a tree of terms in JSON."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from keytally.evaluations.settings import SettingsError
from keytally.text.json_faults import json_fault

ALTERNATIVES = "|"
"""The separator between several types of a cell."""


MOST_KNOWN = 1000
"""For how many terms those above are remembered; more are asked for only of hostile files."""


def types_in(cell: str) -> frozenset[str]:
    """The semantic types in a cell; none for a blank one."""
    return frozenset(part.strip() for part in cell.split(ALTERNATIVES) if part.strip())


class Node(NamedTuple):
    """A place of a term in the tree, and the number of the nearest place above that has a term."""

    term: str
    above: int | None


class Ontology:
    """The terms of the tree, with the terms above each. A term may occur at several places.

    `nodes` are its places in the order of the tree. Two ontologies with the same `digest` are equal.
    """

    def __init__(self, digest: str, nodes: Sequence[Node]) -> None:
        self.digest = digest
        self._nodes = nodes
        self._places: dict[str, list[int]] = {}
        for number, node in enumerate(nodes):
            self._places.setdefault(node.term, []).append(number)
        self._by_folded = {term.casefold(): term for term in sorted(self._places, reverse=True)}
        self._known: dict[tuple[str, bool], frozenset[str]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ontology) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __contains__(self, term: object) -> bool:
        return term in self._places

    @property
    def terms(self) -> list[str]:
        """All terms, in the order of the tree."""
        return list(self._places)

    def in_any_case(self, term: str) -> str | None:
        """The term with that spelling except for case."""
        return self._by_folded.get(term.casefold())

    def hypernyms(self, term: str, *, parents_only: bool = False) -> frozenset[str]:
        """The terms above a term: all its ancestors, or its parents only."""
        found = self._known.get((term, parents_only))
        if found is None:
            above = self._parents(term) if parents_only else self._ancestors(term)
            found = frozenset(self._nodes[number].term for number in above) - {term}
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[term, parents_only] = found
        return found

    def _parents(self, term: str) -> set[int]:
        """The places right above those of a term."""
        above = (self._nodes[number].above for number in self._places.get(term, ()))
        return {number for number in above if number is not None}

    def _ancestors(self, term: str) -> set[int]:
        """The places above those of a term; each is visited once, however many lie below it."""
        found: set[int] = set()
        for place in self._places.get(term, ()):
            number = self._nodes[place].above
            while number is not None and number not in found:
                found.add(number)
                number = self._nodes[number].above
        return found


def read_ontology(text: str, name: str) -> Ontology:
    """The ontology in a JSON text, which is a list whose first element is the tree's root.

    A node is `{"term": ..., "sub": [...]}`; nodes without a term only group those below them. Raises
    SettingsError, with the file name `name`, for any other text.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError([f"{name}: the ontology is not JSON: {json_fault(error)}"]) from error
    root = values[0] if isinstance(values, list) and values else None
    if not isinstance(root, dict):
        raise SettingsError(
            [f'{name}: an ontology is a list whose first element is {{"term": ..., "sub": [...]}}']
        )
    from hashlib import sha256  # noqa: PLC0415 - only an ontology pays for it

    return Ontology(sha256(text.encode()).hexdigest()[:12], _nodes(root, name))


def _nodes(root: dict[str, Any], name: str) -> list[Node]:
    """The places of all terms, those above before those below."""
    nodes: list[Node] = []
    waiting: list[tuple[Any, int | None]] = [(root, None)]
    while waiting:
        node, above = waiting.pop()
        below = node.get("sub", []) if isinstance(node, dict) else None
        if not isinstance(below, list):
            where = "at the top" if above is None else f"below {nodes[above].term!r}"
            raise SettingsError(
                [f'{name}: a node of the ontology {where} is not {{"term": ..., "sub": [...]}}']
            )
        term = node.get("term")
        if isinstance(term, str):
            nodes.append(Node(term, above))
            above = len(nodes) - 1
        waiting += [(each, above) for each in reversed(below)]
    return nodes
