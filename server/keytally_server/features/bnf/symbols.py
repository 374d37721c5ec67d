"""The outline of a BNF: classes with their slots, and named sets."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfUnit
from keytally_server.features.outline import Symbol, SymbolKind, short

_KINDS = {"class": SymbolKind.CLASS, "slot": SymbolKind.SLOT, "set": SymbolKind.SET}


def bnf_symbols(unit: BnfUnit) -> Iterator[Symbol]:
    """A symbol for each class and named set; what stands outside of any class is none."""
    for definition, slots in _groups(unit.definitions):
        children = tuple(_symbol(unit, slot, ()) for slot in slots)
        yield _symbol(unit, definition, children)


def definition_stretches(unit: BnfUnit) -> Iterator[tuple[int, int]]:
    """The definitions of classes with their slots, and those of sets."""
    for definition, slots in _groups(unit.definitions):
        yield definition.start, _end(slots[-1] if slots else definition)


def _groups(definitions: Sequence[BnfDefinition]) -> Iterator[tuple[BnfDefinition, list[BnfDefinition]]]:
    """Classes with the slots that follow them, and sets; slots behind a set are their class's no more."""
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
