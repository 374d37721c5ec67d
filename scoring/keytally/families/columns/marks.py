"""Marks of a sentence: the status of each entity, on the labels of its tokens."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from keytally.families.columns.model import Entity
from keytally.families.columns.reading import SentenceUnit
from keytally.families.columns.scoring import Pairing, SentenceScore
from keytally.families.contract import Level, Mark, Role
from keytally.tallies.status import Status


class ComparedSentence:
    """A scored sentence with the pairs of entities under the strict schema."""

    def __init__(self, score: SentenceScore, pairing: Pairing) -> None:
        self._score = score
        self._to_response = pairing.partners
        self._to_key = pairing.turned(len(score.response_entities))

    def on_response(self) -> Iterator[Mark]:
        """Yield a mark for each entity of the response, and for each missing entity at its first token."""
        key, response = self._score.key, self._score.response
        if response is None:
            return
        marks = [
            _mark((response, mine, Status.SPURIOUS), (key, _at(self._score.key_entities, other)), Role.KEY)
            for mine, other in zip(self._score.response_entities, self._to_key, strict=True)
        ]
        for mine, other in zip(self._score.key_entities, self._to_response, strict=True):
            if other is None:
                place = response.place_of(mine.start, mine.end)[0]
                marks.append(_missing(response, place, mine, key))
        yield from sorted(marks, key=lambda mark: (mark.start, mark.end))

    def on_key(self) -> Iterator[Mark]:
        """Yield a mark for each entity of the key, and for each spurious entity at its first token."""
        key, response = self._score.key, self._score.response
        if key is None:
            return
        for mine, other in zip(self._score.key_entities, self._to_response, strict=True):
            there = _at(self._score.response_entities, other)
            yield _mark((key, mine, Status.MISSING), (response, there), Role.RESPONSE)


def _at(entities: Sequence[Entity], number: int | None) -> Entity | None:
    return None if number is None else entities[number]


def _mark(
    mine: tuple[SentenceUnit, Entity, Status],
    there: tuple[SentenceUnit | None, Entity | None],
    other_role: Role,
) -> Mark:
    """Return the mark of an entity with its partner; without a partner, the mark has the status in `mine`."""
    unit, entity, alone = mine
    other_unit, other = there
    subject = entity.type
    start, end = unit.place_of(entity.start, entity.end)
    if other is None or other_unit is None:
        return Mark(unit, start, end, alone, Level.ITEM, _label(alone, subject), None, subject)
    status = Status.CORRECT if entity == other else Status.INCORRECT
    place = (other_unit, *other_unit.place_of(other.start, other.end))
    if status is Status.INCORRECT:
        subject += f" ({other_role.value}: {_differing(entity, other, other_unit)})"
    return Mark(unit, start, end, status, Level.ITEM, _label(status, subject), place, subject)


def _differing(entity: Entity, other: Entity, unit: SentenceUnit) -> str:
    """Return the type of a partner, and its words if its tokens differ."""
    if entity[:2] == other[:2]:
        return other.type
    return f'{other.type} "{" ".join(_tokens(unit)[other.start : other.end])}"'


@lru_cache(2)
def _tokens(unit: SentenceUnit) -> Sequence[str]:
    """Return the tokens of a sentence; the last two sentences are cached because each has many marks."""
    return unit.tokens()


def _missing(unit: SentenceUnit, place: int, entity: Entity, key: SentenceUnit | None) -> Mark:
    partner = None if key is None else (key, *key.place_of(entity.start, entity.end))
    label = _label(Status.MISSING, entity.type)
    return Mark(unit, place, place, Status.MISSING, Level.ITEM, label, partner, entity.type)


def _label(status: Status, subject: str) -> str:
    return f"{status.value.upper()} {subject}"
