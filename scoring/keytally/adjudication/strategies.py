"""Strategies: which variant of an item is right, as far as votes decide it."""

import re
from collections.abc import Callable, Sequence

from keytally.adjudication.variants import Variant

Strategy = Callable[[Sequence[Variant]], Variant | None]
"""Chooses one of the variants of an item, which are given as `variants` returns them; None leaves it open."""

FEWEST = 2
"""The number of annotators from which on they can be said to agree."""

NAMES = "unanimous, majority, votes=N or union"
_VOTES = re.compile(r"votes=([1-9]\d{0,5})")


def strategy_named(name: str) -> Strategy | None:
    """The strategy with that name: `unanimous`, `majority`, `votes=N`, `union`; None if there is none."""
    if name in _PLAIN:
        return _PLAIN[name]
    found = _VOTES.fullmatch(name)
    return with_votes(int(found[1])) if found else None


def unanimous(variants: Sequence[Variant]) -> Variant | None:
    """What all say, if they are at least two."""
    return variants[0] if len(variants) == 1 and variants[0].votes >= FEWEST else None


def majority(variants: Sequence[Variant]) -> Variant | None:
    """What more than half of them say, if they are at least two."""
    votes = sum(variant.votes for variant in variants)
    return variants[0] if variants and votes >= FEWEST and 2 * variants[0].votes > votes else None


def with_votes(fewest: int) -> Strategy:
    """What most say of all that at least so many say; a tie stays open.

    Nothing is there if fewer than so many say that anything is.
    """

    def strategy(variants: Sequence[Variant]) -> Variant | None:
        something = [variant for variant in variants if variant.said is not None]
        if sum(variant.votes for variant in something) < fewest:
            return Variant(None, next((each.annotators for each in variants if each.said is None), ()))
        first = something[0]
        is_tied = len(something) > 1 and something[1].votes == first.votes
        return first if first.votes >= fewest and not is_tied else None

    return strategy


union = with_votes(1)
"""What anybody says to be there; where they say different things of it what most say, a tie stays open."""

_PLAIN: dict[str, Strategy] = {"unanimous": unanimous, "majority": majority, "union": union}
