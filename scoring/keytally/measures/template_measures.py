"""Measures of templates with roles: GTT and CEAF-RME."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from keytally.measures.assignment import best_assignment, undisputed
from keytally.measures.map_region import Pairs, Point
from keytally.measures.template_maps import (
    TYPE,
    BestMap,
    ComparedTemplate,
    Counts,
    Measures,
    Mentions,
    RoleCounts,
    Templates,
    best_map,
)


class MentionIndex:
    """The mentions of templates, by role."""

    def __init__(self, templates: Templates) -> None:
        self._by_role: dict[str, list[int]] = {}
        self._by_mention: dict[tuple[str, str], list[int]] = {}
        for at, template in enumerate(templates):
            for role, entities in template.roles.items():
                if entities:
                    self._by_role.setdefault(role, []).append(at)
                for mention in {mention for entity in entities for mention in entity}:
                    self._by_mention.setdefault((role, mention), []).append(at)

    def sharing(self, template: ComparedTemplate) -> list[int]:
        """Return the sorted numbers of the templates that share a mention in a role with the given template.

        An entity without mentions matches any entity, so all templates with its role are included.
        """
        found = set[int]()
        for role, entities in template.roles.items():
            for entity in entities:
                if not entity:
                    found.update(self._by_role.get(role, ()))
                for mention in entity:
                    found.update(self._by_mention.get((role, mention), ()))
        return sorted(found)


Hits = Mapping[str, tuple[int, int]]
"""The number of correct entities of the response and of found entities of the key, by role."""

Sizes = Mapping[str, int]
"""The number of entities or mentions of each role on one side."""


def total_hits(hits: Hits) -> tuple[int, int]:
    """Return the numbers of correct and of found entities over all roles."""
    right = found = 0
    for of_role in hits.values():
        right += of_role[0]
        found += of_role[1]
    return right, found


def role_sizes(templates: Templates, size: Callable[[Sequence[Mentions]], int]) -> dict[str, int]:
    """Return the size of each role over templates; the function `size` returns the size of a role's
    entities.
    """
    found: dict[str, int] = {}
    for template in templates:
        for role, entities in template.roles.items():
            found[role] = found.get(role, 0) + (size(entities) if entities else 0)
    return found


def counts_of_hits(pairs: Iterable[Hits], gold: Sizes, proposed: Sizes) -> RoleCounts:
    """Return the counts of each role of either side, given the hits of pairs of templates."""
    right, found = dict.fromkeys(gold, 0), dict.fromkeys(gold, 0)
    for hits in pairs:
        for role, (mine, its) in hits.items():
            right[role] += mine
            found[role] += its
    counts = {role: Counts(right[role], proposed.get(role, 0), found[role], gold[role]) for role in gold}
    for role, size in proposed.items():
        if role not in counts:
            counts[role] = Counts(0, size, 0, 0)
    return counts


def fits_entity(response: Mentions, key: Mentions) -> bool:
    """Return whether all mentions of a response entity are also mentions of the key entity."""
    if len(response) == 1:
        return response[0] in key
    return all(mention in key for mention in response)


def has_type_of(response: ComparedTemplate, key: ComparedTemplate) -> bool:
    """Return whether a response template's type is one of the key template's types, such as `attack` in
    `attack / bombing`.
    """
    return response.type is not None and key.type is not None and response.type in key.type


def fitting_pairs(key: Templates, response: Templates) -> Pairs:
    """Return the pairs of templates with matching types, each with its numbers of correct and found
    entities.
    """
    kinds: dict[str | None, int] = {}
    columns: list[dict[int, None]] = []
    for mine in response:
        if mine.type not in kinds:
            kinds[mine.type] = len(columns)
            columns.append(dict.fromkeys(at for at, its in enumerate(key) if has_type_of(mine, its)))
    kind_of = [kinds[mine.type] for mine in response]
    index = MentionIndex(key)
    listed = [
        {at: Point(*total_hits(_hits(mine, key[at]))) for at in index.sharing(mine) if at in columns[kind]}
        for mine, kind in zip(response, kind_of, strict=True)
    ]
    return Pairs(listed, kind_of, columns, len(key))


def gtt_counts(key: Templates, response: Templates) -> tuple[RoleCounts, BestMap]:
    """Return the counts of each role under the best map, and the map.

    A type counts as a role with one entity.
    """
    pairs = fitting_pairs(key, response)
    chosen = best_map(pairs, sum(map(size_of, response)), sum(map(size_of, key)))
    mapped = [
        _hits(mine, key[at]) for mine, at in zip(response, chosen.partners, strict=True) if at is not None
    ]
    return counts_of_hits(mapped, _sizes(key), _sizes(response)), chosen


def size_of(template: ComparedTemplate) -> int:
    """Return the number of a template's entities, including its type."""
    return 1 + sum(map(len, template.roles.values()))


def _sizes(templates: Templates) -> Sizes:
    """Return the number of entities of each role, including types."""
    found = role_sizes(templates, len)
    if templates:
        found[TYPE] = found.get(TYPE, 0) + len(templates)
    return found


def _hits(mine: ComparedTemplate, its: ComparedTemplate) -> Hits:
    """Return the hits of a pair: its type, and the entities of each role."""
    hits = {
        role: _fitting(entities, others)
        for role, entities in mine.roles.items()
        if entities and (others := its.roles.get(role))
    }
    right, found = hits.get(TYPE, (0, 0))
    hits[TYPE] = right + 1, found + 1
    return hits


def _fitting(response: Sequence[Mentions], key: Sequence[Mentions]) -> tuple[int, int]:
    """Return the number of response entities that match a key entity, and the number of key entities that
    are matched.
    """
    if response == key:
        return len(response), len(key)
    if len(response) == len(key) == 1:
        fit = int(fits_entity(response[0], key[0]))
        return fit, fit
    table = [[fits_entity(entity, other) for other in key] for entity in response]
    return sum(map(any, table)), sum(map(any, zip(*table, strict=True)))


# CEAF-RME, of role fillers in templates.
#
# Source: Chen and others 2023, "Iterative document-level information extraction via imitation learning".


Compare = Callable[[ComparedTemplate, ComparedTemplate], Hits]
Numbered = Sequence[tuple[int, ComparedTemplate]]


def subset(key: ComparedTemplate, response: ComparedTemplate) -> Hits:
    """Return, by role, the number of response entities that share a mention with a key entity, and the number
    of key entities to which they are assigned.

    An entity is assigned to the first key entity that contains the first of its shared mentions.
    """
    hits: dict[str, tuple[int, int]] = {}
    for role, entities in response.roles.items():
        others = key.roles.get(role)
        if entities and others:
            touched = [at for entity in entities if (at := _first(entity, others)) is not None]
            if touched:
                hits[role] = len(touched), len(set(touched))
    return hits


def phi3(key: ComparedTemplate, response: ComparedTemplate) -> Hits:
    """Return, by role, the number of mentions that entities share in their best one-to-one alignment."""
    hits: dict[str, tuple[int, int]] = {}
    for role, entities in response.roles.items():
        others = key.roles.get(role)
        if entities and others and (shared := _shared_in_all(others, entities)):
            hits[role] = shared, shared
    return hits


def subset_counts(key: Templates, response: Templates) -> RoleCounts:
    """Return the counts of entities by role."""
    return _counts(key, response, subset, len)


def phi3_counts(key: Templates, response: Templates) -> RoleCounts:
    """Return the counts of mentions by role."""
    return _counts(key, response, phi3, _mentions_in)


def _mentions_in(entities: Sequence[Mentions]) -> int:
    return sum(map(len, entities))


def _counts(
    key: Templates, response: Templates, compare: Compare, size: Callable[[Sequence[Mentions]], int]
) -> RoleCounts:
    index = MentionIndex(response)
    rows = [_row(each, [(at, response[at]) for at in index.sharing(each)], compare) for each in key]
    pairs = zip(rows, _alignment(rows), strict=True)
    aligned = [row[at] for row, at in pairs if at is not None and at in row]
    return counts_of_hits(aligned, role_sizes(key, size), role_sizes(response, size))


def _row(key: ComparedTemplate, response: Numbered, compare: Compare) -> dict[int, Hits]:
    """Return the hits of a key template with each response template of its type that has a mention in common
    with it.

    If a key template has several types, as in `attack / bombing`, the type with the most hits is used.
    """
    types = _types(key)
    if len(types) == 1:
        return _row_of_type(types[0], key, response, compare)
    return max((_row_of_type(name, key, response, compare) for name in types), key=_right_in)


def _row_of_type(
    name: str | None, key: ComparedTemplate, response: Numbered, compare: Compare
) -> dict[int, Hits]:
    if name is None:
        return {}
    return {at: hits for at, each in response if each.type == name and (hits := compare(key, each))}


def _right_in(row: dict[int, Hits]) -> int:
    return sum(total_hits(each)[0] for each in row.values())


def _types(template: ComparedTemplate) -> list[str | None]:
    if template.type is None or "/" not in template.type:
        return [template.type]
    return [name.strip() for name in template.type.split("/")]


def _alignment(rows: Sequence[dict[int, Hits]]) -> list[int | None]:
    """Return the alignment with the most correct entities; of equally good alignments, the alignment with
    the most found entities.
    """
    simple = undisputed(rows)
    if simple is not None:
        return simple
    totals = [{at: total_hits(each) for at, each in row.items()} for row in rows]
    most = 1 + sum(found for row in totals for _, found in row.values())
    return best_assignment(
        [{at: right * most + found for at, (right, found) in row.items()} for row in totals]
    )


def _first(entity: Mentions, others: Sequence[Mentions]) -> int | None:
    """Return the index of the first entity that contains the first of these mentions to occur in any
    entity, or None.
    """
    for mention in entity:
        for at, other in enumerate(others):
            if mention in other:
                return at
    return None


def _shared_in_all(key: Sequence[Mentions], response: Sequence[Mentions]) -> int:
    """Return the number of mentions that the entities of a role share in their best alignment."""
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


GTT, SUBSET, PHI3 = "gtt", "ceaf_rme_subset", "ceaf_rme_phi3"
MEASURES = (GTT, SUBSET, PHI3)

_ALIGNED: Mapping[str, Callable[[Sequence[ComparedTemplate], Sequence[ComparedTemplate]], RoleCounts]] = {
    SUBSET: subset_counts,
    PHI3: phi3_counts,
}


def measure_templates(
    key: Sequence[ComparedTemplate], response: Sequence[ComparedTemplate], names: Collection[str] = MEASURES
) -> tuple[Measures, BestMap]:
    """Return the counts of the named measures, and the best map of templates, which GTT needs."""
    counts = {name: count(key, response) for name, count in _ALIGNED.items() if name in names}
    if GTT not in names:
        return counts, BestMap(())
    of_gtt, chosen = gtt_counts(key, response)
    return {GTT: of_gtt, **counts}, chosen
