"""Slots as an index sees them: what of a slot is compared, and the features that it is found by.

There is one way to compute that, for slots of any kind and either side: the alternatives that the side may
have, in each the fills that take part, and of each fill its lookup forms.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.model import Slot
from keytally.evaluations.muc.scoring.alignment.comparison.slot_alignment import SlotText, counted
from keytally.evaluations.muc.scoring.alignment.comparison.slots import CACHED_SLOTS, SlotComparison

Feature = tuple[str, Hashable, int]
"""A slot, a lookup form of a fill in it, and how many fills of the alternative before it have that form."""

FillForms = tuple[tuple[tuple[Hashable, ...], ...], ...]
"""The alternatives of a slot: for each fill that takes part its lookup forms."""


class SlotProfile(NamedTuple):
    """What a comparison sees of one slot. Slots of equal profiles compare alike with every other slot.

    `alternatives` are those that have a fill that takes part, `places` the places of these fills in every
    alternative, `features` those of any alternative, `least` the fewest fills that count. Of slots that
    are `countable` as many fills are correct as there are features that both have, and no others are. A
    profile is `whole` if the slot has one alternative and no marks, and all its fills take part and share
    no feature.
    """

    alternatives: FillForms = ()
    optional: bool = False
    places: tuple[tuple[int, ...], ...] = ()
    features: tuple[Feature, ...] = ()
    least: int = 0
    countable: bool = True
    whole: bool = False


NO_SLOT = SlotProfile()


class SlotProfiler:
    """Makes the profiles of the slots of one definition; those of single texts are remembered."""

    def __init__(self, comparison: SlotComparison) -> None:
        self._rules, self._fills = comparison.rules, comparison.fills
        self._name = comparison.definition.name
        self._of_text = None if comparison.may_remove else lru_cache(CACHED_SLOTS)(self._profile_of_text)

    def profile(self, slot: Slot, key_side: bool) -> SlotProfile:
        """The profile of a side's slot."""
        alternatives, optional = slot
        is_marked = optional or len(alternatives) != 1
        if self._of_text is not None and not is_marked and len(alternatives[0]) == 1:
            return self._of_text(alternatives[0][0][0])
        return self._profile(self._rules.text(slot, key_side), key_side, is_marked)

    def _profile_of_text(self, text: str) -> SlotProfile:
        """The profile of a slot that has this fill only, on either side."""
        return self._profile(SlotText(((text,),)), True, False)

    def _profile(self, text: SlotText, key_side: bool, is_marked: bool) -> SlotProfile:
        """The profile of what a slot says; `is_marked` tells whether it has marks, seen here or not."""
        places = counted(self._rules, self._fills, text, key_side).places
        forms_of = self._fills.lookup_forms
        fills = [
            tuple([forms_of(texts[place], key_side) for place in taken])
            for texts, taken in zip(text.alternatives, places, strict=True)
        ]
        alternatives = tuple([forms for forms in fills if forms])
        features = _features(self._name, alternatives)
        is_single = len(alternatives) <= 1 and not text.optional
        return SlotProfile(
            alternatives,
            text.optional,
            tuple(map(tuple, places)),
            features,
            0 if text.optional else min(map(len, alternatives), default=0),
            is_single and all(len(forms) <= 1 for each in alternatives for forms in each),
            not is_marked
            and len(fills[0]) == len(text.alternatives[0])
            and _are_distinct(fills[0], features),
        )


def _features(slot: str, alternatives: FillForms) -> tuple[Feature, ...]:
    """The features, each as often as the alternative has it that has it most often."""
    found: dict[Feature, None] = {}
    for fills in alternatives:
        met: dict[Hashable, int] = {}
        for forms in fills:
            for form in forms:
                times = met.get(form, 0)
                met[form] = times + 1
                found[slot, form, times] = None
    return tuple(found)


def _are_distinct(fills: Sequence[tuple[Hashable, ...]], features: Sequence[Feature]) -> bool:
    """Whether there are fills that all have forms, none in common."""
    return bool(features) and all(fills) and not any(times for _, _, times in features)
