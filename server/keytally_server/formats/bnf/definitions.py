"""Finds definitions of a BNF by their names."""

from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfUnit
from keytally_server.answers.type_name import Name


def definition_named(unit: BnfUnit, name: Name) -> tuple[int, int] | None:
    """The range of the name of a class, of a named set, or of the slot of a class; of several the first."""
    wanted = tuple(part.lower() for part in name)
    found = next((each for each in unit.definitions if _name(each) == wanted), None)
    if found is None:
        return None
    start = unit.text.find(found.name, found.start, found.end)
    return start, start + len(found.name)


def _name(definition: BnfDefinition) -> Name:
    own = definition.name.lower()
    return (definition.owner.lower(), own) if definition.kind == "slot" else (own,)
