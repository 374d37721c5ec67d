"""The one-to-one alignment of the mentions of a document's key and response.

Mentions with the same text at the same place are aligned first, then those that contain the head in the key's
MIN and lie within the key's mention. The key's mentions choose in file order, each the first unaligned
mention of the response; so the order of files settles every tie.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Protocol

from keytally.evaluations.muc.formats.sgml.mention_attributes import MentionAttributes
from keytally.evaluations.muc.formats.sgml.quoted_words import contains_words

Partners = list[int | None]


class Mentions(Protocol):
    """What the alignment asks of the mentions of one side, in file order.

    `spans` are half-open ranges of the text without task tags, which is `stripped`; `with_head` are the
    mentions with a MIN.
    """

    @property
    def spans(self) -> Sequence[tuple[int, int]]:
        """The range of each mention."""
        ...

    @property
    def attributes(self) -> Sequence[MentionAttributes]:
        """What the tag of each mention says."""
        ...

    @property
    def with_head(self) -> Sequence[int]:
        """The mentions with a MIN, in order."""
        ...

    @property
    def stripped(self) -> str:
        """The text without task tags."""
        ...


def align(key: Mentions, response: Mentions, exact: bool) -> tuple[Partners, Partners]:
    """The partner of each mention of the key, and of each of the response; None without a partner.

    With `exact` only whole texts count, and MIN does not.
    """
    of_key = _same_spans(key.spans, response.spans)
    of_response = _turned(of_key, len(response.spans))
    if not exact:
        _by_head(key, response, of_key, of_response)
    return of_key, of_response


def _same_spans(key: Sequence[tuple[int, int]], response: Sequence[tuple[int, int]]) -> Partners:
    """The pairs with equal spans, in file order; mostly each span occurs once on a side."""
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


def _by_head(key: Mentions, response: Mentions, of_key: Partners, of_response: Partners) -> None:
    """Align the remaining mentions by head, in place."""
    wanting = [mention for mention in key.with_head if of_key[mention] is None]
    if not wanting:
        return
    free = _UnpairedMentions(response, of_response)
    for mention in wanting:
        candidate = free.first_within(*key.spans[mention], key.attributes[mention].minimum)
        if candidate is not None:
            of_key[mention], of_response[candidate] = candidate, mention


class _UnpairedMentions:
    """The mentions of a response without a partner; those that get one in `partners` are removed."""

    def __init__(self, response: Mentions, partners: Partners) -> None:
        self._mentions = [mention for mention, partner in enumerate(partners) if partner is None]
        self._starts = [response.spans[mention][0] for mention in self._mentions]
        self._spans = response.spans
        self._text = response.stripped
        self._partners = partners

    def first_within(self, start: int, end: int, head: str) -> int | None:
        """The first mention that lies within a range and contains a head.

        Mentions are in the order of their starts.
        """
        for place in range(bisect_left(self._starts, start), len(self._starts)):
            mention = self._mentions[place]
            first, last = self._spans[mention]
            if first > end:
                break
            if (
                last <= end
                and self._partners[mention] is None
                and contains_words(self._text[first:last], head)
            ):
                return mention
        return None
