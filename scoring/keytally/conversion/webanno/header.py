"""The header of a file: its layers, and the columns of each."""

from collections.abc import Sequence
from typing import NamedTuple

FORMAT = "#FORMAT=WebAnno TSV 3"
SPAN, CHAIN, RELATION = "#T_SP=", "#T_CH=", "#T_RL="
BASE = "BT_"

_TYPES = ("value", "entity", "label", "type")
"""Features that are taken for the type of an entity, the best first; without any the first one is."""

_LINGUISTIC = ("lexmorph", "segmentation", "syntax", "morph")
"""Packages of layers that say something of tokens, and have no entities."""


class Layer(NamedTuple):
    """A layer: its kind, name and features, the number of its first column, and the line of the header."""

    kind: str
    name: str
    features: tuple[str, ...]
    column: int
    line: int

    @property
    def type_feature(self) -> int:
        """The feature that is the type of an entity, by its number."""
        names = [name.lower() for name in self.features]
        return next((names.index(name) for name in _TYPES if name in names), 0)

    @property
    def has_entities(self) -> bool:
        """Whether it may be a layer of entities."""
        return self.kind == SPAN and not any(f".{each}." in self.name for each in _LINGUISTIC)


def layers_of(lines: Sequence[tuple[int, str]]) -> list[Layer]:
    """The layers that numbered header lines declare."""
    found: list[Layer] = []
    column = 3
    for number, line in lines:
        kind = next((each for each in (SPAN, CHAIN, RELATION) if line.startswith(each)), None)
        if kind is not None:
            name, *features = line[len(kind) :].split("|")
            found.append(Layer(kind, name, tuple(features), column, number))
            column += max(len(features), 1)
    return found
