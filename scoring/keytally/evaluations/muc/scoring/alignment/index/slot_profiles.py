"""Profiles of slots for the index: the compared content of a slot, and its features.

Slots of any kind and either side are profiled in the same way: each fill has a profile, and the profile of a
slot joins those of its fills. The profile of a slot with one fill is that of the fill.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from keytally.evaluations.muc.model.objects import Slot
from keytally.evaluations.muc.scoring.alignment.comparison.slots import CACHED_SLOTS, SlotComparison

Feature = tuple[str, Hashable, int]
"""A slot, a lookup form of a fill in it, and how many earlier fills of the alternative have that form."""

FillForms = tuple[Hashable, ...]
"""The lookup forms of a fill."""


REMEMBERED_FORMS = 1 << 10
"""The number of forms of pointers whose profiles are kept, so that a live document keeps few old objects."""


class SlotProfile(NamedTuple):
    """What a comparison uses of one slot. Slots of equal profiles compare alike with every other slot.

    `alternatives` are those that have a fill that counts, as the forms of these fills; `removed` are the
    fills that do not count, by alternative and index. `features` are the features of any alternative, `least`
    is the smallest number of fills that count. For `countable` slots the correct fills are as many as the
    common features. A profile is `whole` if the slot has one alternative and no marks of a key, and all its
    fills count and have distinct forms.
    """

    alternatives: tuple[tuple[FillForms, ...], ...] = ()
    optional: bool = False
    removed: tuple[tuple[int, int], ...] = ()
    features: tuple[Feature, ...] = ()
    least: int = 0
    countable: bool = True
    whole: bool = False


NO_SLOT = SlotProfile()
_REMOVED_FILL = SlotProfile(removed=((0, 0),))


class SlotProfiler:
    """Makes the profiles of the slots of one definition; those of single texts are cached."""

    def __init__(self, comparison: SlotComparison) -> None:
        self._rules, self._fills = comparison.rules, comparison.fills
        self._name = comparison.definition.name
        self._of_text = None if comparison.may_remove else lru_cache(CACHED_SLOTS)(self._text_profile)
        self._of_forms: dict[FillForms, SlotProfile] = {}

    def of(self, comparison: SlotComparison) -> "SlotProfiler":
        """The profiler of the same slot in a document: this one, unless the slot holds pointers."""
        return SlotProfiler(comparison) if self._of_text is None else self

    def profile(self, slot: Slot, key_side: bool) -> SlotProfile:
        """The profile of a side's slot."""
        alternatives, optional = slot
        is_marked = optional or len(alternatives) != 1
        if not is_marked and len(alternatives[0]) == 1:
            text, of_text = alternatives[0][0][0], self._of_text
            return self._pointer_profile(text, key_side) if of_text is None else of_text(text)
        return self._joined(self._rules.seen(slot, key_side) if is_marked else slot, key_side, is_marked)

    def _fill_profile(self, text: str, key_side: bool) -> SlotProfile:
        return self._pointer_profile(text, key_side) if self._of_text is None else self._of_text(text)

    def _pointer_profile(self, text: str, key_side: bool) -> SlotProfile:
        """The profile of a pointer: one for all that share their forms, on both sides."""
        if self._fills.removed(text, key_side):
            return _REMOVED_FILL
        forms, known = self._fills.lookup_forms(text, key_side), self._of_forms
        profile = known.get(forms)
        if profile is None:
            if len(known) >= REMEMBERED_FORMS:
                known.clear()
            profile = known[forms] = self._profile_of(forms)
        return profile

    def _text_profile(self, text: str) -> SlotProfile:
        """The profile of a text, the same on both sides."""
        return self._profile_of(self._fills.lookup_forms(text, True))

    def _profile_of(self, forms: FillForms) -> SlotProfile:
        name = self._name
        features = tuple([(name, form, 0) for form in forms])
        return SlotProfile(((forms,),), False, (), features, 1, len(forms) <= 1, forms != ())

    def _joined(self, slot: Slot, key_side: bool, is_marked: bool) -> SlotProfile:
        """The profile of a side's slot content; `is_marked` says whether the slot has marks."""
        fills = [[self._fill_profile(fill[0], key_side) for fill in each] for each in slot.alternatives]
        if not is_marked and (joined := _whole_profile(fills[0])) is not None:
            return joined
        counted = [[fill for fill in each if fill.least] for each in fills]
        alternatives = [tuple([fill.alternatives[0][0] for fill in each]) for each in counted if each]
        every = list(chain.from_iterable(counted))
        features, are_distinct = _numbered(counted)
        return SlotProfile(
            tuple(alternatives),
            slot.optional,
            () if counted == fills else tuple(_removed(fills)),
            features,
            0 if slot.optional else min(map(len, alternatives), default=0),
            len(alternatives) <= 1 and not slot.optional and all(map(_is_countable, every)),
            not is_marked and are_distinct and bool(every) and all(map(_is_whole, fills[0])),
        )


def _whole_profile(fills: Sequence[SlotProfile]) -> SlotProfile | None:
    """The profile of a slot with one alternative, where it is whole; else None."""
    features = [feature for fill in fills for feature in fill.features]
    if not features or len(set(features)) < len(features) or not all(map(_is_whole, fills)):
        return None
    forms = tuple([fill.alternatives[0][0] for fill in fills])
    return SlotProfile((forms,), False, (), tuple(features), len(fills), len(features) == len(fills), True)


_is_countable = attrgetter("countable")
_is_whole = attrgetter("whole")


def _numbered(alternatives: Iterable[Iterable[SlotProfile]]) -> tuple[tuple[Feature, ...], bool]:
    """The features of alternatives, each as often as the one that has it most often, and whether all are
    different in each alternative.

    Equal ones are told apart by how many stand before them.
    """
    found: dict[Feature, None] = {}
    are_distinct = True
    for fills in alternatives:
        features = [feature for fill in fills for feature in fill.features]
        own = dict.fromkeys(features)
        if len(own) < len(features):
            are_distinct = False
            own = dict.fromkeys(_with_ordinals(features))
        found.update(own)
    return tuple(found), are_distinct


def _with_ordinals(features: Iterable[Feature]) -> Iterator[Feature]:
    met: Counter[Feature] = Counter()
    for feature in features:
        yield feature[0], feature[1], met[feature]
        met[feature] += 1


def _removed(fills: Iterable[Iterable[SlotProfile]]) -> Iterator[tuple[int, int]]:
    """The fills that do not count, by alternative and index."""
    for which, each in enumerate(fills):
        for place, fill in enumerate(each):
            if not fill.least:
                yield which, place
