"""Puts together the annotations of several annotators that are about the same thing.

Rule: the alignments of every two annotators are taken one by one, the strongest first; each joins the parts
that its two annotations belong to, unless the joined part would hold two annotations of one annotator.
Strongest are alignments at an equal place with an equal value, then those at an equal place, then those that
share most of what they cover together, then those with most equal parts of their values; of equally strong
ones the first by place and value comes first. The outcome depends on what is said and by whom, not on the
order of the annotators.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from operator import eq
from typing import Any, NamedTuple

from keytally.adjudication.alignments import Aligns
from keytally.evaluations.annotated import Annotation, Reference

Member = tuple[str, int]
"""An annotator, and the index of an annotation among theirs."""

Ordered = tuple[tuple[int, int, str], ...]
"""A place or a value in a form that has an order, whatever it is made of."""


class Strength(NamedTuple):
    """How strongly two annotations belong together; the least is the strongest."""

    differs: bool
    is_elsewhere: bool
    shared: float
    equal_parts: int
    ends: Sequence[Any]


def ordered(parts: Sequence[int | str | Reference]) -> Ordered:
    """A place or a value as something that can be sorted: numbers, then texts, then references."""
    return tuple(map(_sortable, parts))


def _sortable(part: int | str | Reference) -> tuple[int, int, str]:
    if isinstance(part, Reference):
        return 2, 0, ""
    return (0, part, "") if isinstance(part, int) else (1, 0, part)


def order_of(annotation: Annotation) -> tuple[Any, ...]:
    """What orders annotations by place and value."""
    return ordered(annotation.place), annotation.kind, annotation.name, ordered(annotation.value)


def first_of(said: Sequence[Annotation]) -> Annotation:
    """The first of several annotations; most say the same of one place, which needs no order."""
    first = said[0]
    is_plain = all(
        each.place == first.place
        and each.value == first.value
        and each.name == first.name
        and each.kind == first.kind
        for each in said
    )
    return first if is_plain else min(said, key=order_of)


class Ranked:
    """An annotation without a parent; the order of its place and its value is made where it is asked for."""

    __slots__ = ("_keys", "said")

    def __init__(self, said: Annotation) -> None:
        self.said = said
        self._keys: tuple[Ordered, Ordered] | None = None

    @property
    def keys(self) -> tuple[Ordered, Ordered]:
        """Its place and its value in a form that has an order."""
        if self._keys is None:
            self._keys = ordered(self.said.place), ordered(self.said.value)
        return self._keys


def ranked(said: Sequence[Annotation]) -> dict[int, Ranked]:
    """The annotations without a parent, by index."""
    return {index: Ranked(each) for index, each in enumerate(said) if each.parent is None}


def repeated_places(files: Iterable[Mapping[int, Ranked]]) -> Collection[object]:
    """The places that some file has more than once."""
    found: set[object] = set()
    for roots in files:
        places = [each.said.place for each in roots.values()]
        if len(set(places)) < len(places):
            found.update(place for place, number in Counter(places).items() if number > 1)
    return found


def strength(one: Ranked, other: Ranked, one_end: Member, other_end: Member) -> Strength:
    """How strongly two annotations belong together; their members tell pairs apart that are equal else."""
    keys = one.keys, other.keys
    (place, value), (other_place, other_value) = keys
    is_elsewhere = place != other_place
    indices = one_end[1], other_end[1]
    return Strength(
        is_elsewhere or value != other_value,
        is_elsewhere,
        -_shared(one.said.extent, other.said.extent),
        -sum(map(eq, value, other_value)),
        (
            *(keys if keys[0] <= keys[1] else keys[::-1]),
            (min(indices), max(indices)),
            (one_end, other_end) if one_end <= other_end else (other_end, one_end),
        ),
    )


def _shared(one: tuple[int, int] | None, other: tuple[int, int] | None) -> float:
    """The part of what two extents cover together that both cover, from 0 to 1."""
    if one is None or other is None:
        return 0.0
    if one == other:
        return 1.0
    common = min(one[1], other[1]) - max(one[0], other[0])
    return max(common, 0) / (max(one[1], other[1]) - min(one[0], other[0]))


def parts(evaluation: Aligns, annotations: Mapping[str, Sequence[Annotation]]) -> list[Mapping[str, int]]:
    """The parts that the alignments make of the annotations without a parent, in any order.

    Each has the index of an annotation by annotator; an annotation without a counterpart is a part by itself.
    Those at an equal place are the strongest, and where no file has a place twice none is in another's way.
    """
    joined = _Joined(annotations)
    found: list[tuple[Strength, Member, Member]] = []
    roots = {name: ranked(said) for name, said in annotations.items()}
    repeated = repeated_places(roots.values())
    for left, right in combinations(sorted(annotations), 2):
        mine, others = roots[left], roots[right]
        for one, other in evaluation.counterparts(annotations[left], annotations[right]):
            if one in mine and other in others:
                ends = (left, one), (right, other)
                if mine[one].said.place == others[other].said.place and mine[one].said.place not in repeated:
                    joined.join(*ends)
                else:
                    found.append((strength(mine[one], others[other], *ends), *ends))
    for _, one_end, other_end in sorted(found):
        joined.join(one_end, other_end)
    return joined.parts()


class _Joined:
    """Parts that are joined two by two; no part holds two annotations of one annotator."""

    def __init__(self, annotations: Mapping[str, Sequence[Annotation]]) -> None:
        self._part_of: dict[Member, dict[str, int]] = {
            (name, index): {name: index}
            for name, said in annotations.items()
            for index, annotation in enumerate(said)
            if annotation.parent is None
        }

    def join(self, one: Member, other: Member) -> None:
        """Join the parts of two annotations, unless they hold annotations of one annotator."""
        into, part = self._part_of[one], self._part_of[other]
        if into.keys().isdisjoint(part):
            into.update(part)
            for member in part.items():
                self._part_of[member] = into

    def parts(self) -> list[Mapping[str, int]]:
        """Every part once."""
        return list({id(part): part for part in self._part_of.values()}.values())
