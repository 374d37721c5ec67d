"""The items of one document: what the annotations of any number of annotators are about.

An item is a part of the alignments of all annotators (`keytally.adjudication.parts`). Parts of annotations,
such as slots, follow their parents: within an item those of equal kind and name are one item, the first with
the first where an annotator has several.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.adjudication.alignments import Aligns
from keytally.adjudication.corrections import Lacking, corrections
from keytally.adjudication.parts import first_of, order_of, parts, ranked, strength
from keytally.adjudication.recognition import recognised, sayings
from keytally.evaluations.annotated import ALTERNATIVE, Annotates, Annotation, ExcludesOverlaps, Reference

Place = tuple[int | str, ...]


class Item(NamedTuple):
    """What annotations of several annotators are about.

    `members` has the index of each one's annotation by annotator, sorted; kind, name and place are those of
    the member that stands first. `parent` is the number of the item that this is a part of.
    """

    kind: str
    name: str
    place: Place
    members: Mapping[str, int]
    parent: int | None = None


class Said(NamedTuple):
    """What one file says of an item: a stretch of the bare text, and a value.

    References in the value lead to items by their numbers; a negative one leads to what is no item.
    """

    extent: tuple[int, int] | None
    value: tuple[str | Reference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """The items of a document, parents before their parts, by place.

    `annotations` are those of each annotator who has done the document, sorted by name; `item_of` has the
    number of the item of each.
    """

    annotations: Mapping[str, Sequence[Annotation]]
    items: Sequence[Item]
    item_of: Mapping[str, Sequence[int]]

    def said(self, number: int, annotator: str) -> Said | None:
        """What an annotator says of an item; None for nothing."""
        index = self.items[number].members.get(annotator)
        if index is None:
            return None
        return said(self.annotations[annotator][index], self.item_of[annotator])

    def said_of(self, number: int) -> Iterator[Annotation]:
        """The annotations of an item."""
        return (self.annotations[name][index] for name, index in self.items[number].members.items())

    def full_name(self, number: int) -> str:
        """The name of an item, behind the names of what it is a part of."""
        item = self.items[number]
        return item.name if item.parent is None else f"{self.full_name(item.parent)} {item.name}"

    def voters(self, number: int) -> Sequence[str]:
        """The annotators who have a say: of a part only those who have what it is a part of."""
        parent = self.items[number].parent
        return list(self.annotations if parent is None else self.items[parent].members)


def said(annotation: Annotation, item_of: Sequence[int]) -> Said:
    """What an annotation says, given the items of all annotations of its file."""
    value = tuple(
        Reference(item_of[part.target]) if isinstance(part, Reference) else part for part in annotation.value
    )
    return Said(annotation.extent, _by_item(value))


def _by_item(value: Sequence[str | Reference]) -> tuple[str | Reference, ...]:
    """A value with references in a row, and groups of them, in the order of the items that they lead to.

    Files order references by what they themselves say of what these lead to, which may differ.
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


def items_of(evaluation: Aligns, annotations: Mapping[str, Sequence[Annotation]]) -> Items:
    """The items of one document, given what each annotator says of it.

    Takes time near-linear in the annotations, for each two annotators.
    """
    by_name = {name: annotations[name] for name in sorted(annotations)}
    grown = _grown(by_name, parts(evaluation, by_name))
    order = sorted(grown, key=lambda part: part.order)
    number_of = {id(part): number for number, part in enumerate(order)}
    item_of = {name: [-1] * len(said) for name, said in by_name.items()}
    for number, part in enumerate(order):
        for name, index in part.members.items():
            item_of[name][index] = number
    items = [part.item(None if part.parent is None else number_of[id(part.parent)]) for part in order]
    return Items(by_name, items, item_of)


class _Part:
    """Annotations that become an item, and their place in the order of all."""

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
        own = (*order_of(first), tuple(self.members.values()), tuple(self.members))
        self.order: tuple[Any, ...] = (*(parent.order if parent is not None else ()), own)

    def item(self, parent: int | None) -> Item:
        """The item, given the number of its parent."""
        first = self._first
        return Item(first.kind, first.name, first.place, self.members, parent)


def _grown(
    annotations: Mapping[str, Sequence[Annotation]], roots: Sequence[Mapping[str, int]]
) -> list[_Part]:
    """The parts of annotations without a parent, and with each what is a part of it, at any depth."""
    children = {name: _children(said) for name, said in annotations.items()}
    found = [_Part(annotations, members) for members in roots]
    for parent in found:  # grows meanwhile
        below = defaultdict[Hashable, dict[str, int]](dict)
        for name, index in parent.members.items():
            for key, child in numbered(annotations[name], children[name].get(index, ())):
                below[key][name] = child
        found += [_Part(annotations, members, parent) for members in below.values()]
    return found


def _children(said: Sequence[Annotation]) -> Mapping[int, Sequence[int]]:
    """The parts of each annotation that has some."""
    children = defaultdict[int, list[int]](list)
    for index, annotation in enumerate(said):
        if annotation.parent is not None:
            children[annotation.parent].append(index)
    return children


def numbered(said: Sequence[Annotation], children: Sequence[int]) -> Iterator[tuple[Hashable, int]]:
    """Parts of one annotation, each with its kind, its name, and its number among those of both."""
    count = defaultdict[tuple[str, str], int](int)
    for child in children:
        named = said[child].kind, said[child].name
        yield (*named, count[named]), child
        count[named] += 1


@dataclass(frozen=True, slots=True, eq=False)
class GoldItems:
    """What a gold file says of the items: the index of its annotation by item, and the item of each.

    An annotation that is about no item has a negative number of its own. `corrections` has the annotation
    that stands in the place of an item instead (`keytally.adjudication.corrections`).
    """

    annotations: Sequence[Annotation]
    members: Mapping[int, int]
    item_of: Sequence[int]
    corrections: Mapping[int, int] = field(default_factory=dict)

    def said(self, number: int) -> Said | None:
        """What the gold says of an item; None for nothing."""
        index = self.members.get(number)
        return None if index is None else said(self.annotations[index], self.item_of)

    def said_instead(self, number: int) -> Said | None:
        """What the gold says in the place of an item that it lacks; None for nothing."""
        index = self.corrections.get(number)
        return None if index is None else said(self.annotations[index], self.item_of)

    def shown(self, number: int) -> Annotation | None:
        """What stands in the gold for an item, or in its place."""
        index = self.members.get(number, self.corrections.get(number))
        return None if index is None else self.annotations[index]


class Known(NamedTuple):
    """What is known of items before the gold is read.

    `members` has the annotations of the gold, without a parent, of some items, and `nothing` the items of
    which it is decided that nothing is there.
    """

    members: Mapping[int, int] = MappingProxyType({})
    nothing: Collection[int] = frozenset()


_NOTHING_KNOWN = Known()


def in_gold(
    evaluation: Annotates,
    items: Items,
    gold: Sequence[Annotation],
    known: Known = _NOTHING_KNOWN,
    aligned: Aligns | None = None,
) -> GoldItems:
    """What the gold says of each item: the strongest alignments with any annotator come first.

    What is aligned with nothing is known by what it says (`keytally.adjudication.recognition`). The gold does
    not change what the items are. `aligned` may keep alignments; the evaluation makes them else.
    """
    members = _gold_roots(aligned or evaluation, items, gold, known.members)
    members.update(_known_again(items, gold, members, known.nothing))
    below = defaultdict[int, list[int]](list)
    for number, item in enumerate(items.items):
        if item.parent is not None:
            below[item.parent].append(number)
    children = _children(gold)
    for number in range(len(items.items)):
        if number in members:
            members.update(_gold_parts(items, gold, below[number], children.get(members[number], ())))
    item_of = [-1 - index for index in range(len(gold))]
    for number, index in members.items():
        item_of[index] = number
    return GoldItems(gold, members, item_of, _corrections(evaluation, items, gold, item_of))


def _gold_roots(
    evaluation: Aligns, items: Items, gold: Sequence[Annotation], known: Mapping[int, int]
) -> dict[int, int]:
    own = ranked(gold)
    found = [
        (strength(own[mine], others[theirs], ("", mine), (name, theirs)), mine, items.item_of[name][theirs])
        for name, said in items.annotations.items()
        for others in [ranked(said)]
        for mine, theirs in evaluation.counterparts(gold, said)
        if mine in own and theirs in others
    ]
    members = dict(known)
    taken = set(known.values())
    for _, mine, number in sorted(found):
        if number not in members and mine not in taken:
            members[number] = mine
            taken.add(mine)
    return members


def _corrections(
    evaluation: Annotates, items: Items, gold: Sequence[Annotation], item_of: Sequence[int]
) -> Mapping[int, int]:
    """The annotations of the gold in the place of items that it lacks."""
    if not isinstance(evaluation, ExcludesOverlaps):
        return {}
    made = {
        index: each
        for index, (each, number) in enumerate(zip(gold, item_of, strict=True))
        if number < 0 or all(each.extent != said.extent for said in items.said_of(number))
    }
    if not made:
        return {}
    present = set(item_of)
    lacking = [
        Lacking(number, said)
        for number in range(len(items.items))
        if number not in present
        for said in items.said_of(number)
    ]
    return corrections(evaluation, lacking, made)


def _known_again(
    items: Items, gold: Sequence[Annotation], members: Mapping[int, int], nothing: Collection[int]
) -> Iterator[tuple[int, int]]:
    """The further annotations of the gold that are about items, by what they say."""
    item_of = {index: number for number, index in members.items()}
    free = [index for index, each in enumerate(gold) if each.parent is None and index not in item_of]
    open_items = [
        number for number, item in enumerate(items.items) if item.parent is None and number not in members
    ]
    places = {(each.kind, each.extent) for number in open_items for each in items.said_of(number)}
    if not any((gold[index].kind, gold[index].extent) in places for index in free):
        return
    found = sayings(gold, [item_of.get(index, -1) for index in range(len(gold))], members)
    said = {name: sayings(each, items.item_of[name], members) for name, each in items.annotations.items()}
    lacking = {
        number: [said[name][index] for name, index in items.items[number].members.items()]
        for number in open_items
    }
    yield from recognised({index: found[index] for index in free}, lacking, nothing)


def _gold_parts(
    items: Items, gold: Sequence[Annotation], numbers: Sequence[int], children: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """The parts of one annotation of the gold by their items."""
    known: dict[Hashable, int] = {}
    count = defaultdict[tuple[str, str], int](int)
    for number in numbers:
        kind, name = items.items[number].kind, items.items[number].name
        known[kind, name, count[kind, name]] = number
        count[kind, name] += 1
    for key, child in numbered(gold, children):
        if key in known:
            yield known[key], child
