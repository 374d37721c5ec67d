"""One side of a document: its pointer graph, and its optional objects.

Rules: see `alignment.definition` (implicit optionality). An edit examines only the objects whose names it
touches, except with `st_transitive`, which may affect any.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.alignment.incremental.named_objects import Name, name_of
from keytally.evaluations.muc.scoring.alignment.incremental.pointer_graph import (
    GraphChange,
    GraphRules,
    PointerGraph,
)


class SideChange(NamedTuple):
    """The changes of a side: those of its graph, and the objects newly optional or no longer optional."""

    graph: GraphChange = GraphChange()
    optional: Sequence[MucObject] = ()

    @property
    def names(self) -> frozenset[Name]:
        """The names that may have another object."""
        return self.graph.names.union(map(name_of, self.optional))


class DocumentSide:
    """The objects of one side in file order.

    `may_be_optional` says whether this side's objects may be optional at all, `has_optional` whether any is.
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
        """Replace the objects by these, in file order."""
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
        """Whether an object is optional, by its mark or by pointers."""
        return self._may_be_optional and (obj.optional or obj in self._implied)

    def _may_imply(self, objects: Iterable[MucObject]) -> bool:
        """Whether pointers may make any object optional; false if nothing is marked."""
        if not self._may_be_optional:
            return False
        return any(
            obj.optional or any(map(_is_marked, obj.slots.values()))
            for obj in objects
            if obj.optional or obj.class_name in self._rules.pointers
        )

    def _update_implied(self, change: GraphChange) -> list[MucObject]:
        """Compute again which objects pointers make optional; returns those that changed."""
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
        """Whether an object has pointers to it, but none in every alternative of a required slot."""
        owners = self.graph.owners(name_of(obj))
        return bool(owners) and self.graph.named(name_of(obj))[0] is obj and not any(owners.values())

    def _transitively_implied(self) -> set[MucObject]:
        """The objects with pointers to them that only optional objects require."""
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
    """Whether a slot is marked optional or has alternatives."""
    return slot.optional or len(slot.alternatives) > 1
