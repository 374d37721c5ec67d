"""Pairs of token columns of any size, the same at every run; hardly any two sentences have equal entities.

Sentences have 22 tokens on average, of which 18 per cent are in entities, which have two; that is about what
news and encyclopedias have.
"""

import random

from benchmarks.corpora.texts import Texts

_TYPES = ("PER", "ORG", "LOC", "MISC")
_LENGTHS = (1, 1, 1, 1, 2, 2, 2, 3, 3, 5)
_ERRORS = 0.25

Entity = tuple[int, int, str]


def token_columns(tokens: int) -> Texts:
    """A pair in the scheme IOB2 whose files have at least so many tokens each."""
    chance = random.Random(20090807)
    key, response = list[str](), list[str]()
    count = 0
    while count < tokens:
        length = 3 + int(chance.expovariate(1 / 20))
        entities = _entities(chance, length)
        for side, own in ((key, entities), (response, _changed(chance, entities, length))):
            side.append(_written(count, length, own))
        count += length
    return Texts("\n".join(key), "\n".join(response))


def _entities(chance: random.Random, length: int) -> list[Entity]:
    found, at = [], int(chance.expovariate(1 / 9))
    while at < length:
        end = min(at + chance.choice(_LENGTHS), length)
        found.append((at, end, chance.choice(_TYPES)))
        at = end + int(chance.expovariate(1 / 10))
    return found


def _changed(chance: random.Random, entities: list[Entity], length: int) -> list[Entity]:
    """What a fair system finds: some entities are missing, too short or of another type, some are new."""
    found = []
    for start, end, name in entities:
        kind = chance.random() / _ERRORS
        if kind > 1:
            found.append((start, end, name))
        elif kind > 0.6:
            found.append((start, end, chance.choice(_TYPES)))
        elif kind > 0.3 and end - start > 1:
            found.append((start, end - 1, name))
    if not found and chance.random() < _ERRORS:
        at = chance.randrange(length)
        found.append((at, at + 1, chance.choice(_TYPES)))
    return found


def _written(count: int, length: int, entities: list[Entity]) -> str:
    labels = ["O"] * length
    for start, end, name in entities:
        labels[start:end] = [f"B-{name}", *[f"I-{name}"] * (end - start - 1)]
    return "".join(f"w{(count + at) * 7919 % 30011}\t{label}\n" for at, label in enumerate(labels))
