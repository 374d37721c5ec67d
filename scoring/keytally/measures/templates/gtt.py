"""GTT's measure of templates (Du, Rush and Cardie 2021, "Template filling with generative transformers")."""

from collections import Counter
from collections.abc import Sequence

from keytally.measures.templates.best_map import BestMap, Pairs, best_map
from keytally.measures.templates.compared import TYPE, Compared, Mentions
from keytally.measures.templates.counts import Counts, RoleCounts

Templates = Sequence[Compared]


def fits(response: Mentions, key: Mentions) -> bool:
    """Whether all mentions of a response's entity are mentions of the key's."""
    return all(mention in key for mention in response)


def has_type_of(response: Compared, key: Compared) -> bool:
    """Whether a response template's type is a part of the key's: `attack` of `attack / bombing`."""
    return response.type is not None and key.type is not None and response.type in key.type


def right_in(response: Sequence[Mentions], key: Sequence[Mentions]) -> list[bool]:
    """Of each entity of the response, whether one of the key has all its mentions."""
    return [any(fits(entity, other) for other in key) for entity in response]


def found_in(key: Sequence[Mentions], response: Sequence[Mentions]) -> list[bool]:
    """Of each entity of the key, whether one of the response is right by it."""
    return [any(fits(other, entity) for other in response) for entity in key]


def map_of(key: Templates, response: Templates) -> BestMap:
    """The key template of each response template."""
    return best_map(pairs_of(key, response), sum(map(size_of, response)), sum(map(size_of, key)))


def pairs_of(key: Templates, response: Templates) -> Pairs:
    """What each pair of templates makes right and finds; None for templates whose types do not fit."""
    return [[_pair(mine, its) if has_type_of(mine, its) else None for its in key] for mine in response]


def gtt_counts(key: Templates, response: Templates, chosen: BestMap) -> RoleCounts:
    """The counts of each role under a map; a type counts as a role with one entity."""
    correct, proposed, found, gold = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for side, counted in ((response, proposed), (key, gold)):
        for template in side:
            counted[TYPE] += 1
            for role, entities in template.roles.items():
                counted[role] += len(entities)
    for mine, number in zip(response, chosen.partners, strict=True):
        if number is not None:
            _add(mine, key[number], correct, found)
    return {
        role: Counts(correct[role], proposed[role], found[role], gold[role])
        for role in dict.fromkeys([*gold, *proposed])
    }


def _add(mine: Compared, its: Compared, correct: Counter[str], found: Counter[str]) -> None:
    """Add what a pair makes right and finds, by role."""
    correct[TYPE] += 1
    found[TYPE] += 1
    for role, entities in mine.roles.items():
        others = its.roles.get(role)
        if entities and others:
            correct[role] += sum(right_in(entities, others))
            found[role] += sum(found_in(others, entities))


def _pair(mine: Compared, its: Compared) -> tuple[int, int]:
    correct, found = Counter[str](), Counter[str]()
    _add(mine, its, correct, found)
    return correct.total(), found.total()


def size_of(template: Compared) -> int:
    """The number of a template's entities and its type."""
    return 1 + sum(map(len, template.roles.values()))
