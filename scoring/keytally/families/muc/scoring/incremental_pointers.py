"""One side of a document, updated as its objects change: names, pointer graph and targets."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from keytally.families.muc.model import Configuration, MucObject, Slot
from keytally.families.muc.scoring.alignment import contents_of, equatable_classes, opening_of

Name = tuple[str, str, str]
"""The parts that equal identification strings share: class, document number, one-up string."""

_PLAIN_CLASS = re.compile(r"[a-z0-9_]+")


class NamedObjects:
    """Objects by name; if several objects share a name, it refers to the first.

    `name_of` parses a pointer. Nearly all pointers are written like headers. In a new document, objects are
    therefore found by pointer text, provided that no class name contains a hyphen (`is_plain`), and names are
    collected on first use.
    """

    def __init__(self, name_of: Callable[[str], Name], is_plain: bool) -> None:
        self._name_of = name_of
        self._is_plain = is_plain
        self._unnamed: Sequence[MucObject] = ()
        self._named: dict[Name, list[MucObject]] = {}
        self._by_text: Mapping[str, MucObject] | None = None

    @property
    def names(self) -> frozenset[Name]:
        """Return the names of all objects."""
        return frozenset(self._collected())

    def begin(self, objects: Sequence[MucObject]) -> None:
        """Set all objects of a new side, in file order."""
        self._unnamed = objects
        self._by_text = _by_text(objects) if self._is_plain else None

    def add(self, obj: MucObject) -> None:
        """Add an object after the others with its name."""
        self._changing().setdefault(name_of(obj), []).append(obj)

    def remove(self, obj: MucObject) -> None:
        """Remove an object."""
        named, name = self._changing(), name_of(obj)
        named[name].remove(obj)
        if not named[name]:
            del named[name]

    def sort(self, name: Name, place: Mapping[MucObject, int]) -> None:
        """Sort the objects with a name by their positions."""
        named = self._collected().get(name, [])
        if len(named) > 1:
            named.sort(key=place.__getitem__)

    def named(self, name: Name) -> Sequence[MucObject]:
        """Return the objects with that name in file order."""
        return self._collected().get(name, ())

    def target(self, pointer: str) -> MucObject | None:
        """Return the object that a pointer refers to, or None."""
        known = self._by_text
        if known is None:
            named = self._collected().get(self._name_of(pointer))
            return named[0] if named else None
        found = known.get(pointer)
        if found is None:
            text = _pointer_text(*self._name_of(pointer))
            return None if text is None else known.get(text)
        return found

    def _changing(self) -> dict[Name, list[MucObject]]:
        self._by_text = None
        return self._collected()

    def _collected(self) -> dict[Name, list[MucObject]]:
        objects, self._unnamed = self._unnamed, ()
        for obj in objects:
            self._named.setdefault(name_of(obj), []).append(obj)
        return self._named


def name_of(obj: MucObject) -> Name:
    """Return the name of an object."""
    return obj.class_name, obj.document, obj.one_up


def _by_text(objects: Iterable[MucObject]) -> Mapping[str, MucObject] | None:
    """Return the objects by the text of pointers to them; None if a name has an unusual spelling."""
    found: dict[str, MucObject] = {}
    for obj in objects:
        text = _pointer_text(obj.class_name, obj.document, obj.one_up)
        if text is None:
            return None
        found.setdefault(text, obj)
    return found


def _pointer_text(class_name: str, document: str, one_up: str) -> str | None:
    """Return the text of a pointer to that name; None for names with pointers that may be read differently.

    Different names have different texts.
    """
    opening = _opening(class_name)
    if opening is None or not (document.isalnum() and one_up.isalnum()):
        return None
    return f"{opening}{document}-{one_up}>"


@lru_cache
def _opening(class_name: str) -> str | None:
    return f"<{class_name.upper()}-" if _PLAIN_CLASS.fullmatch(class_name) else None


# The groups of identical objects of one side of a document, updated when objects are added or removed.
#
# For the rules see `alignment.equatable`. Few objects are identical to another. Identical objects have the
# same content prefix: the complete content is only compared if two prefixes are equal.


class IdenticalObjects:
    """Groups of identical objects; `slots` contains the scored slots of each class that may have identical
    objects.
    """

    def __init__(self, slots: Mapping[str, Sequence[str]]) -> None:
        self._slots = slots
        self._alone: dict[Hashable, MucObject | None] = {}
        self._contents: dict[MucObject, Hashable] = {}
        self._groups: dict[Hashable, list[MucObject]] = {}

    def add(self, obj: MucObject) -> None:
        """Add an object after the objects identical to it."""
        slots = self._slots.get(obj.class_name)
        if slots is None:
            return
        opening = opening_of(obj, slots)
        before = self._alone.setdefault(opening, obj)
        if before is obj:
            return
        if before is not None:
            self._alone[opening] = None
            self._put(before, slots)
        self._put(obj, slots)

    def _put(self, obj: MucObject, slots: Sequence[str]) -> None:
        contents = self._contents[obj] = contents_of(obj, slots)
        self._groups.setdefault(contents, []).append(obj)

    def remove(self, obj: MucObject) -> None:
        """Remove an object."""
        contents = self._contents.pop(obj, None)
        if contents is not None:
            self._groups[contents].remove(obj)
            if not self._groups[contents]:
                del self._groups[contents]
        elif obj.class_name in self._slots:
            del self._alone[opening_of(obj, self._slots[obj.class_name])]

    def of(self, obj: MucObject) -> Sequence[MucObject]:
        """Return an object and all objects identical to it, in file order."""
        contents = self._contents.get(obj)
        return (obj,) if contents is None else self._groups[contents]

    def sort(self, obj: MucObject, place: Mapping[MucObject, int]) -> None:
        """Sort the group of an object by position."""
        contents = self._contents.get(obj)
        if contents is not None and len(self._groups[contents]) > 1:
            self._groups[contents].sort(key=place.__getitem__)

    def representatives(self) -> Iterator[tuple[MucObject, MucObject]]:
        """Yield each object that is identical to an earlier one, together with the first such object."""
        for group in self._groups.values():
            for obj in group[1:]:
                yield obj, group[0]


# The pointer graph of one side of a document: names, pointers to them, and identical objects.
#
# Objects may be added and removed; the effects are reported by name, so that only objects that point to these
# names are examined again.


FEW_OBJECTS = 256
"""If a new document has at most this many objects, its pointers are not recorded immediately."""

_NO_NAMES: Mapping[Name, bool] = MappingProxyType({})


class GraphChange(NamedTuple):
    """The changes of a graph: added and removed objects.

    `touched` contains the names that may refer to another object; if the graph was empty, `all_named`
    contains all names.
    """

    added: Sequence[MucObject] = ()
    removed: Sequence[MucObject] = ()
    touched: frozenset[Name] = frozenset()
    all_named: NamedObjects | None = None

    @property
    def names(self) -> frozenset[Name]:
        """Return the names that may refer to another object."""
        return self.touched if self.all_named is None else self.all_named.names


class GraphRules:
    """The configuration of pointers and identical objects.

    `name_of` parses a pointer; `is_plain` is true if no declared class has a hyphen in its name.
    """

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        self.name_of = name_of
        self.equatable = equatable_classes(configuration)
        self.pointers = pointer_slots(configuration)
        self.is_plain = not any("-" in definition.name for definition in configuration.classes)

    def may_point(self, obj: MucObject) -> bool:
        """Return whether an object has a pointer slot."""
        return any(map(obj.slots.__contains__, self.pointers.get(obj.class_name, ())))


class PointerGraph:
    """The objects of one side by position, by name, and by the pointers to them.

    If several objects share a name, it refers to the first.
    """

    def __init__(self, rules: GraphRules) -> None:
        self._rules = rules
        self._name_of = rules.name_of
        self._is_traced = bool(rules.pointers or rules.equatable)
        self.place: dict[MucObject, int] = {}
        self._named = NamedObjects(rules.name_of, rules.is_plain)
        self._unfollowed: Sequence[MucObject] = ()
        self._owners: dict[Name, dict[MucObject, bool]] = {}
        self._pointed: dict[MucObject, Mapping[Name, bool]] = {}
        self._identical = IdenticalObjects(rules.equatable)

    @property
    def is_followed(self) -> bool:
        """Return whether the pointers of all objects have been recorded."""
        return not self._unfollowed

    def update(self, objects: Sequence[MucObject]) -> GraphChange:
        """Replace the objects with the given ones, in file order."""
        before, self.place = self.place, {obj: place for place, obj in enumerate(objects)}
        removed = [obj for obj in before if obj not in self.place]
        added = [obj for obj in objects if obj not in before]
        if not self._is_traced:
            return GraphChange(added, removed)
        if not before:
            self._begin(added)
            return GraphChange(added, removed, all_named=self._named)
        return GraphChange(added, removed, frozenset(self._exchange(removed, added)))

    def follow(self) -> None:
        """Record the pointers of objects that have not been recorded yet."""
        added, self._unfollowed = self._unfollowed, ()
        for obj in added:
            slots = self._rules.pointers.get(obj.class_name)
            pointed = self._pointed[obj] = _NO_NAMES if slots is None else self._points_to(obj, slots)
            for target, always in pointed.items():
                self._owners.setdefault(target, {})[obj] = always

    def pointed(self, obj: MucObject) -> Mapping[Name, bool]:
        """Return the names that an object points to, and whether all alternatives contain the pointer."""
        return self._pointed[obj]

    def owners(self, name: Name) -> Mapping[MucObject, bool]:
        """Return the objects that point to a name, and whether all alternatives contain the pointer."""
        self.follow()
        return self._owners.get(name, {})

    def target(self, pointer: str) -> MucObject | None:
        """Return the object that a pointer refers to, or None."""
        return self._named.target(pointer)

    def named(self, name: Name) -> Sequence[MucObject]:
        """Return the objects with that name in file order."""
        return self._named.named(name)

    def identical(self, obj: MucObject) -> Sequence[MucObject]:
        """Return an object and all objects identical to it, in file order."""
        return self._identical.of(obj)

    def representatives(self) -> Iterator[tuple[MucObject, MucObject]]:
        """Yield each object that is identical to an earlier one, together with the first such object."""
        return self._identical.representatives()

    def _begin(self, objects: Sequence[MucObject]) -> None:
        """Add the first objects.

        If there are few objects, their pointers are recorded only on demand, which is rare. If there are many
        objects, their pointers are recorded immediately, so that the first edit is not delayed.
        """
        self._named.begin(objects)
        for obj in objects:
            self._identical.add(obj)
        self._unfollowed = objects
        if len(objects) > FEW_OBJECTS:
            self.follow()

    def _exchange(self, removed: Sequence[MucObject], added: Sequence[MucObject]) -> set[Name]:
        """Remove and add objects; return the names that may refer to another object."""
        names: set[Name] = set()
        self.follow()
        for obj in removed:
            names.update(self._names_at(obj))
            self._take_out(obj)
        for obj in added:
            self._named.add(obj)
            self._identical.add(obj)
        self._unfollowed = added
        self.follow()
        names.update(*map(self._names_at, added))
        self._sort(names)
        return names

    def _take_out(self, obj: MucObject) -> None:
        self._named.remove(obj)
        for target in self._pointed.pop(obj):
            del self._owners[target][obj]
            if not self._owners[target]:
                del self._owners[target]
        self._identical.remove(obj)

    def _names_at(self, obj: MucObject) -> Iterator[Name]:
        """Yield the names that may refer to another object after an object is added or removed."""
        yield from map(name_of, self.identical(obj))
        yield from self._pointed[obj]

    def _sort(self, names: Iterable[Name]) -> None:
        """Sort objects with these names, and identical objects, into file order."""
        for name in names:
            self._named.sort(name, self.place)
            for obj in self._named.named(name):
                self._identical.sort(obj, self.place)

    def _points_to(self, obj: MucObject, slots: Iterable[str]) -> Mapping[Name, bool]:
        """Return the names that an object points to, and whether all alternatives of a required slot
        contain the pointer.
        """
        pointed: dict[Name, bool] = {}
        for slot_name in slots:
            if slot_name not in obj.slots:
                continue
            alternatives, optional = obj.slots[slot_name]
            if len(alternatives) == 1:
                for fill in alternatives[0]:
                    target = self._name_of(fill[0])
                    pointed[target] = not optional or pointed.get(target, False)
                continue
            named = [[self._name_of(fill[0]) for fill in fills] for fills in alternatives]
            for target in chain.from_iterable(named):
                always = not optional and all(target in others for others in named)
                pointed[target] = always or pointed.get(target, False)
        return pointed


def pointer_slots(configuration: Configuration) -> Mapping[str, list[str]]:
    """Return the names of the pointer slots by class."""
    slots: dict[str, list[str]] = {}
    for slot in configuration.slots:
        if slot.kind == "pointer":
            slots.setdefault(slot.class_name, []).append(slot.name)
    return slots


# One side of a document: its pointer graph, and its optional objects.
#
# Rules: see `alignment.definition` (implicit optionality). An edit examines only the objects whose names it
# touches, except with `st_transitive`, which may affect any.


class SideChange(NamedTuple):
    """The changes of a side: the changes of its graph, and the objects that became optional or ceased to
    be.
    """

    graph: GraphChange = GraphChange()
    optional: Sequence[MucObject] = ()

    @property
    def names(self) -> frozenset[Name]:
        """Return the names that may refer to another object."""
        return self.graph.names.union(map(name_of, self.optional))


class DocumentSide:
    """The objects of one side in file order.

    `may_be_optional` is true if this side can have optional objects, and `has_optional` if it has any.
    """

    def __init__(self, configuration: Configuration, rules: GraphRules, may_be_optional: bool) -> None:
        self.graph = PointerGraph(rules)
        self._rules = rules
        self._task = configuration.scoring_task.lower()
        self._is_transitive = configuration.st_transitive
        self._may_be_optional = may_be_optional
        self._implied: set[MucObject] = set()
        self.has_optional = False

    def update(self, objects: Sequence[MucObject]) -> SideChange:
        """Replace the objects with the given ones, in file order."""
        if list(self.graph.place) == list(objects):
            return SideChange()
        change = self.graph.update(objects)
        if self._may_imply(change.added):
            self.graph.follow()
        optional = self._update_implied(change) if self.graph.is_followed else []
        self.has_optional = self._may_be_optional and (
            bool(self._implied) or any(map(_is_marked_optional, objects))
        )
        return SideChange(change, optional)

    def is_optional(self, obj: MucObject) -> bool:
        """Return whether an object is optional, either by its mark or because of pointers."""
        return self._may_be_optional and (obj.optional or obj in self._implied)

    def _may_imply(self, objects: Iterable[MucObject]) -> bool:
        """Return whether pointers can make any object optional; false if nothing is marked as optional."""
        if not self._may_be_optional:
            return False
        return any(
            obj.optional or any(map(_is_marked, obj.slots.values()))
            for obj in objects
            if obj.optional or obj.class_name in self._rules.pointers
        )

    def _update_implied(self, change: GraphChange) -> list[MucObject]:
        """Recompute which objects are optional because of pointers; return the objects that became
        optional or ceased to be.
        """
        self._implied.difference_update(change.removed)
        if not self._may_be_optional or not self._rules.pointers:
            return []
        if self._task == "template_relation":
            owners = {owner: None for name in change.names for owner in self.graph.owners(name)}
            return self._imply({obj: self._points_to_optional(obj) for obj in (*change.added, *owners)})
        if self._task != "scenario_template":
            return []
        if self._is_transitive:
            implied = self._transitively_implied()
            return self._imply({obj: obj in implied for obj in self.graph.place})
        touched = (obj for name in change.names for obj in self.graph.named(name))
        return self._imply({obj: self._is_never_required(obj) for obj in touched})

    def _imply(self, implied: Mapping[MucObject, bool]) -> list[MucObject]:
        changed = [obj for obj, is_so in implied.items() if is_so != (obj in self._implied)]
        self._implied.symmetric_difference_update(changed)
        return changed

    def _points_to_optional(self, obj: MucObject) -> bool:
        named = map(self.graph.named, self.graph.pointed(obj))
        return any(targets[0].optional for targets in named if targets)

    def _is_never_required(self, obj: MucObject) -> bool:
        """Return whether pointers refer to an object, but none of them occurs in every alternative of a
        required slot.
        """
        owners = self.graph.owners(name_of(obj))
        return bool(owners) and self.graph.named(name_of(obj))[0] is obj and not any(owners.values())

    def _transitively_implied(self) -> set[MucObject]:
        """Return the target objects of all pointers, except those that a non-optional object requires."""
        graph = self.graph
        owners = {name: graph.owners(name) for name in map(name_of, graph.place)}
        firsts = {name: graph.named(name)[0] for name, pointing in owners.items() if pointing}
        required = {first: sum(owners[name].values()) for name, first in firsts.items()}
        found = {obj for obj, count in required.items() if not count}
        waiting = [obj for obj in graph.place if obj.optional or obj in found]
        for owner in waiting:
            for target, always in graph.pointed(owner).items():
                obj = firsts.get(target)
                if always and obj is not None:
                    required[obj] -= 1
                    if not required[obj]:
                        found.add(obj)
                        if not obj.optional:
                            waiting.append(obj)
        return found


def _is_marked_optional(obj: MucObject) -> bool:
    return obj.optional


def _is_marked(slot: Slot) -> bool:
    """Return whether a slot is marked optional or has alternatives."""
    return slot.optional or len(slot.alternatives) > 1


# The targets of a document's pointers, while its classes are aligned in order.
#
# Rules: see `alignment.definition`. A pointer is correct if its target is aligned with the other pointer's,
# or if objects identical to the two are. Classes are aligned in the order of their definitions; a pointer
# to its own class or a later one is never correct.


FormsByText = dict[str, tuple[MucObject, ...]]
"""The response objects for each pointer, by pointer text."""


class DocumentTargets:
    """Resolves the pointers of both sides for the current alignment.

    `order` contains the positions of the classes in the class definitions. `sides` contains the response,
    then the key, so that the boolean `key_side` can be used as the index.
    """

    def __init__(self, key: DocumentSide, response: DocumentSide, order: Mapping[str, int]) -> None:
        self.sides = response, key
        self._graphs = response.graph, key.graph
        self._order = order
        self.partner: dict[MucObject, MucObject] = {}
        self._counterparts: dict[MucObject, tuple[MucObject, ...]] = {}
        self._forms: dict[tuple[int, bool], FormsByText] = {}

    def seen_from(self, class_name: str) -> "ClassTargets":
        """Return the targets for pointers in objects of a class."""
        return ClassTargets(self, self._order[class_name])

    def forms(self, key_side: bool, before: int) -> FormsByText:
        """Return the cached forms of a side's pointers to classes that precede a position in the order."""
        return self._forms.setdefault((before, key_side), {})

    def realign(self) -> None:
        """Start a new alignment, in class order."""
        self._counterparts.clear()
        for forms in self._forms.values():
            forms.clear()

    def target(self, pointer: str, key_side: bool, before: int) -> MucObject | None:
        """Return the object that a pointer refers to, if its class precedes a position in the order;
        otherwise None.
        """
        target = self._graphs[key_side].target(pointer)
        return target if target is not None and self._order[target.class_name] < before else None

    def representative(self, obj: MucObject, key_side: bool) -> MucObject:
        """Return the first object that is identical to `obj`."""
        return self._graphs[key_side].identical(obj)[0]

    def counterparts(self, target: MucObject) -> tuple[MucObject, ...]:
        """Return the representatives of the partners of a key object and of objects identical to it."""
        identical = self._graphs[True].identical(target)
        if len(identical) == 1:
            partner = self.partner.get(target)
            return () if partner is None else (self.representative(partner, False),)
        first = identical[0]
        found = self._counterparts.get(first)
        if found is None:
            partners = (self.partner.get(obj) for obj in identical)
            others = (self.representative(other, False) for other in partners if other is not None)
            found = self._counterparts[first] = tuple(dict.fromkeys(others))
        return found

    def is_removed(self, target: MucObject, key_side: bool) -> bool:
        """Return whether an object is optional, and neither it nor an identical object has a partner."""
        if not self.sides[key_side].is_optional(target):
            return False
        return not any(map(self.partner.__contains__, self._graphs[key_side].identical(target)))


class ClassTargets:
    """Resolves the pointers in objects of one class (see `Targets`)."""

    def __init__(self, targets: DocumentTargets, place: int) -> None:
        self._targets = targets
        self._sides = targets.sides
        self._place = place
        self._forms = targets.forms(False, place), targets.forms(True, place)

    def are_aligned(self, key: str, response: str) -> bool:
        """Return whether the targets of two pointers are aligned with each other; a pointer without a
        target is never correct.
        """
        other = self.lookup_forms(response, False)
        return bool(other) and other[0] in self.lookup_forms(key, True)

    def removed(self, text: str, key_side: bool) -> bool:
        """Return whether a pointer on one side refers to an optional object that was not aligned."""
        if not self._sides[key_side].has_optional:
            return False
        target = self._targets.target(text, key_side, self._place)
        return target is not None and self._targets.is_removed(target, key_side)

    def lookup_forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        """Return the response objects for a pointer, cached until the next alignment."""
        known = self._forms[key_side]
        forms = known.get(text)
        if forms is None:
            forms = known[text] = self._found_forms(text, key_side)
        return forms

    def _found_forms(self, text: str, key_side: bool) -> tuple[MucObject, ...]:
        targets = self._targets
        target = targets.target(text, key_side, self._place)
        if target is None:
            return ()
        return targets.counterparts(target) if key_side else (targets.representative(target, False),)
