"""The slot that has the type of a template, and the type that it states."""

from keytally.conversion.templates.mapping import TemplateMapping
from keytally.evaluations.converted_templates import FillKind, ObjectSlot, TemplateObject

OR = " / "
"""What stands between the types of a template that may have any of them."""


def type_slot(root: TemplateObject, mapping: TemplateMapping) -> ObjectSlot | None:
    """The slot that the mapping names, else the first with values of a set whose name has `type` in it."""
    wanted = mapping.type_slot.lower()
    named = next((slot for slot in root.slots if slot.name.lower() == wanted), None)
    return named or next((slot for slot in root.slots if "type" in slot.name.lower() and _is_set(slot)), None)


def type_of(slot: ObjectSlot) -> str:
    """The types of all alternatives, each once, in lower case; "" where there is none."""
    texts = (fill.text for fills in slot.alternatives for fill in fills if fill.kind is not FillKind.POINTER)
    return OR.join(filter(None, dict.fromkeys(text.strip().lower() for text in texts)))


def type_fills(name: str) -> list[str]:
    """The fills by which a slot states a type, an alternative each."""
    return [each.strip().upper() for each in name.split(OR)]


def states(slot: ObjectSlot, name: str) -> bool:
    """Whether the fills of a slot say no more than the type that is read of it."""
    written = [[fill.text.upper() for fill in fills] for fills in slot.alternatives]
    return written == [[each] for each in type_fills(name)]


def _is_set(slot: ObjectSlot) -> bool:
    return all(fill.kind is FillKind.SET for fills in slot.alternatives for fill in fills)
