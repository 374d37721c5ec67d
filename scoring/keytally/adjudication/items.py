"""The items of a document, their variants, and voting strategies."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import eq
from typing import Any, NamedTuple, Protocol

from keytally.families.annotations import ALTERNATIVE, Annotation, Reference

Pairs = Sequence[tuple[int, int]]


class Aligns(Protocol):
    """Aligns annotations of two files that refer to the same item (see `keytally.families.annotations`)."""

    def counterparts(self, first: Sequence[Annotation], second: Sequence[Annotation]) -> Pairs:
        """Return the pairs of annotations that refer to the same item, by index."""
        ...


class _Aligned(NamedTuple):
    """The pairs of two files, with references to the annotations so that their ids are not reused."""

    first: Sequence[Annotation]
    second: Sequence[Annotation]
    pairs: Pairs


class Alignments:
    """Aligns annotations of one document; each pair of files is aligned once.

    Annotations are compared by identity, because a changed file has new objects.
    """

    def __init__(self, editor: Aligns) -> None:
        self._editor = editor
        self._kept: dict[tuple[int, int], _Aligned] = {}

    def counterparts(self, first: Sequence[Annotation], second: Sequence[Annotation]) -> Pairs:
        """Return the pairs of annotations of two files (see
        `keytally.families.annotations.AnnotationEditor`).
        """
        key = id(first), id(second)
        if key not in self._kept:
            self._kept[key] = _Aligned(first, second, self._editor.counterparts(first, second))
        return self._kept[key].pairs

    def keep(self, present: Iterable[Sequence[Annotation]]) -> None:
        """Discard all alignments except those of the given annotations."""
        ids = set(map(id, present))
        self._kept = {key: aligned for key, aligned in self._kept.items() if ids.issuperset(key)}


# Groups the annotations of several annotators that are about the same item.
#
# Rule: the alignments of every two annotators are processed one by one, the strongest first; each joins the
# groups of its two annotations, unless the joined group would have two annotations of one annotator. The
# strongest alignments have an equal place and an equal value; then come those at an equal place, then those
# with the largest overlap, then those with most equal parts of their values. Among equally strong ones the
# first by place and value comes first. The result depends on the claims and their annotators, not on the
# order of the annotators.


Member = tuple[str, int]
"""An annotator, and the index of one of their annotations."""

Ordered = tuple[tuple[int, int, str], ...]
"""A place or a value in sortable form."""


class Strength(NamedTuple):
    """The strength of an alignment of two annotations; the smallest value is the strongest."""

    differs: bool
    is_elsewhere: bool
    shared: float
    equal_parts: int
    ends: Sequence[Any]


def sortable(parts: Sequence[int | str | Reference]) -> Ordered:
    """Return a sort key for a place or a value: numbers, then strings, then references."""
    return tuple(map(_sortable_part, parts))


def _sortable_part(part: int | str | Reference) -> tuple[int, int, str]:
    if isinstance(part, Reference):
        return 2, 0, ""
    return (0, part, "") if isinstance(part, int) else (1, 0, part)


def annotation_order(annotation: Annotation) -> tuple[Any, ...]:
    """Return the sort key of an annotation: its place and value."""
    return sortable(annotation.place), annotation.kind, annotation.name, sortable(annotation.value)


def first_of(said: Sequence[Annotation]) -> Annotation:
    """Return the first of several annotations in sort order; if all are equal, no sort key is computed."""
    first = said[0]
    is_plain = all(
        each.place == first.place
        and each.value == first.value
        and each.name == first.name
        and each.kind == first.kind
        for each in said
    )
    return first if is_plain else min(said, key=annotation_order)


class Ranked:
    """A top-level annotation; the sort keys of its place and value are computed lazily."""

    __slots__ = ("_keys", "said")

    def __init__(self, said: Annotation) -> None:
        self.said = said
        self._keys: tuple[Ordered, Ordered] | None = None

    @property
    def keys(self) -> tuple[Ordered, Ordered]:
        """Return the sort keys of its place and value."""
        if self._keys is None:
            self._keys = sortable(self.said.place), sortable(self.said.value)
        return self._keys


def ranked_annotations(said: Sequence[Annotation]) -> dict[int, Ranked]:
    """Return the annotations without a parent, by index."""
    return {index: Ranked(each) for index, each in enumerate(said) if each.parent is None}


def repeated_places(files: Iterable[Mapping[int, Ranked]]) -> Collection[object]:
    """Return the places that occur more than once in any file."""
    found: set[object] = set()
    for roots in files:
        places = [root.said.place for root in roots.values()]
        if len(set(places)) < len(places):
            found.update(place for place, number in Counter(places).items() if number > 1)
    return found


def strength(one: Ranked, other: Ranked, one_end: Member, other_end: Member) -> Strength:
    """Return the strength of an alignment; ties between otherwise equal pairs are resolved by their
    members.
    """
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
    """Return the overlap of two extents divided by their union, from 0 to 1."""
    if one is None or other is None:
        return 0.0
    if one == other:
        return 1.0
    common = min(one[1], other[1]) - max(one[0], other[0])
    return max(common, 0) / (max(one[1], other[1]) - min(one[0], other[0]))


def aligned_parts(editor: Aligns, annotations: Mapping[str, Sequence[Annotation]]) -> list[Mapping[str, int]]:
    """Return the groups of top-level annotations that are aligned across annotators, in no particular order.

    A group maps annotators to indices of annotations; an annotation without a counterpart forms its own
    group. Annotations with equal places are grouped first, because these alignments are the strongest; they
    cannot conflict if no file contains a place twice.
    """
    joined = _Joined(annotations)
    found: list[tuple[Strength, Member, Member]] = []
    roots = {name: ranked_annotations(said) for name, said in annotations.items()}
    repeated = repeated_places(roots.values())
    for left, right in combinations(sorted(annotations), 2):
        mine, others = roots[left], roots[right]
        for one, other in editor.counterparts(annotations[left], annotations[right]):
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
    """Disjoint sets of annotations that are joined by pairs; no set contains two annotations of the same
    annotator.
    """

    def __init__(self, annotations: Mapping[str, Sequence[Annotation]]) -> None:
        self._part_of: dict[Member, dict[str, int]] = {
            (name, index): {name: index}
            for name, said in annotations.items()
            for index, annotation in enumerate(said)
            if annotation.parent is None
        }

    def join(self, one: Member, other: Member) -> None:
        """Join the sets of two annotations, unless both contain annotations of the same annotator."""
        into, part = self._part_of[one], self._part_of[other]
        if into.keys().isdisjoint(part):
            into.update(part)
            for member in part.items():
                self._part_of[member] = into

    def parts(self) -> list[Mapping[str, int]]:
        """Return all sets, each once."""
        return list({id(part): part for part in self._part_of.values()}.values())


# The items of one document, built from the annotations of any number of annotators.
#
# An item is a group of aligned annotations (`keytally.adjudication.items`). Parts of annotations, such as
# slots, follow their parents: within an item, parts of equal kind and name are one item; if an annotator has
# several, they are matched in order.


Place = tuple[int | str, ...]


class Item(NamedTuple):
    """An item: the corresponding annotations of one or more annotators.

    `members` maps each annotator, in sorted order, to the index of their annotation; kind, name and place are
    taken from the first member. `parent` is the number of the item that contains this one.
    """

    kind: str
    name: str
    place: Place
    members: Mapping[str, int]
    parent: int | None = None


class Claim(NamedTuple):
    """A file's claim about an item: a span of the bare text, and a value.

    References in the value are item numbers; a negative number refers to something that is not an item.
    """

    extent: tuple[int, int] | None
    value: tuple[str | Reference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """The items of a document, parents before their parts, sorted by place.

    `annotations` contains the annotations of each annotator who has finished the document, sorted by name;
    `item_of` contains the number of the item of each annotation.
    """

    annotations: Mapping[str, Sequence[Annotation]]
    items: Sequence[Item]
    item_of: Mapping[str, Sequence[int]]

    def said(self, number: int, annotator: str) -> Claim | None:
        """Return an annotator's claim about an item, or None."""
        index = self.items[number].members.get(annotator)
        if index is None:
            return None
        return claim_of(self.annotations[annotator][index], self.item_of[annotator])

    def said_of(self, number: int) -> Iterator[Annotation]:
        """Yield the annotations of an item."""
        return (self.annotations[name][index] for name, index in self.items[number].members.items())

    def full_name(self, number: int) -> str:
        """Return the name of an item, preceded by the names of its parents."""
        item = self.items[number]
        return item.name if item.parent is None else f"{self.full_name(item.parent)} {item.name}"

    def voters(self, number: int) -> Sequence[str]:
        """Return the annotators who vote on an item; for a part, these are only the annotators who have
        its parent.
        """
        parent = self.items[number].parent
        return list(self.annotations if parent is None else self.items[parent].members)


def claim_of(annotation: Annotation, item_of: Sequence[int]) -> Claim:
    """Return the claim of an annotation, given the items of all annotations of its file."""
    if Reference not in map(type, annotation.value):
        return Claim(annotation.extent, annotation.value)
    value = tuple(
        Reference(item_of[part.target]) if isinstance(part, Reference) else part for part in annotation.value
    )
    return Claim(annotation.extent, _by_item(value))


def _by_item(value: Sequence[str | Reference]) -> tuple[str | Reference, ...]:
    """Return a value with references, and groups of references, sorted by the items that they refer to.

    Each file sorts references by its own claims about the targets, which may differ.
    """
    groups: list[list[Reference]] = [[]]
    for part in value:
        if isinstance(part, Reference):
            groups[-1].append(part)
        elif part == ALTERNATIVE:
            groups.append([])
        else:
            return _rows_by_item(value)
    first, *others = sorted(sorted(group) for group in groups)
    found: list[str | Reference] = [*first]
    for group in others:
        found += ALTERNATIVE, *group
    return tuple(found)


def _rows_by_item(value: Sequence[str | Reference]) -> tuple[str | Reference, ...]:
    def target(part: str | Reference) -> int:
        return part.target if isinstance(part, Reference) else 0

    found: list[str | Reference] = []
    for _, row in groupby(value, type):
        found += sorted(row, key=target)
    return tuple(found)


def items_of(editor: Aligns, annotations: Mapping[str, Sequence[Annotation]]) -> Items:
    """Return the items of one document, given each annotator's annotations.

    The time for each pair of annotators is nearly linear in the number of annotations.
    """
    by_name = {name: annotations[name] for name in sorted(annotations)}
    grown = _grown(by_name, aligned_parts(editor, by_name))
    order = sorted(grown, key=lambda part: part.order)
    number_of = {id(part): number for number, part in enumerate(order)}
    item_of = {name: [-1] * len(said) for name, said in by_name.items()}
    for number, part in enumerate(order):
        for name, index in part.members.items():
            item_of[name][index] = number
    items = [part.item(None if part.parent is None else number_of[id(part.parent)]) for part in order]
    return Items(by_name, items, item_of)


class _Part:
    """Annotations that become one item, and their position in the order of items."""

    def __init__(
        self,
        annotations: Mapping[str, Sequence[Annotation]],
        members: Mapping[str, int],
        parent: "_Part | None" = None,
    ) -> None:
        self.members = dict(sorted(members.items()))
        self.parent = parent
        said = [annotations[name][index] for name, index in self.members.items()]
        first = first_of(said)
        self._first = first
        own = (*annotation_order(first), tuple(self.members.values()), tuple(self.members))
        self.order: tuple[Any, ...] = (*(parent.order if parent is not None else ()), own)

    def item(self, parent: int | None) -> Item:
        """Return the item, given the number of its parent."""
        first = self._first
        return Item(first.kind, first.name, first.place, self.members, parent)


def _grown(
    annotations: Mapping[str, Sequence[Annotation]], roots: Sequence[Mapping[str, int]]
) -> list[_Part]:
    """Return the groups of top-level annotations and of their parts at any depth; each group precedes the
    groups of its parts.
    """
    children = {name: children_of(said) for name, said in annotations.items()}
    found = [_Part(annotations, members) for members in roots]
    for parent in found:  # grows meanwhile
        below = defaultdict[Hashable, dict[str, int]](dict)
        for name, index in parent.members.items():
            if index in children[name]:
                for key, child in numbered_parts(annotations[name], children[name][index]):
                    below[key][name] = child
        found += [_Part(annotations, members, parent) for members in below.values()]
    return found


def children_of(said: Sequence[Annotation]) -> Mapping[int, Sequence[int]]:
    """Return the parts of each annotation that has any."""
    children = defaultdict[int, list[int]](list)
    for index, annotation in enumerate(said):
        if annotation.parent is not None:
            children[annotation.parent].append(index)
    return children


def numbered_parts(said: Sequence[Annotation], children: Sequence[int]) -> Iterator[tuple[Hashable, int]]:
    """Yield the parts of an annotation, each with its kind, its name, and its number among the parts of
    the same kind and name.
    """
    count = defaultdict[tuple[str, str], int](int)
    for child in children:
        named = said[child].kind, said[child].name
        yield (*named, count[named]), child
        count[named] += 1


class Variant(NamedTuple):
    """A claim about an item, and the names of the annotators who make it; None represents absence."""

    said: Claim | None
    annotators: tuple[str, ...]

    @property
    def votes(self) -> int:
        """Return the number of annotators who make the claim."""
        return len(self.annotators)


def variants(items: Items, number: int) -> Sequence[Variant]:
    """Return the variants of an item: most votes first; at equal votes, absence comes last.

    Annotators who have finished the document without annotating the item vote for absence; on a part, such as
    a slot, only those who have its parent vote. Annotators who have not finished the document do not vote.
    """
    saying = defaultdict[Claim | None, list[str]](list)
    for name in items.voters(number):
        saying[items.said(number, name)].append(name)
    found = (Variant(said, tuple(names)) for said, names in saying.items())
    return sorted(found, key=lambda variant: (-variant.votes, _order(variant.said)))


def example(items: Items, number: int, variant: Variant) -> Annotation | None:
    """Return the annotation of the first annotator, by name, who makes the claim, or None."""
    if variant.said is None:
        return None
    name = variant.annotators[0]
    return items.annotations[name][items.items[number].members[name]]


def _order(said: Claim | None) -> tuple[Any, ...]:
    if said is None:
        return (1,)
    return 0, said.extent or (), tuple(map(_sortable_value, said.value))


def _sortable_value(part: str | Reference) -> tuple[int, int, str]:
    return (1, part.target, "") if isinstance(part, Reference) else (0, 0, part)


Strategy = Callable[[Sequence[Variant]], Variant | None]
"""A function that chooses one of an item's variants, given in the order of `variants`, or returns None to
leave the item open.
"""

FEWEST = 2
"""The minimum number of annotators that can agree."""

NAMES = "unanimous, majority, votes=N or union"
_VOTES = re.compile(r"votes=([1-9]\d{0,5})")


def strategy_named(name: str) -> Strategy | None:
    """Return the strategy with that name (`unanimous`, `majority`, `votes=N` or `union`), or None."""
    if name in _PLAIN:
        return _PLAIN[name]
    found = _VOTES.fullmatch(name)
    return with_votes(int(found[1])) if found else None


def unanimous(variants: Sequence[Variant]) -> Variant | None:
    """Return the unanimous variant if there are at least two annotators; otherwise None."""
    return variants[0] if len(variants) == 1 and variants[0].votes >= FEWEST else None


def majority(variants: Sequence[Variant]) -> Variant | None:
    """Return the variant that more than half of the annotators chose if there are at least two annotators;
    otherwise None.
    """
    votes = sum(variant.votes for variant in variants)
    return variants[0] if variants and votes >= FEWEST and 2 * variants[0].votes > votes else None


def with_votes(fewest: int) -> Strategy:
    """Return a strategy that chooses the most frequent variant with at least that many votes; a tie is left
    open.

    The item is considered absent if fewer than `fewest` annotators have it.
    """

    def strategy(variants: Sequence[Variant]) -> Variant | None:
        something = [variant for variant in variants if variant.said is not None]
        if sum(variant.votes for variant in something) < fewest:
            return Variant(None, next((each.annotators for each in variants if each.said is None), ()))
        first = something[0]
        is_tied = len(something) > 1 and something[1].votes == first.votes
        return first if first.votes >= fewest and not is_tied else None

    return strategy


union = with_votes(1)
"""A strategy that accepts an item of any annotator, with the most frequent claim about it; ties are left
open.
"""

_PLAIN: dict[str, Strategy] = {"unanimous": unanimous, "majority": majority, "union": union}
