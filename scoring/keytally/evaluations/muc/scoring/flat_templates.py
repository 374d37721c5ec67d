"""Scenario templates as templates with roles, which other measures compare.

A template is an object to which the content of a TEMPLATE object points, with all that it points to, directly
or through others. Its type is the fill of the first slot with a set of values whose name has `type` in it,
else the name of its class. Each slot of strings is a role, and each of its fills an entity, whose mentions
are the fills in the same place of the slot's alternatives.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration, SlotDefinition
from keytally.evaluations.muc.model.objects import MucObject, MultiFill, Slot
from keytally.measures.templates.compared import Compared, Mentions
from keytally.measures.templates.normal import normal

Name = tuple[str, str, str]
_NO_SLOT = Slot(())


class FlatTemplate(NamedTuple):
    """A template with its type, and for each role its entities, with mentions as they are written."""

    type: str
    roles: Sequence[tuple[str, Sequence[Mentions]]]

    def compared(self) -> Compared:
        """The template as measures compare it."""
        return Compared(
            self.type, {role: [tuple(map(normal, each)) for each in some] for role, some in self.roles}
        )


class FlatTemplates:
    """Makes templates of the objects of a document, under one configuration.

    `name_of` gives the name of the object to which a pointer leads.
    """

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        self._template = configuration.template_name.lower()
        self._content = configuration.content_name.lower()
        self._name_of = name_of
        scored = {each.name for each in configuration.classes if each.scored}
        self._slots: dict[str, list[SlotDefinition]] = {}
        for slot in configuration.slots:
            if slot.scored and slot.class_name in scored:
                self._slots.setdefault(slot.class_name, []).append(slot)

    def of(self, objects: Sequence[MucObject]) -> list[FlatTemplate]:
        """The templates in the order in which the content names them."""
        named = {self._name_of(f"<{obj.identifier}>"): obj for obj in reversed(objects)}
        contents = [
            obj.slots.get(self._content, _NO_SLOT) for obj in objects if obj.class_name == self._template
        ]
        roots = [
            each for slot in contents for each in self._targets(slot, named) if each.class_name in self._slots
        ]
        return [self._flat(root, named, roots) for root in dict.fromkeys(roots)]

    def _flat(
        self, root: MucObject, named: Mapping[Name, MucObject], roots: Sequence[MucObject]
    ) -> FlatTemplate:
        found: dict[str, list[Mentions]] = {}
        reached, waiting = {*roots}, [root]
        while waiting:
            obj = waiting.pop(0)
            for slot in self._slots.get(obj.class_name, ()):
                fills = obj.slots.get(slot.name, _NO_SLOT)
                if slot.kind == "string":
                    found.setdefault(slot.name, []).extend(_entities(fills))
                elif slot.kind == "pointer":
                    further = [each for each in self._targets(fills, named) if each not in reached]
                    waiting += further
                    reached |= {*further}
        return FlatTemplate(self._type(root), [(role, some) for role, some in found.items() if some])

    def _targets(self, slot: Slot, named: Mapping[Name, MucObject]) -> Iterator[MucObject]:
        """The objects to which the first alternative with fills points."""
        for fill in next(filter(None, slot.alternatives), ()):
            target = named.get(self._name_of(fill.text))
            if target is not None:
                yield target

    def _type(self, root: MucObject) -> str:
        named = (slot for slot in self._slots[root.class_name] if slot.kind == "set" and "type" in slot.name)
        slot = next(named, None)
        fills = root.slots.get(slot.name, _NO_SLOT).alternatives if slot else ()
        types = dict.fromkeys(fill.text.strip().lower() for some in fills for fill in some)
        return " / ".join(filter(None, types)) or root.class_name


def distinct(templates: Iterable[FlatTemplate]) -> list[FlatTemplate]:
    """The templates without those that say the same as an earlier one."""
    found: list[FlatTemplate] = []
    for template in templates:
        if template not in found:
            found.append(template)
    return found


def _entities(slot: Slot) -> Iterator[Mentions]:
    """The fills of a slot, each with those in the same place of the other alternatives."""
    alternatives: Sequence[MultiFill] = [each for each in slot.alternatives if each]
    for fills in zip_longest(*alternatives):
        yield tuple(dict.fromkeys(fill.text for fill in fills if fill is not None))
