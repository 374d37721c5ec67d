"""The syntax of a task's template files: declared classes and slots, and the BNF."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.templates.headers import compound_names
from keytally.evaluations.muc.formats.templates.scanner import inner_slots
from keytally.evaluations.muc.model.configuration import Configuration

OPTIONAL_VALUES = ("OPT", "OPTIONAL")
STATUS_SLOT = "obj_status"


class _DeclaredClassFields(NamedTuple):
    name: str
    slots: tuple[tuple[str, str], ...]
    targets: tuple[tuple[str, str], ...] = ()


class DeclaredClass(_DeclaredClassFields):
    """A class that a configuration declares, with its slots and their kinds, all in lower case.

    `targets` are the pointer slots for which it names the class that they point to.
    """

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """The kinds of the slots by name; of a slot that is declared twice the first."""
        return dict(reversed(self.slots))

    def kind(self, slot: str) -> str | None:
        """`set`, `string` or `pointer`; None for a slot that the class does not have."""
        return self.kinds.get(slot)

    def target(self, slot: str) -> str | None:
        """The class that a slot points to; None if none is named."""
        return next((target for name, target in self.targets if name == slot), None)


class _TemplateSyntaxFields(NamedTuple):
    classes: tuple[DeclaredClass, ...] | None = None
    status: str = STATUS_SLOT
    bnf: Bnf | None = None


class TemplateSyntax(_TemplateSyntaxFields):
    """How template files of a task are parsed and checked.

    `classes` is None if no configuration declares any. `status` is the slot that makes an object optional, in
    lower case. `bnf` is the task's, if it is known.
    """

    @classmethod
    def of(cls, configuration: Configuration | None, bnf: Bnf | None = None) -> "TemplateSyntax":
        """The syntax under a configuration and a BNF; without both, no class and no slot is known."""
        if configuration is None:
            return cls(bnf=bnf)
        classes = tuple(
            DeclaredClass(
                definition.name,
                tuple((slot.name, slot.kind) for slot in configuration.slots_of(definition.name)),
                tuple(
                    (slot.name, slot.target.lower())
                    for slot in configuration.slots_of(definition.name)
                    if slot.target
                ),
            )
            for definition in configuration.classes
        )
        given = {name.lower() for name in configuration.given}
        status = configuration.optional_status_slot if "optional_status_slot" in given else STATUS_SLOT
        return cls(classes, status.lower(), bnf)

    def declared(self, class_name: str) -> DeclaredClass | None:
        """The declared class of that name, in any case."""
        return self._by_name.get(class_name.lower())

    @cached_property
    def _by_name(self) -> Mapping[str, DeclaredClass]:
        """The declared classes by name; of one that is declared twice the first."""
        return {each.name: each for each in reversed(self.classes or ())}

    def knows_class(self, name: str) -> bool:
        """Whether the given ones of configuration and BNF all have a class."""
        declared = self.classes is None or self.declared(name) is not None
        return declared and (self.bnf is None or self.bnf.of_class(name) is not None)

    def knows_slot(self, class_name: str, slot: str) -> bool:
        """Whether the given ones of configuration and BNF all have a class's slot.

        The slot that makes objects optional is always known.
        """
        if slot == self.status:
            return True
        declared = self.declared(class_name)
        if self.classes is not None and (declared is None or declared.kind(slot) is None):
            return False
        defined = self.bnf.of_class(class_name) if self.bnf else None
        return self.bnf is None or (defined is not None and defined.slot(slot) is not None)

    @cached_property
    def class_names(self) -> tuple[str, ...]:
        """The names of all known classes in capitals."""
        return tuple(name.upper() for name in self._slots)

    def slot_names(self, class_name: str) -> tuple[str, ...]:
        """The names of a class's slots in capitals."""
        return tuple(name.upper() for name in self._slots.get(class_name.lower(), ()))

    def slot_place(self, class_name: str, slot: str) -> int:
        """The place of a slot among those of its class, by the BNF, then by the configuration."""
        known = self._slot_places.get(class_name)
        if known is None:
            known = self._slot_places[class_name] = self._places_in(class_name)
        return known.get(slot, len(known))

    @cached_property
    def _slot_places(self) -> dict[str, Mapping[str, int]]:
        """The places of slots by class, of the classes that have been asked for."""
        return {}

    def _places_in(self, class_name: str) -> Mapping[str, int]:
        owner = self.bnf.of_class(class_name) if self.bnf else None
        defined = [each.name.lower() for each in owner.slots] if owner else []
        names = dict.fromkeys((*defined, *map(str.lower, self.slot_names(class_name))))
        return {name: place for place, name in enumerate(names)}

    def takes_pointers(self, class_name: str, slot: str) -> bool:
        """Whether fills of a slot point to objects, as far as known."""
        declared = self.declared(class_name)
        if declared and (kind := declared.kind(slot)) is not None and kind != "pointer":
            return False
        defined = self.bnf.of_class(class_name) if self.bnf else None
        known = defined.slot(slot) if defined else None
        return known is None or bool(known.pointers)

    @cached_property
    def compound_classes(self) -> tuple[str, ...]:
        """The class names with a hyphen, the longest first."""
        return compound_names(self._slots)

    @cached_property
    def all_slots(self) -> frozenset[str]:
        """The names of all known slots in lower case, including the one that makes objects optional."""
        return self._own_slots | {self.status}

    @cached_property
    def inner_slot(self) -> re.Pattern[str]:
        """A pattern for a slot's name in the middle of a line."""
        return inner_slots(self._own_slots)

    @cached_property
    def _own_slots(self) -> frozenset[str]:
        """The names of the slots of all known classes, in lower case."""
        return frozenset(name for slots in self._slots.values() for name in slots)

    @cached_property
    def _slots(self) -> Mapping[str, tuple[str, ...]]:
        """The slots of all known classes, by class, in lower case."""
        slots = {each.name: tuple(name for name, _ in each.slots) for each in self.classes or ()}
        for each in self.bnf.classes if self.bnf and self.classes is None else ():
            slots[each.name.lower()] = tuple(slot.name.lower() for slot in each.slots)
        return slots
