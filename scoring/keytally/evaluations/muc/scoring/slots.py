"""Slots: which alternatives are aligned, and what becomes of every single fill.

Rules: manual, "Calculation of Scores" (alternatives, noncommittal tallies). Where it is silent: of
alternatives with equal F the one with as many fills as the response or the fewest above wins, if none
has that many the largest, then file order; of a slot that stands alone the smallest alternative counts.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import SlotDefinition
from keytally.evaluations.muc.model.objects import MultiFill, Slot
from keytally.evaluations.muc.scoring.fills import FillComparison, Match, PatternFills, Patterns
from keytally.evaluations.muc.scoring.result import FillPair, FillPlace, SlotPair
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

CACHED_COMPARISONS = 1 << 15

Alternatives = tuple[tuple[str, ...], ...]


class SlotText(NamedTuple):
    """What a slot says, without places: its alternatives, and whether it may be lacking at no cost."""

    alternatives: Alternatives = ()
    optional: bool = False


EMPTY = SlotText()


class ResponseMarks(NamedTuple):
    """What a response may say about itself: further alternatives, and that things are optional.

    Both in key2key (the latter if `key2key_symmetric`), neither in key2response.
    """

    alternatives: bool = False
    optional: bool = False


Form = tuple[str, Hashable, int]
"""A slot, what fills in it share that earn credit against each other, and the how manieth fill with it."""


class Part(NamedTuple):
    """What a comparison sees of one slot: the fills that take part, each by its forms, by alternative.

    Slots of equal parts compare alike with every slot of the other side. `taking` are the places of those
    fills, `forms` all forms that an alternative has, `least` is how many fills count in any case. Of slots
    that are `countable`, correct are as many fills as there are forms that both have, and no others. A
    part is `whole` if the slot has one alternative, whose fills all take part and share no form.
    """

    alternatives: tuple[tuple[tuple[Hashable, ...], ...], ...] = ()
    optional: bool = False
    taking: tuple[tuple[int, ...], ...] = ()
    forms: tuple[Form, ...] = ()
    least: int = 0
    countable: bool = True
    whole: bool = False


NO_PART = Part()
FIRST_TAKING_PART = ((0,),)
NONE_TAKING_PART = Part(taking=((),))


class _Taking(NamedTuple):
    """A slot's alternatives, and the places of the fills of each that take part."""

    alternatives: Alternatives
    live: list[list[int]]

    def candidates(self) -> list[int]:
        """The alternatives that have a fill that takes part."""
        return [place for place, fills in enumerate(self.live) if fills]

    def texts(self, place: int) -> list[str]:
        """The fills of an alternative that take part."""
        return [self.alternatives[place][fill] for fill in self.live[place]]


class _Choice(NamedTuple):
    """Aligned alternatives by their indices (None: that side has none), and the fills within them."""

    key: int | None
    response: int | None
    matches: Sequence[Match]


_COUNTED_AS = {
    Status.CORRECT: "cor",
    Status.PARTIAL: "par",
    Status.INCORRECT: "inc",
    Status.MISSING: "mis",
    Status.SPURIOUS: "spu",
}


def tally_of(fills: Iterable[FillPair], removed_count: bool = True) -> Tally:
    """The counts of single-fill comparisons; all that is no outcome of scoring counts as NON.

    `removed_count` tells whether removed pointers count at all (`rem_tally`).
    """
    counts = dict.fromkeys(Tally._fields, 0)
    for fill in fills:
        if removed_count or fill.status is not Status.REMOVED:
            counts[_COUNTED_AS.get(fill.status, "non")] += 1
    return Tally(**counts)


def _single(status: Status, key: bool, response: bool) -> SlotPair:
    """The comparison of slots that hold one fill or none."""
    first = FillPlace(0, 0)
    fills = (FillPair(status, first if key else None, first if response else None),)
    return SlotPair(tally_of(fills), fills, 0 if key else None, 0 if response else None)


_BOTH = (Status.CORRECT, Status.PARTIAL, Status.INCORRECT, Status.UNSCORED)
SINGLE_PAIRS = {status: _single(status, True, True) for status in _BOTH}
SINGLE_KEYS = {s: _single(s, True, False) for s in (Status.MISSING, Status.OPTIONAL, Status.UNSCORED)}
SINGLE_RESPONSES = {s: _single(s, False, True) for s in (Status.SPURIOUS, Status.OPTIONAL, Status.UNSCORED)}


class SlotComparison:
    """Compares the slots of one definition.

    Results hold no places, so comparisons of equal texts share one SlotPair; those of single fills,
    nearly all there are, take a short cut to the same values.
    """

    __slots__ = (
        "_equal",
        "_fills",
        "_known",
        "_marks",
        "_parts",
        "_removed_count",
        "_short_cut",
        "definition",
        "scored",
    )

    def __init__(
        self,
        definition: SlotDefinition,
        fills: FillComparison,
        marks: ResponseMarks,
        removed_count: bool = True,
    ) -> None:
        self.definition = definition
        self.scored = definition.scored
        self._fills = fills
        self._marks = marks
        self._removed_count = removed_count
        self._short_cut = fills.reflexive
        self._parts: dict[str, Part] = {}
        self._equal = SINGLE_PAIRS[Status.CORRECT if definition.scored else Status.UNSCORED]
        if fills.lasting:
            self._known = lru_cache(CACHED_COMPARISONS)(self.align)
        else:
            self._known = SlotComparison(definition, PatternFills(), marks, removed_count)._known

    def pointing(self, fills: FillComparison) -> "SlotComparison":
        """The same with pointers that mean something else; what their patterns come to is shared."""
        other = object.__new__(SlotComparison)
        for name in SlotComparison.__slots__:
            setattr(other, name, getattr(self, name))
        other._fills = fills
        return other

    def compare(self, key: Slot | None, response: Slot | None) -> SlotPair | None:
        """The comparison of the slots of two aligned objects; None where neither has a fill."""
        if key is not None and response is not None:
            keys, responses = key.alternatives, response.alternatives
            if len(keys) == 1 == len(responses) and len(keys[0]) == 1 == len(responses[0]):
                mine, other = keys[0][0][0], responses[0][0][0]
                if self._short_cut:
                    return self._equal if mine == other else SINGLE_PAIRS[self._status(mine, other)]
                if self._takes_part(mine, True) and self._takes_part(other, False):
                    return SINGLE_PAIRS[self._status(mine, other)]
        pair = self._align(self._key_text(key), self._response_text(response))
        return pair if pair.fills else None

    def agreeing(self, count: int) -> SlotPair:
        """The comparison of so many fills with as many that are correct in the same order."""
        if count == 1:
            return self._equal
        places = (FillPlace(0, place) for place in range(count))
        status = Status.CORRECT if self.scored else Status.UNSCORED
        fills = tuple(FillPair(status, place, place) for place in places)
        return SlotPair(tally_of(fills), fills, 0, 0)

    def alone(self, slot: Slot, key_side: bool, optional: bool) -> SlotPair | None:
        """What becomes of a slot of an object that stands alone; `optional` tells whether that is.

        None where the slot has no fill.
        """
        alternatives = slot.alternatives
        if len(alternatives) == 1 == len(alternatives[0]) and (
            self._short_cut or self._takes_part(alternatives[0][0][0], key_side)
        ):
            return self._single_alone(key_side, slot.optional or optional)
        if key_side:
            pair = self._align(self._key_text(slot, optional), EMPTY)
        else:
            pair = self._align(EMPTY, self._response_text(slot, optional))
        return pair if pair.fills else None

    def forms(self, slot: Slot | None) -> frozenset[str]:
        """What the fills of a slot share with those they are correct against; empty for pointers."""
        if slot is None or not self._short_cut:
            return frozenset()
        return frozenset(
            self._fills.form(fill.text) for multi_fill in slot.alternatives for fill in multi_fill
        )

    def part(self, slot: Slot | None, key_side: bool) -> Part:
        """What the comparison sees of a side's slot."""
        if slot is None:
            return NO_PART
        alternatives, optional = slot
        if optional or len(alternatives) != 1:
            return self._part(slot, key_side)
        if len(alternatives[0]) != 1:
            return self._multi_part([fill[0] for fill in alternatives[0]], key_side)
        text = alternatives[0][0][0]
        if not self._short_cut:
            return self._single_part(text, key_side)
        part = self._parts.get(text)
        if part is None:
            if len(self._parts) >= CACHED_COMPARISONS:
                self._parts.clear()
            part = self._parts[text] = self._single_part(text, key_side)
        return part

    def _single_part(self, text: str, key_side: bool) -> Part:
        """The part of a slot that has one fill; the same as by definition."""
        if not self._short_cut and self.scored and self._fills.removed(text, key_side):
            return NONE_TAKING_PART
        forms, name = self._fills.forms(text, key_side), self.definition.name
        numbered = tuple([(name, form, 0) for form in forms])
        return Part(((forms,),), False, FIRST_TAKING_PART, numbered, 1, len(forms) <= 1, forms != ())

    def _multi_part(self, texts: Sequence[str], key_side: bool) -> Part:
        """The part of a slot that has one alternative; the same as by definition."""
        live = self._live(texts, key_side)
        fills = tuple([self._fills.forms(texts[place], key_side) for place in live])
        if not fills:
            return NONE_TAKING_PART
        held = list(chain.from_iterable(fills))
        if len(set(held)) < len(held):
            forms, whole = tuple(self._numbered((fills,))), False
        else:
            forms = tuple([(self.definition.name, form, 0) for form in held])
            whole = len(live) == len(texts) and all(fills)
        return Part((fills,), False, (tuple(live),), forms, len(fills), _has_single_forms((fills,)), whole)

    def _part(self, slot: Slot, key_side: bool) -> Part:
        text = self._key_text(slot) if key_side else self._response_text(slot)
        taking = [self._live(alternative, key_side) for alternative in text.alternatives]
        alternatives = tuple(
            tuple(self._fills.forms(alternative[place], key_side) for place in places)
            for alternative, places in zip(text.alternatives, taking, strict=True)
            if places
        )
        forms = tuple(self._numbered(alternatives))
        least = 0 if text.optional else min(map(len, alternatives), default=0)
        countable = not text.optional and len(alternatives) <= 1 and _has_single_forms(alternatives)
        return Part(alternatives, text.optional, tuple(map(tuple, taking)), forms, least, countable)

    def _numbered(self, alternatives: tuple[tuple[tuple[Hashable, ...], ...], ...]) -> Iterator[Form]:
        """The forms, each as often as the alternative has it that has it most often."""
        name = self.definition.name
        most: Counter[Hashable] = Counter()
        for fills in alternatives:
            met: Counter[Hashable] = Counter()
            for fill in fills:
                for form in fill:
                    if met[form] == most[form]:
                        yield name, form, met[form]
                        most[form] += 1
                    met[form] += 1

    def align(self, key: SlotText, response: SlotText) -> SlotPair:
        """The comparison by definition, without short cuts; without fills where neither side has any."""
        mine = _Taking(key.alternatives, [self._live(fills, True) for fills in key.alternatives])
        other = _Taking(response.alternatives, [self._live(fills, False) for fills in response.alternatives])
        choice = self._choose(mine, other)
        fills = (
            *self._chosen(choice, key.optional, response.optional),
            *(FillPair(status, place, None) for status, place in _left_over(mine, choice.key)),
            *(FillPair(status, None, place) for status, place in _left_over(other, choice.response)),
        )
        return SlotPair(tally_of(fills, self._removed_count), fills, choice.key, choice.response)

    def _align(self, key: SlotText, response: SlotText) -> SlotPair:
        """The comparison, remembered by the texts, or by the patterns of those whose meaning may change."""
        if not self._fills.lasting:
            patterns = Patterns(self._fills)
            key, response = _by_pattern(key, patterns, True), _by_pattern(response, patterns, False)
        return self._known(key, response)

    def _status(self, key: str, response: str) -> Status:
        return self._fills.status(key, response) if self.scored else Status.UNSCORED

    def _takes_part(self, text: str, key_side: bool) -> bool:
        return not self.scored or not self._fills.removed(text, key_side)

    def _single_alone(self, key_side: bool, optional: bool) -> SlotPair:
        if key_side:
            return SINGLE_KEYS[self._outcome(Status.MISSING, optional)]
        return SINGLE_RESPONSES[self._outcome(Status.SPURIOUS, optional and self._marks.optional)]

    def _key_text(self, slot: Slot | None, optional: bool = False) -> SlotText:
        if slot is None:
            return EMPTY
        return SlotText(_texts(slot.alternatives), slot.optional or optional)

    def _response_text(self, slot: Slot | None, optional: bool = False) -> SlotText:
        if slot is None:
            return EMPTY
        seen = slot.alternatives if self._marks.alternatives else slot.alternatives[:1]
        return SlotText(_texts(seen), (slot.optional or optional) and self._marks.optional)

    def _live(self, alternative: Sequence[str], key_side: bool) -> list[int]:
        """The places of the fills that take part."""
        if self._short_cut or not self.scored:
            return list(range(len(alternative)))
        return [place for place, text in enumerate(alternative) if not self._fills.removed(text, key_side)]

    def _choose(self, key: _Taking, response: _Taking) -> _Choice:
        """The alternatives that are aligned; one that has no fill is no candidate."""
        candidates, others = key.candidates(), response.candidates()
        if candidates and others:
            pairs = (self._pair(key, response, k, r) for k in candidates for r in others)
            return min(pairs, key=_preference)
        if candidates:
            k = min(candidates, key=lambda place: len(key.live[place]))
            return _Choice(k, None, [Match(Status.MISSING, place, None) for place in key.live[k]])
        if others:
            r = min(others, key=lambda place: len(response.live[place]))
            return _Choice(None, r, [Match(Status.SPURIOUS, None, place) for place in response.live[r]])
        return _Choice(None, None, ())

    def _pair(self, key: _Taking, response: _Taking, k: int, r: int) -> _Choice:
        """The alignment of one alternative with another."""
        matches = self._fills.align(key.texts(k), response.texts(r))
        return _Choice(k, r, [_at(match, key.live[k], response.live[r]) for match in matches])

    def _chosen(self, choice: _Choice, key_optional: bool, response_optional: bool) -> Iterator[FillPair]:
        """The fills of the aligned alternatives."""
        lacks = (choice.response is None and key_optional) or (choice.key is None and response_optional)
        for match in choice.matches:
            key = None if match.key is None else FillPlace(choice.key or 0, match.key)
            response = None if match.response is None else FillPlace(choice.response or 0, match.response)
            yield FillPair(self._outcome(match.status, lacks), key, response)

    def _outcome(self, status: Status, optional: bool) -> Status:
        if not self.scored:
            return Status.UNSCORED
        return Status.OPTIONAL if optional else status


def _has_single_forms(alternatives: tuple[tuple[tuple[Hashable, ...], ...], ...]) -> bool:
    """Whether no fill has several forms, of which only one can be shared."""
    return all(len(forms) <= 1 for fills in alternatives for forms in fills)


def _by_pattern(text: SlotText, patterns: Patterns, key_side: bool) -> SlotText:
    """A slot's text with the patterns of its pointers."""
    return SlotText(tuple([patterns.of(fills, key_side) for fills in text.alternatives]), text.optional)


def _texts(alternatives: Sequence[MultiFill]) -> Alternatives:
    return tuple(tuple(fill.text for fill in multi_fill) for multi_fill in alternatives)


def _at(match: Match, key: list[int], response: list[int]) -> Match:
    """A match of fills that take part, by their places among all."""
    status, k, r = match
    return Match(status, None if k is None else key[k], None if r is None else response[r])


def _preference(choice: _Choice) -> tuple[Fraction, bool, int]:
    """Sorts aligned alternatives, the best first; ties keep file order, the key's before the response's."""
    keys = sum(match.key is not None for match in choice.matches)
    responses = sum(match.response is not None for match in choice.matches)
    correct = sum(match.status is Status.CORRECT for match in choice.matches)
    partial = sum(match.status is Status.PARTIAL for match in choice.matches)
    return -Fraction(2 * correct + partial, keys + responses), keys < responses, abs(keys - responses)


def _left_over(side: _Taking, chosen: int | None) -> Iterator[tuple[Status, FillPlace]]:
    """A side's removed fills, and those of its unused alternatives."""
    for alternative, fills in enumerate(side.alternatives):
        taking_part = set(side.live[alternative])
        for place in range(len(fills)):
            if place not in taking_part:
                yield Status.REMOVED, FillPlace(alternative, place)
            elif alternative != chosen:
                yield Status.NONCOMMITTAL, FillPlace(alternative, place)
