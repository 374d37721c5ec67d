"""The outline of a BNF: classes with their slots, and named sets."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfUnit
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.wording.outline import short

_KINDS = {"class": SymbolKind.CLASS, "slot": SymbolKind.SLOT, "set": SymbolKind.SET}


def bnf_symbols(unit: BnfUnit) -> Iterator[Symbol]:
    """A symbol for each class and named set; slots before the first of them have none."""
    for definition, slots in _groups(unit.definitions):
        children = tuple(_symbol(unit, slot, ()) for slot in slots)
        yield _symbol(unit, definition, children)


def definition_stretches(unit: BnfUnit) -> Iterator[tuple[int, int]]:
    """The ranges of classes with their slots, and of sets."""
    for definition, slots in _groups(unit.definitions):
        yield definition.start, _end(slots[-1] if slots else definition)


def definition_selection_ranges(unit: BnfUnit) -> Iterator[tuple[int, int]]:
    """The range of each definition by itself, then the ranges of classes with their slots."""
    yield from ((definition.start, _end(definition)) for definition in unit.definitions)
    yield from definition_stretches(unit)


def _groups(definitions: Sequence[BnfDefinition]) -> Iterator[tuple[BnfDefinition, list[BnfDefinition]]]:
    """Group classes with the slots after them, and sets; a slot after a set no longer belongs to a class."""
    groups: list[tuple[BnfDefinition, list[BnfDefinition]]] = []
    for definition in definitions:
        if definition.kind in ("class", "set"):
            groups.append((definition, []))
        elif definition.kind == "slot" and groups:
            groups[-1][1].append(definition)
    return iter(groups)


def _symbol(unit: BnfUnit, definition: BnfDefinition, children: tuple[Symbol, ...]) -> Symbol:
    end = _end(definition)
    head = unit.text.find(definition.name, definition.start, definition.end)
    written = " ".join(unit.text[definition.end : end].split())
    return Symbol(
        definition.name or "(no name)",
        short(written),
        _KINDS[definition.kind],
        definition.start,
        max([end, *(child.end for child in children)]),
        head,
        head + len(definition.name),
        children,
    )


def _end(definition: BnfDefinition) -> int:
    return definition.body[-1].end if definition.body else definition.end
