"""GTT's measure of templates (Du, Rush and Cardie 2021, "Template filling with generative transformers")."""

from collections.abc import Sequence

from keytally.measures.templates.best_map import BestMap, Pairs, best_map
from keytally.measures.templates.compared import TYPE, Compared, Mentions, Templates
from keytally.measures.templates.counts import RoleCounts
from keytally.measures.templates.hits import Hits, Sizes, counted, in_all, sizes


def fits(response: Mentions, key: Mentions) -> bool:
    """Whether all mentions of a response's entity are mentions of the key's."""
    if len(response) == 1:
        return response[0] in key
    return all(mention in key for mention in response)


def has_type_of(response: Compared, key: Compared) -> bool:
    """Whether a response template's type is a part of the key's: `attack` of `attack / bombing`."""
    return response.type is not None and key.type is not None and response.type in key.type


def pairs_of(key: Templates, response: Templates) -> Pairs:
    """What each pair of templates makes right and finds; None for templates whose types do not fit."""
    return _totals(hits_of(key, response))


def hits_of(key: Templates, response: Templates) -> Sequence[Sequence[Hits | None]]:
    """The same by role, for each response template and key template."""
    return [[_hits(mine, its) if has_type_of(mine, its) else None for its in key] for mine in response]


def gtt_counts(key: Templates, response: Templates) -> tuple[RoleCounts, BestMap]:
    """The counts of each role under the best map, and that; a type counts as a role with one entity."""
    hits = hits_of(key, response)
    chosen = best_map(_totals(hits), sum(map(size_of, response)), sum(map(size_of, key)))
    mapped = [row[at] for row, at in zip(hits, chosen.partners, strict=True) if at is not None]
    return counted(filter(None, mapped), _sizes(key), _sizes(response)), chosen


def size_of(template: Compared) -> int:
    """The number of a template's entities and its type."""
    return 1 + sum(map(len, template.roles.values()))


def _sizes(templates: Templates) -> Sizes:
    """The number of entities of each role, types among them."""
    found = sizes(templates, len)
    if templates:
        found[TYPE] = found.get(TYPE, 0) + len(templates)
    return found


def _totals(hits: Sequence[Sequence[Hits | None]]) -> Pairs:
    return [[None if each is None else in_all(each) for each in row] for row in hits]


def _hits(mine: Compared, its: Compared) -> Hits:
    """What a pair makes right and finds: its type, and the entities of each role."""
    hits = {
        role: _fitting(entities, others)
        for role, entities in mine.roles.items()
        if entities and (others := its.roles.get(role))
    }
    right, found = hits.get(TYPE, (0, 0))
    hits[TYPE] = right + 1, found + 1
    return hits


def _fitting(response: Sequence[Mentions], key: Sequence[Mentions]) -> tuple[int, int]:
    """How many entities of the response fit one of the key, and how many of the key one of them fits."""
    if response == key:
        return len(response), len(key)
    if len(response) == len(key) == 1:
        fit = int(fits(response[0], key[0]))
        return fit, fit
    table = [[fits(entity, other) for other in key] for entity in response]
    return sum(map(any, table)), sum(map(any, zip(*table, strict=True)))
