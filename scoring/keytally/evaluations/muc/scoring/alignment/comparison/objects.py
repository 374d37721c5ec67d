"""The comparison of two objects of a class: their slots, F over the scored ones, and their similarity.

Rules: manual, "Calculation of Scores". Two objects may be aligned if the sum of the F of their scored slots
in percent, each multiplied by the weight of its slot, exceeds the threshold of their class.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import ClassDefinition, Configuration, SlotDefinition
from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.alignment.comparison.fills import SetFills, StringFills
from keytally.evaluations.muc.scoring.alignment.comparison.pointer_fills import NoTargets, Targets
from keytally.evaluations.muc.scoring.alignment.comparison.slot_alignment import ResponseMarks, SlotRules
from keytally.evaluations.muc.scoring.alignment.comparison.slots import (
    PointerSlotComparison,
    SlotComparison,
    TextSlotComparison,
    agreeing_fills,
    remembered_patterns,
)
from keytally.evaluations.muc.scoring.result import ObjectPair, SlotPair
from keytally.evaluations.muc.scoring.strings import StringComparison
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

CACHED_COMPARISONS = 1 << 14
CACHED_SLOTS = 1 << 12

Slots = Sequence[tuple[str, SlotComparison]]


class ComparedObjects(NamedTuple):
    """What two objects are to each other: their slots compared, F over the scored slots from 0 to 1,
    and whether they are similar enough to be aligned.
    """

    slots: Mapping[str, SlotPair]
    f: Fraction
    similar: bool


class ClassRules:
    """The rules for comparing objects of one class, independent of the document.

    F covers the scored slots; `places` has the places of each name among these. If `any_agreement_will_do`,
    objects are similar as soon as they agree in a slot with a weight above 0; if `is_countable`, every scored
    slot has such a weight.
    """

    def __init__(self, definition: ClassDefinition, slots: Sequence[SlotDefinition]) -> None:
        self.definition = definition
        self.slots = slots
        self.scored = [slot for slot in slots if slot.scored]
        self.places = _places([slot.name for slot in self.scored])
        self.threshold = Fraction(definition.threshold)
        self.any_agreement_will_do = self.threshold == 0 and all(slot.weight >= 0 for slot in slots)
        self.is_countable = self.any_agreement_will_do and all(slot.weight > 0 for slot in self.scored)
        self._known: dict[tuple[int, ...], ComparedObjects] = {}
        self._agreeing: dict[tuple[int, ...], ComparedObjects] = {}

    def compared(self, pairs: Sequence[SlotPair | None]) -> ComparedObjects:
        """The comparison of objects with these slot pairs, shared by all such objects.

        The key of the cache is the identity of a SlotPair: hashing its contents would take longer than
        comparing the objects. The result holds the SlotPairs, so no identity is reused while it is cached.
        """
        identities = tuple(map(id, pairs))
        known = self._known.get(identities)
        if known is None:
            if len(self._known) >= CACHED_COMPARISONS:
                self._known.clear()
            known = self._known[identities] = self._summed_up(pairs)
        return known

    def agreeing(self, counts: tuple[int, ...]) -> ComparedObjects:
        """The comparison of objects whose fills are all correct, in the same order.

        `counts` are the numbers of their fills by scored slot; no other slot has fills.
        """
        known = self._agreeing.get(counts)
        if known is None:
            if len(self._agreeing) >= CACHED_COMPARISONS:
                self._agreeing.clear()
            numbers = zip(self.scored, counts, strict=True)
            filled = {slot.name: agreeing_fills(slot.scored, number) for slot, number in numbers if number}
            known = self._agreeing[counts] = self.compared([filled.get(slot.name) for slot in self.slots])
        return known

    def weighted(self, compared: ComparedObjects) -> Fraction:
        """The weighted sum of the slots' F, in percent; objects are similar if it exceeds the threshold."""
        return _weighted(
            (compared.slots[slot.name].tally, slot.weight)
            for slot in self.scored
            if slot.name in compared.slots
        )

    def _summed_up(self, pairs: Sequence[SlotPair | None]) -> ComparedObjects:
        filled = [(slot, pair) for slot, pair in zip(self.slots, pairs, strict=True) if pair is not None]
        scored = [(pair.tally, slot.weight) for slot, pair in filled if slot.scored]
        total = Tally(*map(sum, zip(Tally(), *(tally for tally, _ in scored), strict=True)))
        slots = {slot.name: pair for slot, pair in filled}
        return ComparedObjects(slots, total.f_exact(), self._is_similar(scored))

    def _is_similar(self, scored: Sequence[tuple[Tally, Fraction | float]]) -> bool:
        """Whether the weighted F of scored slots exceeds the threshold."""
        if self.any_agreement_will_do:
            return any(weight > 0 and (tally.cor or tally.par) for tally, weight in scored)
        return _weighted(scored) > self.threshold


def _places(names: Iterable[str]) -> Mapping[str, Sequence[int]]:
    """The places of each name; an object has few of many slots, which are found by its names."""
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(name, []).append(place)
    return places


def _weighted(scored: Iterable[tuple[Tally, Fraction | float]]) -> Fraction:
    """The sum of F in percent times weight."""
    return sum((100 * Fraction(weight) * tally.f_exact() for tally, weight in scored), Fraction(0))


class ClassComparison:
    """Compares the objects of one class, and makes their pairs once they are aligned."""

    def __init__(self, rules: ClassRules, marks: ResponseMarks, slots: Slots) -> None:
        self.rules = rules
        self._marks = marks
        self._slots = slots
        self.scored_slots = [(name, comparison) for name, comparison in slots if comparison.scored]
        self.has_pointers = any(each.may_remove for _, each in slots)
        self._compared: dict[tuple[int, int], tuple[ComparedObjects, object, object]] = {}
        self._alone: dict[tuple[int, bool, bool], tuple[ComparedObjects, object]] = {}

    def in_document(self, targets: Targets) -> "ClassComparison":
        """The same comparison with these targets of pointers."""
        if not self.has_pointers:
            return self
        slots = [(name, each.in_document(targets)) for name, each in self._slots]
        return ClassComparison(self.rules, self._marks, slots)

    def compare(self, key: MucObject, response: MucObject) -> ComparedObjects:
        """The comparison of two objects; without pointers it depends on their slots alone.

        The keys of the cache are the identities of slots, which it holds, so that none is reused meanwhile.
        """
        keys, responses = key.slots, response.slots
        if self.has_pointers:
            return self._compare(keys, responses)
        pair = id(keys), id(responses)
        known = self._compared.get(pair)
        if known is None:
            if len(self._compared) >= CACHED_SLOTS:
                self._compared.clear()
            known = self._compared[pair] = self._compare(keys, responses), keys, responses
        return known[0]

    def _compare(self, keys: Mapping[str, Slot], responses: Mapping[str, Slot]) -> ComparedObjects:
        pairs: list[SlotPair | None] = []
        for name, comparison in self._slots:
            mine, other = keys.get(name), responses.get(name)
            if mine is None and other is None:
                pairs.append(None)
            else:
                pairs.append(comparison.compare(mine, other))
        return self.rules.compared(pairs)

    def alone(self, obj: MucObject, key_side: bool, implied: bool = False) -> ComparedObjects:
        """The slots of an unaligned object; see `is_optional`."""
        slots, optional = obj.slots, self.is_optional(obj, key_side, implied)
        if self.has_pointers:
            return self._alone_with(slots, key_side, optional)
        which = id(slots), key_side, optional
        known = self._alone.get(which)
        if known is None:
            if len(self._alone) >= CACHED_SLOTS:
                self._alone.clear()
            known = self._alone[which] = self._alone_with(slots, key_side, optional), slots
        return known[0]

    def _alone_with(self, slots: Mapping[str, Slot], key_side: bool, optional: bool) -> ComparedObjects:
        pairs: list[SlotPair | None] = []
        for name, comparison in self._slots:
            slot = slots.get(name)
            pairs.append(None if slot is None else comparison.alone(slot, key_side, optional))
        return self.rules.compared(pairs)

    def is_optional(self, obj: MucObject, key_side: bool, implied: bool = False) -> bool:
        """Whether a missing or spurious object costs nothing.

        `implied` says that pointers make it optional, whether it is marked so or not.
        """
        return (obj.optional or implied) and (key_side or self._marks.optional)

    def pair(self, key: MucObject, response: MucObject, compared: ComparedObjects) -> ObjectPair:
        """The pair of two aligned objects: correct, whatever their fills."""
        status = Status.CORRECT if self.rules.definition.scored else Status.UNSCORED
        return ObjectPair(status, key, response, compared.slots)

    def left_over(self, obj: MucObject, key_side: bool, implied: bool = False) -> ObjectPair:
        """The pair of an object without a partner; see `is_optional`."""
        slots = self.alone(obj, key_side, implied).slots
        if not self.rules.definition.scored:
            status = Status.UNSCORED
        elif self.is_optional(obj, key_side, implied):
            status = Status.OPTIONAL
        else:
            status = Status.MISSING if key_side else Status.SPURIOUS
        key, response = (obj, None) if key_side else (None, obj)
        return ObjectPair(status, key, response, slots)


def class_comparisons(configuration: Configuration) -> dict[str, ClassComparison]:
    """The comparison of each declared class, in the order of the class definitions.

    Pointers have no targets yet: see `ClassComparison.in_document`.
    """
    marks = ResponseMarks.under(configuration)
    slot_comparison = _slot_comparisons(configuration, marks)
    return {
        definition.name: _class_comparison(definition, configuration, marks, slot_comparison)
        for definition in configuration.classes
    }


def _class_comparison(
    definition: ClassDefinition,
    configuration: Configuration,
    marks: ResponseMarks,
    slot_comparison: Callable[[SlotDefinition], SlotComparison],
) -> ClassComparison:
    slots = list(configuration.slots_of(definition.name))
    compared = [(slot.name, slot_comparison(slot)) for slot in slots]
    return ClassComparison(ClassRules(definition, slots), marks, compared)


def _slot_comparisons(
    configuration: Configuration, marks: ResponseMarks
) -> Callable[[SlotDefinition], SlotComparison]:
    """Makes the comparison of a slot by its kind; all slots of strings share cleaned texts."""
    sets, strings = SetFills(), StringFills(StringComparison(configuration))
    removed_count = configuration.rem_tally == "non"

    def slot_comparison(definition: SlotDefinition) -> SlotComparison:
        rules = SlotRules(definition, marks, removed_count)
        if definition.kind == "pointer":
            return PointerSlotComparison(rules, NoTargets(), remembered_patterns(rules))
        return TextSlotComparison(rules, sets if definition.kind == "set" else strings)

    return slot_comparison
