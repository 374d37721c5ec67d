"""The score of a document with the places of its objects, updated as its units change."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.incremental.document import TemplateDocument
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair

Units = Sequence[TemplateUnit]
T = TypeVar("T")

PAUSE = 64
"""The number of records read between two pauses."""


class ObjectPlacement:
    """The units of the objects of one side of a document, and the pairs shown in each unit.

    `units` are those of this side in file order, `others` the objects of the other side in their file order.
    An object that this side lacks is shown after the partner of the object before it on the other side;
    without such a partner, after the last object of its class, else after the last object.
    """

    def __init__(self, units: Mapping[MucObject, TemplateUnit], others: Iterable[MucObject]) -> None:
        self.units = units
        self._others = others
        self._anchors: dict[MucObject, MucObject] = {}
        self._last: dict[str | None, MucObject] = {}
        self._shown: dict[TemplateUnit, list[ObjectPair]] | None = None

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
        for other in self._others:
            before = partners.get(other, before)
            if before is not None:
                self._anchors[other] = before


@dataclass(frozen=True, slots=True, eq=False)
class LocatedScore(DocumentScore):
    """The score of one document with the places of its objects: the key's and the response's."""

    key: ObjectPlacement
    response: ObjectPlacement


class IncrementalDocument:
    """A document that keeps the objects of its units; `reader` returns the object reader of a role."""

    def __init__(
        self,
        document: TemplateDocument,
        reader: Callable[[Role], Callable[[TemplateUnit], Sequence[MucObject]]],
    ) -> None:
        self._document = document
        self._reader = reader
        self._objects: dict[Role, dict[TemplateUnit, Sequence[MucObject]]] = {}
        self._units: dict[Role, dict[MucObject, TemplateUnit]] = {}

    def rescored(self, name: str, key: Units, response: Units) -> Generator[None, None, LocatedScore]:
        """The score of these units, in file order, under that document number; pauses between steps."""
        mine = yield from self._placed(key, Role.KEY)
        other = yield from self._placed(response, Role.RESPONSE)
        yield from self._document.update(list(mine), list(other))
        score = self._document.score(name)
        places = ObjectPlacement(mine, other), ObjectPlacement(other, mine)
        return LocatedScore(
            name, score.classes, score.tabulation, *places, representatives=score.representatives
        )

    def _placed(self, units: Units, role: Role) -> Generator[None, None, dict[MucObject, TemplateUnit]]:
        """The objects of units in file order, each with its unit."""
        before, now = self._objects.get(role), dict[TemplateUnit, Sequence[MucObject]]()
        if before is None:
            before = {}
        elif list(before) == list(units):
            return self._units[role]
        read = self._reader(role)
        for unit in units:
            found = before.get(unit)
            if found is None:
                found = read(unit)
                if not len(now) % PAUSE:
                    yield
            now[unit] = found
        self._objects[role] = now
        self._units[role] = {obj: unit for unit, objects in now.items() for obj in objects}
        return self._units[role]


def run_to_end(steps: Generator[None, None, T]) -> T:
    """Run a computation in steps, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value
