"""Match the annotations of a gold with the items of a document."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

from keytally.adjudication.items import (
    Aligns,
    Claim,
    Items,
    Ranked,
    Strength,
    children_of,
    claim_of,
    numbered_parts,
    ranked_annotations,
    strength,
)
from keytally.families.annotations import Annotation, AnnotationEditor

# Matches annotations of the gold by content if alignment does not match them.
#
# A merge may create a gold object that combines several annotators' claims, or one with so few values that
# the scorer does not align it, under another number. Rule: an annotation of the gold without an item belongs
# to an item without a place in the gold if each claim that it makes, including those of its parts, is made
# about that item by some annotator. Annotations with the fewest such items are matched first. Among several
# items, one with an annotation at the same place comes first, then one about which no annotator claims more,
# then the first; items whose absence was decided come last. References to items that are not matched yet are
# treated as equal.


_UNKNOWN = -1
"""The number that represents any item that is not yet in the gold."""

Root = Hashable
"""The content of an annotation without its parts."""

Part = Hashable
"""The content of a part, and its number."""


class AnnotationContent(NamedTuple):
    """The content of an annotation with its parts; a reference is represented by the number of its item,
    or by `_UNKNOWN` if the gold lacks that item.
    """

    place: tuple[int | str, ...]
    root: Root
    parts: Sequence[Part]


def annotation_contents(
    said: Sequence[Annotation], item_of: Sequence[int], known: Mapping[int, int]
) -> Mapping[int, AnnotationContent]:
    """Return the content of each top-level annotation; `known` contains only items in the gold."""

    def value(annotation: Annotation) -> Hashable:
        words = (
            each if isinstance(each, str) else _number(item_of[each.target]) for each in annotation.value
        )
        return tuple(sorted(words, key=lambda each: (isinstance(each, str), str(each))))

    def _number(item: int) -> int:
        return item if item in known else _UNKNOWN

    found: dict[int, AnnotationContent] = {}
    owner: list[int] = []
    parts = defaultdict[int, list[Part]](list)
    count = defaultdict[Hashable, int](int)
    for index, each in enumerate(said):
        owner.append(index if each.parent is None else owner[each.parent])
        if each.parent is not None:
            named = each.parent, each.kind, each.name
            parts[owner[index]].append((*named[1:], count[named], value(each)))
            count[named] += 1
    for index, each in enumerate(said):
        if each.parent is None:
            found[index] = AnnotationContent(each.place, (each.kind, each.extent, value(each)), parts[index])
    return found


def recognised_annotations(
    gold: Mapping[int, AnnotationContent],
    items: Mapping[int, Sequence[AnnotationContent]],
    nothing: Collection[int] = (),
) -> Iterator[tuple[int, int]]:
    """Yield pairs of an item and the index of its gold annotation, matched by content.

    `gold` contains the annotations without an item, `items` contains the annotators' annotations of items
    missing from the gold, and `nothing` contains the items whose absence was decided.
    """
    index = _Index(items)
    candidates = {number: index.of(saying) for number, saying in gold.items()}
    for number in sorted(gold, key=lambda each: (len(candidates[each]), gold[each].place)):
        left = (item for item in candidates[number] if item not in index.taken)
        best = min(left, key=lambda item: (item in nothing, *index.rank(item, gold[number])), default=None)
        if best is not None:
            index.taken.add(best)
            yield best, number


class _Index:
    """An index of items by the content of their annotations."""

    def __init__(self, items: Mapping[int, Sequence[AnnotationContent]]) -> None:
        self._items = items
        self._roots = defaultdict[Root, dict[int, None]](dict)
        self._parts = defaultdict[tuple[Root, Part], dict[int, None]](dict)
        self.taken = set[int]()
        for number, members in items.items():
            for root in {member.root for member in members}:
                self._roots[root][number] = None
                for part in {part for member in members for part in member.parts}:
                    self._parts[root, part][number] = None

    def of(self, saying: AnnotationContent) -> Sequence[int]:
        """Return the items that match the complete content of an annotation; each of its parts must match
        a part of some annotator's annotation.
        """
        found = [self._parts.get((saying.root, part), {}) for part in saying.parts]
        first, *others = sorted([self._roots.get(saying.root, {}), *found], key=len)
        return [number for number in first if all(number in other for other in others)]

    def rank(self, number: int, saying: AnnotationContent) -> tuple[bool, bool, int]:
        """Return how well an item fits; lower is better."""
        members = self._items[number]
        says_more = any(len(member.parts) > len(saying.parts) for member in members)
        return all(member.place != saying.place for member in members), says_more, number


# Items where the gold has a value that no annotator chose, because a person has corrected them.
#
# Rule: an annotation of the gold was created manually if it has no item, or if it covers a text that no
# annotator covers for its item. It corrects each item that the gold lacks and that it excludes, as an entity
# excludes another one over the same text. So one span over two disputed ones decides both.


Extent = tuple[int, int]


class MissingItem(NamedTuple):
    """An item that the gold lacks, by its number, and an annotator's annotation of it."""

    number: int
    said: Annotation


def manual_edits(
    exclude: Callable[[Annotation, Annotation], bool],
    lacking: Sequence[MissingItem],
    made: Mapping[int, Annotation],
) -> dict[int, int]:
    """Map each item that the gold corrects to the index of the first annotation that replaces it.

    `made` contains the annotations that were created manually. The time is nearly linear in the number of
    missing items and of created annotations if few annotations exclude others.
    """
    listed = sorted((each for each in lacking if each.said.extent is not None), key=_extent)
    starts = [_extent(each)[0] for each in listed]
    reached = list(accumulate((_extent(each)[1] for each in listed), max))
    found: dict[int, int] = {}
    for index, annotation in sorted(made.items()):
        for each in _near(listed, starts, reached, annotation.extent):
            if exclude(annotation, each.said):
                found.setdefault(each.number, index)
    return found


def _extent(each: MissingItem) -> Extent:
    assert each.said.extent is not None, "only annotations of text are compared"
    return each.said.extent


def _near(
    listed: Sequence[MissingItem], starts: Sequence[int], reached: Sequence[int], extent: Extent | None
) -> Iterator[MissingItem]:
    """Yield the missing items that touch a range of text."""
    if extent is None:
        return
    for at in range(bisect_left(starts, extent[1] + 1) - 1, -1, -1):
        if reached[at] < extent[0]:
            return
        if _extent(listed[at])[1] >= extent[0]:
            yield listed[at]


# The gold's claims about the items of a document: matches each of its annotations with an item.
#
# The strongest alignments with any annotator come first (`keytally.adjudication.items`); the gold does not
# change the items.


@dataclass(frozen=True, slots=True, eq=False)
class GoldItems:
    """The items of a gold file: the index of the annotation of each item, and the item of each annotation.

    An annotation without an item has its own negative number. `corrections` maps an item to the annotation in
    its place (see `keytally.adjudication.gold_items`).
    """

    annotations: Sequence[Annotation]
    members: Mapping[int, int]
    item_of: Sequence[int]
    corrections: Mapping[int, int] = field(default_factory=dict)

    def said(self, number: int) -> Claim | None:
        """Return the gold's claim about an item, or None."""
        index = self.members.get(number)
        return None if index is None else claim_of(self.annotations[index], self.item_of)

    def said_instead(self, number: int) -> Claim | None:
        """Return the gold's claim that replaces a missing item, or None."""
        index = self.corrections.get(number)
        return None if index is None else claim_of(self.annotations[index], self.item_of)

    def shown(self, number: int) -> Annotation | None:
        """Return the gold's annotation of an item, or the annotation in its place; None if there is
        neither.
        """
        index = self.members.get(number, self.corrections.get(number))
        return None if index is None else self.annotations[index]


class Known(NamedTuple):
    """The items that are known before the gold is read.

    `members` contains the gold's top-level annotations for some items, and `nothing` contains the items whose
    absence was decided.
    """

    members: Mapping[int, int] = MappingProxyType({})
    nothing: Collection[int] = frozenset()


_NOTHING_KNOWN = Known()


def match_gold(
    editor: AnnotationEditor,
    items: Items,
    gold: Sequence[Annotation],
    known: Known = _NOTHING_KNOWN,
    aligned: Aligns | None = None,
) -> GoldItems:
    """Return the gold's annotation of each item; the strongest alignments with any annotator are applied
    first.

    Annotations that cannot be aligned are matched by content (see `keytally.adjudication.gold_items`).
    Matching does not change the items. `aligned` may provide cached alignments; otherwise, the editor
    computes them.
    """
    members = _gold_roots(aligned or editor, items, gold, known.members)
    members.update(_known_again(items, gold, members, known.nothing))
    below = defaultdict[int, list[int]](list)
    for number, item in enumerate(items.items):
        if item.parent is not None:
            below[item.parent].append(number)
    children = children_of(gold)
    for number in range(len(items.items)):
        if number in members:
            members.update(_gold_parts(items, gold, below[number], children.get(members[number], ())))
    item_of = [-1 - index for index in range(len(gold))]
    for number, index in members.items():
        item_of[index] = number
    return GoldItems(gold, members, item_of, _corrections(editor, items, gold, item_of))


def _gold_roots(
    editor: Aligns, items: Items, gold: Sequence[Annotation], known: Mapping[int, int]
) -> dict[int, int]:
    own = ranked_annotations(gold)
    pairs = [
        _GoldPair(mine, own[mine], (name, theirs), others[theirs], items.item_of[name][theirs])
        for name, said in items.annotations.items()
        for others in [ranked_annotations(said)]
        for mine, theirs in editor.counterparts(gold, said)
        if mine in own and theirs in others
    ]
    members = dict(known)
    taken = set(known.values())
    for number, mine in _settled(pairs):
        if number not in members and mine not in taken:
            members[number] = mine
            taken.add(mine)
    left = [pair for pair in pairs if pair.number not in members and pair.mine not in taken]
    for _, mine, number in sorted((pair.strength, pair.mine, pair.number) for pair in left):
        if number not in members and mine not in taken:
            members[number] = mine
            taken.add(mine)
    return members


class _GoldPair(NamedTuple):
    """Two aligned annotations, one of the gold and one of an annotator, by index, and the item."""

    mine: int
    own: Ranked
    member: tuple[str, int]
    other: Ranked
    number: int

    @property
    def strength(self) -> Strength:
        """Return the strength of the alignment."""
        return strength(self.own, self.other, ("", self.mine), self.member)


def _settled(pairs: Iterable[_GoldPair]) -> Iterator[tuple[int, int]]:
    """Yield pairs of items and gold annotations with equal and unambiguous places."""
    here = {(pair.mine, pair.number): None for pair in pairs if pair.own.said.place == pair.other.said.place}
    items, annotations = Counter(number for _, number in here), Counter(mine for mine, _ in here)
    for mine, number in here:
        if items[number] == annotations[mine] == 1:
            yield number, mine


def _corrections(
    editor: AnnotationEditor, items: Items, gold: Sequence[Annotation], item_of: Sequence[int]
) -> Mapping[int, int]:
    """Return the gold's annotations that replace items missing from it."""
    if editor.exclude is None:
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
        MissingItem(number, said)
        for number in range(len(items.items))
        if number not in present
        for said in items.said_of(number)
    ]
    return manual_edits(editor.exclude, lacking, made)


def _known_again(
    items: Items, gold: Sequence[Annotation], members: Mapping[int, int], nothing: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Yield further pairs of items and gold annotations, matched by content."""
    item_of = {index: number for number, index in members.items()}
    free = [index for index, each in enumerate(gold) if each.parent is None and index not in item_of]
    open_items = [
        number for number, item in enumerate(items.items) if item.parent is None and number not in members
    ]
    places = {(each.kind, each.extent) for number in open_items for each in items.said_of(number)}
    if not any((gold[index].kind, gold[index].extent) in places for index in free):
        return
    found = annotation_contents(gold, [item_of.get(index, -1) for index in range(len(gold))], members)
    said = {
        name: annotation_contents(each, items.item_of[name], members)
        for name, each in items.annotations.items()
    }
    lacking = {
        number: [said[name][index] for name, index in items.items[number].members.items()]
        for number in open_items
    }
    yield from recognised_annotations({index: found[index] for index in free}, lacking, nothing)


def _gold_parts(
    items: Items, gold: Sequence[Annotation], numbers: Sequence[int], children: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Yield the parts of a gold annotation with their items."""
    known: dict[Hashable, int] = {}
    count = defaultdict[tuple[str, str], int](int)
    for number in numbers:
        kind, name = items.items[number].kind, items.items[number].name
        known[kind, name, count[kind, name]] = number
        count[kind, name] += 1
    for key, child in numbered_parts(gold, children):
        if key in known:
            yield known[key], child
