"""One side of a document as pointers see it: whom names mean, who points to whom, who may be lacking.

Objects may come and go; what follows from that is told by name, so that only what points there needs to
be looked at again.

Implicit optionality: manual, "Template Relation (TR) and Scenario Template (ST) Scoring". In TR a relation
that points to an optional object is optional; that goes one step, from objects that are marked. In ST an
object is optional if every pointer to it stands in an optional slot, or in some but not all alternatives of
a slot; with `st_transitive` also if what points to it is optional itself.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.shared_slots import BySlots
from keytally.evaluations.muc.scoring.twins import contents_of, equatable_classes

Name = tuple[str, str, str]
"""What equal identification strings have in common: class, document number, one-up string."""

FEW = 256
"""So many new objects are taken in without following their pointers."""

_NO_NAMES: Mapping[Name, bool] = MappingProxyType({})


class Change(NamedTuple):
    """What became of a side: objects that came and went, and names that may mean something else now."""

    come: Sequence[MucObject]
    gone: Sequence[MucObject]
    names: set[Name]
    optional: Sequence[MucObject]
    """Objects of which it is new that they may be lacking, or that they may not."""


class SideRules:
    """What a configuration says of the sides of any document; `name_of` reads a pointer."""

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        self.name_of = name_of
        self.task = configuration.scoring_task.lower()
        self.is_transitive = configuration.st_transitive
        self.equatable = equatable_classes(configuration)
        self.pointers = _pointer_slots(configuration)
        self._contents = {name: BySlots[Hashable]() for name in self.equatable}

    def contents(self, single: MucObject, scored: Sequence[str]) -> Hashable:
        """What an object of an equatable class says in its scored slots, remembered by its slots."""
        known = self._contents[single.class_name]
        contents = known.get(single.slots)
        if contents is None:
            contents = contents_of(single, scored)
            known.put(single.slots, contents)
        return contents


class Side:
    """The objects of one side; of equal names pointers mean the first.

    `may_lack` tells whether this side's objects may be optional at all, `lacks_any` whether any is.
    """

    def __init__(self, rules: SideRules, may_lack: bool) -> None:
        self._rules = rules
        self._name_of = rules.name_of
        self._may_lack = may_lack
        self._equatable = rules.equatable
        self._pointers = rules.pointers
        self.place: dict[MucObject, int] = {}
        self._unfollowed: Sequence[MucObject] = ()
        self._owners: dict[Name, dict[MucObject, bool]] = {}
        self._named: dict[Name, list[MucObject]] = {}
        self._pointed: dict[MucObject, Mapping[Name, bool]] = {}
        self._alike: dict[Hashable, list[MucObject]] = {}
        self._contents: dict[MucObject, Hashable] = {}
        self._implied: set[MucObject] = set()
        self.lacks_any = False

    def renew(self, objects: Sequence[MucObject]) -> Change:
        """Hold these objects, in file order, instead of those before."""
        if list(self.place) == list(objects):
            return Change((), (), set(), ())
        before, self.place = self.place, {single: place for place, single in enumerate(objects)}
        gone = [single for single in before if single not in self.place]
        come = [single for single in objects if single not in before]
        is_traced = bool(self._pointers or self._equatable)
        names = self._exchange(gone, come, is_new=not before) if is_traced else set()
        optional = [] if self._unfollowed else self._renew_implied(names, gone, come)
        self.lacks_any = self._may_lack and (bool(self._implied) or any(map(_is_marked, objects)))
        names.update(map(name, optional))
        return Change(come, gone, names, optional)

    def owners(self, wanted: Name) -> Mapping[MucObject, bool]:
        """The objects that point to a name, and whether each does so in whatever alternative."""
        self._follow_rest()
        return self._owners.get(wanted, {})

    def first(self, pointer: str) -> MucObject | None:
        """The object that a pointer points to; None where it dangles."""
        named = self._named.get(self._name_of(pointer))
        return named[0] if named else None

    def alike(self, single: MucObject) -> Sequence[MucObject]:
        """An object with its twins, the first in the file first."""
        contents = self._contents.get(single)
        return (single,) if contents is None else self._alike[contents]

    def named(self, wanted: Name) -> Sequence[MucObject]:
        """The objects of that name in file order."""
        return self._named.get(wanted, ())

    def is_optional(self, single: MucObject) -> bool:
        """Whether an object may be lacking, by its mark or by pointers."""
        return self._may_lack and (single.optional or single in self._implied)

    def twins(self) -> Iterator[tuple[MucObject, MucObject]]:
        """Every object that has an identical one before it, with the first of those."""
        for group in self._alike.values():
            for single in group[1:]:
                yield single, group[0]

    def _exchange(self, gone: Sequence[MucObject], come: Sequence[MucObject], is_new: bool) -> set[Name]:
        """Exchange objects; returns the names that may mean something else now.

        Whom a few new objects point to is followed when that is needed, mostly never. Of many it is
        followed here, so that the first edit does not have to wait for it.
        """
        names: set[Name] = set()
        self._follow_rest()
        for single in gone:
            names.update(self._names_at(single))
            self._forget(single)
        for single in come:
            self._take_in(single)
        self._unfollowed = come
        if not is_new or len(come) > FEW or self._may_imply(come):
            self._follow_rest()
        if is_new:
            return set(self._named)
        names.update(*map(self._names_at, come))
        self._sort(names)
        return names

    def _take_in(self, single: MucObject) -> None:
        """Take in an object that comes."""
        self._named.setdefault(name(single), []).append(single)
        equated = self._equatable.get(single.class_name)
        if equated is not None:
            contents = self._contents[single] = self._rules.contents(single, equated)
            self._alike.setdefault(contents, []).append(single)

    def _follow_rest(self) -> None:
        """Note whom those objects point to of which it is not noted yet."""
        come, self._unfollowed = self._unfollowed, ()
        for single in come:
            slots = self._pointers.get(single.class_name)
            pointed = self._pointed[single] = _NO_NAMES if slots is None else self._points_to(single, slots)
            for target, firm in pointed.items():
                self._owners.setdefault(target, {})[single] = firm

    def _may_imply(self, objects: Iterable[MucObject]) -> bool:
        """Whether any object may be optional by pointers; none is where nothing is marked."""
        if not self._may_lack:
            return False
        return any(
            single.optional or any(map(_has_marks, single.slots.values()))
            for single in objects
            if single.optional or single.class_name in self._pointers
        )

    def _names_at(self, single: MucObject) -> Iterator[Name]:
        """The names that may mean something else once an object has come or goes."""
        yield from map(name, self.alike(single))
        yield from self._pointed[single]

    def _forget(self, single: MucObject) -> None:
        """Let go of an object."""
        own = name(single)
        self._named[own].remove(single)
        if not self._named[own]:
            del self._named[own]
        for target in self._pointed.pop(single):
            del self._owners[target][single]
            if not self._owners[target]:
                del self._owners[target]
        contents = self._contents.pop(single, None)
        if contents is not None:
            group = self._alike[contents]
            group.remove(single)
            if not group:
                del self._alike[contents]

    def _sort(self, names: Iterable[Name]) -> None:
        """Put objects of one name, and twins, into file order."""
        for each in names:
            named = self._named.get(each, ())
            if len(named) > 1:
                self._named[each].sort(key=self.place.__getitem__)
            for single in named:
                if len(self.alike(single)) > 1:
                    self._alike[self._contents[single]].sort(key=self.place.__getitem__)

    def _points_to(self, single: MucObject, slots: Iterable[str]) -> Mapping[Name, bool]:
        """What an object points to, and whether a slot that must be does so in whatever alternative."""
        pointed: dict[Name, bool] = {}
        for slot_name in slots:
            if slot_name not in single.slots:
                continue
            alternatives, optional = single.slots[slot_name]
            if len(alternatives) == 1:
                for fill in alternatives[0]:
                    target = self._name_of(fill[0])
                    pointed[target] = not optional or pointed.get(target, False)
                continue
            named = [[self._name_of(fill[0]) for fill in fills] for fills in alternatives]
            for target in chain.from_iterable(named):
                firm = not optional and all(target in others for others in named)
                pointed[target] = firm or pointed.get(target, False)
        return pointed

    def _renew_implied(
        self, names: Iterable[Name], gone: Iterable[MucObject], come: Iterable[MucObject]
    ) -> list[MucObject]:
        """See anew which objects pointers make optional; returns those of which that has changed."""
        self._implied.difference_update(gone)
        if not self._may_lack or not self._pointers:
            return []
        if self._rules.task == "template_relation":
            owners = {owner: None for each in names for owner in self._owners.get(each, ())}
            return self._imply({single: self._points_to_optional(single) for single in (*come, *owners)})
        if self._rules.task != "scenario_template":
            return []
        if self._rules.is_transitive:
            lacking = self._lacking()
            return self._imply({single: single in lacking for single in self.place})
        return self._imply(
            {single: self._hangs_loose(single) for each in names for single in self._named.get(each, ())}
        )

    def _imply(self, implied: Mapping[MucObject, bool]) -> list[MucObject]:
        changed = [single for single, is_so in implied.items() if is_so != (single in self._implied)]
        self._implied.symmetric_difference_update(changed)
        return changed

    def _points_to_optional(self, single: MucObject) -> bool:
        named = (self._named.get(target) for target in self._pointed[single])
        return any(targets[0].optional for targets in named if targets)

    def _hangs_loose(self, single: MucObject) -> bool:
        """Whether an object is pointed to, and nothing holds it."""
        own = name(single)
        owners = self._owners.get(own, {})
        return bool(owners) and self._named[own][0] is single and not any(owners.values())

    def _lacking(self) -> set[MucObject]:
        """The objects that are pointed to and that nothing holds which is not optional itself."""
        firsts = {own: named[0] for own, named in self._named.items() if own in self._owners}
        holders = {first: sum(self._owners[own].values()) for own, first in firsts.items()}
        found = {single for single, count in holders.items() if not count}
        waiting = [single for single in self.place if single.optional or single in found]
        for owner in waiting:
            for target, firm in self._pointed[owner].items():
                single = firsts.get(target)
                if firm and single is not None:
                    holders[single] -= 1
                    if not holders[single]:
                        found.add(single)
                        if not single.optional:
                            waiting.append(single)
        return found


def _is_marked(single: MucObject) -> bool:
    return single.optional


def _has_marks(slot: Slot) -> bool:
    """Whether a slot says that it may be lacking, or what may stand there instead."""
    return slot.optional or len(slot.alternatives) > 1


def name(single: MucObject) -> Name:
    """The name of an object."""
    return single.class_name, single.document, single.one_up


def _pointer_slots(configuration: Configuration) -> Mapping[str, list[str]]:
    """The names of the slots that hold pointers, by class."""
    slots: dict[str, list[str]] = {}
    for slot in configuration.slots:
        if slot.kind == "pointer":
            slots.setdefault(slot.class_name, []).append(slot.name)
    return slots
