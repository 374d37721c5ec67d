"""The pointer graph of one side of a document: names, pointers to them, and identical objects.

Objects may be added and removed; the effects are reported by name, so that only objects that point to these
names are examined again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.equatable import equatable_classes
from keytally.evaluations.muc.scoring.alignment.incremental.identical_objects import IdenticalObjects
from keytally.evaluations.muc.scoring.alignment.incremental.named_objects import Name, NamedObjects, name_of

FEW_OBJECTS = 256
"""Up to this number of objects, a new document is added without following its pointers."""

_NO_NAMES: Mapping[Name, bool] = MappingProxyType({})


class GraphChange(NamedTuple):
    """The changes of a graph: the objects added and removed.

    `touched` are names that may have another object; where there were no objects, `all_named` has all names.
    """

    added: Sequence[MucObject] = ()
    removed: Sequence[MucObject] = ()
    touched: frozenset[Name] = frozenset()
    all_named: NamedObjects | None = None

    @property
    def names(self) -> frozenset[Name]:
        """The names that may have another object."""
        return self.touched if self.all_named is None else self.all_named.names


class GraphRules:
    """The configuration of pointers and identical objects.

    `name_of` parses a pointer; it is `is_plain` if no declared class has a hyphen in its name.
    """

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        self.name_of = name_of
        self.equatable = equatable_classes(configuration)
        self.pointers = pointer_slots(configuration)
        self.is_plain = not any("-" in definition.name for definition in configuration.classes)

    def may_point(self, obj: MucObject) -> bool:
        """Whether an object has a slot for pointers."""
        return any(map(obj.slots.__contains__, self.pointers.get(obj.class_name, ())))


class PointerGraph:
    """The objects of one side by position, by name and by pointers to them.

    A name that several objects have belongs to the first of them.
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
        """Whether the pointers of all objects are known."""
        return not self._unfollowed

    def update(self, objects: Sequence[MucObject]) -> GraphChange:
        """Replace the objects by these, in file order."""
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
        """Record the pointers of those objects whose pointers are not known yet."""
        added, self._unfollowed = self._unfollowed, ()
        for obj in added:
            slots = self._rules.pointers.get(obj.class_name)
            pointed = self._pointed[obj] = _NO_NAMES if slots is None else self._points_to(obj, slots)
            for target, always in pointed.items():
                self._owners.setdefault(target, {})[obj] = always

    def pointed(self, obj: MucObject) -> Mapping[Name, bool]:
        """The names that an object points to, and whether it does so in every alternative."""
        return self._pointed[obj]

    def owners(self, name: Name) -> Mapping[MucObject, bool]:
        """The objects that point to a name, and whether each does so in every alternative."""
        self.follow()
        return self._owners.get(name, {})

    def target(self, pointer: str) -> MucObject | None:
        """The object that a pointer points to; None if there is none."""
        return self._named.target(pointer)

    def named(self, name: Name) -> Sequence[MucObject]:
        """The objects of that name in file order."""
        return self._named.named(name)

    def identical(self, obj: MucObject) -> Sequence[MucObject]:
        """An object and those identical to it, in file order."""
        return self._identical.of(obj)

    def representatives(self) -> Iterator[tuple[MucObject, MucObject]]:
        """Each object that is identical to an earlier one, with the first such object."""
        return self._identical.representatives()

    def _begin(self, objects: Sequence[MucObject]) -> None:
        """Add the first objects.

        The pointers of a few objects are followed on demand, which is rare. For many they are followed here,
        so that the first edit does not have to wait.
        """
        self._named.begin(objects)
        for obj in objects:
            self._identical.add(obj)
        self._unfollowed = objects
        if len(objects) > FEW_OBJECTS:
            self.follow()

    def _exchange(self, removed: Sequence[MucObject], added: Sequence[MucObject]) -> set[Name]:
        """Exchange objects; returns the names that may have another object."""
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
        """The names that may have another object after an object is added or removed."""
        yield from map(name_of, self.identical(obj))
        yield from self._pointed[obj]

    def _sort(self, names: Iterable[Name]) -> None:
        """Put objects of one name, and identical ones, into file order."""
        for name in names:
            self._named.sort(name, self.place)
            for obj in self._named.named(name):
                self._identical.sort(obj, self.place)

    def _points_to(self, obj: MucObject, slots: Iterable[str]) -> Mapping[Name, bool]:
        """The names that an object points to, and whether a required slot does so in every alternative."""
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
    """The names of the slots that hold pointers, by class."""
    slots: dict[str, list[str]] = {}
    for slot in configuration.slots:
        if slot.kind == "pointer":
            slots.setdefault(slot.class_name, []).append(slot.name)
    return slots
