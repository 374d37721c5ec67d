"""Which objects of two files are about the same thing: the scorer's alignment, made symmetric.

Objects with one identifier and equal slots come first: the scorer tells objects without a scored fill apart
by nothing but their order. The scorer aligns the others; pointers to objects of the first pairs count as to
aligned ones. It takes one file as the key and ignores in the other what only keys may say. So each file is
the key once. Pairs that both alignments have come before those that one of them has, each object in one pair.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.templates.objects import OBJECT
from keytally.evaluations.muc.formats.templates.objects import objects
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.templates import TemplateScoring

Pair = tuple[int, int]
Said = Sequence[tuple[str, tuple[object, ...]]]
"""The slots of an object: the name of each and its words, with places for what pointers lead to."""

MOST_KEPT = 8
"""Of how many files objects are kept: five annotators and a gold are six."""


class FileObjects:
    """The objects of the annotations of one file, as each comparison wants them."""

    def __init__(self, listed: Sequence[Annotation], syntax: TemplateSyntax) -> None:
        self.listed = listed
        self._syntax = syntax
        self._read: dict[tuple[Role, int], Mapping[int, MucObject]] = {}

    @cached_property
    def by_place(self) -> Mapping[tuple[int | str, ...], int]:
        """The indices of objects by their places."""
        return {each.place: index for index, each in enumerate(self.listed) if each.kind == OBJECT}

    @cached_property
    def slots(self) -> Mapping[int, Said]:
        """The slots of each object."""
        listed = self.listed
        found: dict[int, list[tuple[str, tuple[object, ...]]]] = {at: [] for at in self.by_place.values()}
        for each in listed:
            if each.parent is not None:
                words = [part if isinstance(part, str) else listed[part.target].place for part in each.value]
                found[each.parent].append((each.name, tuple(words)))
        return found

    def objects(self, role: Role, but: Set[int] = frozenset()) -> dict[int, MucObject]:
        """The objects as a file in that role has them, by the index of the annotation of each.

        Those with the indices `but` are left out, and not read if they stand in units of their own.
        """
        return {
            index: obj
            for name, (_, indices) in self._units.items()
            if not indices <= but
            for index, obj in self._of_unit(role, name).items()
            if index not in but
        }

    @cached_property
    def _units(self) -> Mapping[int, tuple[TemplateUnit, Set[int]]]:
        """The units, each with the indices of its objects."""
        found: dict[int, tuple[TemplateUnit, set[int]]] = {}
        for index in self.by_place.values():
            unit = self.listed[index].unit
            found.setdefault(id(unit), (unit, set()))[1].add(index)
        return found

    def _of_unit(self, role: Role, name: int) -> Mapping[int, MucObject]:
        """The objects of a unit, which is read once in each role."""
        known = self._read.get((role, name))
        if known is None and role is Role.RESPONSE:
            as_key = self._of_unit(Role.KEY, name)
            known = as_key if not any(map(self._is_key_only, as_key.values())) else None
        if known is None:
            unit, indices = self._units[name]
            by_start = {self.listed[index].start: index for index in indices}
            read = objects(unit, self._syntax, role)
            known = {by_start[obj.start]: obj for obj in read if obj.start in by_start}
        self._read[role, name] = known
        return known

    def _is_key_only(self, obj: MucObject) -> bool:
        """Whether an object has what only keys may have, so that a response has another one."""
        has_status = obj.optional or self._syntax.status in obj.slots
        return has_status or any(slot.optional or len(slot.alternatives) > 1 for slot in obj.slots.values())


class ReadObjects:
    """The objects of annotations; those of the last files are kept, by their annotations.

    The files of a document are aligned two by two, so each is wanted several times in a row.
    """

    def __init__(self, syntax: TemplateSyntax) -> None:
        self._syntax = syntax
        self._kept: dict[int, FileObjects] = {}

    def of(self, listed: Sequence[Annotation]) -> FileObjects:
        """The objects of a file."""
        known = self._kept.get(id(listed))
        if known is None:
            if len(self._kept) == MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            known = self._kept[id(listed)] = FileObjects(listed, self._syntax)
        return known


def counterparts(first: FileObjects, second: FileObjects, scoring: TemplateScoring) -> list[Pair]:
    """The pairs of objects, in order; where all objects of a file have an equal one, nothing is aligned."""
    found = list(_equal(first, second))
    if len(found) in (len(first.by_place), len(second.by_place)):
        return sorted(found)
    there = set(_aligned(first, second, found, scoring))
    back = {(i, j) for j, i in _aligned(second, first, [(j, i) for i, j in found], scoring)}
    taken = {i for i, _ in found}, {j for _, j in found}
    both = there & back

    def rank(pair: Pair) -> tuple[bool, list[tuple[int | str, ...]]]:
        places = sorted((first.listed[pair[0]].place, second.listed[pair[1]].place))
        return pair not in both, places

    for pair in sorted(there | back, key=rank):
        if pair[0] not in taken[0] and pair[1] not in taken[1]:
            taken[0].add(pair[0])
            taken[1].add(pair[1])
            found.append(pair)
    return sorted(found)


def _aligned(
    key: FileObjects, response: FileObjects, settled: Sequence[Pair], scoring: TemplateScoring
) -> Iterator[Pair]:
    """The pairs of the scorer with one file as the key, but for settled ones; forced ones are none.

    Where the others have no pointers, only they are read.
    """
    taken = {i for i, _ in settled}, {j for _, j in settled}
    mine, others = key.objects(Role.KEY, taken[0]), response.objects(Role.RESPONSE, taken[1])
    known: dict[MucObject, MucObject] = {}
    if scoring.may_point((*mine.values(), *others.values())):
        mine, others = key.objects(Role.KEY), response.objects(Role.RESPONSE)
        known = {mine[i]: others[j] for i, j in settled if i in mine and j in others}
    partner = scoring.align(list(mine.values()), list(others.values()), known)
    index_of = {id(obj): index for index, obj in others.items()}
    return (
        (index, index_of[id(partner[obj])])
        for index, obj in mine.items()
        if obj in partner and obj not in known
    )


def _equal(first: FileObjects, second: FileObjects) -> Iterator[Pair]:
    """The pairs of objects at one place with equal slots."""
    for place, index in first.by_place.items():
        other = second.by_place.get(place)
        if other is not None and first.slots[index] == second.slots[other]:
            yield index, other
