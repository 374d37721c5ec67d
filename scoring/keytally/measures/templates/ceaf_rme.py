"""CEAF-RME, of role fillers in templates.

Source: Chen and others 2023, "Iterative document-level information extraction via imitation learning".
"""

from collections.abc import Callable, Sequence

from keytally.measures.assignment import best_assignment, undisputed
from keytally.measures.templates.compared import Compared, Mentions, Templates
from keytally.measures.templates.counts import RoleCounts
from keytally.measures.templates.hits import Hits, counted, in_all, sizes

Compare = Callable[[Compared, Compared], Hits]


def subset(key: Compared, response: Compared) -> Hits:
    """The response's entities that share a mention with the key's, and the key's that they touch.

    An entity touches the first of the key's that has its first shared mention.
    """
    hits: dict[str, tuple[int, int]] = {}
    for role, entities in response.roles.items():
        others = key.roles.get(role)
        if entities and others:
            touched = [at for entity in entities if (at := _first(entity, others)) is not None]
            if touched:
                hits[role] = len(touched), len(set(touched))
    return hits


def phi3(key: Compared, response: Compared) -> Hits:
    """The mentions that entities share in their best one-to-one alignment."""
    hits: dict[str, tuple[int, int]] = {}
    for role, entities in response.roles.items():
        others = key.roles.get(role)
        if entities and others and (shared := _shared_in_all(others, entities)):
            hits[role] = shared, shared
    return hits


def subset_counts(key: Templates, response: Templates) -> RoleCounts:
    """The counts of entities by role."""
    return _counts(key, response, subset, len)


def phi3_counts(key: Templates, response: Templates) -> RoleCounts:
    """The counts of mentions by role."""
    return _counts(key, response, phi3, _mentions_in)


def _mentions_in(entities: Sequence[Mentions]) -> int:
    return sum(map(len, entities))


def _counts(
    key: Templates, response: Templates, compare: Compare, size: Callable[[Sequence[Mentions]], int]
) -> RoleCounts:
    rows = [_row(each, response, compare) for each in key]
    pairs = zip(rows, _alignment(rows), strict=True)
    aligned = [row[at] for row, at in pairs if at is not None and at in row]
    return counted(aligned, sizes(key, size), sizes(response, size))


def _row(key: Compared, response: Templates, compare: Compare) -> dict[int, Hits]:
    """What each response template of the same type touches of a key template.

    Of a key template with several types, `attack / bombing`, the type counts that touches most in all.
    """
    types = _types(key)
    if len(types) == 1:
        return _row_of_type(types[0], key, response, compare)
    return max((_row_of_type(name, key, response, compare) for name in types), key=_right_in)


def _row_of_type(name: str | None, key: Compared, response: Templates, compare: Compare) -> dict[int, Hits]:
    if name is None:
        return {}
    return {
        at: hits for at, each in enumerate(response) if each.type == name and (hits := compare(key, each))
    }


def _right_in(row: dict[int, Hits]) -> int:
    return sum(in_all(each)[0] for each in row.values())


def _types(template: Compared) -> list[str | None]:
    if template.type is None or "/" not in template.type:
        return [template.type]
    return [name.strip() for name in template.type.split("/")]


def _alignment(rows: Sequence[dict[int, Hits]]) -> list[int | None]:
    """The best alignment by what is right; of equally good ones that which finds most of the key."""
    simple = undisputed(rows)
    if simple is not None:
        return simple
    totals = [{at: in_all(each) for at, each in row.items()} for row in rows]
    most = 1 + sum(found for row in totals for _, found in row.values())
    return best_assignment(
        [{at: right * most + found for at, (right, found) in row.items()} for row in totals]
    )


def _first(entity: Mentions, others: Sequence[Mentions]) -> int | None:
    """The first entity that has the first of these mentions that any has."""
    for mention in entity:
        for at, other in enumerate(others):
            if mention in other:
                return at
    return None


def _shared_in_all(key: Sequence[Mentions], response: Sequence[Mentions]) -> int:
    """The mentions that entities of a role share in their best alignment."""
    if key == response:
        return _mentions_in(key)
    if len(key) == len(response) == 1:
        return _shared(key[0], response[0])
    worths = [
        {at: count for at, other in enumerate(key) if (count := _shared(other, mine))} for mine in response
    ]
    pairs = zip(worths, best_assignment(worths), strict=True)
    return sum(row[at] for row, at in pairs if at is not None and at in row)


def _shared(key: Mentions, response: Mentions) -> int:
    return sum(mention in key for mention in response)
