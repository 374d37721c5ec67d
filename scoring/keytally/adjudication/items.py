"""The items of one document: what the annotations of any number of annotators are about.

An item is a part of the alignments of all annotators (`keytally.adjudication.parts`). Parts of annotations,
such as slots, follow their parents: within an item those of equal kind and name are one item, the first with
the first where an annotator has several.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from keytally.adjudication.alignments import Aligns
from keytally.adjudication.parts import first_of, order_of, parts
from keytally.evaluations.annotated import ALTERNATIVE, Annotation, Reference

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
    if Reference not in map(type, annotation.value):
        return Said(annotation.extent, annotation.value)
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
    children = {name: children_of(said) for name, said in annotations.items()}
    found = [_Part(annotations, members) for members in roots]
    for parent in found:  # grows meanwhile
        below = defaultdict[Hashable, dict[str, int]](dict)
        for name, index in parent.members.items():
            if index in children[name]:
                for key, child in numbered(annotations[name], children[name][index]):
                    below[key][name] = child
        found += [_Part(annotations, members, parent) for members in below.values()]
    return found


def children_of(said: Sequence[Annotation]) -> Mapping[int, Sequence[int]]:
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
