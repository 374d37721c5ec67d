"""What is known of a task when its template files are read: declared classes and slots, and the BNF."""

import re
from dataclasses import dataclass
from functools import lru_cache

from keytally.evaluations.muc.configuration import Configuration
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
    an object optional, in lower case.
    """

    classes: tuple[DeclaredClass, ...] | None = None
    status: str = STATUS_SLOT

    @classmethod
    def of(cls, configuration: Configuration | None) -> "TemplateSyntax":
        """The syntax under a configuration; without one, nothing is known of classes and slots."""
        if configuration is None:
            return cls()
        classes = tuple(
            DeclaredClass(
                definition.name,
                tuple((slot.name, slot.kind) for slot in configuration.slots_of(definition.name)),
            )
            for definition in configuration.classes
        )
        given = {name.lower() for name in configuration.given}
        status = configuration.optional_status_slot if "optional_status_slot" in given else STATUS_SLOT
        return cls(classes, status.lower())

    def declared(self, class_name: str) -> DeclaredClass | None:
        """The declared class of that name, whatever its case."""
        lower = class_name.lower()
        return next((each for each in self.classes or () if each.name == lower), None)

    @property
    def compound_classes(self) -> tuple[str, ...]:
        """The class names that hold a hyphen, the longest first."""
        return _compound(self)

    @property
    def inner_slot(self) -> re.Pattern[str]:
        """What finds a slot's name in the middle of a line."""
        return _inner_slot(self)


@lru_cache(maxsize=64)
def _compound(syntax: TemplateSyntax) -> tuple[str, ...]:
    names = (each.name for each in syntax.classes or ())
    return tuple(sorted((name for name in names if "-" in name), key=lambda name: (-len(name), name)))


@lru_cache(maxsize=64)
def _inner_slot(syntax: TemplateSyntax) -> re.Pattern[str]:
    return inner_slots(frozenset(name for each in syntax.classes or () for name, _ in each.slots))
