"""CEAF-REE, of role fillers in a document (Du, Rush and Cardie 2021, "GRIT")."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from keytally.measures.assignment import assigned_worth, best_assignment
from keytally.measures.templates.compared import Mentions, Roles
from keytally.measures.templates.counts import Counts, Number, RoleCounts
from keytally.measures.templates.gtt import fits

Similarity = Callable[[Mentions, Mentions], Number]


def strict(key: Mentions, response: Mentions) -> Number:
    """1 if all mentions of the response's entity are the key's, else 0."""
    return int(fits(response, key))


def proportional(key: Mentions, response: Mentions) -> Number:
    """The number of the key's mentions that the response has, over the number of the response's."""
    return Fraction(sum(mention in response for mention in key), len(response))


def ree_counts(key: Roles, response: Roles, similarity: Similarity) -> RoleCounts:
    """The counts of each role under its best one-to-one alignment of entities."""
    return {
        role: _aligned(key.get(role, ()), response.get(role, ()), similarity) for role in {**key, **response}
    }


def partners(
    key: Sequence[Mentions], response: Sequence[Mentions], similarity: Similarity
) -> list[int | None]:
    """The key's entity of each of the response, or None; only pairs that are worth something."""
    worths = _worths(key, response, similarity)
    found = best_assignment(worths)
    return [column if column in row else None for row, column in zip(worths, found, strict=True)]


def _aligned(key: Sequence[Mentions], response: Sequence[Mentions], similarity: Similarity) -> Counts:
    worths = _worths(key, response, similarity)
    worth = assigned_worth(worths, best_assignment(worths))
    return Counts(worth, len(response), worth, len(key))


def _worths(
    key: Sequence[Mentions], response: Sequence[Mentions], similarity: Similarity
) -> list[dict[int, Number]]:
    return [
        {number: worth for number, other in enumerate(key) if (worth := similarity(other, entity))}
        for entity in response
    ]
