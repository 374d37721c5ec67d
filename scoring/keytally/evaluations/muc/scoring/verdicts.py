"""Verdicts: the status of every object, slot and fill, with its place on both sides.

They are made on demand, a pair of objects at a time, so that an editor computes only what it shows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Level
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import Fill, MucObject, Slot
from keytally.evaluations.muc.scoring.result import DocumentScore, FillPair, FillPlace, ObjectPair, SlotPair
from keytally.evaluations.muc.scoring.strings import straightened
from keytally.tallies.status import Status

LONGEST_QUOTATION = 60

_LACKED = frozenset({Status.MISSING, Status.OPTIONAL})
_ASIDE = frozenset({Status.NONCOMMITTAL, Status.REMOVED})
_WRONG = frozenset({Status.INCORRECT, Status.MISSING, Status.SPURIOUS})


class VerdictPlace(NamedTuple):
    """A range of the unit of `owner`."""

    owner: MucObject
    start: int
    end: int


class ObjectVerdict(NamedTuple):
    """A verdict on one side of a pair.

    `start` and `end` are in the unit of `owner`. Something that the response lacks has zero width, at the
    place where it belongs; if a whole object is missing, `owner` is None and both offsets are the stripped
    offset in the document where the key's tag begins (0 for templates). `partner` is the counterpart on the
    other side. `subject` names the object, slot or fill in words; `slot` is the slot of a verdict on a slot
    or a fill. `overall` is the verdict on a tag with its fills, None where it is `status`.
    """

    owner: MucObject | None
    start: int
    end: int
    status: Status
    level: Level
    subject: str
    partner: VerdictPlace | None = None
    slot: str = ""
    overall: Status | None = None

    @property
    def label(self) -> str:
        """The verdict in words: `MIS PERSON "Kory"`."""
        return f"{self.status.value.upper()} {self.subject}"


class ObjectVerdicts:
    """Makes the verdicts of scores under one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._type = configuration.sgml_type_slot.lower()
        self._text = configuration.sgml_text_slot.lower()

    def of(self, score: DocumentScore, key_side: bool) -> Iterator[ObjectVerdict]:
        """Every verdict on one side of a document, pair by pair."""
        for pairs in score.classes.values():
            for pair in pairs:
                yield from self.of_pair(pair, key_side)

    def of_pair(self, pair: ObjectPair, key_side: bool) -> Iterator[ObjectVerdict]:
        """The verdicts on one side of an object pair: the object's, then each slot's and its fills'."""
        mine, other = (pair.key, pair.response) if key_side else (pair.response, pair.key)
        if mine is not None:
            yield self._object(pair, mine, other)
            for name, slot_pair in pair.slots.items():
                yield from _SlotVerdicts(name, slot_pair, mine, other, key_side).all()
        elif other is not None and not key_side and pair.status in _LACKED:
            place = 0 if other.extent is None else other.extent.start
            partner = VerdictPlace(other, other.start, other.end)
            yield ObjectVerdict(None, place, place, pair.status, Level.OBJECT, self.subject(other), partner)

    def subject(self, obj: MucObject) -> str:
        """An object in words: `PERSON "Kory"` for a tag, `PERSON-930-1` for a template."""
        if obj.extent is None:
            return obj.identifier
        kind = "|".join(_texts(obj.slots.get(self._type))) or obj.class_name.upper()
        text = next(iter(_texts(obj.slots.get(self._text))), "")
        return f"{kind} {quoted(text)}"

    def _object(self, pair: ObjectPair, mine: MucObject, other: MucObject | None) -> ObjectVerdict:
        partner = None if other is None else VerdictPlace(other, other.start, other.end)
        overall = None if mine.extent is None else _overall(pair)
        place = mine.start, mine.end
        subject = self.subject(mine)
        return ObjectVerdict(mine, *place, pair.status, Level.OBJECT, subject, partner, overall=overall)


def _overall(pair: ObjectPair) -> Status | None:
    """The verdict on an aligned tag whose fills are not all right: incorrect, or partial if none is wrong."""
    statuses = {fill.status for slot in pair.slots.values() for fill in slot.fills}
    if pair.status is not Status.CORRECT or statuses.isdisjoint({*_WRONG, Status.PARTIAL}):
        return None
    return Status.PARTIAL if statuses.isdisjoint(_WRONG) else Status.INCORRECT


def quoted(text: str) -> str:
    """A fill as labels show it: on one line, in quotes, and shortened."""
    text = straightened(text)
    return f'"{text[:LONGEST_QUOTATION]}…"' if len(text) > LONGEST_QUOTATION else f'"{text}"'


class _SlotVerdicts:
    """The verdicts on one side of a slot pair."""

    def __init__(
        self, name: str, pair: SlotPair, mine: MucObject, other: MucObject | None, key_side: bool
    ) -> None:
        self._name = name
        self._pair = pair
        self._mine = mine
        self._other = other
        self._key_side = key_side
        self._slot = mine.slots.get(name)
        self._other_slot = None if other is None else other.slots.get(name)

    def all(self) -> Iterator[ObjectVerdict]:
        """The slot's verdict, then the fills', in the order of the comparison."""
        status = _summary(self._pair)
        name = self._name.upper()
        if self._slot is not None:
            start, end = _hull(self._mine, self._name) or self._gap()
            other_hull = None if self._other is None else _hull(self._other, self._name)
            partner = (
                None if other_hull is None or self._other is None else VerdictPlace(self._other, *other_hull)
            )
            yield ObjectVerdict(self._mine, start, end, status, Level.SLOT, name, partner, self._name)
        elif not self._key_side and status in _LACKED:
            yield ObjectVerdict(self._mine, *self._gap(), status, Level.SLOT, name, None, self._name)
        for fill in self._pair.fills:
            yield from self._fill(fill)

    def _fill(self, fill: FillPair) -> Iterator[ObjectVerdict]:
        at, other_at = (fill.key, fill.response) if self._key_side else (fill.response, fill.key)
        mine, other = _at(self._slot, at), _at(self._other_slot, other_at)
        partner = None if other is None or self._other is None else place_of(self._other, self._name, other)
        if mine is not None:
            subject = self._subject(mine, other)
            place = place_of(self._mine, self._name, mine)
            yield ObjectVerdict(*place, fill.status, Level.FILL, subject, partner, self._name)
        elif other is not None and not self._key_side and fill.status in _LACKED:
            subject, gap = self._subject(other, None), self._gap()
            yield ObjectVerdict(self._mine, *gap, fill.status, Level.FILL, subject, partner, self._name)

    def _subject(self, shown: Fill, other: Fill | None) -> str:
        subject = f"{self._name.upper()} {quoted(shown.text)}"
        if other is None or other.text == shown.text:
            return subject
        return f"{subject} ({'response' if self._key_side else 'key'}: {quoted(other.text)})"

    def _gap(self) -> tuple[int, int]:
        place = gap_in(self._mine, self._name)
        return place, place


def _summary(pair: SlotPair) -> Status:
    """The verdict on a whole slot: the one that all its fills have, else partial if one of them is right."""
    statuses = {fill.status for fill in pair.fills if fill.status not in _ASIDE}
    if not statuses:
        return pair.fills[0].status
    if len(statuses) == 1:
        return statuses.pop()
    return Status.PARTIAL if statuses & {Status.CORRECT, Status.PARTIAL} else Status.INCORRECT


def gap_in(owner: MucObject, name: str) -> int:
    """The place of a missing fill: after the slot's last fill, else at the object's slots."""
    hull = _hull(owner, name)
    return hull[1] if hull else owner.end if owner.extent is None else owner.start


def _hull(owner: MucObject, name: str) -> tuple[int, int] | None:
    """The range from a slot's first fill to its last; None without fills."""
    slot, base = owner.slots.get(name), owner.start_of(name)
    fills = [fill for multi_fill in slot.alternatives for fill in multi_fill] if slot is not None else []
    if not fills:
        return None
    return base + min(fill.start for fill in fills), base + max(fill.end for fill in fills)


def place_of(owner: MucObject, name: str, fill: Fill) -> VerdictPlace:
    """The place of a fill of a slot."""
    base = owner.start_of(name)
    return VerdictPlace(owner, base + fill.start, base + fill.end)


def _at(slot: Slot | None, place: FillPlace | None) -> Fill | None:
    return None if slot is None or place is None else slot.alternatives[place.alternative][place.fill]


def _texts(slot: Slot | None) -> list[str]:
    if slot is None:
        return []
    return [fill.text for multi_fill in slot.alternatives for fill in multi_fill]
