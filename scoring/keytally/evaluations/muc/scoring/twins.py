"""Twins: objects of `equatable_objects` classes that say the same, so that pointers may mean either.

Manual, "Description of Map History Attributes" (key_obj_rep_id): "All objects are put in equivalence
classes, so that pointers to any object in an equivalence class are still counted correct". Identical are
objects of one class, document and side with the same scored fills, whatever their order.
"""

from collections.abc import Hashable, Sequence

from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.scoring.strings import straightened


def twins_of(objects: Sequence[MucObject], configuration: Configuration) -> dict[MucObject, MucObject]:
    """The first twin of each object of one side of a document that has one before it in the file."""
    if configuration.scoring_task.lower() != "scenario_template":
        return {}
    equatable = {name.lower() for name in configuration.equatable_objects}
    first: dict[Hashable, MucObject] = {}
    twins: dict[MucObject, MucObject] = {}
    for single in objects:
        if single.class_name in equatable:
            original = first.setdefault(_contents(single, configuration), single)
            if original is not single:
                twins[single] = original
    return twins


def _contents(single: MucObject, configuration: Configuration) -> Hashable:
    """What an object says in its scored slots: the fills of each alternative, as multisets."""
    said = (
        (definition.name, tuple(sorted(_texts(single, definition.name))))
        for definition in configuration.slots_of(single.class_name)
        if definition.scored
    )
    return single.class_name, tuple((name, texts) for name, texts in said if texts)


def _texts(single: MucObject, name: str) -> list[tuple[str, ...]]:
    slot = single.slots.get(name)
    if slot is None:
        return []
    return [
        tuple(sorted(straightened(fill.text).lower() for fill in fills))
        for fills in slot.alternatives
        if fills
    ]
