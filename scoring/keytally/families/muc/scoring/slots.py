"""The comparison of slots: aligned alternatives, the status of every fill, and cached results."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, product
from typing import NamedTuple

from keytally.families.muc.model import Configuration, Slot, SlotDefinition
from keytally.families.muc.scoring.fills import (
    Credit,
    FillComparison,
    Match,
    Patterns,
    PatternTargets,
    PointerFills,
    SetFills,
    StringFills,
    Targets,
)
from keytally.families.muc.scoring.results import FillPair, FillPlace, SlotPair, tally_of
from keytally.tallies.status import Status

# Finds the aligned alternatives of two slots without comparing all pairs, if possible.
#
# The rule is the manual's, with the tie order that `slot_alignment` defines. Only the best of all pairs is
# needed; the forms that pairs share show which of them cannot be the best.


Texts = Mapping[int, Sequence[str]]
"""The counted fills of alternatives, by the indices of the alternatives."""

_Preference = tuple[Fraction, bool, int]
"""A sort key for pairs of alternatives, best first."""

_FULL_AGREEMENT: _Preference = (Fraction(-1), False, 0)


def best_alternatives(fills: FillComparison, key: Texts, response: Texts) -> tuple[int, int]:
    """Return the alternatives with the highest F, which are aligned; each side must have at least one.

    Ties are resolved by file order, first in the key, then in the response.
    """
    if len(key) == 1 == len(response):
        return next(iter(key)), next(iter(response))
    search = _Search(fills, key, response)
    if len(key) > 1 and len(response) > 1:
        search.hold_sharing()
    if search.best is None:
        search.hold(product(search.key, search.response))
    assert search.best is not None
    return search.best[1:]


class _Shared(NamedTuple):
    """A fill in an alternative of the key, with the response's alternatives that share a form; sorted with
    the rarest first.

    `sharing` is the number of those alternatives, `fewest` is the number of fills in the shortest of them,
    and `left` is the number of the key's fills that are at least as frequent.
    """

    sharing: int
    which: int
    left: int
    fewest: int
    forms: tuple[Hashable, ...]


class _Search:
    """Compares pairs of alternatives; `best` is the first of the best pairs so far."""

    def __init__(self, fills: FillComparison, key: Texts, response: Texts) -> None:
        self._fills = fills
        self._keys = {k: len(texts) for k, texts in key.items()}
        self._responses = {r: len(texts) for r, texts in response.items()}
        both = len(key) > 1 and len(response) > 1
        self.key, self.response = _unlike(fills, key, response) if both else (key, response)
        self._credits = {r: fills.crediting(texts) for r, texts in self.response.items()}
        self.best: tuple[_Preference, int, int] | None = None

    def hold(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Compare these pairs, given in file order, with the best pair."""
        for k, r in pairs:
            credit = self._credits[r](self.key[k])
            found = _preference(credit, self._keys[k], self._responses[r]), k, r
            if self.best is None or found < self.best:
                self.best = found
                if found[0] == _FULL_AGREEMENT:
                    break

    def hold_sharing(self) -> None:
        """Compare the pairs that share a form; no other pair earns credit.

        Pairs that share a rare fill come first. Pairs that share only more frequent fills are omitted if so
        few of these remain in the key's alternative that no such pair can be better.
        """
        having: defaultdict[Hashable, list[int]] = defaultdict(list)
        for r, texts in self.response.items():
            for form in dict.fromkeys(chain.from_iterable(self._forms(texts, False))):
                having[form].append(r)
        fewest = {form: min(map(self._responses.__getitem__, found)) for form, found in having.items()}
        held = defaultdict[int, set[int]](set)
        for shared in sorted(self._shared(having, fewest), key=lambda each: each[:3]):
            if self._may_be_better(shared):
                k, done = shared.which, held[shared.which]
                found = set(chain.from_iterable(having[form] for form in shared.forms)) - done
                done |= found
                self.hold((k, r) for r in sorted(found))

    def _shared(
        self, having: Mapping[Hashable, Sequence[int]], fewest: Mapping[Hashable, int]
    ) -> Iterator[_Shared]:
        """Yield the fills of the key that share a form; if several have equal forms, only the first is
        needed.
        """
        for k, texts in self.key.items():
            each = [tuple(form for form in forms if form in having) for forms in self._forms(texts, True)]
            counted = sorted((sum(len(having[form]) for form in forms), i) for i, forms in enumerate(each))
            known = set[tuple[Hashable, ...]]()
            for place, (count, i) in enumerate(counted):
                if each[i] and each[i] not in known:
                    known.add(each[i])
                    shortest = min(fewest[form] for form in each[i])
                    yield _Shared(count, k, len(counted) - place, shortest, each[i])

    def _may_be_better(self, shared: _Shared) -> bool:
        """Return whether a pair that shares a fill, and no rarer one, may be better than the best so far.

        In the best case, all remaining fills are correct, and the response has as few fills as possible.
        """
        credit, responses = Credit(shared.left, 0), max(shared.left, shared.fewest)
        found = _preference(credit, self._keys[shared.which], responses), shared.which, -1
        return self.best is None or found < self.best

    def _forms(self, texts: Sequence[str], key_side: bool) -> list[tuple[Hashable, ...]]:
        return [self._fills.lookup_forms(text, key_side) for text in texts]


def _unlike(fills: FillComparison, key: Texts, response: Texts) -> tuple[Texts, Texts]:
    """Return the alternatives of both sides, omitting those that compare like an earlier alternative.

    For an alternative without credit, only the number of fills matters.
    """
    forms = [
        {form for text in chain.from_iterable(side.values()) for form in fills.lookup_forms(text, is_key)}
        for side, is_key in ((key, True), (response, False))
    ]
    shared = forms[0] & forms[1]
    return _firsts(fills, key, True, shared), _firsts(fills, response, False, shared)


def _firsts(fills: FillComparison, side: Texts, key_side: bool, shared: Set[Hashable]) -> Texts:
    """Return the fills with shared forms, keeping the first of the alternatives with the same fills and
    number of fills.
    """
    firsts: dict[tuple[int, tuple[str, ...]], int] = {}
    for which, texts in side.items():
        telling = [text for text in texts if not shared.isdisjoint(fills.lookup_forms(text, key_side))]
        firsts.setdefault((len(texts), tuple(telling)), which)
    return {which: telling for (_, telling), which in firsts.items()}


def _preference(credit: Credit, keys: int, responses: int) -> _Preference:
    """Return the sort key of two alternatives with these numbers of fills; all of the fills count in F."""
    f = Fraction(2 * credit.correct + credit.partial, keys + responses)
    return -f, keys < responses, abs(keys - responses)


# The comparison of two slots, by definition: the aligned alternatives, and the status of every fill.
#
# For the rules see the manual, "Calculation of Scores" (alternatives, noncommittal tallies). Where it defines
# nothing: of alternatives with equal F the one with as many fills as the response or the fewest above wins,
# if none has that many the largest, then file order; for an unaligned slot the smallest alternative counts.


Alternatives = tuple[tuple[str, ...], ...]


class SlotText(NamedTuple):
    """The content of a slot, without positions: its alternatives, and whether it is optional."""

    alternatives: Alternatives = ()
    optional: bool = False


EMPTY = SlotText()


class ResponseMarks(NamedTuple):
    """The marks that a response may use: several alternatives, and optional items.

    Both are allowed in key2key (the second only with `key2key_symmetric`), neither in key2response.
    """

    alternatives: bool = False
    optional: bool = False

    @classmethod
    def under(cls, configuration: Configuration) -> "ResponseMarks":
        """Return the marks that a configuration allows."""
        both_keys = configuration.scoring_method.lower() == "key2key"
        return cls(both_keys, both_keys and configuration.key2key_symmetric)


class SlotRules(NamedTuple):
    """The rules for comparing slots with one definition.

    `removed_count` is true if removed pointers are counted (`rem_tally`).
    """

    definition: SlotDefinition
    marks: ResponseMarks = ResponseMarks()
    removed_count: bool = True

    def seen(self, slot: Slot, key_side: bool, optional: bool = False) -> Slot:
        """Return a slot without the marks that its side may not use; `optional` is true if its object is
        optional.
        """
        alternatives = slot.alternatives if key_side or self.marks.alternatives else slot.alternatives[:1]
        return Slot(alternatives, (slot.optional or optional) and (key_side or self.marks.optional))

    def text(self, slot: Slot | None, key_side: bool, optional: bool = False) -> SlotText:
        """Return the content of a slot on one side; `optional` is true if its object is optional."""
        if slot is None:
            return EMPTY
        seen = self.seen(slot, key_side, optional)
        return SlotText(
            tuple([tuple([fill.text for fill in fills]) for fills in seen.alternatives]), seen.optional
        )

    def outcome(self, status: Status, optional: bool) -> Status:
        """Return a fill's status: unscored if the slot is not scored, optional if an error is not
        penalised.
        """
        if not self.definition.scored:
            return Status.UNSCORED
        return Status.OPTIONAL if optional else status


def align_slots(rules: SlotRules, fills: FillComparison, key: SlotText, response: SlotText) -> SlotPair:
    """Return the comparison of two slots; it contains no fills if both slots are empty."""
    of_key, of_response = counted_fills(rules, fills, key, True), counted_fills(rules, fills, response, False)
    choice = _choose(fills, of_key, of_response)
    found = (
        *_chosen(rules, choice, key.optional, response.optional),
        *(FillPair(status, place, None) for status, place in _left_over(of_key, choice.key)),
        *(FillPair(status, None, place) for status, place in _left_over(of_response, choice.response)),
    )
    return SlotPair(tally_of(found, rules.removed_count), found, choice.key, choice.response)


class CountedFills(NamedTuple):
    """A slot's alternatives, and the indices of the counted fills in each."""

    alternatives: Alternatives
    places: Sequence[Sequence[int]]

    def candidates(self) -> list[int]:
        """Return the alternatives with at least one counted fill."""
        return [which for which, places in enumerate(self.places) if places]

    def texts(self, which: int) -> list[str]:
        """Return the counted fills of an alternative."""
        return [self.alternatives[which][place] for place in self.places[which]]


def counted_fills(rules: SlotRules, fills: FillComparison, text: SlotText, key_side: bool) -> CountedFills:
    """Return the counted fills of a side: all fills of an unscored slot, otherwise the fills that are not
    removed.
    """
    if not rules.definition.scored:
        return CountedFills(text.alternatives, [range(len(alternative)) for alternative in text.alternatives])
    places = [
        [place for place, fill in enumerate(alternative) if not fills.removed(fill, key_side)]
        for alternative in text.alternatives
    ]
    return CountedFills(text.alternatives, places)


class _Choice(NamedTuple):
    """The indices of the aligned alternatives (None for a side without one), and the matches of their
    fills.
    """

    key: int | None
    response: int | None
    matches: Sequence[Match]


def _choose(fills: FillComparison, key: CountedFills, response: CountedFills) -> _Choice:
    """Return the aligned alternatives; an alternative without a counted fill is not a candidate."""
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
    """Return the alignment of one alternative with another."""
    matches = fills.align(key.texts(k), response.texts(r))
    return _Choice(k, r, [_among_all(match, key.places[k], response.places[r]) for match in matches])


def _among_all(match: Match, key: Sequence[int], response: Sequence[int]) -> Match:
    """Convert a match of counted fills to indices among all fills."""
    status, k, r = match
    return Match(status, None if k is None else key[k], None if r is None else response[r])


def _chosen(
    rules: SlotRules, choice: _Choice, key_optional: bool, response_optional: bool
) -> Iterator[FillPair]:
    """Yield the fills of the aligned alternatives."""
    lacks = (choice.response is None and key_optional) or (choice.key is None and response_optional)
    for match in choice.matches:
        key = None if match.key is None else FillPlace(choice.key or 0, match.key)
        response = None if match.response is None else FillPlace(choice.response or 0, match.response)
        yield FillPair(rules.outcome(match.status, lacks), key, response)


def _left_over(side: CountedFills, chosen: int | None) -> Iterator[tuple[Status, FillPlace]]:
    """Yield a side's removed fills, and the fills of its unused alternatives."""
    for which, fills in enumerate(side.alternatives):
        counted_places = set(side.places[which])
        for place in range(len(fills)):
            if place not in counted_places:
                yield Status.REMOVED, FillPlace(which, place)
            elif which != chosen:
                yield Status.NONCOMMITTAL, FillPlace(which, place)


# Cached comparisons of slots, with short cuts; the results equal those of `align_slots`.
#
# Results contain no places, so comparisons of equal texts share one SlotPair; those of single fills, the vast
# majority, use a short cut to the same values.


CACHED_SLOTS = 1 << 15

AlignSlots = Callable[[SlotText, SlotText], SlotPair]


def cached_comparison(rules: SlotRules, fills: FillComparison) -> AlignSlots:
    """Return a cached `align_slots` for fills whose comparison does not depend on the document."""
    return lru_cache(CACHED_SLOTS)(partial(align_slots, rules, fills))


def cached_pattern_comparison(rules: SlotRules) -> AlignSlots:
    """Return a cached comparison of pointers given by their patterns, for all documents."""
    return cached_comparison(rules, PointerFills(PatternTargets()))


def _single(status: Status, key: bool, response: bool) -> SlotPair:
    """Return the comparison of slots with at most one fill each."""
    first = FillPlace(0, 0)
    fills = (FillPair(status, first if key else None, first if response else None),)
    return SlotPair(tally_of(fills), fills, 0 if key else None, 0 if response else None)


_BOTH = (Status.CORRECT, Status.PARTIAL, Status.INCORRECT, Status.UNSCORED)
SINGLE_PAIRS = {status: _single(status, True, True) for status in _BOTH}
SINGLE_KEYS = {s: _single(s, True, False) for s in (Status.MISSING, Status.OPTIONAL, Status.UNSCORED)}
SINGLE_RESPONSES = {s: _single(s, False, True) for s in (Status.SPURIOUS, Status.OPTIONAL, Status.UNSCORED)}


def agreeing_fills(scored: bool, count: int) -> SlotPair:
    """Return the comparison of two slots with `count` fills that are all correct, in the same order."""
    status = Status.CORRECT if scored else Status.UNSCORED
    if count == 1:
        return SINGLE_PAIRS[status]
    places = (FillPlace(0, place) for place in range(count))
    fills = tuple(FillPair(status, place, place) for place in places)
    return SlotPair(tally_of(fills), fills, 0, 0)


class SlotComparison(ABC):
    """Compares slots with one definition.

    `fills` compares their single fills. If `may_remove` is false, fills are never removed, equal texts are
    correct, and comparisons do not depend on the document.
    """

    may_remove: bool

    def __init__(self, rules: SlotRules, fills: FillComparison) -> None:
        self.rules = rules
        self.definition = rules.definition
        self.scored = rules.definition.scored
        self.fills = fills
        self._equal = SINGLE_PAIRS[Status.CORRECT if self.scored else Status.UNSCORED]

    @abstractmethod
    def align(self, key: SlotText, response: SlotText) -> SlotPair:
        """Return the comparison without shortcuts; it contains no fills if neither side has any."""

    @abstractmethod
    def correct_forms(self, slot: Slot | None) -> frozenset[str]:
        """Return the forms that are equal for correct fills; empty for pointers."""

    def in_document(self, targets: Targets) -> "SlotComparison":
        """Return this comparison with the pointer targets of a document."""
        return self

    def compare(self, key: Slot | None, response: Slot | None) -> SlotPair | None:
        """Return the comparison of the slots of two aligned objects; None if neither has a fill."""
        if key is not None and response is not None:
            keys, responses = key.alternatives, response.alternatives
            if len(keys) == 1 == len(responses) and len(keys[0]) == 1 == len(responses[0]):
                mine, other = keys[0][0][0], responses[0][0][0]
                if not self.may_remove:
                    return self._equal if mine == other else SINGLE_PAIRS[self._status(mine, other)]
                if self._takes_part(mine, True) and self._takes_part(other, False):
                    return SINGLE_PAIRS[self._status(mine, other)]
        pair = self.align(self.rules.text(key, True), self.rules.text(response, False))
        return pair if pair.fills else None

    def alone(self, slot: Slot, key_side: bool, optional: bool) -> SlotPair | None:
        """Return the slot of an unaligned object; `optional` is true if that object is optional.

        The result is None if the slot has no fill.
        """
        alternatives = slot.alternatives
        if len(alternatives) == 1 == len(alternatives[0]) and (
            not self.may_remove or self._takes_part(alternatives[0][0][0], key_side)
        ):
            return self._single_alone(key_side, slot.optional or optional)
        text = self.rules.text(slot, key_side, optional)
        pair = self.align(text, EMPTY) if key_side else self.align(EMPTY, text)
        return pair if pair.fills else None

    def _status(self, key: str, response: str) -> Status:
        return self.fills.status(key, response) if self.scored else Status.UNSCORED

    def _takes_part(self, text: str, key_side: bool) -> bool:
        return not self.scored or not self.fills.removed(text, key_side)

    def _single_alone(self, key_side: bool, optional: bool) -> SlotPair:
        if key_side:
            return SINGLE_KEYS[self.rules.outcome(Status.MISSING, optional)]
        is_optional = optional and self.rules.marks.optional
        return SINGLE_RESPONSES[self.rules.outcome(Status.SPURIOUS, is_optional)]


class TextSlotComparison(SlotComparison):
    """Compares slots of set fills or string fills."""

    may_remove = False

    def __init__(self, rules: SlotRules, fills: SetFills | StringFills) -> None:
        super().__init__(rules, fills)
        self._align = cached_comparison(rules, fills)
        self._form = fills.form

    def align(self, key: SlotText, response: SlotText) -> SlotPair:
        """Return the comparison, cached by the texts."""
        return self._align(key, response)

    def correct_forms(self, slot: Slot | None) -> frozenset[str]:
        """Return the forms of the fills for the first rule."""
        if slot is None:
            return frozenset()
        return frozenset(self._form(fill.text) for fills in slot.alternatives for fill in fills)


class PointerSlotComparison(SlotComparison):
    """Compares slots of pointers within one document.

    `align_patterns` compares pointers by their patterns; all documents share it.
    """

    may_remove = True

    def __init__(self, rules: SlotRules, targets: Targets, align_patterns: AlignSlots) -> None:
        super().__init__(rules, PointerFills(targets))
        self._targets = targets
        self.align_patterns = align_patterns

    def in_document(self, targets: Targets) -> "PointerSlotComparison":
        """Return this comparison for another document."""
        return PointerSlotComparison(self.rules, targets, self.align_patterns)

    def align(self, key: SlotText, response: SlotText) -> SlotPair:
        """Return the comparison, cached by the patterns of the pointers."""
        patterns = Patterns(self._targets)
        return self.align_patterns(_by_pattern(key, patterns, True), _by_pattern(response, patterns, False))

    def correct_forms(self, slot: Slot | None) -> frozenset[str]:
        """Return no forms, because the text of a pointer does not determine its target."""
        return frozenset()


def _by_pattern(text: SlotText, patterns: Patterns, key_side: bool) -> SlotText:
    """Return a slot's text with the patterns of its pointers."""
    return SlotText(tuple([patterns.of(fills, key_side) for fills in text.alternatives]), text.optional)
