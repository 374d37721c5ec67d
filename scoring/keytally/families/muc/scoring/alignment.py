"""The comparison of two objects, and the definition of how a document's objects are aligned."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from keytally.families.muc.model import ClassDefinition, Configuration, MucObject, Slot, SlotDefinition
from keytally.families.muc.scoring.fills import (
    NoTargets,
    SetFills,
    StringComparison,
    StringFills,
    Targets,
    single_spaced,
)
from keytally.families.muc.scoring.results import ObjectPair, SlotPair
from keytally.families.muc.scoring.slots import (
    PointerSlotComparison,
    ResponseMarks,
    SlotComparison,
    SlotRules,
    TextSlotComparison,
    agreeing_fills,
    cached_pattern_comparison,
)
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

# The comparison of two objects of a class: their slots, F over the scored ones, and their similarity.
#
# Rules: manual, "Calculation of Scores". Two objects may be aligned if the sum of the F of their scored slots
# in percent, each multiplied by the weight of its slot, exceeds the threshold of their class.


CACHED_COMPARISONS = 1 << 14
CACHED_SLOTS = 1 << 12

Slots = Sequence[tuple[str, SlotComparison]]


class ComparedObjects(NamedTuple):
    """The result of comparing two objects.

    It contains the compared slots, F over the scored slots (0 to 1), and whether the objects are similar
    enough to be aligned.
    """

    slots: Mapping[str, SlotPair]
    f: Fraction
    similar: bool


class ClassRules:
    """The rules for comparing objects of one class, independent of the document.

    F covers the scored slots; `places` maps each slot name to its indices among them. If
    `any_agreement_will_do` is true, objects are similar as soon as they agree in a slot with a weight above
    0; if `is_countable` is true, every scored slot has such a weight.
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
        """Return the comparison for these slot pairs; calls with the same pairs share one result.

        The cache is keyed by the identities of the SlotPairs, because hashing their contents would take
        longer than comparing the objects. The cached result keeps the SlotPairs alive, so that their
        identities are not reused.
        """
        identities = tuple(map(id, pairs))
        known = self._known.get(identities)
        if known is None:
            if len(self._known) >= CACHED_COMPARISONS:
                self._known.clear()
            known = self._known[identities] = self._summed_up(pairs)
        return known

    def agreeing(self, counts: tuple[int, ...]) -> ComparedObjects:
        """Return the comparison of objects with the same fills in the same order, all correct.

        `counts` contains the number of fills in each scored slot; other slots have no fills.
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
        """Return the sum of the slots' F scores in percent, each multiplied by the slot's weight.

        Objects are similar if this sum exceeds the threshold.
        """
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
        """Return whether the weighted F of scored slots exceeds the threshold."""
        if self.any_agreement_will_do:
            return any(weight > 0 and (tally.cor or tally.par) for tally, weight in scored)
        return _weighted(scored) > self.threshold


def _places(names: Iterable[str]) -> Mapping[str, Sequence[int]]:
    """Map each name to its indices, because an object fills only a few of many slots."""
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(name, []).append(place)
    return places


def _weighted(scored: Iterable[tuple[Tally, Fraction | float]]) -> Fraction:
    """Return the sum of F in percent multiplied by the weights."""
    return sum((100 * Fraction(weight) * tally.f_exact() for tally, weight in scored), Fraction(0))


class ClassComparison:
    """Compares the objects of one class, and creates their pairs after alignment."""

    def __init__(self, rules: ClassRules, marks: ResponseMarks, slots: Slots) -> None:
        self.rules = rules
        self._marks = marks
        self._slots = slots
        self.scored_slots = [(name, comparison) for name, comparison in slots if comparison.scored]
        self.has_pointers = any(each.may_remove for _, each in slots)
        self._compared: dict[tuple[int, int], tuple[ComparedObjects, object, object]] = {}
        self._alone: dict[tuple[int, bool, bool], tuple[ComparedObjects, object]] = {}

    def in_document(self, targets: Targets) -> "ClassComparison":
        """Return this comparison with the pointer targets of a document."""
        if not self.has_pointers:
            return self
        slots = [(name, each.in_document(targets)) for name, each in self._slots]
        return ClassComparison(self.rules, self._marks, slots)

    def compare(self, key: MucObject, response: MucObject) -> ComparedObjects:
        """Return the comparison of two objects; without pointers, it depends only on their slots.

        The cache is keyed by the identities of the slots; it keeps the slots alive, so that their identities
        are not reused.
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
        """Return the comparison of an unaligned object; see `is_optional`."""
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
        """Return whether a missing or spurious object is not penalised.

        `implied` is true if pointers make the object optional even if it is not marked as such.
        """
        return (obj.optional or implied) and (key_side or self._marks.optional)

    def pair(self, key: MucObject, response: MucObject, compared: ComparedObjects) -> ObjectPair:
        """Return the pair of two aligned objects; its status is correct, regardless of the fills."""
        status = Status.CORRECT if self.rules.definition.scored else Status.UNSCORED
        return ObjectPair(status, key, response, compared.slots)

    def left_over(self, obj: MucObject, key_side: bool, implied: bool = False) -> ObjectPair:
        """Return the pair of an unaligned object; see `is_optional`."""
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
    """Return a comparison for each declared class, in the order of the class definitions.

    Pointers have no targets yet; see `ClassComparison.in_document`.
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
    """Return a function that creates the comparison of a slot; all string slots share one cache of cleaned
    texts.
    """
    sets, strings = SetFills(), StringFills(StringComparison(configuration))
    removed_count = configuration.rem_tally == "non"

    def slot_comparison(definition: SlotDefinition) -> SlotComparison:
        rules = SlotRules(definition, marks, removed_count)
        if definition.kind == "pointer":
            return PointerSlotComparison(rules, NoTargets(), cached_pattern_comparison(rules))
        return TextSlotComparison(rules, sets if definition.kind == "set" else strings)

    return slot_comparison


# Identical objects of `equatable_objects` classes: a pointer to one counts as a pointer to any of them.
#
# Manual, "Description of Map History Attributes" (key_obj_rep_id): "All objects are put in equivalence
# classes, so that pointers to any object in an equivalence class are still counted correct". Objects of one
# class, document and side are identical if they have the same scored fills, in any order.


def equatable_classes(configuration: Configuration) -> Mapping[str, Sequence[str]]:
    """Return the scored slots of each class in `equatable_objects`; only scenario templates have such
    classes.
    """
    if configuration.scoring_task.lower() != "scenario_template":
        return {}
    names = dict.fromkeys(name.lower() for name in configuration.equatable_objects)
    return {name: [slot.name for slot in configuration.slots_of(name) if slot.scored] for name in names}


def contents_of(obj: MucObject, slots: Sequence[str]) -> Hashable:
    """Return an object's content in these slots as multisets of alternatives; identical objects have equal
    values.
    """
    return obj.class_name, tuple(_contents(obj, slots))


def opening_of(obj: MucObject, slots: Sequence[str]) -> Hashable:
    """Return the first part of an object's content; it is cheap to compute and equal for identical
    objects.
    """
    return obj.class_name, next(_contents(obj, slots), None)


def _contents(obj: MucObject, slots: Sequence[str]) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Yield the content of each given slot that is not empty."""
    for name in slots:
        if name in obj.slots and (texts := _texts(obj.slots[name])):
            yield name, texts


def _texts(slot: Slot) -> tuple[tuple[str, ...], ...]:
    if len(slot.alternatives) == 1 == len(slot.alternatives[0]):
        return ((single_spaced(slot.alternatives[0][0][0]).lower(),),)
    texts = [
        sorted([single_spaced(fill[0]).lower() for fill in fills]) for fills in slot.alternatives if fills
    ]
    return tuple([tuple(fills) for fills in sorted(texts)])


# The definition of the alignment of a document's objects.
#
# Read this module together with the manual ("Calculation of Scores", "Template Relation (TR) and Scenario
# Template (ST) Scoring"). It compares every object with every other of its class. `index` and `incremental`
# find the same pairs at less cost.
#
# Where the manual defines nothing: F is compared as an exact ratio; of pairs with equal F the one whose key
# object is first in the key is taken first, then the one whose response object is first in the response.


Objects = Sequence[MucObject]

Candidate = tuple[int, int]
"""Two objects by their positions in the key and in the response."""

Name = tuple[str, str, str]
"""The parts that equal identification strings share: class, document number, one-up string."""


def align_class(comparison: ClassComparison, key: Objects, response: Objects) -> Iterator[Candidate]:
    """Yield the aligned pairs of one class.

    "The scorer first generates all possible pairs of objects in the class", and takes those "for which the
    weighted F-score exceeds the threshold for that type of object".
    """
    compared = (
        ((k, r), comparison.compare(mine, other))
        for k, mine in enumerate(key)
        for r, other in enumerate(response)
    )
    return take_best_first((candidate, result.f) for candidate, result in compared if result.similar)


def take_best_first(candidates: Iterable[tuple[Candidate, Fraction]]) -> Iterator[Candidate]:
    """Yield the aligned pairs, given all candidates with their F scores; each object occurs in at most one
    pair.

    "The object pairs are sorted by (unweighted) F-score in decreasing order. Then the scorer proceeds down
    the sorted list, picking out pairs of objects for which neither [object] has been chosen yet".
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


class AlignmentRules(NamedTuple):
    """The rules of alignment; `comparisons` are in the order of the class definitions.

    `name_of` parses a pointer; `template` is the class whose objects are paired in file order, if there is
    one.
    """

    configuration: Configuration
    comparisons: Mapping[str, ClassComparison]
    name_of: Callable[[str], Name]
    template: str | None


class DefinedSide:
    """The objects of declared classes on one side of a document.

    If several objects have the same name, a pointer with that name refers to the first. `may_be_optional` is
    true if any object may be optional.
    """

    def __init__(self, rules: AlignmentRules, objects: Iterable[MucObject], may_be_optional: bool) -> None:
        self._rules = rules
        self._may_be_optional = may_be_optional
        self.objects = [obj for obj in objects if obj.class_name in rules.comparisons]
        self._named: dict[Name, MucObject] = {}
        for obj in self.objects:
            self._named.setdefault((obj.class_name, obj.document, obj.one_up), obj)

    def of_class(self, class_name: str) -> Objects:
        """Return the objects of a class in file order."""
        return [obj for obj in self.objects if obj.class_name == class_name]

    def target(self, pointer: str) -> MucObject | None:
        """Return the object that a pointer refers to, or None."""
        return self._named.get(self._rules.name_of(pointer))

    def identical(self, obj: MucObject) -> Objects:
        """Return all objects that are identical to the given one (`equatable_objects`), including itself."""
        contents = self._contents.get(obj)
        return [obj] if contents is None else self._groups[contents]

    @cached_property
    def optional(self) -> Collection[MucObject]:
        """Return the objects that are not penalised if missing or spurious: those marked as optional, and
        those optional by implication.

        "In TR, a "relation" object that points to an optional "template element" object is optional, whether
        it's marked optional or not. And in ST, an object is implicitly optional if the only pointers pointing
        to that object are in optional slots or in one [...] multi-fill of a slot, but not in another
        multi-fill of the same slot". With `st_transitive`, pointers in optional objects are ignored too.
        """
        if not self._may_be_optional:
            return frozenset()
        configuration = self._rules.configuration
        task = configuration.scoring_task.lower()
        marked = {obj for obj in self.objects if obj.optional}
        if task == "template_relation":
            return marked | {pointer.owner for pointer in self._pointers if pointer.target in marked}
        if task != "scenario_template":
            return marked
        optional = marked | self._not_required_by_any_but(())
        while (
            configuration.st_transitive and not (more := self._not_required_by_any_but(optional)) <= optional
        ):
            optional |= more
        return optional

    def _not_required_by_any_but(self, owners: Collection[MucObject]) -> set[MucObject]:
        """Return the target objects of all pointers, except those that an object outside `owners`
        requires.
        """
        required = {
            pointer.target for pointer in self._pointers if pointer.required and pointer.owner not in owners
        }
        return {pointer.target for pointer in self._pointers} - required

    @cached_property
    def _pointers(self) -> Sequence["_Pointer"]:
        slots = self._rules.configuration.slots
        pointing = {(slot.class_name, slot.name) for slot in slots if slot.kind == "pointer"}
        return [
            pointer
            for owner in self.objects
            for name, slot in owner.slots.items()
            if (owner.class_name, name) in pointing
            for pointer in self._pointers_in(owner, slot)
        ]

    def _pointers_in(self, owner: MucObject, slot: Slot) -> Iterator["_Pointer"]:
        """Yield the pointers of a slot; a pointer is required if it occurs in every alternative of a
        non-optional slot.
        """
        targets = [[self.target(fill.text) for fill in fills] for fills in slot.alternatives]
        for target in chain.from_iterable(targets):
            if target is not None:
                required = not slot.optional and all(target in others for others in targets)
                yield _Pointer(owner, target, required)

    @cached_property
    def _contents(self) -> Mapping[MucObject, Hashable]:
        """Return the content of each object of the equatable classes; identical objects have equal values."""
        slots = equatable_classes(self._rules.configuration)
        return {
            obj: contents_of(obj, slots[obj.class_name]) for obj in self.objects if obj.class_name in slots
        }

    @cached_property
    def _groups(self) -> Mapping[Hashable, Objects]:
        groups: defaultdict[Hashable, list[MucObject]] = defaultdict(list)
        for obj, contents in self._contents.items():
            groups[contents].append(obj)
        return groups


class _Pointer(NamedTuple):
    owner: MucObject
    target: MucObject
    required: bool


class DefinedDocument:
    """A document and the pairs aligned so far; `partner` maps each aligned object to its partner.

    Objects of undeclared classes and their pointers are ignored.
    """

    def __init__(
        self, rules: AlignmentRules, key: Iterable[MucObject], response: Iterable[MucObject]
    ) -> None:
        self.rules = rules
        self.key = DefinedSide(rules, key, True)
        self.response = DefinedSide(rules, response, ResponseMarks.under(rules.configuration).optional)
        self.partner: dict[MucObject, MucObject] = {}

    def align(self, class_name: str) -> list[ObjectPair]:
        """Align a class, after the classes that it points to; return the key's pairs in order, then the
        spurious objects.
        """
        comparison = self.comparison(class_name)
        key, response = self.key.of_class(class_name), self.response.of_class(class_name)
        if class_name == self.rules.template:
            candidates: Iterable[Candidate] = (
                (place, place) for place in range(min(len(key), len(response)))
            )
        else:
            candidates = align_class(comparison, key, response)
        self.join((key[k], response[r]) for k, r in candidates)
        pairs = [self._pair(comparison, obj) for obj in key]
        left = (obj for obj in response if obj not in self.partner)
        return pairs + [comparison.left_over(obj, False, obj in self.response.optional) for obj in left]

    def join(self, pairs: Iterable[tuple[MucObject, MucObject]]) -> None:
        """Record pairs as aligned."""
        for mine, other in list(pairs):
            self.partner[mine] = other
            self.partner[other] = mine

    def comparison(self, class_name: str) -> ClassComparison:
        """Return the comparison of objects of a class, given the alignment so far."""
        return self.rules.comparisons[class_name].in_document(DefinedTargets(self, class_name))

    def _pair(self, comparison: ClassComparison, obj: MucObject) -> ObjectPair:
        other = self.partner.get(obj)
        if other is None:
            return comparison.left_over(obj, True, obj in self.key.optional)
        return comparison.pair(obj, other, comparison.compare(obj, other))


class DefinedTargets:
    """Resolves the pointers of a class (see `Targets`).

    "If the object pointed to by the key pointer is aligned to the object pointed to by the response pointer,
    then the pointers are tallied as correct." "Pointers to any object in an equivalence class are still
    counted correct" (`equatable_objects`). A pointer to a class that has not been aligned yet is never
    correct.
    """

    def __init__(self, document: DefinedDocument, class_name: str) -> None:
        self._document = document
        classes = list(document.rules.comparisons)
        self._earlier = set(classes[: classes.index(class_name)])

    def are_aligned(self, key: str, response: str) -> bool:
        """Return whether the targets of two pointers, or objects identical to them, are aligned."""
        other = self.lookup_forms(response, False)
        return bool(other) and other[0] in self.lookup_forms(key, True)

    def removed(self, text: str, key_side: bool) -> bool:
        """Return whether a pointer refers to an optional object, and neither it nor an identical object is
        aligned.

        "If a key pointer points to an optional key object that was not aligned with any response object, the
        fill is "removed," and doesn't count toward the score."
        """
        side, target = self._side(key_side), self._target(text, key_side)
        if target is None or target not in side.optional:
            return False
        return not any(obj in self._document.partner for obj in side.identical(target))

    def lookup_forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        """Return the response objects that a pointer corresponds to, each represented by the first of its
        identical objects; see `PointerFills`.
        """
        target = self._target(text, key_side)
        if target is None:
            return ()
        found: Iterable[MucObject] = [target]
        if key_side:
            identical, partner = self._document.key.identical(target), self._document.partner
            found = (partner[obj] for obj in identical if obj in partner)
        return tuple(dict.fromkeys(self._document.response.identical(obj)[0] for obj in found))

    def _side(self, key_side: bool) -> DefinedSide:
        return self._document.key if key_side else self._document.response

    def _target(self, text: str, key_side: bool) -> MucObject | None:
        target = self._side(key_side).target(text)
        return target if target is not None and target.class_name in self._earlier else None


def align_document(
    rules: AlignmentRules, key: Iterable[MucObject], response: Iterable[MucObject]
) -> dict[str, list[ObjectPair]]:
    """Return the pairs of a document by class; classes are aligned in definition order.

    "The scorer has to align the objects so that any pointed-to objects must already have been aligned."
    """
    document = DefinedDocument(rules, key, response)
    pairs = {class_name: document.align(class_name) for class_name in rules.comparisons}
    return {class_name: found for class_name, found in pairs.items() if found}
