"""Which mention of the response is which of the key's: one to one, within a document.

Mentions with the same text at the same place come first, then those that hold the head which the key
gives in MIN and lie within the key's mention. The key's mentions choose in their order, each the first
of the response's that is left; so the order of files settles every tie.
"""

from bisect import bisect_left
from collections.abc import Sequence

from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.words import holds

Partners = list[int | None]


def align(key: Chains, response: Chains, exact: bool) -> tuple[Partners, Partners]:
    """The partner of each mention of the key, and of each of the response; None where it has none.

    With `exact` only whole texts count, and MIN does not.
    """
    of_key = _same_spans(key.spans, response.spans)
    of_response = _turned(of_key, len(response))
    if not exact:
        _by_head(key, response, of_key, of_response)
    return of_key, of_response


def _same_spans(key: Sequence[tuple[int, int]], response: Sequence[tuple[int, int]]) -> Partners:
    """With the same span, first with first; mostly each span stands once on a side."""
    places = dict(zip(response, range(len(response)), strict=True))
    if len(places) == len(response) and len(set(key)) == len(key):
        return list(map(places.get, key))
    waiting: dict[tuple[int, int], list[int]] = {}
    for mention in range(len(response) - 1, -1, -1):
        waiting.setdefault(response[mention], []).append(mention)
    nobody: list[int] = []
    found = (waiting.get(span, nobody) for span in key)
    return [same.pop() if same else None for same in found]


def _turned(of_key: Partners, size: int) -> Partners:
    of_response: Partners = [None] * size
    for mention, partner in enumerate(of_key):
        if partner is not None:
            of_response[partner] = mention
    return of_response


def _by_head(key: Chains, response: Chains, of_key: Partners, of_response: Partners) -> None:
    """Pair what is left over by the heads, in place."""
    wanting = [mention for mention in key.with_head if of_key[mention] is None]
    if not wanting:
        return
    free = sorted(
        (*response.spans[mention], mention) for mention, partner in enumerate(of_response) if partner is None
    )
    for mention in wanting:
        candidate = _first_within(key.spans[mention], key.said[mention].minimum, free, response)
        if candidate is not None:
            of_key[mention], of_response[candidate] = candidate, mention
            del free[bisect_left(free, (*response.spans[candidate], candidate))]


def _first_within(
    span: tuple[int, int], head: str, free: Sequence[tuple[int, int, int]], response: Chains
) -> int | None:
    """The first free mention of the response that lies within a span and holds the head."""
    start, end = span
    holding = []
    for place in range(bisect_left(free, (start,)), len(free)):
        first, last, mention = free[place]
        if first > end:
            break
        if last <= end and holds(response.stripped[first:last], head):
            holding.append(mention)
    return min(holding, default=None)
