"""Types and roles of the objects that are templates; whatever else objects say is told."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from keytally.conversion.templates.alternatives import entities_in, mentions
from keytally.conversion.templates.mapping import Path, TemplateMapping
from keytally.conversion.templates.object_losses import ObjectLosses, fills_of
from keytally.conversion.templates.type_slots import states, type_of, type_slot
from keytally.evaluations.converted import Loss
from keytally.evaluations.converted_templates import (
    FillKind,
    ObjectDocument,
    ObjectSlot,
    RoleDocument,
    RoleEntity,
    RoleTemplate,
    TemplateObject,
    roles_in_order,
)


class RolesFromObjects:
    """Makes documents with roles of the documents of one conversion.

    Without roles in the mapping each slot that has a quoted string in one of the `documents` is a role, in
    whatever object of a template it stands.
    """

    def __init__(self, mapping: TemplateMapping, documents: Sequence[ObjectDocument]) -> None:
        self.mapping = mapping
        self.roles: dict[str, str] = {}
        """The roles of slots that may stand in any object, by the names of the slots in lower case."""
        self._told: set[str] = set()
        for slot in _slots(documents) if mapping.roles is None else ():
            if any(fill.kind is FillKind.STRING for fill in fills_of(slot)):
                self.roles.setdefault(slot.name.lower(), slot.name)
        for role, paths in (mapping.roles or {}).items():
            self.roles.update((path[0].lower(), role) for path in paths if len(path) == 1)

    def document(self, document: ObjectDocument) -> tuple[RoleDocument, list[Loss]]:
        """The document, and what is lost of it in the order of its file."""
        reader = _DocumentReader(self, document)
        templates = tuple(reader.template(document.objects[index]) for index in document.templates)
        reader.losses.unread()
        names = tuple(self.mapping.roles or dict.fromkeys(self.roles.values()))
        made = RoleDocument(document.name, templates, role_names=names, place=document.place)
        return made, sorted(reader.losses.told, key=lambda loss: loss.place.line)

    def is_told_first(self, name: str) -> bool:
        """Whether a name is told of for the first time: one line for all documents is enough."""
        is_first = name not in self._told
        self._told.add(name)
        return is_first


class _DocumentReader:
    """Reads the templates of one document."""

    def __init__(self, whole: RolesFromObjects, document: ObjectDocument) -> None:
        self._roots = {id(document.objects[index]) for index in document.templates}
        self.losses = ObjectLosses(document.objects, self._roots)
        self._whole = whole
        self._mapping = whole.mapping
        self._objects = document.objects

    def template(self, root: TemplateObject) -> RoleTemplate:
        """A template with all that its object leads to."""
        name = root.class_name
        if name.lower() != self._mapping.no_type and self._whole.is_told_first(name):
            self.losses.lose(root.place, f"the class of templates, {name}, is left out")
        roles: dict[str, list[RoleEntity]] = defaultdict(list)
        held = defaultdict[int, int](int)
        kind = type_slot(root, self._mapping)
        for obj in self._reached(root, held):
            for slot in obj.slots:
                role = self._whole.roles.get(slot.name.lower())
                if role is not None and slot is not kind and (entities := entities_in(slot)):
                    roles[role] += entities
                    held[id(obj)] += len(entities)
                    self.losses.read_strings(slot)
        homes = self._by_paths(root, roles, held)
        held.pop(id(root), None)
        self.losses.taken_apart(held, homes)
        return RoleTemplate(self._type(root, kind), roles_in_order(roles), root.place)

    def _reached(self, root: TemplateObject, held: dict[int, int]) -> Iterator[TemplateObject]:
        """The objects to which a template leads, in the order of their distance; without other templates.

        Where a mapping has roles, it says which objects are reached, and this is the template alone. `held`
        counts the objects to which each leads.
        """
        waiting, seen = [root], {*self._roots}
        while waiting:
            obj = waiting.pop(0)
            self.losses.read_object(obj)
            yield obj
            for slot in obj.slots if self._mapping.roles is None else ():
                further = [*self._new(slot, self._targets(slot), seen)]
                held[id(obj)] += len(further)
                waiting += further

    def _targets(self, slot: ObjectSlot, class_name: str = "") -> list[TemplateObject]:
        """The objects of a class to which the first alternative of a slot points."""
        if not any(fill.kind is FillKind.POINTER for fill in fills_of(slot)):
            return []
        first, *others = slot.alternatives
        if self.losses.read_slot(slot):
            further = [fill for fills in others for fill in fills]
            self.losses.left_out(slot, [*(each for each in first if each.target < 0), *further])
        found = [self._objects[fill.target] for fill in first if fill.kind is FillKind.POINTER]
        return [each for each in found if class_name in ("", each.class_name.lower())]

    def _by_paths(
        self, root: TemplateObject, roles: dict[str, list[RoleEntity]], held: dict[int, int]
    ) -> set[int]:
        """Read the roles that stand in objects of their own; the identities of what leads to them."""
        homes: set[int] = set()
        reached: dict[int, TemplateObject] = {}
        for role, paths in (self._mapping.roles or {}).items():
            names = {path[-1].lower() for path in paths}
            for trail in self._trails(root, paths[0]) if len(paths[0]) > 1 else ():
                slots = [slot for slot in trail[-1].slots if slot.name.lower() in names]
                entities = self._joined(slots) if len(paths) > 1 else self._apart(slots)
                roles[role] += entities
                reached.update((id(obj), obj) for obj in trail)
                for obj in trail if entities else ():
                    held[id(obj)] += len(entities)
                    homes.add(id(obj))
        for obj in reached.values():
            self.losses.read_object(obj)
        return homes

    def _trails(self, root: TemplateObject, path: Path) -> Sequence[Sequence[TemplateObject]]:
        """The objects to which a path leads from a template, each with those that lead to it."""
        trails: list[list[TemplateObject]] = [[]]
        for name, class_name in zip(path[:-1:2], path[1::2], strict=True):
            seen: set[int] = {*self._roots}
            longer: list[list[TemplateObject]] = []
            for trail in trails:
                for slot in (trail or [root])[-1].slots:
                    if slot.name.lower() == name.lower():
                        targets = self._targets(slot, class_name.lower())
                        longer += [[*trail, each] for each in self._new(slot, targets, seen)]
            trails = longer
        return trails

    def _new(
        self, slot: ObjectSlot, targets: Sequence[TemplateObject], seen: set[int]
    ) -> Iterator[TemplateObject]:
        """Those of a slot's objects that are no templates and have not been reached yet."""
        for target in targets:
            if id(target) not in seen:
                seen.add(id(target))
                yield target
            elif self._whole.is_told_first(f"{slot.place} {slot.name} {target.title}"):
                self.losses.lose(slot.place, f"that {slot.name} points to {target.title} is left out")

    def _apart(self, slots: Sequence[ObjectSlot]) -> list[RoleEntity]:
        for slot in slots:
            self.losses.read_strings(slot)
        return [entity for slot in slots for entity in entities_in(slot)]

    def _joined(self, slots: Sequence[ObjectSlot]) -> list[RoleEntity]:
        """The entity whose mentions are the fills of several slots of an object."""
        for slot in slots:
            self.losses.read_strings(slot, is_joined=True)
        fills = [fill for slot in slots for fill in fills_of(slot) if fill.kind is not FillKind.POINTER]
        if len(slots) > 1 or any(len(each) > 1 for slot in slots for each in slot.alternatives):
            names = " and ".join(slot.name for slot in slots)
            self.losses.lose(slots[0].place, f"which of the mentions stand in {names} is left out")
        return [RoleEntity(mentions(fills), fills[0].place)] if fills else []

    def _type(self, root: TemplateObject, slot: ObjectSlot | None) -> str:
        """The type of a template; its class where no slot states one."""
        if slot is None:
            return root.class_name.lower()
        self.losses.read_slot(slot)
        self.losses.links(slot)
        name = type_of(slot)
        if not states(slot, name) or name == self._mapping.no_type:
            self.losses.lose(slot.place, f"how {slot.name} states {name or 'nothing'} is left out")
        if slot.name.lower() != self._mapping.type_slot.lower() and self._whole.is_told_first(slot.name):
            self.losses.lose(slot.place, f"the name of the slot of types, {slot.name}, is left out")
        return name or root.class_name.lower()


def _slots(documents: Sequence[ObjectDocument]) -> Iterator[ObjectSlot]:
    return (slot for document in documents for obj in document.objects for slot in obj.slots)
