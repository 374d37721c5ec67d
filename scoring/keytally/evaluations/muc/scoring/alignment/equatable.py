"""Identical objects of `equatable_objects` classes: a pointer to one counts as a pointer to any of them.

Manual, "Description of Map History Attributes" (key_obj_rep_id): "All objects are put in equivalence classes,
so that pointers to any object in an equivalence class are still counted correct". Objects of one class,
document and side are identical if they have the same scored fills, in any order.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.strings import straightened


def equatable_classes(configuration: Configuration) -> Mapping[str, Sequence[str]]:
    """The classes that may have identical objects, with their scored slots; only in the scenario task."""
    if configuration.scoring_task.lower() != "scenario_template":
        return {}
    names = dict.fromkeys(name.lower() for name in configuration.equatable_objects)
    return {name: [slot.name for slot in configuration.slots_of(name) if slot.scored] for name in names}


def contents_of(obj: MucObject, slots: Sequence[str]) -> Hashable:
    """An object's content in these slots, equal for identical objects: each alternative as a multiset."""
    return obj.class_name, tuple(_contents(obj, slots))


def opening_of(obj: MucObject, slots: Sequence[str]) -> Hashable:
    """What the content of an object begins with, equal for identical objects; it is found at less cost."""
    return obj.class_name, next(_contents(obj, slots), None)


def _contents(obj: MucObject, slots: Sequence[str]) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """The content of each of these slots that has any."""
    for name in slots:
        if name in obj.slots and (texts := _texts(obj.slots[name])):
            yield name, texts


def _texts(slot: Slot) -> tuple[tuple[str, ...], ...]:
    if len(slot.alternatives) == 1 == len(slot.alternatives[0]):
        return ((straightened(slot.alternatives[0][0][0]).lower(),),)
    texts = [
        sorted([straightened(fill[0]).lower() for fill in fills]) for fills in slot.alternatives if fills
    ]
    return tuple([tuple(fills) for fills in sorted(texts)])
