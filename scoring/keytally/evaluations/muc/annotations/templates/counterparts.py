"""Which objects of two files are about the same thing: the scorer's alignment, made symmetric.

Objects with one identifier and equal slots come first: the scorer tells objects without a scored fill apart
by nothing but their order. The scorer takes one file as the key and ignores in the other what only keys may
say. So each file is the key once. Pairs that both alignments have come before those that one of them has,
each object in one pair.
"""

from collections.abc import Iterator, Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.templates.objects import OBJECT
from keytally.evaluations.muc.formats.templates.objects import objects
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.templates import TemplateScoring
from keytally.tallies.status import Status

Pair = tuple[int, int]

MOST_KEPT = 16
"""Of how many files and roles objects are kept: five annotators and a gold have twelve."""


class ReadObjects:
    """The objects of annotations, read in one role; those of the last files are kept, by their annotations.

    The files of a document are aligned two by two, so each is wanted several times in a row.
    """

    def __init__(self, syntax: TemplateSyntax) -> None:
        self._syntax = syntax
        self._kept: dict[tuple[int, Role], tuple[Sequence[Annotation], dict[MucObject, int]]] = {}

    def of(self, listed: Sequence[Annotation], role: Role) -> dict[MucObject, int]:
        """The objects in file order, with the index of the annotation of each."""
        known = id(listed), role
        if known not in self._kept:
            if len(self._kept) == MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[known] = listed, _read(listed, self._syntax, role)
        return self._kept[known][1]


def counterparts(
    first: Sequence[Annotation], second: Sequence[Annotation], read: ReadObjects, scoring: TemplateScoring
) -> list[Pair]:
    """The pairs of objects, in order."""
    there = set(_aligned(first, second, read, scoring))
    back = {(i, j) for j, i in _aligned(second, first, read, scoring)}
    taken: tuple[set[int], set[int]] = set(), set()
    both, found = there & back, list[Pair]()

    def rank(pair: Pair) -> tuple[bool, list[tuple[int | str, ...]]]:
        places = sorted((first[pair[0]].place, second[pair[1]].place))
        return pair not in both, places

    for pair in (*_equal(first, second), *sorted(there | back, key=rank)):
        if pair[0] not in taken[0] and pair[1] not in taken[1]:
            taken[0].add(pair[0])
            taken[1].add(pair[1])
            found.append(pair)
    return sorted(found)


def _aligned(
    key: Sequence[Annotation], response: Sequence[Annotation], read: ReadObjects, scoring: TemplateScoring
) -> Iterator[Pair]:
    """The pairs of the scorer with one file as the key; forced ones are none."""
    mine, other = read.of(key, Role.KEY), read.of(response, Role.RESPONSE)
    score = scoring.score("", list(mine), list(other))
    for pairs in score.classes.values():
        for pair in pairs:
            if pair.key and pair.response and pair.status is not Status.INCORRECT:
                yield mine[pair.key], other[pair.response]


def _read(listed: Sequence[Annotation], syntax: TemplateSyntax, role: Role) -> dict[MucObject, int]:
    """The objects of annotations in that role, in file order, with the index of each."""
    indices = {(id(each.unit), each.start): index for index, each in enumerate(listed) if each.kind == OBJECT}
    units: dict[int, TemplateUnit] = {id(each.unit): each.unit for each in listed}
    found: dict[MucObject, int] = {}
    for name, unit in units.items():
        for obj in objects(unit, syntax, role):
            if (name, obj.start) in indices:
                found[obj] = indices[name, obj.start]
    return found


def _equal(first: Sequence[Annotation], second: Sequence[Annotation]) -> Iterator[Pair]:
    """The pairs of objects at one place with equal slots."""
    by_place = {each.place: index for index, each in enumerate(second) if each.kind == OBJECT}
    for index, each in enumerate(first):
        other = by_place.get(each.place) if each.kind == OBJECT else None
        if other is not None and _slots(first, index) == _slots(second, other):
            yield index, other


def _slots(listed: Sequence[Annotation], index: int) -> list[tuple[str, tuple[object, ...]]]:
    found: list[tuple[str, tuple[object, ...]]] = []
    for at in range(index + 1, len(listed)):
        if listed[at].parent != index:
            break
        words = (part if isinstance(part, str) else listed[part.target].place for part in listed[at].value)
        found.append((listed[at].name, tuple(words)))
    return found
