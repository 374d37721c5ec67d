"""What a named-entity file says of a document: its entities, by the text without the task's tags."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Change, Kept, Reference, Rewriting
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.annotations.entity_alternatives import alternatives
from keytally.evaluations.muc.annotations.entity_tags import EntityTags, Said
from keytally.evaluations.muc.formats.sgml.objects import REMEMBERED_TAGS, objects, one_line, placeless_object
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import TagShape
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.evaluations.muc.model.objects import MucObject, Slot
from keytally.evaluations.muc.scoring.named_entity import NamedEntityScoring
from keytally.evaluations.muc.scoring.overlap import clusters, overlapping_pairs

ENTITY = "entity"
"""The kind of every annotation of the task."""

Pair = tuple[int, int]


class EntityAnnotations:
    """The entities of files under one configuration (keytally.evaluations.annotated.Annotates).

    `role` is that in which files are read.
    """

    def __init__(self, syntax: SgmlSyntax, scoring: NamedEntityScoring, role: Role = Role.KEY) -> None:
        self._syntax = syntax
        self._scoring = scoring
        self._role = role
        self._tags = EntityTags(syntax, self.said, SgmlLanguage(syntax, role).reread)
        self._values: dict[TagShape, tuple[str, ...]] = {}

    def annotations(self, units: Sequence[SgmlUnit]) -> Sequence[Annotation]:
        """The scored entities of a document's units in the order of their extents."""
        shifts = accumulate((unit.stripped_length for unit in units), initial=0)
        found = [
            self._annotation(unit, entity, value, shift)
            for unit, shift in zip(units, shifts, strict=False)
            for entity, (_, value) in zip(
                objects(unit, self._syntax, self._role), self.said(unit), strict=True
            )
        ]
        return sorted(found, key=lambda annotation: annotation.place)

    def said(self, unit: SgmlUnit) -> Iterator[Said]:
        """What a unit says: its scored entities, in the order of their tags."""
        shapes, stripped = unit.structure.shapes, unit.places.stripped
        for opened, close, _ in unit.scored_elements():
            yield (stripped[opened], stripped[close]), self._value_of(shapes[opened])

    def bare(self, units: Sequence[SgmlUnit]) -> Sequence[str]:
        """The text of each unit without the tags of the task."""
        return [unit.stripped() for unit in units]

    def counterparts(self, first: Sequence[Annotation], second: Sequence[Annotation]) -> Sequence[Pair]:
        """The pairs of entities with one extent, and then those of the rest that overlap for the scorer.

        Of these come first those that the scorer may align, by F, summed over both roles, then those with
        one tag, then any; and of equal ones those that have most of the text in common, then by place.
        """
        at_one_place = list(_at_one_place(first, second))
        rest = _Rest(self._syntax, self._scoring, first, second, at_one_place)
        return sorted([*at_one_place, *rest.pairs()])

    def exclude(self, one: Annotation, other: Annotation) -> bool:
        """Whether two entities have text in common."""
        return _shared(one, other) > 0

    def rewriting(self, units: Sequence[SgmlUnit], changes: Sequence[Change]) -> Rewriting:
        """The edits of tags that make the changes; an entity that would cross another one is refused."""
        return self._tags.rewriting(units, changes)

    def alternatives(self, said: Sequence[Annotation], is_optional: bool) -> Kept | None:
        """One entity with the types and texts of all (keytally.evaluations.annotated.KeepsAlternatives)."""
        kept = None if is_optional else alternatives(said, self._syntax)
        return None if kept is None else Kept(kept)

    def _annotation(
        self, unit: SgmlUnit, entity: MucObject, value: tuple[str | Reference, ...], shift: int
    ) -> Annotation:
        assert entity.extent is not None
        extent = shift + entity.extent.start, shift + entity.extent.end
        name = one_line(unit.stripped()[entity.extent.start : entity.extent.end])
        return Annotation(unit, entity.start, entity.end, ENTITY, name, extent, value, extent=extent)

    def _value_of(self, shape: TagShape) -> tuple[str, ...]:
        """What an entity with an open tag of that shape says, whatever its text is."""
        found = self._values.get(shape)
        if found is None:
            if len(self._values) >= REMEMBERED_TAGS:
                self._values.clear()
            entity = placeless_object(shape, "", "", self._syntax, self._role)
            found = self._values[shape] = self._value(entity)
        return found

    def _value(self, entity: MucObject) -> tuple[str, ...]:
        """The tag's name, and what the scorer reads of its attributes as `NAME=value`, TYPE first."""
        syntax = self._syntax
        written = {
            name: slot for name, slot in entity.slots.items() if name not in (syntax.text, syntax.status)
        }
        words = {name: _values(slot, name == syntax.type) for name, slot in written.items()}
        if (text := entity.slots.get(syntax.text)) is not None:
            words[syntax.alt] = _values(Slot(text.alternatives[1:]), False)
        if entity.optional:
            words[syntax.status] = ["OPT"]
        named = sorted((name != syntax.type, name, values) for name, values in words.items() if values)
        attributes = (f"{name.upper()}={syntax.separator.join(values)}" for _, name, values in named)
        return (entity.class_name.upper(), *attributes)


def _values(slot: Slot, upper: bool) -> list[str]:
    """The alternatives of a slot in an order of their own, each once."""
    texts = {" ".join(fill.text for fill in fills) for fills in slot.alternatives}
    return sorted({text.upper() for text in texts} if upper else texts)


def _at_one_place(first: Sequence[Annotation], second: Sequence[Annotation]) -> Iterator[Pair]:
    """The pairs with one extent: those with equal values first, then with equal tags, then any."""
    places = defaultdict[Hashable, tuple[list[int], list[int]]](lambda: ([], []))
    for side, annotations in enumerate((first, second)):
        for index, annotation in enumerate(annotations):
            places[annotation.extent][side].append(index)
    for left, right in places.values():
        if len(left) == len(right) == 1:
            yield left[0], right[0]
            continue
        keys: tuple[Callable[[Annotation], Hashable], ...] = (_value, _tag, _nothing)
        for key in keys if left and right else ():
            for pair in list(_equal(first, second, left, right, key)):
                yield pair
                left.remove(pair[0])
                right.remove(pair[1])


def _value(annotation: Annotation) -> Hashable:
    return annotation.value


def _tag(annotation: Annotation) -> Hashable:
    return annotation.value[0]


def _nothing(annotation: Annotation) -> Hashable:
    return None


def _equal(
    first: Sequence[Annotation],
    second: Sequence[Annotation],
    left: Iterable[int],
    right: Iterable[int],
    key: Callable[[Annotation], Hashable],
) -> Iterator[Pair]:
    """The pairs of equal keys: of those with one key the first with the first, by value."""
    waiting = defaultdict[Hashable, list[int]](list)
    for index in sorted(right, key=lambda index: (second[index].value, index), reverse=True):
        waiting[key(second[index])].append(index)
    for index in sorted(left, key=lambda index: (first[index].value, index)):
        if others := waiting[key(first[index])]:
            yield index, others.pop()


class _Fit(NamedTuple):
    """How well two entities fit; the least is the best.

    `kind` is 0 where the scorer may align them, 1 for other entities with one tag, 2 for different tags.
    """

    kind: int
    f: float
    shared: int
    ends: Sequence[tuple[object, ...]]


class _Rest:
    """The entities of two files that have no counterpart with the same extent."""

    def __init__(
        self,
        syntax: SgmlSyntax,
        scoring: NamedEntityScoring,
        first: Sequence[Annotation],
        second: Sequence[Annotation],
        paired: Sequence[Pair],
    ) -> None:
        self._syntax = syntax
        self._scoring = scoring
        self._sides = first, second
        taken = {left for left, _ in paired}, {right for _, right in paired}
        self._left = [
            [index for index in range(len(side)) if index not in used]
            for side, used in zip(self._sides, taken, strict=True)
        ]
        self._read: dict[tuple[SgmlUnit, Role], Mapping[int, MucObject]] = {}

    def pairs(self) -> Iterator[Pair]:
        """The pairs that overlap, the best first, each entity once."""
        found = ((self._fit(*pair), pair) for pair in self._overlapping())
        used = set[int](), set[int]()
        for _, (left, right) in sorted(found):
            if left not in used[0] and right not in used[1]:
                used[0].add(left)
                used[1].add(right)
                yield left, right

    def _overlapping(self) -> Iterator[Pair]:
        places = sorted(
            (*extent, bool(side), index)
            for side, left in enumerate(self._left)
            for index in left
            if (extent := self._sides[side][index].extent) is not None
        )
        for cluster in clusters(places, self._scoring.overlap):
            yield from overlapping_pairs(cluster, self._scoring.overlap)

    def _fit(self, left: int, right: int) -> _Fit:
        one, other = self._sides[0][left], self._sides[1][right]
        f = self._f(one, other) if one.value[0] == other.value[0] else None
        kind = (1 if one.value[0] == other.value[0] else 2) if f is None else 0
        ends = sorted([(*one.place, one.value, left), (*other.place, other.value, right)])
        return _Fit(kind, -(f or 0.0), -_shared(one, other), ends)

    def _f(self, one: Annotation, other: Annotation) -> float | None:
        """F of two entities with one tag, summed over both roles; None where they may not be aligned."""
        comparison = self._scoring.classes.get(str(one.value[0]).lower())
        if comparison is None:
            return None
        there = comparison.compare(self._object(one, Role.KEY), self._object(other, Role.RESPONSE))
        back = comparison.compare(self._object(other, Role.KEY), self._object(one, Role.RESPONSE))
        accepted = self._scoring.accepts(there) or self._scoring.accepts(back)
        return float(there.f + back.f) if accepted else None

    def _object(self, annotation: Annotation, role: Role) -> MucObject:
        unit = annotation.unit
        if (unit, role) not in self._read:
            self._read[unit, role] = {each.start: each for each in objects(unit, self._syntax, role)}
        return self._read[unit, role][annotation.start]


def _shared(one: Annotation, other: Annotation) -> int:
    """The number of characters that two entities have in common."""
    assert one.extent is not None and other.extent is not None
    return min(one.extent[1], other.extent[1]) - max(one.extent[0], other.extent[0])
