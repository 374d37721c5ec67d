"""CEAF-RME, of role fillers in templates.

Source: Chen and others 2023, "Iterative document-level information extraction via imitation learning".
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from keytally.measures.assignment import best_assignment
from keytally.measures.templates.compared import Compared, Mentions
from keytally.measures.templates.counts import Counts, RoleCounts

Templates = Sequence[Compared]


class Touched(NamedTuple):
    """What a pair of templates has right in the response, and what it finds of the key, by role."""

    right: Counter[str]
    found: Counter[str]


Compare = Callable[[Compared, Compared], Touched]


def subset(key: Compared, response: Compared) -> Touched:
    """The response's entities that share a mention with the key's, and the key's that they touch.

    An entity touches the first of the key's that has its first shared mention.
    """
    right, found = Counter[str](), Counter[str]()
    for role, entities in response.roles.items():
        others = key.roles.get(role)
        if entities and others:
            places = [_first(entity, others) for entity in entities]
            touched = [place for place in places if place is not None]
            right[role], found[role] = len(touched), len(set(touched))
    return Touched(right, found)


def phi3(key: Compared, response: Compared) -> Touched:
    """The mentions that entities share in their best one-to-one alignment."""
    shared = Counter[str]()
    for role, entities in response.roles.items():
        others = key.roles.get(role)
        if entities and others:
            worths = [
                {at: count for at, other in enumerate(others) if (count := _shared(other, mine))}
                for mine in entities
            ]
            pairs = zip(worths, best_assignment(worths), strict=True)
            shared[role] = sum(row[at] for row, at in pairs if at is not None and at in row)
    return Touched(shared, shared)


def subset_counts(key: Templates, response: Templates) -> RoleCounts:
    """The counts of entities by role."""
    return _counts(key, response, subset, len)


def phi3_counts(key: Templates, response: Templates) -> RoleCounts:
    """The counts of mentions by role."""
    return _counts(key, response, phi3, lambda entities: sum(map(len, entities)))


def _counts(
    key: Templates, response: Templates, compare: Compare, size: Callable[[Sequence[Mentions]], int]
) -> RoleCounts:
    pairs = _touched(key, response, compare)
    aligned = [
        row[at] for row, at in zip(pairs, _alignment(pairs), strict=True) if at is not None and at in row
    ]
    names = dict.fromkeys(role for template in (*key, *response) for role in template.roles)
    return {
        role: Counts(
            sum(each.right[role] for each in aligned),
            sum(size(each.roles.get(role, ())) for each in response),
            sum(each.found[role] for each in aligned),
            sum(size(each.roles.get(role, ())) for each in key),
        )
        for role in names
    }


def _touched(key: Templates, response: Templates, compare: Compare) -> list[dict[int, Touched]]:
    """For each key template what each response template of the same type touches.

    Of a key template with several types, `attack / bombing`, the type counts that touches most in all.
    """
    return [max((_row(name, each, response, compare) for name in _types(each)), key=_sum) for each in key]


def _row(name: str | None, key: Compared, response: Templates, compare: Compare) -> dict[int, Touched]:
    touched = {at: compare(key, each) for at, each in enumerate(response) if each.type == name is not None}
    return {at: each for at, each in touched.items() if each.right.total()}


def _sum(row: dict[int, Touched]) -> int:
    return sum(each.right.total() for each in row.values())


def _types(template: Compared) -> list[str | None]:
    if template.type is None or "/" not in template.type:
        return [template.type]
    return [name.strip() for name in template.type.split("/")]


def _alignment(pairs: Sequence[dict[int, Touched]]) -> list[int | None]:
    """The best alignment by what is right; of equally good ones that which finds most of the key."""
    most = 1 + sum(each.found.total() for row in pairs for each in row.values())
    worths = [
        {at: each.right.total() * most + each.found.total() for at, each in row.items()} for row in pairs
    ]
    return best_assignment(worths)


def _first(entity: Mentions, others: Sequence[Mentions]) -> int | None:
    """The first entity that has the first of these mentions that any has."""
    return next((at for each in entity for at, other in enumerate(others) if each in other), None)


def _shared(key: Mentions, response: Mentions) -> int:
    return sum(mention in key for mention in response)
