"""What a gold says of the items of a document: which of its annotations is about which item.

The strongest alignments with any annotator come first (`keytally.adjudication.parts`); the gold does not
change what the items are.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from keytally.adjudication.alignments import Aligns
from keytally.adjudication.corrections import Lacking, corrections
from keytally.adjudication.items import Items, Said, children_of, numbered, said
from keytally.adjudication.parts import Ranked, Strength, ranked, strength
from keytally.adjudication.recognition import recognised, sayings
from keytally.evaluations.annotated import Annotates, Annotation, ExcludesOverlaps


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
    children = children_of(gold)
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
    pairs = [
        _GoldPair(mine, own[mine], (name, theirs), others[theirs], items.item_of[name][theirs])
        for name, said in items.annotations.items()
        for others in [ranked(said)]
        for mine, theirs in evaluation.counterparts(gold, said)
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
    """An annotation of the gold and one of an annotator that it is aligned with, by index, and the item."""

    mine: int
    own: Ranked
    member: tuple[str, int]
    other: Ranked
    number: int

    @property
    def strength(self) -> Strength:
        """How strongly they belong together."""
        return strength(self.own, self.other, ("", self.mine), self.member)


def _settled(pairs: Iterable[_GoldPair]) -> Iterator[tuple[int, int]]:
    """The items, with the annotations of the gold, that stand at one place and at none with another."""
    here = {(pair.mine, pair.number): None for pair in pairs if pair.own.said.place == pair.other.said.place}
    items, annotations = Counter(number for _, number in here), Counter(mine for mine, _ in here)
    for mine, number in here:
        if items[number] == annotations[mine] == 1:
            yield number, mine


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
