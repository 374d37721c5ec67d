"""A scored document of templates: which objects are aligned, and which fills are wrong."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model.objects import Fill, MucObject
from keytally.evaluations.muc.scoring.incremental_templates import LocatedScore
from keytally.evaluations.muc.scoring.result import FillPair, FillPlace, ObjectPair
from keytally.tallies.status import Status

WRONG = frozenset({Status.PARTIAL, Status.INCORRECT, Status.MISSING, Status.SPURIOUS})

Name = tuple[str, str, str]


class WrongFill(NamedTuple):
    """Two compared fills of a slot, or one alone, that the tally counts as a difference."""

    pair: ObjectPair
    slot: str
    fill: FillPair

    @property
    def key(self) -> Fill | None:
        """The key's fill."""
        return _at(self.pair.key, self.slot, self.fill.key)

    @property
    def response(self) -> Fill | None:
        """The response's fill."""
        return _at(self.pair.response, self.slot, self.fill.response)


def _at(obj: MucObject | None, slot: str, place: FillPlace | None) -> Fill | None:
    if obj is None or place is None:
        return None
    return obj.slots[slot].alternatives[place.alternative][place.fill]


class ComparedDocument:
    """The objects of both sides of a document, and what each pointer leads to.

    Objects that are paired by force are left over: the one is missing, the other spurious. `name_of` gives
    the name that a pointer names.
    """

    def __init__(self, score: LocatedScore, name_of: Callable[[str], Name]) -> None:
        self.score = score
        self._name_of = name_of
        self.pairs = [pair for pairs in score.classes.values() for pair in pairs]
        self.aligned = {pair.key: pair.response for pair in self.pairs if pair.key and _is_aligned(pair)}
        left = [pair for pair in self.pairs if not _is_aligned(pair) and _counts(pair)]
        self.missing = {pair.key: pair for pair in left if pair.key is not None}
        self.spurious = {pair.response: pair for pair in left if pair.response is not None}

    @cached_property
    def wrong_fills(self) -> list[WrongFill]:
        """The fills that the tally counts as differences, pair by pair."""
        return [wrong for pair in self.pairs for wrong in wrong_fills(pair)]

    def unit(self, obj: MucObject, key_side: bool) -> TemplateUnit:
        """The unit of an object."""
        return (self.score.key if key_side else self.score.response).units[obj]

    def target(self, pointer: str, key_side: bool) -> MucObject | None:
        """The object that a pointer leads to."""
        return self._named[key_side].get(self._name_of(pointer))

    def answer(self, obj: MucObject) -> MucObject | None:
        """The response's object to which a pointer is right that leads to an object of the key."""
        return self._answers.get(self.first(obj))

    def first(self, obj: MucObject) -> MucObject:
        """The first object of a side that is identical to an object of it."""
        return self.score.representatives.get(obj, obj)

    @cached_property
    def _answers(self) -> Mapping[MucObject, MucObject]:
        found: dict[MucObject, MucObject] = {}
        for obj, partner in self.aligned.items():
            if partner is not None:
                found.setdefault(self.first(obj), partner)
        return found

    @cached_property
    def _named(self) -> Mapping[bool, Mapping[Name, MucObject]]:
        """The first object of each name, of the key and of the response."""
        keys = {pair.key for pair in self.pairs}
        responses = {pair.response for pair in self.pairs}
        return {
            True: _by_name(obj for obj in self.score.key.units if obj in keys),
            False: _by_name(obj for obj in self.score.response.units if obj in responses),
        }


def wrong_fills(pair: ObjectPair) -> Iterator[WrongFill]:
    """The fills of two objects, or of one alone, that the tally counts as differences."""
    for slot, compared in pair.slots.items():
        for fill in compared.fills:
            if fill.status in WRONG:
                yield WrongFill(pair, slot, fill)


def _is_aligned(pair: ObjectPair) -> bool:
    return pair.key is not None and pair.response is not None and pair.status is not Status.INCORRECT


def _counts(pair: ObjectPair) -> bool:
    """Whether a pair that is not aligned is counted, or one of its fills."""
    return pair.status in WRONG or next(wrong_fills(pair), None) is not None


def _by_name(objects: Iterable[MucObject]) -> dict[Name, MucObject]:
    found: dict[Name, MucObject] = {}
    for obj in objects:
        found.setdefault((obj.class_name, obj.document, obj.one_up), obj)
    return found
