"""Template objects and configurations that the tests of scoring share."""

from collections.abc import Sequence
from copy import copy

from keytally.families.muc.model import (
    ClassDefinition,
    Configuration,
    Fill,
    MucObject,
    MultiFill,
    Slot,
    SlotDefinition,
)
from keytally.families.muc.scoring.results import DocumentScore, ObjectPair
from keytally.families.muc.scoring.templates import TemplateScoring
from keytally.tallies.tally import Row, Tally

CLASSES = {
    "person": ("name string", "alias string", "kind set", "obj_status -set"),
    "organization": ("name string", "leader person", "obj_status -set", "comment -string"),
    "event": ("post string", "org organization", "who person", "kind set", "obj_status -set"),
    "template": ("doc_nr -string", "content event"),
}


def slot_definitions(class_name: str) -> list[SlotDefinition]:
    """The slots of a class; a `-` before the kind makes one unscored."""
    found = []
    for entry in CLASSES[class_name]:
        name, kind = entry.split()
        target = "" if kind.lstrip("-") in ("set", "string") else kind
        weight = 1 if kind == "set" else 10
        kind_name = "pointer" if target else kind.lstrip("-")
        found.append(SlotDefinition(class_name, name, name, "-" not in kind, weight, kind_name, target))
    return found


BASE = Configuration(
    scoring_task="template_element",
    classes=tuple(ClassDefinition(name, name, name != "template", 0) for name in CLASSES),
    slots=tuple(definition for name in CLASSES for definition in slot_definitions(name)),
    optional_status_slot="obj_status",
    premodifiers=("a", "the"),
    postmodifiers=(",", "."),
    corporate_designators=("inc",),
)


def configured(**changes: object) -> Configuration:
    """A configuration of four classes, those first that others point to, with some options changed."""
    return BASE._replace(**changes)  # type: ignore[arg-type]


Said = str | Sequence[str] | Sequence[Sequence[str]]


def slot_of(said: Said, start: int = 0) -> Slot:
    """A slot: a fill, several fills, or alternatives of several; `/` before the first makes it optional."""
    if isinstance(said, str):
        said = [said]
    alternatives = [[each] if isinstance(each, str) else each for each in said]
    if all(isinstance(each, str) for each in said):
        alternatives = [[str(each) for each in said]]
    optional = bool(alternatives and alternatives[0] and alternatives[0][0].startswith("/"))
    if optional:
        alternatives[0] = [alternatives[0][0][1:], *alternatives[0][1:]]
    made: list[MultiFill] = []
    for fills in alternatives:
        made.append(tuple(Fill(text, start + 10 * n, start + 10 * n + 5) for n, text in enumerate(fills, 1)))
        start += 100
    return Slot(tuple(made), optional)


def record(header: str, /, optional: bool = False, **slots: Said) -> MucObject:
    """An object of the document 1 (`PERSON-3`) or another (`PERSON-2-3`)."""
    class_name, *rest = header.split("-")
    document, one_up = rest if len(rest) == 2 else ("1", rest[0])
    made = {name: slot_of(said, 1000 * n) for n, (name, said) in enumerate(slots.items(), 1)}
    return MucObject(class_name.lower(), document, one_up, made, 0, 9000, optional)


Objects = Sequence[MucObject]


def scored(key: Objects, response: Objects, **options: object) -> DocumentScore:
    """The score of a document, as a template element unless told otherwise; sides never share objects."""
    response = [copy(single) for single in response] if response is key else response
    return TemplateScoring(configured(**options)).score("1", key, response)


def relation(key: Objects, response: Objects, **options: object) -> DocumentScore:
    """The score of a document as a template relation."""
    return scored(key, response, scoring_task="template_relation", **options)


def scenario(key: Objects, response: Objects, **options: object) -> DocumentScore:
    """The score of a document as a scenario template."""
    return scored(key, response, scoring_task="scenario_template", **options)


def pairs(score: DocumentScore, name: str) -> list[tuple[str, str | None, str | None]]:
    """The pairs of a class: status and one-up strings."""
    return [
        (
            pair.status.value,
            pair.key.one_up if pair.key else None,
            pair.response.one_up if pair.response else None,
        )
        for pair in score.classes.get(name, [])
    ]


def verdicts(pair: ObjectPair, slot: str) -> list[str]:
    """What became of the fills of a slot."""
    return [fill.status.value for fill in pair.slots[slot].fills]


def slot_row(score: DocumentScore, class_name: str, slot: str) -> Tally:
    """The row of a slot."""
    return score.tabulation.get(Row("slot", (class_name, slot)), Tally())
