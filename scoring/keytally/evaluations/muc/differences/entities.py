"""The differences between the entities of a key and a response, with their classes and their places."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.muc.differences.entity_classes import Entity, Wrong, classed
from keytally.evaluations.muc.differences.outcomes import differing_fills
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.result import DocumentScore, FillPair, ObjectPair
from keytally.evaluations.muc.scoring.verdicts import ObjectVerdicts
from keytally.tallies.status import Status

_RIGHT = frozenset({Status.CORRECT, Status.NONCOMMITTAL, Status.OPTIONAL, Status.UNSCORED, Status.REMOVED})


class Units(NamedTuple):
    """The document on the two sides; None for a side that lacks it."""

    key: SgmlUnit | None
    response: SgmlUnit | None


class EntitySubject(NamedTuple):
    """What a repair exchanges: the response's entities for those of the key."""

    units: Units
    present: Sequence[MucObject]
    wanted: Sequence[MucObject]


class EntityDifferences:
    """Tells the differences of documents under one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._type = configuration.sgml_type_slot.lower()
        self._text = configuration.sgml_text_slot.lower()
        self._verdicts = ObjectVerdicts(configuration)

    def of(self, score: DocumentScore, units: Units) -> Sequence[Difference]:
        """The differences of a document in the order of the text."""
        pairs = sorted(
            (pair for each in score.classes.values() for pair in each if differing_fills(pair)), key=_order
        )
        found = classed([self._wrong(pair) for pair in pairs])
        return [
            self._difference(each.name, [pairs[member] for member in each.members], units) for each in found
        ]

    def _wrong(self, pair: ObjectPair) -> Wrong:
        key, response = (None if each is None else self._entity(each) for each in (pair.key, pair.response))
        return Wrong(key, response, self._differs(pair, self._type), self._differs(pair, self._text))

    def _entity(self, entity: MucObject) -> Entity:
        extent = _extent(entity)
        names = frozenset((entity.class_name, value) for value in self._types(entity) or [""])
        return Entity(extent, names)

    def _types(self, entity: MucObject) -> list[str]:
        slot = entity.slots.get(self._type)
        return [fill.text.upper() for fills in slot.alternatives for fill in fills] if slot else []

    def _differs(self, pair: ObjectPair, slot: str) -> bool:
        """Whether a slot of two aligned entities has a fill that is not right."""
        fills: Iterable[FillPair] = pair.slots[slot].fills if slot in pair.slots else ()
        return any(fill.status not in _RIGHT for fill in fills)

    def _difference(self, name: str, pairs: Sequence[ObjectPair], units: Units) -> Difference:
        wanted = [pair.key for pair in pairs if pair.key is not None]
        present = [pair.response for pair in pairs if pair.response is not None]
        return Difference(
            name,
            tuple(_places(units.key, wanted)),
            tuple(_places(units.response, present)) or tuple(_gap(units, wanted)),
            self._said(wanted),
            self._said(present),
            differing_fills(*pairs),
            self._labels(wanted, present),
            EntitySubject(units, present, wanted),
        )

    def _said(self, entities: Sequence[MucObject]) -> str:
        return " + ".join(map(self._verdicts.subject, entities))

    def _labels(self, wanted: Sequence[MucObject], present: Sequence[MucObject]) -> tuple[str, str]:
        """What the sides call an entity; nothing where one entity is several of the other side."""
        if max(len(wanted), len(present)) > 1:
            return "", ""
        return "".join(map(self._label, wanted)), "".join(map(self._label, present))

    def _label(self, entity: MucObject) -> str:
        """The type of an entity, or its tag where it has none."""
        return "|".join(self._types(entity)) or entity.class_name.upper()


def _order(pair: ObjectPair) -> tuple[tuple[int, int], bool, int]:
    """Pairs in the order of the text, by the response's entity where there is one."""
    entity = pair.response or pair.key
    assert entity is not None
    return _extent(entity), pair.response is None, entity.start


def _extent(entity: MucObject) -> tuple[int, int]:
    assert entity.extent is not None
    return entity.extent.start, entity.extent.end


def _places(unit: SgmlUnit | None, entities: Sequence[MucObject]) -> Iterator[Place]:
    if unit is not None:
        yield from (Place(unit, each.start, each.end) for each in entities)


def _gap(units: Units, wanted: Sequence[MucObject]) -> Iterator[Place]:
    """Where the response lacks entities: without width; nowhere if it lacks the document."""
    if units.key is not None and units.response is not None:
        place = units.response.missing_offset(min(_extent(each)[0] for each in wanted), units.key)
        yield Place(units.response, place, place)
