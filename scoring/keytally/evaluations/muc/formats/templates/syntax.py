"""What is known of a task when its template files are read: declared classes and slots, and the BNF."""

import re
from dataclasses import dataclass
from functools import lru_cache

from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.templates.scanner import inner_slots

OPTIONAL_VALUES = ("OPT", "OPTIONAL")
STATUS_SLOT = "obj_status"


@dataclass(frozen=True, slots=True)
class DeclaredClass:
    """A class that a configuration declares, with its slots and their kinds, all in lower case."""

    name: str
    slots: tuple[tuple[str, str], ...]

    def kind(self, slot: str) -> str | None:
        """`set`, `string` or `pointer`; None for a slot that the class does not have."""
        return next((kind for name, kind in self.slots if name == slot), None)


@dataclass(frozen=True, slots=True)
class TemplateSyntax:
    """How template files of a task are read and judged.

    `classes` is None where no configuration says which there are. `status` is the slot that makes
    an object optional, in lower case. `bnf` is the task's, if it is known.
    """

    classes: tuple[DeclaredClass, ...] | None = None
    status: str = STATUS_SLOT
    bnf: Bnf | None = None

    @classmethod
    def of(cls, configuration: Configuration | None, bnf: Bnf | None = None) -> "TemplateSyntax":
        """The syntax under a configuration and a BNF; without both, no class and no slot is known."""
        if configuration is None:
            return cls(bnf=bnf)
        classes = tuple(
            DeclaredClass(
                definition.name,
                tuple((slot.name, slot.kind) for slot in configuration.slots_of(definition.name)),
            )
            for definition in configuration.classes
        )
        given = {name.lower() for name in configuration.given}
        status = configuration.optional_status_slot if "optional_status_slot" in given else STATUS_SLOT
        return cls(classes, status.lower(), bnf)

    def declared(self, class_name: str) -> DeclaredClass | None:
        """The declared class of that name, whatever its case."""
        lower = class_name.lower()
        return next((each for each in self.classes or () if each.name == lower), None)

    def knows_class(self, name: str) -> bool:
        """Whether the configuration and the BNF, as far as they are given, both have a class."""
        declared = self.classes is None or self.declared(name) is not None
        return declared and (self.bnf is None or self.bnf.of_class(name) is not None)

    def knows_slot(self, class_name: str, slot: str) -> bool:
        """Whether the configuration and the BNF, as far as they are given, both have a class's slot.

        The slot that makes objects optional is always known.
        """
        if slot == self.status:
            return True
        declared = self.declared(class_name)
        if self.classes is not None and (declared is None or declared.kind(slot) is None):
            return False
        defined = self.bnf.of_class(class_name) if self.bnf else None
        return self.bnf is None or (defined is not None and defined.slot(slot) is not None)

    @property
    def class_names(self) -> list[str]:
        """The names of all known classes in capitals."""
        return [name.upper() for name in _slots(self)]

    def slot_names(self, class_name: str) -> tuple[str, ...]:
        """The names of a class's slots in capitals."""
        return tuple(name.upper() for name in _slots(self).get(class_name.lower(), ()))

    def takes_pointers(self, class_name: str, slot: str) -> bool:
        """Whether fills of a slot point to objects, as far as is known."""
        declared = self.declared(class_name)
        if declared and (kind := declared.kind(slot)) is not None and kind != "pointer":
            return False
        defined = self.bnf.of_class(class_name) if self.bnf else None
        known = defined.slot(slot) if defined else None
        return known is None or bool(known.pointers)

    @property
    def compound_classes(self) -> tuple[str, ...]:
        """The class names that hold a hyphen, the longest first."""
        return _compound(self)

    @property
    def inner_slot(self) -> re.Pattern[str]:
        """What finds a slot's name in the middle of a line."""
        return _inner_slot(self)


@lru_cache(maxsize=64)
def _slots(syntax: TemplateSyntax) -> dict[str, tuple[str, ...]]:
    """The slots of all known classes, by class, in lower case."""
    slots = {each.name: tuple(name for name, _ in each.slots) for each in syntax.classes or ()}
    for each in syntax.bnf.classes if syntax.bnf and syntax.classes is None else ():
        slots[each.name.lower()] = tuple(slot.name.lower() for slot in each.slots)
    return slots


@lru_cache(maxsize=64)
def _compound(syntax: TemplateSyntax) -> tuple[str, ...]:
    names = [name for name in _slots(syntax) if "-" in name]
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


@lru_cache(maxsize=64)
def _inner_slot(syntax: TemplateSyntax) -> re.Pattern[str]:
    return inner_slots(frozenset(name for slots in _slots(syntax).values() for name in slots))
