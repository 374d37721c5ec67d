"""The comparison of two slots, by definition: the aligned alternatives, and the status of every fill.

Rules: manual, "Calculation of Scores" (alternatives, noncommittal tallies). Where it says nothing: of
alternatives with equal F the one with as many fills as the response or the fewest above wins, if none has
that many the largest, then file order; for an unaligned slot the smallest alternative counts.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration, SlotDefinition
from keytally.evaluations.muc.model.objects import Slot
from keytally.evaluations.muc.scoring.alignment.comparison.best_alternatives import best_alternatives
from keytally.evaluations.muc.scoring.alignment.comparison.fills import FillComparison, Match
from keytally.evaluations.muc.scoring.result import FillPair, FillPlace, SlotPair, tally_of
from keytally.tallies.status import Status

Alternatives = tuple[tuple[str, ...], ...]


class SlotText(NamedTuple):
    """The content of a slot, without places: its alternatives, and whether it is optional."""

    alternatives: Alternatives = ()
    optional: bool = False


EMPTY = SlotText()


class ResponseMarks(NamedTuple):
    """The marks that a response may use: further alternatives, and optional parts.

    Both in key2key (the latter if `key2key_symmetric`), neither in key2response.
    """

    alternatives: bool = False
    optional: bool = False

    @classmethod
    def under(cls, configuration: Configuration) -> "ResponseMarks":
        """The marks that a configuration allows."""
        both_keys = configuration.scoring_method.lower() == "key2key"
        return cls(both_keys, both_keys and configuration.key2key_symmetric)


class SlotRules(NamedTuple):
    """The rules for comparing slots of one definition.

    `removed_count` says whether removed pointers count (`rem_tally`).
    """

    definition: SlotDefinition
    marks: ResponseMarks = ResponseMarks()
    removed_count: bool = True

    def seen(self, slot: Slot, key_side: bool, optional: bool = False) -> Slot:
        """A slot without the marks that its side may not use; `optional` says that its object is optional."""
        alternatives = slot.alternatives if key_side or self.marks.alternatives else slot.alternatives[:1]
        return Slot(alternatives, (slot.optional or optional) and (key_side or self.marks.optional))

    def text(self, slot: Slot | None, key_side: bool, optional: bool = False) -> SlotText:
        """The content of a side's slot; `optional` says that its object is optional."""
        if slot is None:
            return EMPTY
        seen = self.seen(slot, key_side, optional)
        return SlotText(
            tuple([tuple([fill.text for fill in fills]) for fills in seen.alternatives]), seen.optional
        )

    def outcome(self, status: Status, optional: bool) -> Status:
        """A fill's status; unscored or optional if the slot is not scored or the fill costs nothing."""
        if not self.definition.scored:
            return Status.UNSCORED
        return Status.OPTIONAL if optional else status


def align_slots(rules: SlotRules, fills: FillComparison, key: SlotText, response: SlotText) -> SlotPair:
    """The comparison of two slots; it has no fills if neither slot has any."""
    of_key, of_response = counted(rules, fills, key, True), counted(rules, fills, response, False)
    choice = _choose(fills, of_key, of_response)
    found = (
        *_chosen(rules, choice, key.optional, response.optional),
        *(FillPair(status, place, None) for status, place in _left_over(of_key, choice.key)),
        *(FillPair(status, None, place) for status, place in _left_over(of_response, choice.response)),
    )
    return SlotPair(tally_of(found, rules.removed_count), found, choice.key, choice.response)


class CountedFills(NamedTuple):
    """A slot's alternatives, and for each the indices of the fills that count."""

    alternatives: Alternatives
    places: Sequence[Sequence[int]]

    def candidates(self) -> list[int]:
        """The alternatives that have a fill that counts."""
        return [which for which, places in enumerate(self.places) if places]

    def texts(self, which: int) -> list[str]:
        """The fills of an alternative that count."""
        return [self.alternatives[which][place] for place in self.places[which]]


def counted(rules: SlotRules, fills: FillComparison, text: SlotText, key_side: bool) -> CountedFills:
    """A side's fills with those that count: all for an unscored slot, else those that are not removed."""
    if not rules.definition.scored:
        return CountedFills(text.alternatives, [range(len(each)) for each in text.alternatives])
    places = [
        [place for place, fill in enumerate(each) if not fills.removed(fill, key_side)]
        for each in text.alternatives
    ]
    return CountedFills(text.alternatives, places)


class _Choice(NamedTuple):
    """Aligned alternatives by their indices (None: that side has none), and the fills within them."""

    key: int | None
    response: int | None
    matches: Sequence[Match]


def _choose(fills: FillComparison, key: CountedFills, response: CountedFills) -> _Choice:
    """The aligned alternatives; one without a fill that counts is no candidate."""
    candidates, others = key.candidates(), response.candidates()
    if candidates and others:
        texts = {k: key.texts(k) for k in candidates}
        best = best_alternatives(fills, texts, {r: response.texts(r) for r in others})
        return _aligned(fills, key, response, *best)
    if candidates:
        k = min(candidates, key=lambda which: len(key.places[which]))
        return _Choice(k, None, [Match(Status.MISSING, place, None) for place in key.places[k]])
    if others:
        r = min(others, key=lambda which: len(response.places[which]))
        return _Choice(None, r, [Match(Status.SPURIOUS, None, place) for place in response.places[r]])
    return _Choice(None, None, ())


def _aligned(fills: FillComparison, key: CountedFills, response: CountedFills, k: int, r: int) -> _Choice:
    """The alignment of one alternative with another."""
    matches = fills.align(key.texts(k), response.texts(r))
    return _Choice(k, r, [_among_all(match, key.places[k], response.places[r]) for match in matches])


def _among_all(match: Match, key: Sequence[int], response: Sequence[int]) -> Match:
    """A match of fills that count, by their indices among all fills."""
    status, k, r = match
    return Match(status, None if k is None else key[k], None if r is None else response[r])


def _chosen(
    rules: SlotRules, choice: _Choice, key_optional: bool, response_optional: bool
) -> Iterator[FillPair]:
    """The fills of the aligned alternatives."""
    lacks = (choice.response is None and key_optional) or (choice.key is None and response_optional)
    for match in choice.matches:
        key = None if match.key is None else FillPlace(choice.key or 0, match.key)
        response = None if match.response is None else FillPlace(choice.response or 0, match.response)
        yield FillPair(rules.outcome(match.status, lacks), key, response)


def _left_over(side: CountedFills, chosen: int | None) -> Iterator[tuple[Status, FillPlace]]:
    """A side's removed fills, and those of its unused alternatives."""
    for which, fills in enumerate(side.alternatives):
        counted_places = set(side.places[which])
        for place in range(len(fills)):
            if place not in counted_places:
                yield Status.REMOVED, FillPlace(which, place)
            elif which != chosen:
                yield Status.NONCOMMITTAL, FillPlace(which, place)
