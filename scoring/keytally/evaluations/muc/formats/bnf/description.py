"""Describes a BNF: lines for a user, and plain values for a program."""

from collections.abc import Iterator, Sequence
from typing import Any

from keytally.evaluations.muc.formats.bnf.model import Bnf, BnfClass, BnfElement, BnfSlot, Choice, ElementKind
from keytally.text.plural import quantity


def described(bnf: Bnf) -> Iterator[str]:
    """Lines: the counts; each class with its slots; the named sets.

    A slot's line has its kind, its cardinality, and its possible fills.
    """
    yield _summary(bnf)
    for each in bnf.classes:
        yield ""
        yield each.name
        yield from _slots(bnf, each)
    for name, values in bnf.sets:
        yield ""
        yield f"{name} is one of {_values(values)}"


def slot_in_words(bnf: Bnf, slot: BnfSlot) -> str:
    """A slot's kind, cardinality and possible fills: `set, exactly one fill: one of IN, OUT`."""
    return f"{slot.kind}, {slot.cardinality}: {_filled_by(bnf, slot)}"


def bnf_values(bnf: Bnf) -> dict[str, Any]:
    """`{"classes": [{"name", "slots": [...]}], "sets": {NAME: [VALUE]}}`.

    A slot is `{"name", "kind", "least", "most", "choices", "targets", "written"}`: `most` is None for any
    number, `choices` are lists of `{"kind", "name", "values"}`, `targets` the classes that a pointer may
    point to, None for all.
    """
    classes = [
        {"name": each.name, "slots": [_slot_values(bnf, slot) for slot in each.slots]} for each in bnf.classes
    ]
    return {"classes": classes, "sets": {name: list(values) for name, values in bnf.sets}}


def _slot_values(bnf: Bnf, slot: BnfSlot) -> dict[str, Any]:
    targets = bnf.targets(slot)
    return {
        "name": slot.name,
        "kind": slot.kind,
        "least": slot.cardinality.least,
        "most": slot.cardinality.most,
        "choices": [[_element_values(element) for element in choice] for choice in slot.choices],
        "targets": None if targets is None else list(targets),
        "written": slot.written,
    }


def _element_values(element: BnfElement) -> dict[str, Any]:
    return {"kind": element.kind.value, "name": element.name, "values": list(element.values)}


def _summary(bnf: Bnf) -> str:
    slots = sum(len(each.slots) for each in bnf.classes)
    counts = ((len(bnf.classes), "class"), (slots, "slot"), (len(bnf.sets), "named set"))
    return ", ".join(quantity(count, noun) for count, noun in counts)


def _slots(bnf: Bnf, owner: BnfClass) -> Iterator[str]:
    rows = [(slot.name, slot.kind, str(slot.cardinality), _filled_by(bnf, slot)) for slot in owner.slots]
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:3]]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        yield f"  {'  '.join(cells)}  {row[3]}".rstrip()


def _filled_by(bnf: Bnf, slot: BnfSlot) -> str:
    """The possible fills of a slot, in words."""
    if not slot.choices:
        return "nothing that could be understood"
    return ", or ".join(_choice(bnf, choice) for choice in slot.choices)


def _choice(bnf: Bnf, choice: Choice) -> str:
    return " and ".join(_element(bnf, element) for element in choice)


def _element(bnf: Bnf, element: BnfElement) -> str:
    if element.kind is ElementKind.POINTER:
        known = bnf.of_class(element.name)
        return f"an object of {known.name}" if known else f"any object ({element.name})"
    if element.kind is ElementKind.STRING:
        return f'any text ("{element.name}")' if element.name else "any text"
    if element.kind is ElementKind.WORD:
        return f"any text ({element.name})"
    listed = f"one of {_values(element.values)}" if element.values else "any text, as the set is not defined"
    return f"{listed} ({element.name})" if element.name else listed


def _values(values: Sequence[str]) -> str:
    return ", ".join(values) or "nothing"
