"""What an earlier merge of the same files has put into the gold, told by what a merge would put there.

Alignment may take an object that was made for one item for that of another, for example where nothing was
decided on its slots. A merge would then make it once more. Rule: where the gold has an annotation with parts
exactly as the merge would make them for an item, references apart, it stands for such an item.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence

from keytally.adjudication.gold_items import GoldItems
from keytally.adjudication.items import Items
from keytally.adjudication.merging import MergePlan, Merging
from keytally.evaluations.annotated import Annotates, Annotation

_NO_GOLD = GoldItems((), {}, ())


def merged_before(
    evaluation: Annotates, items: Items, gold: GoldItems, merging: Merging
) -> Mapping[int, int]:
    """The annotations of the gold that a merge would make again, by the number of an item each.

    An annotation that stands for such an item already stays with it.
    """
    plan = MergePlan(evaluation, items, _NO_GOLD, merging)
    plan.decide()
    parents = {number: items.items[number].parent for number in plan.added}
    wanted = {number: plan.wanted(number) for number in plan.added}
    for number, (parent, part) in enumerate(plan.further, start=len(items.items)):
        parents[number], wanted[number] = parent, part
    made = _by_content(wanted, parents)
    there = _by_content(
        dict(enumerate(gold.annotations)), {index: each.parent for index, each in enumerate(gold.annotations)}
    )
    found: dict[int, int] = {}
    for content, numbers in made.items():
        found.update(_paired(numbers, there.get(content, ()), gold))
    return found


def _paired(numbers: Sequence[int], annotations: Sequence[int], gold: GoldItems) -> dict[int, int]:
    """Items with annotations of one content: those that belong together already, then the first ones."""
    found = {number: gold.members[number] for number in numbers if gold.members.get(number) in annotations}
    taken = set(found.values())
    left = [index for index in annotations if index not in taken]
    return {**found, **dict(zip([each for each in numbers if each not in found], left, strict=False))}


def _by_content(
    said: Mapping[int, Annotation], parents: Mapping[int, int | None]
) -> Mapping[Hashable, Sequence[int]]:
    """The annotations without a parent by what they say with their parts."""
    parts = defaultdict[int, list[Hashable]](list)
    root_of: dict[int, int] = {}
    for number, each in said.items():
        parent = parents[number]
        root_of[number] = number if parent is None else root_of[parent]
        words = _words(each.value)
        if parent is not None and words:
            parts[root_of[number]].append((each.kind, each.name, words))
    found = defaultdict[Hashable, list[int]](list)
    for number, each in said.items():
        if parents[number] is None:
            own = each.kind, each.extent, _words(each.value)
            found[own, tuple(sorted(parts[number], key=repr))].append(number)
    return found


def _words(value: Iterable[object]) -> tuple[str, ...]:
    """A value without its references, in an order of its own."""
    return tuple(sorted(word for word in value if isinstance(word, str)))
