"""The content of a BNF: classes, their slots, and the fills and cardinality of each slot."""

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import NamedTuple


class ElementKind(Enum):
    """The kind of an element of a slot's definition."""

    STRING = "string"
    WORD = "word"
    SET = "set"
    POINTER = "pointer"


class BnfElement(NamedTuple):
    """An element of a choice: a label such as `"NAME"`, a bare word, a set, or a pointer.

    `name` is the label, the word, the name of a named set (empty for a set that is written out), or the class
    pointed to. `values` are those of a set, as written.
    """

    kind: ElementKind
    name: str = ""
    values: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether any string fits: labels and bare words restrict nothing, nor does an unknown set."""
        return self.kind in (ElementKind.STRING, ElementKind.WORD) or (
            self.kind is ElementKind.SET and not self.values
        )


class Cardinality(NamedTuple):
    """How many fills a slot takes: at least, and at most (None: any number)."""

    least: int
    most: int | None

    def __str__(self) -> str:
        return CARDINALITY_WORDS.get((self.least, self.most), "any number of fills")


CARDINALITIES = {
    "^": Cardinality(1, 1),
    "-": Cardinality(0, 1),
    "*": Cardinality(0, None),
    "+": Cardinality(1, None),
}
"""The marks of the notation."""

CARDINALITY_WORDS = {
    (1, 1): "exactly one fill",
    (0, 1): "at most one fill",
    (0, None): "any number of fills",
    (1, None): "at least one fill",
}

Choice = tuple[BnfElement, ...]
"""The elements of one fill; several elements follow one another in one fill."""


class _BnfSlotFields(NamedTuple):
    name: str
    choices: tuple[Choice, ...]
    cardinality: Cardinality
    written: str = ""


class BnfSlot(_BnfSlotFields):
    """A slot: its name, its possible fills, and its cardinality; `written` is its definition on one line."""

    @cached_property
    def elements(self) -> tuple[BnfElement, ...]:
        """The elements of all choices."""
        return tuple(element for choice in self.choices for element in choice)

    @cached_property
    def pointers(self) -> tuple[str, ...]:
        """The names of the classes that fills may point to, as written."""
        return tuple(element.name for element in self.elements if element.kind is ElementKind.POINTER)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The values of the sets that are a whole fill."""
        alone = (choice[0] for choice in self.choices if len(choice) == 1)
        return tuple(value for element in alone for value in element.values)

    @cached_property
    def takes_text(self) -> bool:
        """Whether any string is a valid fill."""
        return any(all(element.is_text for element in choice) for choice in self.choices)

    @cached_property
    def kind(self) -> str:
        """The slot's kind in a configuration: `pointer`, `set` or `string`."""
        if self.pointers:
            return "pointer"
        sets = [len(choice) == 1 and choice[0].kind is ElementKind.SET for choice in self.choices]
        return "set" if sets and all(sets) else "string"


class _BnfClassFields(NamedTuple):
    name: str
    slots: tuple[BnfSlot, ...]


class BnfClass(_BnfClassFields):
    """A class with its slots in order."""

    def slot(self, name: str) -> BnfSlot | None:
        """The slot of that name, in any case."""
        return self._by_name.get(name.lower())

    @cached_property
    def _by_name(self) -> Mapping[str, BnfSlot]:
        """The slots by name in lower case; of one that is defined twice the first."""
        return {slot.name.lower(): slot for slot in reversed(self.slots)}


class _BnfFields(NamedTuple):
    classes: tuple[BnfClass, ...] = ()
    sets: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Bnf(_BnfFields):
    """The classes of a task in order, and the named sets; of repeated definitions the first."""

    def of_class(self, name: str) -> BnfClass | None:
        """The class of that name, in any case."""
        return self._by_name.get(name.lower())

    @cached_property
    def _by_name(self) -> Mapping[str, BnfClass]:
        """The classes by name in lower case; of one that is defined twice the first."""
        return {each.name.lower(): each for each in reversed(self.classes)}

    def targets(self, slot: BnfSlot) -> tuple[str, ...] | None:
        """The classes that a slot may point to, in lower case; None if any is possible.

        A pointer to something that is no class, such as `<scenario-specific-object>`, allows any class.
        """
        names = tuple(name.lower() for name in slot.pointers)
        return names if all(self.of_class(name) for name in names) else None
