"""Hovers of a BNF: the meaning of a class, a slot, or a named set."""

from keytally.evaluations.muc.formats.bnf.description import slot_in_words
from keytally.evaluations.muc.formats.bnf.model import Bnf, BnfClass, BnfSlot
from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfUnit
from keytally.text.markdown import code, prose
from keytally.text.plural import quantity
from keytally_server.answers.hover import Hover


def definition_hover(unit: BnfUnit, offset: int, place: int) -> Hover | None:
    """The meaning of the definition around a place; None between definitions."""
    definition = next((each for each in unit.definitions if each.start <= place <= _end(each)), None)
    text = _meaning(unit.bnf, definition) if definition else None
    if definition is None or text is None:
        return None
    return Hover(text, offset + definition.start, offset + _end(definition))


def about_slot(bnf: Bnf, slot: BnfSlot) -> str:
    """A slot's line of the BNF, and its meaning."""
    return f"{code(slot.written)}  \n{prose(slot_in_words(bnf, slot))}"


def _meaning(bnf: Bnf, definition: BnfDefinition) -> str | None:
    if definition.kind == "set":
        values = next((values for name, values in bnf.sets if name == definition.name), ())
        return f"the set {code(definition.name)}: one of {', '.join(map(code, values))}" if values else None
    owner = bnf.of_class(definition.owner if definition.kind == "slot" else definition.name)
    if owner is None:
        return None
    if definition.kind == "class":
        return _about_class(bnf, owner)
    slot = owner.slot(definition.name)
    return about_slot(bnf, slot) if slot else None


def _about_class(bnf: Bnf, owner: BnfClass) -> str:
    """The number of slots of a class, and the slots that point to it."""
    pointing = [
        f"{code(each.name)}.{code(slot.name)}"
        for each in bnf.classes
        for slot in each.slots
        if owner.name.lower() in map(str.lower, slot.pointers)
    ]
    meaning = f"the class {code(owner.name)}: {quantity(len(owner.slots), 'slot')}"
    return f"{meaning}  \npointed to by {', '.join(pointing)}" if pointing else meaning


def _end(definition: BnfDefinition) -> int:
    return definition.body[-1].end if definition.body else definition.end
