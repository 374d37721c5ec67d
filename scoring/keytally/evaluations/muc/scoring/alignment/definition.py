"""The definition of which objects of a document are aligned.

Read this module beside the manual ("Calculation of Scores", "Template Relation (TR) and Scenario Template
(ST) Scoring"). It compares every object with every other of its class. `index` and `incremental` find the
same pairs at less cost.

Where the manual says nothing: F is compared as an exact ratio; of pairs with equal F the one whose key object
is first in the key is taken first, then the one whose response object is first in the response.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.alignment.comparison.objects import ClassComparison
from keytally.evaluations.muc.scoring.alignment.comparison.slot_alignment import ResponseMarks
from keytally.evaluations.muc.scoring.alignment.equatable import contents_of, equatable_classes
from keytally.evaluations.muc.scoring.result import ObjectPair

Objects = Sequence[MucObject]

Candidate = tuple[int, int]
"""Two objects by their positions in the key and in the response."""

Name = tuple[str, str, str]
"""The common part of equal identification strings: class, document number, one-up string."""


def align_class(comparison: ClassComparison, key: Objects, response: Objects) -> Iterator[Candidate]:
    """The pairs of one class.

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
    """The aligned pairs among all candidates with their F; each object is in one pair at most.

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
    """The rules of alignment: `comparisons` are in the order of the class definitions.

    `name_of` parses a pointer; `template` is the class whose objects are paired in file order, if there is
    one.
    """

    configuration: Configuration
    comparisons: Mapping[str, ClassComparison]
    name_of: Callable[[str], Name]
    template: str | None


class DefinedSide:
    """The objects of declared classes on one side of a document.

    A pointer to a name that several objects have points to the first. `may_be_optional` says whether any
    object may be optional.
    """

    def __init__(self, rules: AlignmentRules, objects: Iterable[MucObject], may_be_optional: bool) -> None:
        self._rules = rules
        self._may_be_optional = may_be_optional
        self.objects = [obj for obj in objects if obj.class_name in rules.comparisons]
        self._named: dict[Name, MucObject] = {}
        for obj in self.objects:
            self._named.setdefault((obj.class_name, obj.document, obj.one_up), obj)

    def of_class(self, class_name: str) -> Objects:
        """The objects of a class in file order."""
        return [obj for obj in self.objects if obj.class_name == class_name]

    def target(self, pointer: str) -> MucObject | None:
        """The object that a pointer points to; None if there is none."""
        return self._named.get(self._rules.name_of(pointer))

    def identical(self, obj: MucObject) -> Objects:
        """The objects that are identical to one (`equatable_objects`), including itself."""
        contents = self._contents.get(obj)
        return [obj] if contents is None else self._groups[contents]

    @cached_property
    def optional(self) -> Collection[MucObject]:
        """The objects that cost nothing if the other side lacks them: marked so, or by implication.

        "In TR, a "relation" object that points to an optional "template element" object is optional, whether
        it's marked optional or not. And in ST, an object is implicitly optional if the only pointers pointing
        to that object are in optional slots or in one [...] multi-fill of a slot, but not in another
        multi-fill of the same slot". With `st_transitive` pointers of optional objects do not count either.
        """
        if not self._may_be_optional:
            return frozenset()
        configuration = self._rules.configuration
        task = configuration.scoring_task.lower()
        marked = {obj for obj in self.objects if obj.optional}
        if task == "template_relation":
            return marked | {each.owner for each in self._pointers if each.target in marked}
        if task != "scenario_template":
            return marked
        optional = marked | self._not_required_by_any_but(())
        while (
            configuration.st_transitive and not (more := self._not_required_by_any_but(optional)) <= optional
        ):
            optional |= more
        return optional

    def _not_required_by_any_but(self, owners: Collection[MucObject]) -> set[MucObject]:
        """The objects with pointers to them that only objects of the given set require."""
        required = {each.target for each in self._pointers if each.required and each.owner not in owners}
        return {each.target for each in self._pointers} - required

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
        """The pointers of a slot; required are those to what every alternative of a slot points to that is
        not optional.
        """
        targets = [[self.target(fill.text) for fill in fills] for fills in slot.alternatives]
        for target in chain.from_iterable(targets):
            if target is not None:
                required = not slot.optional and all(target in others for others in targets)
                yield _Pointer(owner, target, required)

    @cached_property
    def _contents(self) -> Mapping[MucObject, Hashable]:
        """The content of objects of equatable classes; equal for identical ones."""
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
    """A document, and the pairs aligned so far: `partner` of each object of both sides.

    Undeclared objects are ignored, and so are their pointers.
    """

    def __init__(
        self, rules: AlignmentRules, key: Iterable[MucObject], response: Iterable[MucObject]
    ) -> None:
        self.rules = rules
        self.key = DefinedSide(rules, key, True)
        self.response = DefinedSide(rules, response, ResponseMarks.under(rules.configuration).optional)
        self.partner: dict[MucObject, MucObject] = {}

    def align(self, class_name: str) -> list[ObjectPair]:
        """Align a class after those that it points to: the key's objects in pairs, then spurious ones."""
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
        """The comparison of objects of a class, given the alignment so far."""
        return self.rules.comparisons[class_name].in_document(DefinedTargets(self, class_name))

    def _pair(self, comparison: ClassComparison, obj: MucObject) -> ObjectPair:
        other = self.partner.get(obj)
        if other is None:
            return comparison.left_over(obj, True, obj in self.key.optional)
        return comparison.pair(obj, other, comparison.compare(obj, other))


class DefinedTargets:
    """The targets of the pointers of a class (Targets).

    "If the object pointed to by the key pointer is aligned to the object pointed to by the response pointer,
    then the pointers are tallied as correct." "Pointers to any object in an equivalence class are still
    counted correct" (`equatable_objects`). Pointers to a class that is not aligned earlier are never correct.
    """

    def __init__(self, document: DefinedDocument, class_name: str) -> None:
        self._document = document
        classes = list(document.rules.comparisons)
        self._earlier = set(classes[: classes.index(class_name)])

    def are_aligned(self, key: str, response: str) -> bool:
        """Whether the targets of two pointers, or objects identical to them, are aligned."""
        other = self.lookup_forms(response, False)
        return bool(other) and other[0] in self.lookup_forms(key, True)

    def removed(self, text: str, key_side: bool) -> bool:
        """Whether a pointer points to an optional object, and neither it nor an identical one is aligned.

        "If a key pointer points to an optional key object that was not aligned with any response object, the
        fill is "removed," and doesn't count toward the score."
        """
        side, target = self._side(key_side), self._target(text, key_side)
        if target is None or target not in side.optional:
            return False
        return not any(obj in self._document.partner for obj in side.identical(target))

    def lookup_forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        """The response's objects for a pointer, the first of identical ones: see PointerFills."""
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
    """The pairs of a document by class: classes are aligned in the order of their definitions.

    "The scorer has to align the objects so that any pointed-to objects must already have been aligned."
    """
    document = DefinedDocument(rules, key, response)
    pairs = {class_name: document.align(class_name) for class_name in rules.comparisons}
    return {class_name: found for class_name, found in pairs.items() if found}
