"""Marks of a document: the status of each mention, on its opening bracket."""

from collections.abc import Iterator

from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.scoring import MatchedChains, ScoredMention, Side
from keytally.families.contract import Level, Mark
from keytally.tallies.status import Status

_MarkPlace = tuple[DocumentUnit, int, int]


class ChainVerdicts:
    """The marks of a compared document; `key` and `response` are its units, and one of them may be None."""

    def __init__(
        self, key: DocumentUnit | None, response: DocumentUnit | None, compared: MatchedChains
    ) -> None:
        self._key = key
        self._response = response
        self._compared = compared

    def on_key(self) -> Iterator[Mark]:
        """Yield a mark for each mention of the key, in text order."""
        if self._key is None:
            return
        compared = self._compared
        for number in _in_order(compared.key):
            partner = compared.partners[number]
            if not compared.is_scored(number, partner):
                continue
            other = None if partner is None else compared.response.mentions[partner]
            mine = compared.key.mentions[number], self._key, compared.key
            yield _mark(
                mine, compared.status_of_key(number), (other, self._response, compared.response), "response"
            )

    def on_response(self) -> Iterator[Mark]:
        """Yield a mark for each mention of the response and each missing mention, in text order."""
        if self._response is None:
            return
        found = [*self._own(self._response), *self._missing(self._response)]
        yield from sorted(found, key=lambda mark: (mark.start, mark.end))

    def _own(self, response: DocumentUnit) -> Iterator[Mark]:
        compared = self._compared
        for number, each in enumerate(compared.response.mentions):
            partner = compared.turned[number]
            if not compared.is_scored(partner, number):
                continue
            other = None if partner is None else compared.key.mentions[partner]
            mine = each, response, compared.response
            yield _mark(mine, compared.status_of_response(number), (other, self._key, compared.key), "key")

    def _missing(self, response: DocumentUnit) -> Iterator[Mark]:
        compared = self._compared
        for number in compared.missing:
            if self._key is not None:
                each = compared.key.mentions[number]
                place = response.missing_place(each.mention.words[0])
                subject = _subject(self._key, each, compared.key)
                there = (self._key, *each.mention.opening)
                yield _made((response, place, place), Status.MISSING, subject, there)


def _in_order(side: Side) -> list[int]:
    """Return the numbers of a side's mentions in the order of their opening brackets."""
    return sorted(range(len(side.mentions)), key=lambda number: side.mentions[number].mention.opening)


def _mark(
    mine: tuple[ScoredMention, DocumentUnit, Side],
    status: Status,
    there: tuple[ScoredMention | None, DocumentUnit | None, Side],
    other_side: str,
) -> Mark:
    """Return the mark of a mention; a mention in the wrong chain is marked with its partner's chain."""
    scored, unit, side = mine
    other, other_unit, its = there
    subject = _subject(unit, scored, side)
    partner = None
    if other is not None and other_unit is not None:
        partner = (other_unit, *other.mention.opening)
        if status is Status.INCORRECT:
            subject += f" ({other_side}: chain {its.chains[other.chain].name})"
    return _made((unit, *scored.mention.opening), status, subject, partner)


def _made(place: _MarkPlace, status: Status, subject: str, partner: _MarkPlace | None) -> Mark:
    return Mark(*place, status, Level.MENTION, f"{status.value.upper()} {subject}", partner, subject)


def _subject(unit: DocumentUnit, scored: ScoredMention, side: Side) -> str:
    """Return a subject such as `"the mayor" of chain 7`."""
    return f"{unit.words_of(scored.mention)} of chain {side.chains[scored.chain].name}"
