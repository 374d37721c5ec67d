"""The slots of MUC-4's templates, and where each stands among objects."""

from typing import NamedTuple

from keytally.evaluations.converted_templates import FillKind

SET, STRING = FillKind.SET, FillKind.STRING


class FlatSlot(NamedTuple):
    """A slot: its label, the slot of an object that it becomes, and the kind of its fills.

    `group` is the pointer slot of the incident and the class of the object, "" for the incident itself;
    `names` says that its fills name the objects of the group. A `quoted` fill stands in quotes in the file.
    """

    label: str
    slot: str = ""
    kind: FillKind = SET
    group: str = ""
    names: bool = False
    quoted: bool = False


INSTRUMENT, PERPETRATOR, PHYSICAL, HUMAN = "INSTRUMENT", "PERPETRATOR", "PHYS_TGT", "HUM_TGT"
MESSAGE, TEMPLATE = 0, 1

SLOTS = (
    FlatSlot("MESSAGE: ID"),
    FlatSlot("MESSAGE: TEMPLATE"),
    FlatSlot("INCIDENT: DATE", "INC_DATE", STRING),
    FlatSlot("INCIDENT: LOCATION", "INC_LOCATION", STRING),
    FlatSlot("INCIDENT: TYPE", "INC_TYPE"),
    FlatSlot("INCIDENT: STAGE OF EXECUTION", "INC_STAGE"),
    FlatSlot("INCIDENT: INSTRUMENT ID", "INSTR_ID", STRING, INSTRUMENT, names=True, quoted=True),
    FlatSlot("INCIDENT: INSTRUMENT TYPE", "INSTR_TYPE", SET, INSTRUMENT),
    FlatSlot("PERP: INCIDENT CATEGORY", "INC_CATEGORY"),
    FlatSlot("PERP: INDIVIDUAL ID", "PERP_INDIVIDUAL", STRING, PERPETRATOR, names=True, quoted=True),
    FlatSlot("PERP: ORGANIZATION ID", "PERP_ORGANIZATION", STRING, PERPETRATOR, names=True, quoted=True),
    FlatSlot("PERP: ORGANIZATION CONFIDENCE", "PERP_CONFIDENCE", SET, PERPETRATOR),
    FlatSlot("PHYS TGT: ID", "PHYS_ID", STRING, PHYSICAL, names=True, quoted=True),
    FlatSlot("PHYS TGT: TYPE", "PHYS_TYPE", SET, PHYSICAL),
    FlatSlot("PHYS TGT: NUMBER", "PHYS_NUMBER", STRING, PHYSICAL),
    FlatSlot("PHYS TGT: FOREIGN NATION", "PHYS_NATION", SET, PHYSICAL),
    FlatSlot("PHYS TGT: EFFECT OF INCIDENT", "PHYS_EFFECT", SET, PHYSICAL),
    FlatSlot("PHYS TGT: TOTAL NUMBER", "PHYS_TOTAL", STRING),
    FlatSlot("HUM TGT: NAME", "HUM_NAME", STRING, HUMAN, names=True, quoted=True),
    FlatSlot("HUM TGT: DESCRIPTION", "HUM_DESCRIPTION", STRING, HUMAN, names=True, quoted=True),
    FlatSlot("HUM TGT: TYPE", "HUM_TYPE", SET, HUMAN),
    FlatSlot("HUM TGT: NUMBER", "HUM_NUMBER", STRING, HUMAN),
    FlatSlot("HUM TGT: FOREIGN NATION", "HUM_NATION", SET, HUMAN),
    FlatSlot("HUM TGT: EFFECT OF INCIDENT", "HUM_EFFECT", SET, HUMAN),
    FlatSlot("HUM TGT: TOTAL NUMBER", "HUM_TOTAL", STRING),
)
"""By their numbers."""

FREE = (2, 3)
"""Slots of running text, in which a colon and brackets belong to the fill."""
