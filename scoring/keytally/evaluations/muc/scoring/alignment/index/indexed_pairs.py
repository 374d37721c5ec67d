"""The aligned pairs of one class, found without comparing every object with every other.

They are the pairs of `definition.align_class`, since

* pairs with an F of 1 come before all others, and features show which have it;
* objects that share no feature agree in nothing, so that no threshold from 0 on allows them to be aligned;
* if many pairs are left, bounds on F show which of them need not be compared (see `best_first`).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from keytally.evaluations.muc.scoring.alignment.index.best_first import (
    Aligned,
    BestFirstSearch,
    ProfiledObjects,
)
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfileComparison
from keytally.evaluations.muc.scoring.alignment.index.similarity import IDENTICAL, NOT_SIMILAR
from keytally.evaluations.muc.scoring.alignment.index.slot_profiles import Feature

MANY_PAIRS = 4096
"""Classes with more pairs than this are searched best first."""


def indexed_pairs(
    comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
) -> Iterator[Aligned]:
    """The aligned pairs, those that agree in everything first."""
    agreeing = agreeing_pairs(key, response)
    for k, r in agreeing.items():
        yield IDENTICAL, k, r
    taken = set(agreeing.values())
    keys = [k for k in range(len(key)) if k not in agreeing]
    responses = [r for r in range(len(response)) if r not in taken]
    rest = _differing(comparison, [key[k] for k in keys], [response[r] for r in responses])
    for similarity, k, r in rest:
        yield similarity, keys[k], responses[r]


def agreeing_pairs(key: ProfiledObjects, response: ProfiledObjects) -> dict[int, int]:
    """The pairs with an F of 1, taken before all others; none if features do not decide F."""
    if not all(profiled.countable for profiled in chain(key, response)):
        return {}
    waiting: dict[frozenset[Feature], deque[int]] = {}
    for r, other in enumerate(response):
        if other.least == len(other.features):
            waiting.setdefault(other.features, deque()).append(r)
    found: dict[int, int] = {}
    for k, mine in enumerate(key):
        if mine.least == len(mine.features) and mine.features and (places := waiting.get(mine.features)):
            found[k] = places.popleft()
    return found


def _differing(
    comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
) -> Iterator[Aligned]:
    """The aligned pairs among objects that may differ."""
    if len(key) * len(response) > MANY_PAIRS:
        return BestFirstSearch(comparison, key, response).pairs()
    return _taken(sorted(_candidates(comparison, key, response)))


def _candidates(
    comparison: ProfileComparison, key: ProfiledObjects, response: ProfiledObjects
) -> Iterator[tuple[int, int, int]]:
    """All pairs that may be aligned, each with its negative similarity, so that the best sorts first."""
    if comparison.exact.rules.threshold < 0:
        everybody = range(len(response))
        shared: Iterable[Mapping[int, int]] = (
            {r: len(mine.features & response[r].features) for r in everybody} for mine in key
        )
    else:
        shared = _shared_features(key, response)
    for k, counts in enumerate(shared):
        for r, count in counts.items():
            similarity = comparison.similarity(key[k], response[r], count)
            if similarity != NOT_SIMILAR:
                yield -similarity, k, r


def _shared_features(key: ProfiledObjects, response: ProfiledObjects) -> Iterator[Mapping[int, int]]:
    """For each object of the key the response's that share features with it, and how many."""
    with_feature: dict[Feature, list[int]] = {}
    for r, other in enumerate(response):
        for feature in other.features:
            with_feature.setdefault(feature, []).append(r)
    for mine in key:
        counts: dict[int, int] = {}
        for feature in mine.features:
            for r in with_feature.get(feature, ()):
                counts[r] = counts.get(r, 0) + 1
        yield counts


def _taken(ranked: Iterable[tuple[int, int, int]]) -> Iterator[Aligned]:
    """The pairs of which neither object has been taken before."""
    keys: set[int] = set()
    responses: set[int] = set()
    for below, k, r in ranked:
        if k not in keys and r not in responses:
            keys.add(k)
            responses.add(r)
            yield -below, k, r
