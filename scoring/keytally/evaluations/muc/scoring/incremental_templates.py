"""The score of a document with the places of its objects, updated as its units change."""

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeVar

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.incremental.document import TemplateDocument
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair

Units = Sequence[TemplateUnit]
ObjectsByUnit = Mapping[TemplateUnit, Sequence[MucObject]]
T = TypeVar("T")

PAUSE = 64
"""The number of records read between two pauses."""


class ObjectPlacement:
    """The units of the objects of one side of a document, and the pairs shown in each unit.

    `objects` are those of each unit of this side, `others` those of the other side, both in file order. An
    object that this side lacks is shown after the partner of the object before it on the other side; without
    such a partner, after the last object of its class, else after the last object.
    """

    def __init__(self, objects: ObjectsByUnit, others: ObjectsByUnit) -> None:
        self._objects = objects
        self._others = others
        self._anchors: dict[MucObject, MucObject] = {}
        self._last: dict[str | None, MucObject] = {}
        self._shown: dict[TemplateUnit, list[ObjectPair]] | None = None

    @cached_property
    def units(self) -> Mapping[MucObject, TemplateUnit]:
        """The unit of each object, in file order."""
        return {obj: unit for unit, objects in self._objects.items() for obj in objects}

    def anchor(self, lacked: MucObject) -> MucObject | None:
        """The object after which a lacking one is shown; None if the side has no objects."""
        return self._anchors.get(lacked) or self._last.get(lacked.class_name) or self._last.get(None)

    def pairs_in(self, unit: TemplateUnit, score: DocumentScore, key_side: bool) -> Sequence[ObjectPair]:
        """The pairs of this document's score that are shown in a unit."""
        if self._shown is None:
            pairs = [pair for pairs in score.classes.values() for pair in pairs]
            sides = [(pair.key, pair.response)[:: 1 if key_side else -1] for pair in pairs]
            self._set_anchors(
                {other: mine for mine, other in sides if mine is not None and other is not None}
            )
            self._shown = {}
            for pair, (mine, other) in zip(pairs, sides, strict=True):
                shown = mine or (self.anchor(other) if other is not None else None)
                if shown is not None:
                    self._shown.setdefault(self.units[shown], []).append(pair)
        return self._shown.get(unit, ())

    def _set_anchors(self, partners: Mapping[MucObject, MucObject]) -> None:
        """Find the anchors of the other side's objects without partners."""
        for obj in self.units:
            self._last[obj.class_name] = self._last[None] = obj
        before: MucObject | None = None
        for other in chain.from_iterable(self._others.values()):
            before = partners.get(other, before)
            if before is not None:
                self._anchors[other] = before


class LocatedScore(DocumentScore):
    """The score of one document with the places of its objects: the key's and the response's."""

    __slots__ = ("key", "response")

    def __init__(self, score: DocumentScore, key: ObjectPlacement, response: ObjectPlacement) -> None:
        super().__init__(
            score.document, score.classes, score.tabulation, representatives=score.representatives
        )
        self.key = key
        self.response = response


class IncrementalDocument:
    """A document that keeps the objects of its units; `reader` returns the object reader of a role."""

    def __init__(
        self,
        document: TemplateDocument,
        reader: Callable[[Role], Callable[[TemplateUnit], Sequence[MucObject]]],
    ) -> None:
        self._document = document
        self._reader = reader
        self._sides: dict[Role, _Side] = {}

    def rescored(self, name: str, key: Units, response: Units) -> Generator[None, None, LocatedScore]:
        """The score of these units, in file order, under that document number; pauses between steps."""
        mine = yield from self._read(key, Role.KEY)
        other = yield from self._read(response, Role.RESPONSE)
        yield from self._document.update(mine.objects, other.objects)
        score = self._document.score(name)
        sides = mine.by_unit, other.by_unit
        places = ObjectPlacement(*sides), ObjectPlacement(*sides[::-1])
        return LocatedScore(score, *places)

    def _read(self, units: Units, role: Role) -> Generator[None, None, "_Side"]:
        """A side with these units; nothing is computed for an unchanged one."""
        side = self._sides.get(role, _Side((), {}, ()))
        if side.units == units:
            return side
        read, fresh, known = self._reader(role), dict[TemplateUnit, Sequence[MucObject]](), side.by_unit
        for count, unit in enumerate([unit for unit in units if unit not in known] if known else units):
            if not count % PAUSE:
                yield
            fresh[unit] = read(unit)
        by_unit = {unit: fresh[unit] if unit in fresh else known[unit] for unit in units} if known else fresh
        side = self._sides[role] = _Side(units, by_unit, [*chain.from_iterable(by_unit.values())])
        return side


class _Side(NamedTuple):
    """The units of one side in file order, the objects of each, and all objects."""

    units: Units
    by_unit: ObjectsByUnit
    objects: Sequence[MucObject]


def run_to_end(steps: Generator[None, None, T]) -> T:
    """Run a computation in steps, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value
