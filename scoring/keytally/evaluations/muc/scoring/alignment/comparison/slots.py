"""Cached comparisons of slots, with short cuts; the results equal those of `align_slots`.

Results hold no places, so comparisons of equal texts share one SlotPair; those of single fills, the vast
majority, take a short cut to the same values.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache, partial

from keytally.evaluations.muc.model.objects import Slot
from keytally.evaluations.muc.scoring.alignment.comparison.fills import FillComparison, SetFills, StringFills
from keytally.evaluations.muc.scoring.alignment.comparison.pointer_fills import (
    Patterns,
    PatternTargets,
    PointerFills,
    Targets,
)
from keytally.evaluations.muc.scoring.alignment.comparison.slot_alignment import (
    EMPTY,
    SlotRules,
    SlotText,
    align_slots,
)
from keytally.evaluations.muc.scoring.result import FillPair, FillPlace, SlotPair, tally_of
from keytally.tallies.status import Status

CACHED_SLOTS = 1 << 15

AlignSlots = Callable[[SlotText, SlotText], SlotPair]


def remembered(rules: SlotRules, fills: FillComparison) -> AlignSlots:
    """A cached `align_slots` for fills whose comparison does not depend on the document."""
    return lru_cache(CACHED_SLOTS)(partial(align_slots, rules, fills))


def remembered_patterns(rules: SlotRules) -> AlignSlots:
    """The same for pointers given by their patterns, for all documents."""
    return remembered(rules, PointerFills(PatternTargets()))


def _single(status: Status, key: bool, response: bool) -> SlotPair:
    """The comparison of slots that hold one fill or none."""
    first = FillPlace(0, 0)
    fills = (FillPair(status, first if key else None, first if response else None),)
    return SlotPair(tally_of(fills), fills, 0 if key else None, 0 if response else None)


_BOTH = (Status.CORRECT, Status.PARTIAL, Status.INCORRECT, Status.UNSCORED)
SINGLE_PAIRS = {status: _single(status, True, True) for status in _BOTH}
SINGLE_KEYS = {s: _single(s, True, False) for s in (Status.MISSING, Status.OPTIONAL, Status.UNSCORED)}
SINGLE_RESPONSES = {s: _single(s, False, True) for s in (Status.SPURIOUS, Status.OPTIONAL, Status.UNSCORED)}


def agreeing_fills(scored: bool, count: int) -> SlotPair:
    """The comparison of that number of fills with as many that are correct in the same order."""
    status = Status.CORRECT if scored else Status.UNSCORED
    if count == 1:
        return SINGLE_PAIRS[status]
    places = (FillPlace(0, place) for place in range(count))
    fills = tuple(FillPair(status, place, place) for place in places)
    return SlotPair(tally_of(fills), fills, 0, 0)


class SlotComparison(ABC):
    """Compares the slots of one definition.

    `fills` compares their single fills. If `may_remove` is false, no fill is ever removed, equal texts are
    correct, and comparisons of texts do not depend on the document.
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
        """The comparison without short cuts; without fills if neither side has any."""

    @abstractmethod
    def correct_forms(self, slot: Slot | None) -> frozenset[str]:
        """The forms that correct fills share; empty for pointers."""

    def in_document(self, targets: Targets) -> "SlotComparison":
        """The comparison of the same slots where pointers have these targets: this one, without pointers."""
        return self

    def compare(self, key: Slot | None, response: Slot | None) -> SlotPair | None:
        """The comparison of the slots of two aligned objects; None if neither has a fill."""
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
        """The slot of an unaligned object; `optional` says whether the object is optional.

        None if the slot has no fill.
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
        self._align = remembered(rules, fills)
        self._form = fills.form

    def align(self, key: SlotText, response: SlotText) -> SlotPair:
        """The comparison, cached by the texts."""
        return self._align(key, response)

    def correct_forms(self, slot: Slot | None) -> frozenset[str]:
        """The first forms in which the fills are compared."""
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
        """The comparison of the same slots in another document."""
        return PointerSlotComparison(self.rules, targets, self.align_patterns)

    def align(self, key: SlotText, response: SlotText) -> SlotPair:
        """The comparison, cached by the patterns of the pointers."""
        patterns = Patterns(self._targets)
        return self.align_patterns(_by_pattern(key, patterns, True), _by_pattern(response, patterns, False))

    def correct_forms(self, slot: Slot | None) -> frozenset[str]:
        """Empty: the text of a pointer does not decide its target."""
        return frozenset()


def _by_pattern(text: SlotText, patterns: Patterns, key_side: bool) -> SlotText:
    """A slot's text with the patterns of its pointers."""
    return SlotText(tuple([patterns.of(fills, key_side) for fills in text.alternatives]), text.optional)
