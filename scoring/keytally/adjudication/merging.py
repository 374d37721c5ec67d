"""Merge annotations by a strategy, and detect an earlier merge in the gold."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from keytally.adjudication.gold_items import GoldItems
from keytally.adjudication.items import FEWEST, Items, Strategy, Variant, example, variants
from keytally.families.annotations import Annotation, AnnotationEditor, Change, Reference
from keytally.findings.finding import Edit

# Merging: adds decided annotations to the gold by a strategy, and lists open items.
#
# Existing annotations of the gold are kept: a person may have added them, and those of an earlier merge are
# indistinguishable. Merging adds annotations that a strategy or a person has chosen and the gold lacks.


class Outcome(Enum):
    """The outcome of a merge for an item in the gold."""

    STANDS = "stands"
    """The gold already has a claim about the item, or an annotation in its place."""
    ADDED = "added"
    NOTHING = "nothing"
    """The decision is that there is no item."""
    OPEN = "open"
    WAITS = "waits"
    """The item is part of an open or absent item."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The decisions by item: a variant, which may be its absence.

    `stale` contains the items whose variants have changed since the decision; they are open again.
    """

    variants: Mapping[int, Variant] = field(default_factory=dict)
    stale: Collection[int] = frozenset()


class Merging(NamedTuple):
    """The parameters for merging a document: a strategy and decisions.

    If `keeps_alternatives` is true, all variants of an open item are added to the gold, provided that its
    format can represent them. `nothing` contains annotations that mark a document as empty; they are added to
    the gold if no item of the document is open.
    """

    strategy: Strategy
    keeps_alternatives: bool = False
    decided: Decided = Decided()
    nothing: Sequence[Annotation] = ()


class MergedDocument(NamedTuple):
    """The edits of the gold's units, the outcome of each item, and the reasons for rejected changes."""

    edits: Sequence[tuple[Any, Edit]]
    outcomes: Sequence[Outcome]
    refused: Mapping[int, str]

    @property
    def open(self) -> list[int]:
        """Return the items that remain open."""
        return self._with(Outcome.OPEN)

    @property
    def added(self) -> list[int]:
        """Return the items that are new in the gold."""
        return self._with(Outcome.ADDED)

    def _with(self, outcome: Outcome) -> list[int]:
        return [number for number, each in enumerate(self.outcomes) if each is outcome]


def merge_document(
    editor: AnnotationEditor,
    items: Items,
    gold: GoldItems,
    units: Sequence[Any],
    merging: Merging,
) -> MergedDocument:
    """Return the merged gold of one document; `units` are passed to `AnnotationEditor.rewriting`."""
    plan = MergePlan(editor, items, gold, merging)
    plan.decide()
    if (whole := _with_versions(editor, plan, gold, units)) is not None:
        return whole
    changes = list(plan.changes())
    if Outcome.OPEN not in plan.outcomes:
        changes += [Change(None, each) for each in merging.nothing]
    made = editor.rewriting(units, changes)
    refused = {plan.added[index]: reason for index, reason in made.refused.items() if index < len(plan.added)}
    for number in refused:
        plan.outcomes[number] = Outcome.OPEN
    return MergedDocument(made.edits, plan.outcomes, refused)


def _with_versions(
    editor: AnnotationEditor, plan: "MergePlan", gold: GoldItems, units: Sequence[Any]
) -> MergedDocument | None:
    """Return a document that contains the answers of all annotators; None if the merge does not keep them
    or the format cannot represent them.
    """
    if gold.annotations or not plan.has_versions or editor.versions is None:
        return None
    said = editor.versions(plan.answers())
    made = None if said is None else editor.rewriting(units, [Change(None, each) for each in said])
    if made is None or made.refused:
        return None
    outcomes = (Outcome.ADDED if outcome is Outcome.OPEN else outcome for outcome in plan.outcomes)
    return MergedDocument(made.edits, list(outcomes), {})


class MergePlan:
    """Plans the outcome for each item of a document, parents first."""

    def __init__(self, editor: AnnotationEditor, items: Items, gold: GoldItems, merging: Merging) -> None:
        self._editor = editor
        self._items = items
        self._gold = gold
        self._merging = merging
        self._decided = merging.decided
        self._wanted: dict[int, tuple[Annotation, Sequence[int]]] = {}
        self.further: list[tuple[int, Annotation]] = []
        self._needed = set[tuple[int, str, str]]()
        self.outcomes: list[Outcome] = []

    def decide(self) -> None:
        """Determine the outcome of each item, and the annotations to add."""
        for number in range(len(self._items.items)):
            self.outcomes.append(self._outcome(number))

    @property
    def added(self) -> list[int]:
        """Return the items that are added, in the order of their changes."""
        return list(self._wanted)

    def wanted(self, number: int) -> Annotation:
        """Return the annotation to add for an item."""
        return self._wanted[number][0]

    @property
    def has_versions(self) -> bool:
        """Return whether the variants of open items are to be kept: the merge keeps alternatives, an item
        is open, and no decision is stale.
        """
        is_open = Outcome.OPEN in self.outcomes and not self._decided.stale
        return is_open and self._merging.keeps_alternatives

    def answers(self) -> list[list[Annotation]]:
        """Return each annotator's answer: the added annotations, and the annotator's own annotations of
        open items.
        """
        return [list(self._answer(name)) for name in self._items.annotations]

    def _answer(self, name: str) -> Iterator[Annotation]:
        for number, outcome in enumerate(self.outcomes):
            index = self._items.items[number].members.get(name)
            if number in self._wanted:
                yield self.wanted(number)
            elif outcome is Outcome.OPEN and index is not None:
                yield self._items.annotations[name][index]

    def changes(self) -> Iterator[Change]:
        """Yield a change for each item that is added."""
        change_of = {number: change for change, number in enumerate(self._wanted)}
        for number, (wanted, item_of) in self._wanted.items():
            referred = (part.target for part in wanted.value if isinstance(part, Reference))
            targets = tuple(self._in_gold(item_of[target], change_of) for target in referred)
            parent = self._items.items[number].parent
            yield Change(None, wanted, targets, None if parent is None else self._in_gold(parent, change_of))
        for number, part in self.further:
            yield Change(None, part, (), self._in_gold(number, change_of))

    def _in_gold(self, number: int, change_of: Mapping[int, int]) -> Annotation | int | None:
        """Return an item's annotation in the gold, or the number of the change that adds the item."""
        index = self._gold.members.get(number)
        return change_of.get(number) if index is None else self._gold.annotations[index]

    def _outcome(self, number: int) -> Outcome:
        parent = self._items.items[number].parent
        if parent is not None and not self._is_in_gold(parent):
            return Outcome.WAITS
        if self._gold.shown(number) is not None:
            return Outcome.OPEN if number in self._decided.stale else Outcome.STANDS
        if (parent, *self._items.items[number][:2]) in self._needed:
            return Outcome.ADDED
        found = variants(self._items, number)
        chosen = self._chosen(number, found)
        if chosen is None:
            return self._alternatives(number, found)
        return self._add(number, chosen)

    def _is_in_gold(self, number: int) -> bool:
        """Return whether an item is, or will be, in the gold."""
        return number in self._gold.members or self.outcomes[number] is Outcome.ADDED

    def _chosen(self, number: int, found: Sequence[Variant]) -> Variant | None:
        """Return the accepted variant, or None if the item is open.

        If only one annotator has an item, its parts are taken from that annotator.
        """
        if number in self._decided.variants:
            return self._decided.variants[number]
        if number in self._decided.stale:
            return None
        is_part = self._items.items[number].parent is not None
        return found[0] if is_part and len(found) == 1 else self._merging.strategy(found)

    def _add(self, number: int, chosen: Variant) -> Outcome:
        wanted = example(self._items, number, chosen)
        if wanted is None:
            return Outcome.NOTHING
        self._wanted[number] = wanted, self._items.item_of[chosen.annotators[0]]
        return Outcome.ADDED

    def _alternatives(self, number: int, found: Sequence[Variant]) -> Outcome:
        """Keep all variants of an open item if the merge keeps alternatives and the key's format can
        represent them; return the outcome.
        """
        alternatives = self._editor.alternatives
        if not self._merging.keeps_alternatives or alternatives is None:
            return Outcome.OPEN
        present = [said for variant in found if (said := self._by_items(number, variant)) is not None]
        if number in self._decided.stale or len(found) < FEWEST:
            return Outcome.OPEN
        kept = alternatives(present, len(present) < len(found))
        if kept is None:
            return Outcome.OPEN
        self._wanted[number] = kept.annotation, range(len(self._items.items))
        self.further += ((number, part) for part in kept.parts)
        self._needed.update((number, part.kind, part.name) for part in kept.parts)
        return Outcome.ADDED

    def _by_items(self, number: int, variant: Variant) -> Annotation | None:
        """Return a variant's annotation with references to item numbers; None if the variant is the
        absence of the item.
        """
        annotation = example(self._items, number, variant)
        if annotation is None or variant.said is None:
            return None
        return annotation._replace(value=variant.said.value)


# Recognises annotations that an earlier merge of the same files added to the gold.
#
# Alignment may match an object that was created for one item with another item, for example if its slots were
# undecided. A merge would then create it a second time. Rule: if the gold has an annotation with exactly the
# parts that the merge would create for an item, except for references, it belongs to such an item.


_NO_GOLD = GoldItems((), {}, ())


def previous_merge(
    editor: AnnotationEditor, items: Items, gold: GoldItems, merging: Merging
) -> Mapping[int, int]:
    """Return the gold's annotations that a merge would create again, by item number.

    An annotation that is already matched to one of these items stays matched to it.
    """
    plan = MergePlan(editor, items, _NO_GOLD, merging)
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
    """Pair items with annotations of equal content: existing matches first, then in order."""
    found = {number: gold.members[number] for number in numbers if gold.members.get(number) in annotations}
    taken = set(found.values())
    left = [index for index in annotations if index not in taken]
    return {**found, **dict(zip([each for each in numbers if each not in found], left, strict=False))}


def _by_content(
    said: Mapping[int, Annotation], parents: Mapping[int, int | None]
) -> Mapping[Hashable, Sequence[int]]:
    """Return the top-level annotations by content, including that of their parts."""
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
    """Return the sorted words of a value, without its references."""
    return tuple(sorted(word for word in value if isinstance(word, str)))
