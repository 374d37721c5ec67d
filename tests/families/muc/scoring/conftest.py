"""Configurations and tags that the tests of scoring share."""

from collections.abc import Callable, Sequence

import pytest

from keytally.families.muc.model import (
    ClassDefinition,
    Configuration,
    Extent,
    Fill,
    MucObject,
    Slot,
    SlotDefinition,
    Subtask,
)

CLASSES = {"enamex": ("organization", "person", "location"), "timex": ("date", "time"), "numex": ("money",)}
SLOTS = (("text", True, "string"), ("type", True, "set"), ("status", False, "set"), ("alt", False, "string"))
BASE = Configuration(
    scoring_task="named_entity",
    classes=tuple(ClassDefinition(name, name, True, 0) for name in CLASSES),
    slots=tuple(SlotDefinition(c, s, s, scored, 4, kind) for c in CLASSES for s, scored, kind in SLOTS),
    subtasks=tuple(Subtask(c, "type", v) for c, values in CLASSES.items() for v in (*values, "other")),
    doc_sections=("HL", "TXT"),
    premodifiers=("a", "an", "the"),
    postmodifiers=(",", ".", "'s"),
    corporate_designators=("corporation", "corp", "inc"),
)

Configure = Callable[..., Configuration]
Tag = Callable[..., MucObject]


@pytest.fixture(scope="session")
def configure() -> Configure:
    """A named-entity configuration in the manner of MUC-6, with the options that are given changed."""
    return BASE._replace


@pytest.fixture(scope="session")
def tag() -> Tag:
    """Makes an ENAMEX of a class, a type and a text at a stripped offset.

    Its unit is made up as if all that stood before the tag had been doubled by markup, so that places
    in the unit and stripped offsets cannot be mistaken for each other. `alt` holds further alternatives
    of the text.
    """

    def make(
        kind: str | None,
        text: str,
        start: int = 0,
        *,
        end: int | None = None,
        optional: bool = False,
        alt: Sequence[str] = (),
        section: str = "TXT",
        class_name: str = "enamex",
    ) -> MucObject:
        end = start + len(text) if end is None else end
        place = 1000 + 2 * start
        texts = tuple((Fill(each, place + 500, place + 500 + len(each)),) for each in (text, *alt))
        slots = {"text": Slot(texts)}
        if kind is not None:
            kinds = kind.split("|")
            slots["type"] = Slot(tuple((Fill(each, place + 10, place + 10 + len(each)),) for each in kinds))
        if optional:
            slots["status"] = Slot(((Fill("OPT", place + 30, place + 33),),))
        return MucObject(
            class_name, "1", str(start), slots, place, place + 600, optional, Extent(start, end, section)
        )

    return make
