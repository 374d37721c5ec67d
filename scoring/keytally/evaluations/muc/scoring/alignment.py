"""Objects: how two of a class compare, and which of the key go with which of the response.

Rules: manual, "Calculation of Scores". Pairs are taken in decreasing F, compared as exact ratios; of
pairs with equal F the one whose key object stands first in the key wins, then the one whose response
object stands first in the response.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from keytally.evaluations.muc.model.configuration import ClassDefinition, Configuration, SlotDefinition
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.fills import (
    FillComparison,
    Nowhere,
    PointerFills,
    SetFills,
    StringFills,
)
from keytally.evaluations.muc.scoring.result import ObjectPair, SlotPair
from keytally.evaluations.muc.scoring.slots import ResponseMarks, SlotComparison
from keytally.evaluations.muc.scoring.strings import StringComparison
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

CACHED_COMPARISONS = 1 << 14

Candidate = tuple[int, int]
Slots = tuple[tuple[str, SlotComparison], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What two objects are to each other: their slots compared, F over the scored slots from 0 to 1,
    and whether they are similar enough to be aligned.
    """

    slots: Mapping[str, SlotPair]
    f: Fraction
    similar: bool


def marks_of(configuration: Configuration) -> ResponseMarks:
    """What the response may say about itself under a configuration."""
    both_keys = configuration.scoring_method.lower() == "key2key"
    return ResponseMarks(both_keys, both_keys and configuration.key2key_symmetric)


def plain_fills(configuration: Configuration) -> Callable[[SlotDefinition], FillComparison]:
    """How slots are compared as long as pointers point to nothing (see ClassAlignment.pointing)."""
    kinds: dict[str, FillComparison] = {"set": SetFills(), "pointer": PointerFills(Nowhere())}
    strings = StringFills(StringComparison(configuration))
    return lambda definition: kinds.get(definition.kind, strings)


class ClassAlignment:
    """Compares and aligns the objects of one class.

    `fills_of` gives the comparison of single fills for a slot's definition. `is_countable` tells whether
    objects may be aligned wherever they agree in anything that is scored, `has_pointers` whether any slot
    holds them; `scored_slots` are those that F is made of, by name.
    """

    __slots__ = (
        "_agreeing",
        "_known",
        "_marks",
        "_removed_count",
        "_slots",
        "any_agreement_will_do",
        "definition",
        "has_pointers",
        "is_countable",
        "scored_slots",
        "threshold",
    )

    def __init__(
        self,
        definition: ClassDefinition,
        configuration: Configuration,
        fills_of: Callable[[SlotDefinition], FillComparison],
    ) -> None:
        self.definition = definition
        self._marks = marks_of(configuration)
        self._removed_count = configuration.rem_tally == "non"
        self._slots = tuple(
            (slot.name, self._slot_comparison(slot, fills_of(slot)))
            for slot in configuration.slots_of(definition.name)
        )
        self.has_pointers = any(held.definition.kind == "pointer" for _, held in self._slots)
        self.scored_slots = _scored(self._slots)
        self.threshold = Fraction(definition.threshold)
        self.any_agreement_will_do = self.threshold == 0 and all(
            comparison.definition.weight >= 0 for _, comparison in self._slots
        )
        self._known: dict[tuple[int, ...], Comparison] = {}
        self._agreeing: dict[tuple[int, ...], Comparison] = {}
        self.is_countable = self.any_agreement_will_do and all(
            comparison.definition.weight > 0 for _, comparison in self.scored_slots
        )

    def pointing(self, fills: FillComparison) -> "ClassAlignment":
        """The same but for how pointers compare; what does not depend on them is shared."""
        if not self.has_pointers:
            return self
        other = object.__new__(ClassAlignment)
        for name in ClassAlignment.__slots__:
            setattr(other, name, getattr(self, name))
        other._slots = tuple(
            [
                (name, held.pointing(fills) if held.definition.kind == "pointer" else held)
                for name, held in self._slots
            ]
        )
        other.scored_slots = _scored(other._slots)
        return other

    def _slot_comparison(self, slot: SlotDefinition, fills: FillComparison) -> SlotComparison:
        return SlotComparison(slot, fills, self._marks, self._removed_count)

    def compare(self, key: MucObject, response: MucObject) -> Comparison:
        """How two objects compare."""
        keys, responses = key.slots, response.slots
        pairs: list[SlotPair | None] = []
        for name, comparison in self._slots:
            mine, other = keys.get(name), responses.get(name)
            if mine is None and other is None:
                pairs.append(None)
            else:
                pairs.append(comparison.compare(mine, other))
        return self._comparison(pairs)

    def agreeing(self, counts: tuple[int, ...]) -> Comparison:
        """How objects compare whose fills are all correct, in the same order.

        `counts` are the numbers of their fills by scored slot; they fill no others.
        """
        known = self._agreeing.get(counts)
        if known is None:
            if len(self._agreeing) >= CACHED_COMPARISONS:
                self._agreeing.clear()
            filled = {
                name: slot.agreeing(n) for (name, slot), n in zip(self.scored_slots, counts, strict=True) if n
            }
            known = self._agreeing[counts] = self._comparison([filled.get(name) for name, _ in self._slots])
        return known

    def alone(self, single: MucObject, key_side: bool, implied: bool = False) -> Comparison:
        """What becomes of the slots of an object that stands alone; see `is_optional`."""
        slots, optional = single.slots, self.is_optional(single, key_side, implied)
        pairs: list[SlotPair | None] = []
        for name, comparison in self._slots:
            slot = slots.get(name)
            pairs.append(None if slot is None else comparison.alone(slot, key_side, optional))
        return self._comparison(pairs)

    def is_optional(self, single: MucObject, key_side: bool, implied: bool = False) -> bool:
        """Whether an object costs nothing when the other side lacks it.

        `implied` tells that pointers make it optional, marked so or not.
        """
        return (single.optional or implied) and (key_side or self._marks.optional)

    def pair(self, key: MucObject, response: MucObject, comparison: Comparison) -> ObjectPair:
        """Two objects that are aligned: correct, however bad their fills."""
        status = Status.CORRECT if self.definition.scored else Status.UNSCORED
        return ObjectPair(status, key, response, comparison.slots)

    def left_over(self, single: MucObject, key_side: bool, implied: bool = False) -> ObjectPair:
        """An object that the other side lacks; see `is_optional`."""
        slots = self.alone(single, key_side, implied).slots
        if not self.definition.scored:
            status = Status.UNSCORED
        elif self.is_optional(single, key_side, implied):
            status = Status.OPTIONAL
        else:
            status = Status.MISSING if key_side else Status.SPURIOUS
        key, response = (single, None) if key_side else (None, single)
        return ObjectPair(status, key, response, slots)

    def _comparison(self, pairs: Sequence[SlotPair | None]) -> Comparison:
        """The comparison that has these slots, shared by all objects that compare so.

        A SlotPair's identity stands for it: hashing its contents would cost more than comparing the
        objects did. The comparison holds the SlotPairs, so no identity is used twice while it is kept.
        """
        identities = tuple(map(id, pairs))
        known = self._known.get(identities)
        if known is None:
            if len(self._known) >= CACHED_COMPARISONS:
                self._known.clear()
            known = self._known[identities] = self._summed_up(pairs)
        return known

    def _summed_up(self, pairs: Sequence[SlotPair | None]) -> Comparison:
        slots = {name: pair for (name, _), pair in zip(self._slots, pairs, strict=True) if pair is not None}
        scored = [
            (pair.tally, comparison.definition.weight)
            for (_, comparison), pair in zip(self._slots, pairs, strict=True)
            if pair is not None and comparison.scored
        ]
        total = Tally(*map(sum, zip(Tally(), *(tally for tally, _ in scored), strict=True)))
        return Comparison(slots, total.f_exact(), self._is_similar(scored))

    def weighted(self, comparison: Comparison) -> Fraction:
        """The weighted sum of the slots' F, in percent; objects are similar if it exceeds the threshold."""
        return _weighted(
            (comparison.slots[name].tally, slot.definition.weight)
            for name, slot in self.scored_slots
            if name in comparison.slots
        )

    def _is_similar(self, scored: Sequence[tuple[Tally, Fraction | float]]) -> bool:
        """Whether the weighted F of scored slots exceeds the threshold."""
        if self.any_agreement_will_do:
            return any(weight > 0 and (tally.cor or tally.par) for tally, weight in scored)
        return _weighted(scored) > self.threshold


def _scored(slots: Slots) -> Slots:
    return tuple([(name, comparison) for name, comparison in slots if comparison.scored])


def _weighted(scored: Iterable[tuple[Tally, Fraction | float]]) -> Fraction:
    """The sum of F in percent times weight."""
    return sum((100 * Fraction(weight) * tally.f_exact() for tally, weight in scored), Fraction(0))


def greedy(candidates: Iterable[tuple[Candidate, Fraction]]) -> Iterator[Candidate]:
    """The pairs that are aligned, of all candidates with their F; each object is in one pair at most.

    A candidate is the indices of a key object and a response object in the order of their files.
    """
    by_f: defaultdict[Fraction, list[Candidate]] = defaultdict(list)
    for candidate, f in candidates:
        by_f[f].append(candidate)
    keys: set[int] = set()
    responses: set[int] = set()
    for key, response in chain.from_iterable(sorted(by_f[f]) for f in sorted(by_f, reverse=True)):
        if key not in keys and response not in responses:
            keys.add(key)
            responses.add(response)
            yield key, response
